package queries

import "testing"

func TestReadable(t *testing.T) {
	for symbol, want := range map[string]string{
		"a/b.T.M":                 "a/b.T.M",
		"a/util.init#util/u.go":   "a/util.init (util/u.go)",
		"a/util.init#util/u.go~2": "a/util.init (util/u.go, number 2)",
		"a/util.init#package":     "a/util.init (package variables)",
		"a/b.X#_test":             "a/b.X (external test)",
		"a/b.X~2":                 "a/b.X (number 2)",
		"a/b.X#a/c~2":             "a/b.X (a/c, number 2)",
	} {
		if got := Readable(symbol); got != want {
			t.Errorf("%s: %s, want %s", symbol, got, want)
		}
	}
}

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
