package suggest

import "testing"

func TestMeant(t *testing.T) {
	operations := []string{"callers", "callees", "implements", "implementations", "impact", "references", "definition", "search", "detail", "skeleton", "unused_symbols", "scope", "dependencies"}
	arguments := []string{"target", "kind", "scope", "include_tests", "max_results", "depth"}
	for _, c := range []struct {
		typed string
		names []string
		want  string
	}{
		{"caller", operations, "callers"},
		{"Callers", operations, "callers"},
		{"get_callers", operations, "callers"},
		{"find-callers", operations, "callers"},
		{"usages", operations, "references"},
		{"dead_code", operations, "unused_symbols"},
		{"Blast_Radius", operations, "impact"},
		{"outline", operations, "skeleton"},
		{"grep", operations, "search"},
		{"imports", operations, "dependencies"}, // not impact, which is as near
		{"readFile", operations, ""},
		{"limit", arguments, "max_results"},
		{"limit", []string{"query", "top_n"}, "top_n"},
		{"max_results", []string{"limit", "order_by"}, "limit"},
		{"symbol", arguments, "target"},
		{"symbol", []string{"pattern", "scope"}, "pattern"},
		{"sql", []string{"query", "args", "limit"}, "query"},
		{"dept", arguments, "depth"},
		{"max_depth", arguments, "depth"},
		{"max", arguments, "max_results"},
		{"include", arguments, "include_tests"},
		{"scope_of", arguments, "scope"},
		{"de", arguments, ""},
		{"fields", arguments, ""},
		{"", arguments, ""},
		{"x", nil, ""},
	} {
		if got := Meant(c.typed, c.names); got != c.want {
			t.Errorf("Meant(%q, %q) = %q, want %q", c.typed, c.names, got, c.want)
		}
	}
}

// TestSynonyms shows that no synonym maps a name to itself.
func TestSynonyms(t *testing.T) {
	for name, meant := range synonyms {
		for _, m := range meant {
			if m == name || Meant(name, []string{m}) != m {
				t.Errorf("%s is not read as %s", name, m)
			}
		}
	}
}
