package files

import (
	"errors"
	"strings"
	"testing"
)

// TestAdvise uses the texts of DuckDB.
func TestAdvise(t *testing.T) {
	one, two := accepted{tables: []string{"files"}}, accepted{tables: []string{"files", "symbols"}}
	for _, c := range []struct {
		name       string
		want       accepted
		err        string
		given      []string
		text, hint string
	}{
		{"a column", one, "Binder Error: Referenced column \"lines\" not found in FROM clause!\nCandidate bindings: \"lines_code\"", nil, "Candidate", "`cortex schema files` lists the columns"},
		{"a column after a name", two, `Binder Error: Values list "f" does not have a column named "nope"`, nil, "nope", "`cortex schema files`, `cortex schema symbols` lists the columns"},
		{"a column of no table", accepted{}, `Binder Error: Referenced column "x" not found in FROM clause!`, nil, "x", ""},
		{"a table", one, `Binder Error: Referenced table "s" not found!`, nil, "s", "name a table of FROM, or its alias there"},
		{"a value", one, "Conversion Error: Could not convert string 'x' to INT64\n\nLINE 1: …", []string{"y", "x"}, "'x' to INT64, which is argument 2\n\nLINE 1", "for argument 2"},
		{"an empty value", one, "Conversion Error: Could not convert string '' to INT32", []string{""}, "which is argument 1", "for argument 1"},
		{"a time", one, `Conversion Error: invalid timestamp field format: "yesterday", expected`, []string{"yesterday"}, "which is argument 1", "for argument 1"},
		{"one of two", one, "Conversion Error: Could not convert string 'x' to INT64", []string{"x", "x"}, "argument 1 or 2", "argument 1 or 2"},
		{"a value of a column", one, "Conversion Error: Could not convert string 'x' to INT32 when casting from source column name", []string{"x"}, "source column name", ""},
		{"a value of the query", one, "Conversion Error: Could not convert string 'x' to INT32", []string{"y"}, "'x' to INT32", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.want.advise(errors.New("sql: "+c.err), c.given)
			hint := ""
			if e := (*RefusedError)(nil); errors.As(err, &e) {
				hint = e.Hint()
			}
			if !strings.HasPrefix(err.Error(), "sql: ") || strings.HasPrefix(err.Error(), "sql: sql: ") || !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %q", err)
			}
			if !strings.Contains(hint, c.hint) || c.hint == "" && hint != "" {
				t.Errorf("the hint is %q, want %q", hint, c.hint)
			}
		})
	}
}
