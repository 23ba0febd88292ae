package ci

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// topLevel is all that may stand at the top of the repository, dotfiles aside.
var topLevel = []string{"cmd", "extract", "emit", "schema", "queries", "ci", "testdata", "go.mod", "go.sum", "Makefile",
	"README.md", "QUESTIONS.md", "ARCHITECTURE.md", "CHANGELOG.md", "LICENSE"}

// built is what git ignores and a build leaves there.
var built = []string{"bin"}

// maxLines is the number of lines above which a Go file holds more than one idea.
const maxLines = 400

// TestTopLevel holds the top level against topLevel, in both directions.
func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir(top(t))
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
		if !strings.HasPrefix(n, ".") && !slices.Contains(topLevel, n) && !slices.Contains(built, n) {
			vs = append(vs, violation{n + " stands at the top level", "move it below one of: " + strings.Join(topLevel, ", ")})
		}
	}
	for _, n := range topLevel {
		if !slices.Contains(names, n) {
			vs = append(vs, violation{n + " is missing at the top level", "bring it back: the top level is fixed"})
		}
	}
	return vs
}

// TestFileLength checks every Go file outside testdata.
func TestFileLength(t *testing.T) {
	var vs []violation
	files := 0
	root := top(t)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		vs = append(vs, checkLength(path, text)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no Go file was found")
	}
	report(t, vs)
}

func TestFileLengthFindsViolations(t *testing.T) {
	wantNone(t, checkLength("a.go", bytes.Repeat([]byte("\n"), maxLines)))
	wantViolation(t, checkLength("a.go", bytes.Repeat([]byte("\n"), maxLines+1)), "a.go", "401")
}

func checkLength(path string, text []byte) []violation {
	if n := bytes.Count(text, []byte("\n")); n > maxLines {
		return []violation{{fmt.Sprintf("%s has %d lines, more than %d", path, n, maxLines), "split it: one idea in each file"}}
	}
	return nil
}
