package artifact

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// Limits for a zip. The files of an index are compressed, and its zip is about as big as the index.
const (
	maxEntries  = 1000
	maxUnpacked = 16 << 30
	maxRatio    = 100
)

// DESIGN: no name from the zip becomes a file name. The manifest lists plain file names with sizes and
// checksums. Unpacking reads only those files from the folder of the manifest, and writes them into a
// folder named by the zip's checksum. It reads the central directory only: archive/zip does not show
// the names in front of the entries.

const packAgain = "download the artifact again, or make it anew with cortex extract"

// packed is an index in a zip.
type packed struct {
	entries  map[string]*zip.File // next to the manifest, by their names
	manifest schema.Manifest
	text     []byte // of the manifest
}

// findPacked finds the index in a zip.
func findPacked(archive *zip.Reader) (p packed, err error) {
	if len(archive.File) > maxEntries {
		return p, fmt.Errorf("it has %d entries, and an index has no more than %d", len(archive.File), maxEntries)
	}
	if err := checkEntries(archive); err != nil {
		return p, err
	}
	manifest, err := findManifest(archive)
	if err != nil {
		return p, err
	}
	if manifest.UncompressedSize64 > maxManifest {
		return p, errors.New(schema.ManifestFile + " is too big")
	}
	if p.text, err = readEntry(manifest, int64(manifest.UncompressedSize64)); err != nil {
		return p, fmt.Errorf("%s: %w", schema.ManifestFile, err)
	}
	if p.manifest, err = schema.ParseManifest(p.text); err != nil && !bytes.Contains(p.text, []byte(schema.FormatName)) {
		return p, &Error{Message: err.Error(), Advice: packAgain} // another program's file
	} else if err != nil {
		return p, err
	}
	p.entries = map[string]*zip.File{}
	for _, f := range archive.File {
		if path.Dir(f.Name) == path.Dir(manifest.Name) {
			p.entries[path.Base(f.Name)] = f
		}
	}
	var total int64
	for _, t := range p.manifest.Tables {
		if total += t.Bytes; t.Bytes < 0 || total > maxUnpacked {
			return p, fmt.Errorf("its tables have more than %d bytes", int64(maxUnpacked))
		}
	}
	return p, nil
}

// checkEntries refuses a zip with an entry that no packer of an index writes. Such an entry is a path
// out of the folder, a link, or two entries with one name. Programs differ in which of the two they
// read.
func checkEntries(archive *zip.Reader) error {
	const encrypted = 1 // the bit of the flags, also of encryption with hidden names
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
		case f.Flags&encrypted != 0:
			return &Error{Message: fmt.Sprintf("its entry %q is encrypted", f.Name),
				Advice: "unpack it with its password and name the folder, or pack it without one: cortex export does"}
		}
		names[name] = true
	}
	return nil
}

// findManifest returns the manifest of the index in a zip. Other programs use the name too: of several manifests it is the one with tables
// in its folder.
func findManifest(archive *zip.Reader) (*zip.File, error) {
	tables := map[string]bool{} // folders with tables
	var manifests []*zip.File
	for _, f := range archive.File {
		switch name := path.Base(f.Name); {
		case name == schema.ManifestFile:
			manifests = append(manifests, f)
		case isTableFile(name):
			tables[path.Dir(f.Name)] = true
		}
	}
	if len(manifests) == 0 {
		return nil, &Error{Message: "no " + schema.ManifestFile + " in it: it has no index", Advice: packAgain, Damaged: len(tables) > 0}
	}
	slices.SortFunc(manifests, func(a, b *zip.File) int { return strings.Compare(path.Dir(a.Name), path.Dir(b.Name)) })
	var folders []string
	var found *zip.File
	for _, f := range manifests {
		if tables[path.Dir(f.Name)] {
			folders, found = append(folders, path.Dir(f.Name)), f
		}
	}
	switch len(folders) {
	case 0:
		return slices.MinFunc(manifests, func(a, b *zip.File) int { return len(a.Name) - len(b.Name) }), nil
	case 1:
		return found, nil
	}
	return nil, &Error{Message: fmt.Sprintf("it has %d indexes: %s", len(folders), firstNames(folders)),
		Advice: "unpack it and name one of the folders, or several of them to query them together"}
}

// isTableFile reports whether a table of an index has a file of this name.
func isTableFile(name string) bool {
	table, ok := strings.CutSuffix(name, ".parquet")
	_, declared := schema.Lookup(table)
	return ok && declared
}

// maxNames is the maximum number of names in an error.
const maxNames = 5

// firstNames lists the first names and the number of the others.
func firstNames(names []string) string {
	if len(names) <= maxNames {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:maxNames], ", ") + fmt.Sprintf(" and %d more", len(names)-maxNames)
}

// each copies every table into a writer, and checks its size and checksum.
func (p packed) each(ctx context.Context, to func(schema.ManifestTable) (io.WriteCloser, error)) error {
	for _, t := range p.manifest.Tables {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := readTable(p.entries[t.File], t, to); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return nil
}

func readTable(f *zip.File, t schema.ManifestTable, to func(schema.ManifestTable) (io.WriteCloser, error)) error {
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
	w, err := to(t)
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
