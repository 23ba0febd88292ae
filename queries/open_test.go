package queries

import (
	"context"
	"errors"
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
		{"another format version", func(t *testing.T, dir string, m *schema.Manifest) { m.FormatVersion = 2 }, "the index has format version 2, and this program reads version 1"},
		{"another format", func(t *testing.T, dir string, m *schema.Manifest) { m.Format = "zip" }, `format is "zip"`},
		{"a path in place of a file name", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables[3].File = "../x.parquet" }, "not a plain file name"},
		{"a table that is not listed", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables = m.Tables[1:] }, `table "files" is missing`},
		{"a table that is missing", func(t *testing.T, dir string, m *schema.Manifest) { os.Remove(filepath.Join(dir, "refs.parquet")) }, "table refs: the file refs.parquet is missing"},
		{"a table that is a link", func(t *testing.T, dir string, m *schema.Manifest) { link(t, dir, "refs.parquet") }, "table refs: refs.parquet is not a plain file"},
		{"a manifest that is a link", func(t *testing.T, dir string, m *schema.Manifest) { link(t, dir, schema.ManifestFile) }, "is not a plain file"},
		{"a table that is cut", func(t *testing.T, dir string, m *schema.Manifest) {
			os.Truncate(filepath.Join(dir, "refs.parquet"), 100)
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
		{"another number of rows", func(t *testing.T, dir string, m *schema.Manifest) { m.Tables[0].Rows = 77 }, "files.parquet holds 3 rows, and the manifest says 77"},
		{"another codec", func(t *testing.T, dir string, m *schema.Manifest) { recompress(t, dir, m, "refs", "brotli") }, "compressed with codec 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			m := indextest.Write(t, dir, indextest.Parse(t, sample), everything)
			c.alter(t, dir, &m)
			if c.name != "a manifest that is a link" {
				indextest.WriteManifest(t, dir, m)
			}
			ix, err := Open(context.Background(), dir)
			if err == nil {
				ix.Close()
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
		dir := t.TempDir()
		m := indextest.Write(t, dir, indextest.Parse(t, sample), everything)
		recompress(t, dir, &m, "refs", codec)
		indextest.WriteManifest(t, dir, m)
		ix, err := Open(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		ix.Close()
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

// refresh puts a table's file as it is into the manifest.
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

// A writer was killed between its two renames: the old index is whole, and comes back.
func TestOpenRestoresTheOldIndex(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	indextest.Write(t, dir+".old", indextest.Parse(t, sample), everything)
	ix, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	ix.Close()
	if _, err := os.Stat(dir + ".old"); err == nil {
		t.Error("the old place is still there")
	}
}

func TestOpenDoesNotRestoreWhatIsNotWhole(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	indextest.Write(t, dir+".old", indextest.Parse(t, sample), everything)
	os.Remove(filepath.Join(dir+".old", "refs.parquet"))
	if _, err := Open(context.Background(), dir); err == nil || !strings.Contains(err.Error(), "no such directory") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir + ".old"); err != nil {
		t.Error("it was moved all the same")
	}
}

// The database behind an index reaches the index's files and nothing else, whatever SQL comes through.
func TestDatabaseIsClosed(t *testing.T) {
	ix := openText(t, sample)
	secret := filepath.Join(t.TempDir(), "secret.csv")
	os.WriteFile(secret, []byte("x\n"), 0o600)
	for _, q := range []string{
		"FROM read_text('" + secret + "')", "FROM '" + secret + "'", "COPY (SELECT 1) TO '" + secret + "2'", "ATTACH '" + secret + "3'",
		"SET enable_external_access = true", "SET allowed_paths = []", "SET lock_configuration = false", "INSTALL httpfs", "LOAD httpfs",
	} {
		if _, err := ix.db.Exec(q); err == nil {
			t.Errorf("%s worked", q)
		}
	}
	for name, want := range map[string]string{
		"enable_external_access": "false", "lock_configuration": "true", "temp_directory": "", "autoinstall_known_extensions": "false",
		"autoload_known_extensions": "false", "allow_community_extensions": "false", "threads": "1", "memory_limit": "1.8 GiB",
	} {
		var got string
		if err := ix.db.QueryRow("SELECT value FROM duckdb_settings() WHERE name = $1", name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, not %q: %v", name, got, want, err)
		}
	}
}

func FuzzFooter(f *testing.F) {
	f.Add([]byte{0x15, 0x02, 0x19, 0x1c})
	f.Fuzz(func(t *testing.T, b []byte) { parseFooter(b) })
}

// The folders around an index are no patterns, and no columns of its tables.
func TestOpenWherever(t *testing.T) {
	top := t.TempDir()
	for _, where := range []string{"language=zz/kind=1", "q?/x", "a*b[1]"} {
		dir := filepath.Join(top, filepath.FromSlash(where))
		indextest.WriteManifest(t, dir, writeAt(t, dir))
		writeAt(t, filepath.Join(top, "qa", "x")) // which q?/x would match as a pattern
		ix, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := ix.Attach(t.Context(), "files"); err != nil {
			t.Fatal(err)
		}
		var languages, columns int
		err = ix.db.QueryRow("SELECT (SELECT count(*) FROM files WHERE language = 'zz'), (SELECT count(*) FROM (DESCRIBE files))").Scan(&languages, &columns)
		if err != nil || languages != 0 || columns != len(schema.Files.Columns) {
			t.Errorf("%s: %d files of the language zz, %d columns, %v", where, languages, columns, err)
		}
		ix.Close()
		faults, err := verify(t.Context(), dir, nil, false)
		if err != nil || len(faults) > 0 {
			t.Errorf("%s: %v, %v", where, faults, err)
		}
	}
}

func writeAt(t *testing.T, dir string) schema.Manifest {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return indextest.Write(t, dir, indextest.Parse(t, sample), everything)
}

// An answer that may be of two indexes is none.
func TestReplaced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ix")
	indextest.WriteManifest(t, dir, writeAt(t, dir))
	ix, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	op := Declare(Operation{Name: "nothing"}, func(context.Context, *Index, struct{}) (Answer, error) { return nil, nil })
	if _, err := op.Run(t.Context(), ix, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	indextest.WriteManifest(t, dir, writeAt(t, dir))
	var replaced *IndexError
	if _, err := op.Run(t.Context(), ix, nil); !errors.As(err, &replaced) || !strings.Contains(err.Error(), "replaced") {
		t.Errorf("got %v, want an error that says that the index was replaced", err)
	}
}
