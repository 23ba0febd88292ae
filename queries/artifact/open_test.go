package artifact

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(t *testing.T, dir string, m *schema.Manifest)
		want  string
	}{
		{"another format version", func(t *testing.T, dir string, m *schema.Manifest) { m.FormatVersion = 1 }, "the index has format version 1, and this program reads version 2"},
		{"another format", func(t *testing.T, dir string, m *schema.Manifest) { m.Format = "zip" }, `format is "zip"`},
		{"a path in place of a file name", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables[3].File = "../x.parquet" }, "not a plain file name"},
		{"a table that is not listed", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables = m.Tables[1:] }, `table "files" is missing`},
		{"a table that is missing", func(t *testing.T, dir string, m *schema.Manifest) { os.Remove(filepath.Join(dir, "refs.parquet")) }, "table refs: the file refs.parquet is missing"},
		{"a table that is a link", func(t *testing.T, dir string, m *schema.Manifest) { link(t, dir, "refs.parquet") }, "table refs: refs.parquet is not a plain file"},
		{"a manifest that is a link", func(t *testing.T, dir string, m *schema.Manifest) { link(t, dir, schema.ManifestFile) }, "is not a plain file"},
		{"a table that is cut", func(t *testing.T, dir string, m *schema.Manifest) {
			if err := os.Truncate(filepath.Join(dir, "refs.parquet"), 100); err != nil {
				t.Fatal(err)
			}
		}, "refs.parquet has 100 bytes"},
		{"a footer without magic", func(t *testing.T, dir string, m *schema.Manifest) {
			garble(t, dir, m, "refs", "garbage and more garbage")
		}, "the magic bytes are missing"},
		{"a footer that is too long", func(t *testing.T, dir string, m *schema.Manifest) {
			garble(t, dir, m, "refs", "PAR1....\xff\xff\xff\x7fPAR1")
		}, "the footer does not fit"},
		{"a footer that is none", func(t *testing.T, dir string, m *schema.Manifest) {
			garble(t, dir, m, "refs", "PAR1\xff\xff\xff\xff\x04\x00\x00\x00PAR1")
		}, "read the footer"},
		{"another number of rows", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables[0].Rows = 77 }, "files.parquet has 3 rows, and the manifest says 77"},
		{"another codec", func(t *testing.T, dir string, m *schema.Manifest) { recompress(t, dir, m, "refs", "brotli") }, "compressed with codec 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, m := sampleIndex(t)
			c.alter(t, dir, &m)
			if c.name != "a manifest that is a link" {
				indextest.WriteManifest(t, dir, m)
			}
			_, err := Open(dir)
			if err == nil {
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

func TestOpenAcceptsOtherCodecsOfTheList(t *testing.T) {
	for _, codec := range []string{"snappy", "uncompressed"} {
		dir, m := sampleIndex(t)
		recompress(t, dir, &m, "refs", codec)
		indextest.WriteManifest(t, dir, m)
		if _, err := Open(dir); err != nil {
			t.Fatal(err)
		}
	}
}

func link(t *testing.T, dir, name string) {
	path := filepath.Join(dir, name)
	elsewhere := filepath.Join(t.TempDir(), name)
	if err := os.Rename(path, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, path); err != nil {
		t.Fatal(err)
	}
}

func garble(t *testing.T, dir string, m *schema.Manifest, table, content string) {
	if err := os.WriteFile(filepath.Join(dir, table+".parquet"), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	refresh(t, dir, m, table)
}

func recompress(t *testing.T, dir string, m *schema.Manifest, table, codec string) {
	path := filepath.Join(dir, table+".parquet")
	indextest.Exec(t, "COPY (FROM read_parquet('"+path+"')) TO '"+path+"' (FORMAT parquet, CODEC "+codec+")")
	refresh(t, dir, m, table)
}

// refresh writes the present file of a table into the manifest.
func refresh(t *testing.T, dir string, m *schema.Manifest, table string) {
	for i, e := range m.Tables {
		if e.Name == table {
			entry, err := indextest.Entry(dir, table, e.Rows)
			if err != nil {
				t.Fatal(err)
			}
			m.Tables[i] = entry
		}
	}
}

// TestOpenRestoresTheOldIndex shows that Open restores the old index after a writer was killed between its two renames.
func TestOpenRestoresTheOldIndex(t *testing.T) {
	old, _ := sampleIndex(t)
	dir := filepath.Join(t.TempDir(), "index")
	if err := os.Rename(old, dir+".old"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir + ".old"); err == nil {
		t.Error("the old place is still there")
	}
}

func TestOpenDoesNotRestoreWhatIsNotWhole(t *testing.T) {
	old, _ := sampleIndex(t)
	dir := filepath.Join(t.TempDir(), "index")
	if err := os.Rename(old, dir+".old"); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(dir+".old", "refs.parquet"))
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "no such directory") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir + ".old"); err != nil {
		t.Error("it was moved all the same")
	}
}

func FuzzFooter(f *testing.F) {
	f.Add([]byte{0x15, 0x02, 0x19, 0x1c})
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = parseFooter(b) }) // it must not panic
}
