package golang_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// writeTree writes files below a directory.
func writeTree(t *testing.T, root string, files []txtar.File) {
	t.Helper()
	for _, f := range files {
		p := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// tree writes the files of an archive as text to a new directory.
func tree(t *testing.T, archive string) string {
	t.Helper()
	root := t.TempDir()
	writeTree(t, root, txtar.Parse([]byte(archive)).Files)
	return root
}

// snapshot returns the content of every file below a directory, by path.
func snapshot(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all[p] = "directory"
			return err
		}
		b, err := os.ReadFile(p)
		all[p] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
