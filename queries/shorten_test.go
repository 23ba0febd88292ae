package queries

import "testing"

func TestShortNames(t *testing.T) {
	for symbol, want := range map[string]string{
		"example.com/a/b.T.M":           "b.T.M",
		"example.com/caddy/v2.Run":      "caddy.Run",
		"example.com/caddy/v12.Run#a/b": "caddy.Run#a/b",
		"example.com/caddy/v1.Run":      "v1.Run",
		"example.com/v2x.Run":           "v2x.Run",
		"gopkg.in/yaml.v3.Node":         "yaml.v3.Node",
		"v2.Run":                        "v2.Run",
		"fmt.Println":                   "fmt.Println",
	} {
		if got := ShortName(symbol); got != want {
			t.Errorf("%s: %s, want %s", symbol, got, want)
		}
	}
}
