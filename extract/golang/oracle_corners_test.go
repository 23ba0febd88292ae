package golang_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestOracleCorners holds the index of code against the oracle that real trees
// seldom or never hold.
func TestOracleCorners(t *testing.T) {
	root := t.TempDir()
	corners, err := txtar.ParseFile("testdata/oracle/corners.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range corners.Files {
		name := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	judge(t, filepath.Join(root, "tree"), true)
}
