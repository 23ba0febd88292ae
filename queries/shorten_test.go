package queries

import "testing"

func TestShort(t *testing.T) {
	names := Names{"example.com/caddy/v2": "caddy", "gopkg.in/yaml.v3": "yaml", "example.com/bubbletea": "tea", "rand": "other"}
	for symbol, want := range map[string]string{
		"example.com/a/b.T.M":          "b.T.M",
		"example.com/caddy/v2.Run":     "caddy.Run",
		"example.com/caddy/v2.Run#a/b": "caddy.Run#a/b",
		"example.com/api/v2.Run":       "v2.Run",
		"example.com/bubbletea.P.Run":  "tea.P.Run",
		"gopkg.in/yaml.v3.Node":        "yaml.Node",
		"v2.Run":                       "v2.Run",
		"fmt.Println":                  "fmt.Println",
		"a/b.go":                       "b.go",
	} {
		if got := names.Short(symbol); got != want {
			t.Errorf("%s: %s, want %s", symbol, got, want)
		}
	}
}
