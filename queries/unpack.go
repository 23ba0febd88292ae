package queries

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// Limits of what is unpacked. A real index is compressed already, so its zip is about
// as big as it is.
const (
	maxEntries  = 1000
	maxUnpacked = 16 << 30
	maxRatio    = 100
)

// DESIGN: nothing is unpacked by the names in the zip. The manifest says which plain
// file names there are to be, of what size and checksum; only those are read, each from
// the folder of the manifest, and written to a folder named by the zip's own checksum.

// Unpack unpacks an index from a zip into a folder below cache, and returns it; when it
// is there already, and whole, it is left as it is. The zip holds the index's files at its top, or
// in one folder. Every checksum is checked. What is wrong with it is an [*IndexError].
func Unpack(ctx context.Context, file, cache string) (string, error) {
	fail := func(err error) (string, error) {
		return "", &IndexError{Dir: file, Message: err.Error(), Advice: "download the artifact again, or make it anew with cortex extract"}
	}
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &IndexError{Dir: file, Message: "no such file", Advice: "name the index with --index"}
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no plain file")
	}
	if err != nil {
		return fail(err)
	}
	f, err := os.Open(file)
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return fail(err)
	}
	dir := filepath.Join(cache, hex.EncodeToString(sum.Sum(nil)))
	if _, err := openArtifact(dir); err == nil {
		return dir, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return noPlace(file, err)
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fail(err)
	}
	err = unpackTo(ctx, archive, dir)
	if place := (*fs.PathError)(nil); errors.As(err, &place) {
		return noPlace(file, err)
	}
	if err != nil {
		return fail(err)
	}
	return dir, nil
}

func noPlace(file string, err error) (string, error) {
	return "", &IndexError{Dir: file, Message: "no place to unpack it: " + err.Error(), Advice: "set $XDG_CACHE_HOME to a folder that can be written to, or unpack it and name the folder"}
}

// unpackTo unpacks beside the folder, and renames when all of it is there.
func unpackTo(ctx context.Context, archive *zip.Reader, dir string) (err error) {
	entries, manifest, text, err := packed(archive)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	stage, err := os.MkdirTemp(filepath.Dir(dir), ".unpack-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(stage)) }()
	for _, t := range manifest.Tables {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := unpackTable(entries[t.File], t, filepath.Join(stage, t.File)); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	if err := os.WriteFile(filepath.Join(stage, schema.ManifestFile), text, 0o644); err != nil {
		return err
	}
	if err := os.Rename(stage, dir); err != nil && !errors.Is(err, fs.ErrExist) { // another process was faster
		return err
	}
	return nil
}

// packed finds the manifest in a zip, and the entries beside it by their names.
func packed(archive *zip.Reader) (entries map[string]*zip.File, m schema.Manifest, text []byte, err error) {
	if len(archive.File) > maxEntries {
		return nil, m, nil, fmt.Errorf("it has %d entries, and an index has no more than %d", len(archive.File), maxEntries)
	}
	if err := checkEntries(archive); err != nil {
		return nil, m, nil, err
	}
	var manifest *zip.File
	for _, f := range archive.File {
		if path.Base(f.Name) == schema.ManifestFile && (manifest == nil || len(f.Name) < len(manifest.Name)) {
			manifest = f
		}
	}
	if manifest == nil {
		return nil, m, nil, errors.New("no " + schema.ManifestFile + " in it, so it holds no index")
	}
	if manifest.UncompressedSize64 > maxManifest {
		return nil, m, nil, errors.New(schema.ManifestFile + " is too big")
	}
	if text, err = readEntry(manifest, int64(manifest.UncompressedSize64)); err != nil {
		return nil, m, nil, fmt.Errorf("%s: %w", schema.ManifestFile, err)
	}
	if m, err = schema.ParseManifest(text); err != nil {
		return nil, m, nil, err
	}
	entries = map[string]*zip.File{}
	for _, f := range archive.File {
		if path.Dir(f.Name) == path.Dir(manifest.Name) {
			entries[path.Base(f.Name)] = f
		}
	}
	var total int64
	for _, t := range m.Tables {
		if total += t.Bytes; t.Bytes < 0 || total > maxUnpacked {
			return nil, m, nil, fmt.Errorf("its tables have more than %d bytes", int64(maxUnpacked))
		}
	}
	return entries, m, text, nil
}

// checkEntries refuses a zip with an entry that nobody makes who packs an index: one that
// leads out of the folder, a link, or one of two with the same name, of which different
// programs take different ones. None would be unpacked anyway, or not as it stands.
func checkEntries(archive *zip.Reader) error {
	names := map[string]bool{}
	for _, f := range archive.File {
		name := path.Clean(f.Name)
		switch {
		case !filepath.IsLocal(f.Name) || strings.Contains(f.Name, `\`):
			return fmt.Errorf("its entry %q leads out of the folder", f.Name)
		case !f.Mode().IsRegular() && !f.Mode().IsDir():
			return fmt.Errorf("its entry %q is not a plain file", f.Name)
		case names[name]:
			return fmt.Errorf("it has two entries %q", name)
		}
		names[name] = true
	}
	return nil
}

func unpackTable(f *zip.File, t schema.ManifestTable, to string) error {
	switch {
	case f == nil:
		return fmt.Errorf("the file %s is missing", t.File)
	case f.Mode().IsDir():
		return fmt.Errorf("%s is a folder", t.File)
	case f.UncompressedSize64 != uint64(t.Bytes):
		return fmt.Errorf("%s has %d bytes, and the manifest says %d", t.File, f.UncompressedSize64, t.Bytes)
	case f.UncompressedSize64/maxRatio > f.CompressedSize64:
		return fmt.Errorf("%s is packed more than %d times", t.File, maxRatio)
	}
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(w, sum), io.LimitReader(r, t.Bytes+1))
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != t.SHA256 {
		return fmt.Errorf("%s has the checksum %s, and the manifest says %s", t.File, got, t.SHA256)
	}
	return nil
}

func readEntry(f *zip.File, n int64) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, n+1))
}
