package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// wantWhole fails the test unless dir is an index with exactly the files of its manifest, byte
// for byte. It returns the manifest.
func wantWhole(t testing.TB, dir string) schema.Manifest {
	t.Helper()
	files := filesOf(t, dir)
	m, err := schema.ParseManifest([]byte(files[schema.ManifestFile]))
	if err != nil {
		t.Fatalf("%s is no index: %v", dir, err)
	}
	for _, table := range m.Tables {
		b, ok := files[table.File]
		sum := sha256.Sum256([]byte(b))
		if !ok || int64(len(b)) != table.Bytes || hex.EncodeToString(sum[:]) != table.SHA256 {
			t.Errorf("%s is not the file of the manifest", table.File)
		}
	}
	if len(files) != len(m.Tables)+1 {
		t.Errorf("%d files for %d tables and a manifest", len(files), len(m.Tables))
	}
	return m
}

// wantNames fails the test unless a directory has these names. A name may end in * for any
// ending.
func wantNames(t testing.TB, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ok := len(entries) == len(want)
	for i, e := range entries {
		got = append(got, e.Name())
		if !ok {
			continue
		}
		if prefix, any := strings.CutSuffix(want[i], "*"); any {
			ok = strings.HasPrefix(e.Name(), prefix)
		} else {
			ok = e.Name() == want[i]
		}
	}
	if !ok {
		t.Errorf("%s holds %q, want %q", filepath.Base(dir), got, want)
	}
}

// versionOf returns the generator's version of an index.
func versionOf(t testing.TB, dir string) string {
	t.Helper()
	return wantWhole(t, dir).Generator.Version
}

// publishVersion publishes an index whose generator has that version, and one row.
func publishVersion(t testing.TB, dest, version string) {
	t.Helper()
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	if err := commitVersion(t, w, version); err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
}

func commitVersion(t testing.TB, w *Writer, version string) error {
	t.Helper()
	if err := w.Write([]schema.Module{{ModulePath: version}}); err != nil {
		return err
	}
	m := testManifest()
	m.Generator.Version = version
	_, err := w.Commit(t.Context(), m, nil, nil)
	return err
}
