package rules

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// violation is a broken rule.
type violation struct {
	what string // the rule and the place
	do   string // the fix
}

func (v violation) String() string { return v.what + "\n\tdo: " + v.do }

// report fails the test for each violation.
func report(t *testing.T, vs []violation) {
	t.Helper()
	for _, v := range vs {
		t.Errorf("%v", v)
	}
}

// wantViolation fails the test unless there is one violation that mentions all words and has
// a fix.
func wantViolation(t *testing.T, got []violation, words ...string) {
	t.Helper()
	if len(got) != 1 {
		t.Fatalf("a planted violation gave %d findings, want 1: %v", len(got), got)
	}
	for _, w := range words {
		if !strings.Contains(got[0].what, w) {
			t.Errorf("the finding does not mention %s: %v", w, got[0])
		}
	}
	if got[0].do == "" {
		t.Errorf("the finding has no fix: %v", got[0])
	}
}

// wantNone fails the test for each violation.
func wantNone(t *testing.T, got []violation) {
	t.Helper()
	if len(got) > 0 {
		t.Errorf("the rule refuses allowed code: %v", got)
	}
}

// located returns the path of a file of this repository.
func located(t *testing.T, file string) string {
	t.Helper()
	return filepath.Join(citest.Top(t), filepath.FromSlash(file))
}

// readText returns the text of a file of this repository.
func readText(t *testing.T, file string) string {
	t.Helper()
	return citest.ReadText(t, located(t, file))
}

// eachFile calls visit for each file below folders of this repository, without test data,
// dependencies and hidden folders. It fails the test when there is none.
func eachFile(t *testing.T, folders []string, visit func(file string)) {
	t.Helper()
	files := 0
	for _, folder := range folders {
		root := located(t, folder)
		err := filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && at != root && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".")):
				return fs.SkipDir
			case d.IsDir():
				return nil
			}
			rel, err := filepath.Rel(citest.Top(t), at)
			if err != nil {
				return err
			}
			files++
			visit(filepath.ToSlash(rel))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files == 0 {
		t.Fatalf("there is no file below %v", folders)
	}
}
