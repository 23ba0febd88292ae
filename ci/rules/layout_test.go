package rules

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// topLevel lists the top level of the repository, without dotfiles.
var topLevel = []string{"cmd", "extract", "emit", "schema", "queries", "ci", "testdata", "go.mod", "go.sum", "Makefile",
	"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE"}

// built lists the folders of builds, which git ignores.
var built = []string{"bin", "dist"}

// TestTopLevel compares the top level with topLevel, in both directions.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(citest.Top(t))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	report(t, checkTopLevel(names))
}

func TestTopLevelFindsViolations(t *testing.T) {
	wantNone(t, checkTopLevel(append([]string{".git", ".golangci.yml", "bin"}, topLevel...)))
	wantViolation(t, checkTopLevel(append([]string{"internal"}, topLevel...)), "internal")
	wantViolation(t, checkTopLevel(topLevel[1:]), topLevel[0])
}

func checkTopLevel(names []string) []violation {
	var vs []violation
	for _, n := range names {
		if !strings.HasPrefix(n, ".") && !slices.Contains(slices.Concat(topLevel, built), n) {
			vs = append(vs, violation{n + " is not allowed at the top level", "move it below one of: " + strings.Join(topLevel, ", ")})
		}
	}
	for _, n := range topLevel {
		if !slices.Contains(names, n) {
			vs = append(vs, violation{n + " is missing at the top level", "restore it: the top level is fixed"})
		}
	}
	return vs
}
