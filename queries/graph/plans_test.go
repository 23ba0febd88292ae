package graph_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// DuckDB makes a new plan each time for a statement that binds a value in two places, which
// costs a question more than to bind it twice. Only those do that are asked where there are
// filters.
func TestStatementsBindAValueOnce(t *testing.T) {
	files, err := filepath.Glob("*.sql")
	if err != nil {
		t.Fatal(err)
	}
	doubts, err := filepath.Glob("doubts/*.sql")
	if err != nil || len(files) == 0 || len(doubts) == 0 {
		t.Fatal(len(files), len(doubts), err)
	}
	comment, bound := regexp.MustCompile(`--.*`), regexp.MustCompile(`\$\d+`)
	for _, name := range append(files, doubts...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, parameter := range bound.FindAllString(comment.ReplaceAllString(string(text), ""), -1) {
			if seen[parameter] && name != "left_out.sql" && name != "initialisers.sql" {
				t.Errorf("%s binds %s in two places", name, parameter)
			}
			seen[parameter] = true
		}
	}
}
