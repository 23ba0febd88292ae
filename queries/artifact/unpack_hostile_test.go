package artifact

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// entry is a hostile entry of a zip, in addition to the files of an index.
type entry struct {
	name string
	mode fs.FileMode
	text string
}

// with packs the index and more entries, perhaps with a name of the index.
func (p *packing) with(t *testing.T, first bool, more ...entry) []byte {
	t.Helper()
	text, err := p.manifest.Encode()
	if err != nil {
		t.Fatal(err)
	}
	all := []entry{{schema.ManifestFile, 0o644, string(text)}}
	for name, content := range p.files {
		all = append(all, entry{name, 0o644, string(content)})
	}
	if first {
		all = append(more, all...)
	} else {
		all = append(all, more...)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range all {
		header := &zip.FileHeader{Name: e.name, Method: zip.Store}
		header.SetMode(e.mode)
		f, err := w.CreateHeader(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(e.text)); err != nil && e.text != "" {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wantRefused unpacks a zip, which must fail and leave no file.
func wantRefused(t *testing.T, archive []byte, want string) {
	t.Helper()
	dir := t.TempDir()
	file, cache := filepath.Join(dir, "a", "b", "index.zip"), filepath.Join(dir, "c", "d", "cache")
	for _, folder := range []string{filepath.Dir(file), cache} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, archive, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Unpack(context.Background(), file, cache)
	var index *Error
	if !errors.As(err, &index) || !strings.Contains(err.Error(), want) || index.Hint() == "" {
		t.Errorf("got %v, want %s", err, want)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path != file || strings.HasPrefix(d.Name(), ".unpack") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnpackRefusesEntries shows that Unpack refuses entries that no index has, anywhere in the zip.
func TestUnpackRefusesEntries(t *testing.T) {
	for _, c := range []struct {
		entry entry
		want  string
	}{
		{entry{"../escaped", 0o644, "x"}, `its entry "../escaped" leads out of the folder`},
		{entry{"a/../../escaped", 0o644, "x"}, "leads out of the folder"},
		{entry{"../../../../tmp/manifest.json", 0o644, "x"}, "leads out of the folder"},
		{entry{"/escaped", 0o644, "x"}, `its entry "/escaped" leads out of the folder`},
		{entry{`..\escaped`, 0o644, "x"}, "leads out of the folder"},
		{entry{`C:\escaped`, 0o644, "x"}, "leads out of the folder"},
		{entry{"", 0o644, "x"}, "leads out of the folder"},
		{entry{"link", 0o777 | fs.ModeSymlink, "/etc/passwd"}, `its entry "link" is not a plain file`},
		{entry{"pipe", 0o644 | fs.ModeNamedPipe, ""}, "is not a plain file"},
		{entry{"device", 0o644 | fs.ModeDevice, ""}, "is not a plain file"},
		{entry{"calls.parquet", 0o644, "x"}, `it has two entries "calls.parquet"`},
		{entry{"./calls.parquet", 0o644, "x"}, `it has two entries "calls.parquet"`},
		{entry{"x/../calls.parquet", 0o644, "x"}, `it has two entries "calls.parquet"`},
		{entry{"calls.parquet/", 0o755 | fs.ModeDir, ""}, `it has two entries "calls.parquet"`},
		{entry{schema.ManifestFile, 0o644, "{}"}, `it has two entries "manifest.json"`},
	} {
		t.Run(c.entry.name, func(t *testing.T) {
			for _, first := range []bool{true, false} {
				wantRefused(t, newPacking(t).with(t, first, c.entry), c.want)
			}
		})
	}
}

// TestUnpackRefusesTruncated shows that Unpack refuses a zip that is cut short or damaged.
func TestUnpackRefusesTruncated(t *testing.T) {
	p := newPacking(t)
	whole := p.with(t, false)
	for _, n := range []int{1, 4, len(whole) / 3, len(whole) / 2, len(whole) - 100, len(whole) - 22, len(whole) - 1} {
		wantRefused(t, whole[:n], "zip")
	}
	calls := p.files["calls.parquet"]
	at := bytes.Index(whole, calls)
	cut := append(append([]byte{}, whole[:at+10]...), whole[at+len(calls)/2:]...) // the directory is there, and the offsets are wrong
	wantRefused(t, cut, "")
	damaged := append([]byte{}, whole...)
	damaged[at+20] ^= 1
	wantRefused(t, damaged, "checksum")
}

// TestUnpackRefusesLies shows that Unpack refuses an entry that grows beyond its size in the zip.
func TestUnpackRefusesLies(t *testing.T) {
	p := newPacking(t)
	big := make([]byte, 64<<20)
	var packed bytes.Buffer
	f, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(big); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"calls.parquet", schema.ManifestFile} {
		text, err := p.manifest.Encode()
		if err != nil {
			t.Fatal(err)
		}
		files := map[string][]byte{schema.ManifestFile: text}
		for n, content := range p.files {
			files[n] = content
		}
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for n, content := range files {
			if n != name {
				e, err := w.CreateHeader(&zip.FileHeader{Name: n, Method: zip.Store})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := e.Write(content); err != nil {
					t.Fatal(err)
				}
				continue
			}
			e, err := w.CreateRaw(&zip.FileHeader{Name: n, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(content),
				UncompressedSize64: uint64(len(content)), CompressedSize64: uint64(packed.Len())})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := e.Write(packed.Bytes()); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		wantRefused(t, b.Bytes(), "")
	}
	huge := p.with(t, false)
	at := bytes.LastIndex(huge, []byte(schema.ManifestFile)) // in the directory, whose size field is 22 bytes before
	copy(huge[at-22:], []byte{0, 0, 0, 0x70})
	wantRefused(t, huge, "manifest.json is too big")
}

// TestUnpackRefusesTwoIndexes shows that Unpack refuses a zip of two indexes and lists their names. It
// ignores another program's manifest.json next to an index.
func TestUnpackRefusesTwoIndexes(t *testing.T) {
	p := newPacking(t)
	two := p.with(t, false, entry{"b/" + schema.ManifestFile, 0o644, "{}"}, entry{"b/calls.parquet", 0o644, "x"})
	wantRefused(t, two, "it has 2 indexes: ., b")
	site := p.with(t, true, entry{"a/" + schema.ManifestFile, 0o644, "{}"}, entry{"a/index.html", 0o644, "x"})
	file := filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(file, site, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(context.Background(), file, t.TempDir()); err != nil {
		t.Error(err)
	}
}

func TestUnpackRefusesEncrypted(t *testing.T) {
	archive := newPacking(t).with(t, false)
	at := bytes.LastIndex(archive, []byte("functions.parquet")) - 46 // where its line of the directory begins
	archive[at+8] |= 1
	wantRefused(t, archive, `its entry "functions.parquet" is encrypted`)
}

// TestDamaged shows that an error says damaged only for an index that is present and not whole. An
// absent index, another version and another program's file are not damaged.
func TestDamaged(t *testing.T) {
	altered := func(alter func(*packing)) []byte {
		p := newPacking(t)
		alter(p)
		return p.with(t, false)
	}
	whole := altered(func(*packing) {})
	var foreign bytes.Buffer
	w := zip.NewWriter(&foreign)
	if f, err := w.Create(schema.ManifestFile); err != nil {
		t.Fatal(err)
	} else if _, err := f.Write([]byte(`{"manifest_version": 3}`)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		archive []byte
		want    bool
	}{
		{"cut", whole[:len(whole)/2], true},
		{"no zip", []byte("<html>"), true},
		{"a table is missing", altered(func(p *packing) { delete(p.files, "calls.parquet") }), true},
		{"two tables in one file", altered(func(p *packing) { p.manifest.Tables[1].File = p.manifest.Tables[0].File }), true},
		{"another version", altered(func(p *packing) { p.manifest.FormatVersion = 9 }), false},
		{"another program's", foreign.Bytes(), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.zip")
			if err := os.WriteFile(file, c.archive, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Unpack(context.Background(), file, t.TempDir())
			var e *Error
			if !errors.As(err, &e) || e.Damaged != c.want || e.Hint() == "" {
				t.Errorf("got %+v", err)
			}
		})
	}
}
