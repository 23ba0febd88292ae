package oracle

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries"
)

// contextAnswer is the part of a context that the test reads.
type contextAnswer struct {
	Context []struct {
		Role, File, Text, Symbol string
		StartLine                int `json:"start_line"`
		EndLine                  int `json:"end_line"`
	}
	TokenCount int `json:"token_count"`
}

// TestContextKeepsToBudgetAndSource checks that contexts keep their budget, and that every
// piece is text of its file, except for the marks of left-out text.
func TestContextKeepsToBudgetAndSource(t *testing.T) {
	if testing.Short() {
		t.Skip("asks for the contexts of all symbols")
	}
	checkContexts(t, indexTree(t, filepath.Join(citest.Top(t), "testdata/graph")), "SELECT symbol, kind FROM symbols")
}

func checkContexts(t *testing.T, x *indexed, targets string) {
	texts := map[string][]string{}
	for row := range x.rows(t, "SELECT file_path, content FROM contents") {
		texts[row[0]] = strings.SplitAfter(row[1], "\n")
	}
	op := x.operations["context"]
	asked, pieces := 0, 0
	for row := range x.rows(t, targets) {
		for _, budget := range []int{200, 700, 100000} {
			answer, err := op.Run(t.Context(), x.ix, map[string]any{"target": row[0], "token_budget": budget})
			if err != nil {
				t.Fatalf("%s: %v", row[0], err)
			}
			asked++
			if n := len(answer.(queries.Texter).Text()); n > 4*budget {
				t.Errorf("%s takes %d bytes with a budget of %d tokens", row[0], n, budget)
			}
			var a contextAnswer
			document, err := json.Marshal(answer)
			if err == nil {
				err = json.Unmarshal(document, &a)
			}
			if err != nil {
				t.Fatal(err)
			}
			if a.TokenCount > budget {
				t.Errorf("%s takes %d tokens of %d", row[0], a.TokenCount, budget)
			}
			for _, p := range a.Context {
				pieces++
				lines := texts[p.File]
				if p.File == "" {
					continue
				}
				if p.StartLine < 1 || p.EndLine < p.StartLine || p.EndLine > len(lines) || !isCutOf(p.Text, strings.Join(lines[p.StartLine-1:p.EndLine], "")) {
					t.Errorf("%s: %s of %s, %s:%d-%d differs from the file:\n%s", row[0], p.Role, p.Symbol, p.File, p.StartLine, p.EndLine, p.Text)
				}
			}
		}
	}
	if asked == 0 || pieces < asked {
		t.Errorf("%d contexts with %d pieces prove nothing", asked, pieces)
	}
}

// folds matches the marks of left-out text.
var folds = regexp.MustCompile(` … |"…"|… \d+ lines left out\n?|…`)

// isCutOf reports whether a text has parts of another one, in their order.
func isCutOf(text, whole string) bool {
	for _, part := range folds.Split(text, -1) {
		for line := range strings.Lines(part) {
			_, rest, found := strings.Cut(whole, strings.TrimSpace(line))
			if !found {
				return false
			}
			whole = rest
		}
	}
	return true
}
