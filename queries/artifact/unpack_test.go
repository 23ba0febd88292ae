package artifact

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// packing is an index to be packed.
type packing struct {
	folder   string // in the zip
	manifest schema.Manifest
	files    map[string][]byte
	modes    map[string]fs.FileMode
}

func newPacking(t *testing.T) *packing {
	t.Helper()
	dir, m := sampleIndex(t)
	p := &packing{manifest: m, files: map[string][]byte{}, modes: map[string]fs.FileMode{}}
	for _, table := range m.Tables {
		p.files[table.File] = readFile(t, filepath.Join(dir, table.File))
	}
	return p
}

func (p *packing) write(t *testing.T) string {
	t.Helper()
	text, err := p.manifest.Encode()
	if err != nil {
		t.Fatal(err)
	}
	p.files[schema.ManifestFile] = text
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, content := range p.files {
		header := &zip.FileHeader{Name: p.folder + name, Method: zip.Deflate}
		header.SetMode(0o644 | p.modes[name])
		f, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "index.zip")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestUnpack unpacks a zip with the files at its top, as `zip` makes it, and a zip with a folder.
func TestUnpack(t *testing.T) {
	for _, folder := range []string{"", "index/", "a/b/"} {
		p := newPacking(t)
		p.folder = folder
		p.files["other.txt"] = []byte("x")
		file, cache := p.write(t), filepath.Join(t.TempDir(), "made")
		dir, err := Unpack(context.Background(), file, cache)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir); err != nil {
			t.Fatal(err)
		}
		again, err := Unpack(context.Background(), file, cache)
		if err != nil || again != dir {
			t.Errorf("unpacked again to %s, %v; want %s", again, err, dir)
		}
		if err := os.Truncate(filepath.Join(dir, "files.parquet"), 10); err != nil {
			t.Fatal(err)
		}
		if again, err = Unpack(context.Background(), file, cache); err != nil {
			t.Errorf("a damaged index is not unpacked again: %v", err)
		} else if _, err := Open(again); err != nil {
			t.Error(err)
		}
		err = filepath.WalkDir(filepath.Dir(cache), func(path string, d fs.DirEntry, err error) error {
			if name := d.Name(); strings.Contains(name, "other") || strings.HasPrefix(name, ".unpack") {
				t.Errorf("%s is there", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestUnpackWithoutAPlace(t *testing.T) {
	file := newPacking(t).write(t)
	_, err := Unpack(context.Background(), file, filepath.Join(file, "below a file"))
	if e := (*Error)(nil); !errors.As(err, &e) || !strings.Contains(e.Hint(), "XDG_CACHE_HOME") {
		t.Errorf("got %v", err)
	}
}

func TestUnpackRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		alter func(p *packing)
		want  string
	}{
		{"another format", func(p *packing) { p.manifest.Format = "other" }, `format is "other"`},
		{"a manifest that names a path", func(p *packing) { p.manifest.Tables[2].File = "../calls.parquet" }, "not a plain file name"},
		{"another version", func(p *packing) { p.manifest.FormatVersion = 9 }, "format version 9"},
		{"a table that is missing", func(p *packing) { delete(p.files, "calls.parquet") }, "table calls: the file calls.parquet is missing"},
		{"a table that is longer", func(p *packing) { p.files["calls.parquet"] = append(p.files["calls.parquet"], 'x') }, "and the manifest says"},
		{"a table that is altered", func(p *packing) { p.files["calls.parquet"][10] ^= 1 }, "has the checksum"},
		{"a table that is a link", func(p *packing) { p.modes["calls.parquet"] = fs.ModeSymlink }, "is not a plain file"},
		{"a bomb", func(p *packing) {
			p.files["calls.parquet"] = make([]byte, 10<<20)
			for i := range p.manifest.Tables {
				if p.manifest.Tables[i].Name == "calls" {
					p.manifest.Tables[i].Bytes = 10 << 20
				}
			}
		}, "is packed more than 100 times"},
		{"tables beyond all measure", func(p *packing) { p.manifest.Tables[0].Bytes = 1 << 50 }, "more than 17179869184 bytes"},
		{"many entries", func(p *packing) {
			for i := range 1001 {
				p.files[strings.Repeat("x", i+1)] = nil
			}
		}, "and an index has no more than 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPacking(t)
			c.alter(p)
			cache := t.TempDir()
			_, err := Unpack(context.Background(), p.write(t), cache)
			var index *Error
			if !errors.As(err, &index) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if left, _ := os.ReadDir(cache); len(left) > 0 {
				t.Errorf("%v is left in the cache", left)
			}
		})
	}
	for name, content := range map[string]string{"empty": "", "no zip": "some text"} {
		file := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Unpack(context.Background(), file, t.TempDir()); err == nil {
			t.Errorf("%s: it was unpacked", name)
		}
	}
}
