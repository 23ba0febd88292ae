package ci

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module is the path of the module whose rules these are.
const module = "github.com/cortex-index/cortex"

// violation is a rule broken.
type violation struct {
	what string // and where
	do   string // to mend it
}

func (v violation) String() string { return v.what + "\n\tdo: " + v.do }

// report fails the test for each violation.
func report(t *testing.T, vs []violation) {
	t.Helper()
	for _, v := range vs {
		t.Errorf("%v", v)
	}
}

// wantViolation fails the test unless the one violation found mentions all the
// words and says what to do.
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
		t.Errorf("the finding does not say what to do: %v", got[0])
	}
}

// wantNone fails the test when something was found.
func wantNone(t *testing.T, got []violation) {
	t.Helper()
	if len(got) > 0 {
		t.Errorf("what is allowed was found: %v", got)
	}
}

// top returns the top of this repository.
func top(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatalf("the folder above ci is not the top of the repository: %v", err)
	}
	return dir
}
