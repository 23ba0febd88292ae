package queries

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cortex-index/cortex/schema"
)

const maxManifest = 16 << 20

// artifact is a directory that was found to be an index: its manifest can be
// read, and every file that it names is a plain file of the right size with a
// footer that makes sense.
type artifact struct {
	dir      string // absolute, with symbolic links resolved
	manifest schema.Manifest
	read     fs.FileInfo // of the manifest's file
}

// path is the absolute path of a table's file.
func (a artifact) path(t schema.ManifestTable) string { return filepath.Join(a.dir, t.File) }

// openArtifact finds the index in dir, restoring it when a writer was
// interrupted, and checks it as far as it can be checked without reading it all.
func openArtifact(dir string) (artifact, error) {
	if err := restore(dir); err != nil {
		return artifact{}, &IndexError{Dir: dir, Message: err.Error()}
	}
	a, err := findArtifact(dir)
	if err != nil {
		return artifact{}, err
	}
	for _, t := range a.manifest.Tables {
		if err := checkFile(a.path(t), t); err != nil {
			return artifact{}, &IndexError{Dir: dir, Message: fmt.Sprintf("table %s: %v", t.Name, err), Advice: extractAgain, Damaged: true}
		}
	}
	return a, nil
}

const (
	extractAgain = "the index is damaged or incomplete: extract it again"
	extractFirst = "run `cortex extract` first, or name the index with --index"
)

// findArtifact reads the manifest and looks at no table.
func findArtifact(dir string) (artifact, error) {
	fail := func(err error, advice string) (artifact, error) {
		return artifact{}, &IndexError{Dir: dir, Message: err.Error(), Advice: advice}
	}
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fail(errors.New("no such directory"), extractFirst)
	}
	if err != nil {
		return fail(err, "")
	}
	if info, err := os.Stat(abs); err == nil && !info.IsDir() {
		return fail(errors.New("it is no index"), "an index is a folder, or a .zip of one")
	}
	path := filepath.Join(abs, schema.ManifestFile)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return artifact{}, noManifest(dir)
	}
	if err != nil {
		return fail(err, "")
	}
	damaged := func(err error, text []byte) (artifact, error) {
		if entries, _ := os.ReadDir(abs); !bytes.Contains(text, []byte(schema.FormatName)) && !hasTables(entries) {
			return fail(err, extractFirst) // another program's file
		}
		return artifact{}, &IndexError{Dir: dir, Message: err.Error(), Advice: extractAgain, Damaged: true}
	}
	if !info.Mode().IsRegular() || info.Size() > maxManifest {
		return damaged(errors.New(schema.ManifestFile+" is not a plain file of a sensible size"), nil)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return fail(err, "")
	}
	m, err := schema.ParseManifest(b)
	if version := (*schema.VersionError)(nil); errors.As(err, &version) {
		return fail(err, version.Hint())
	}
	if err != nil {
		return damaged(err, b)
	}
	return artifact{dir: abs, manifest: m, read: info}, nil
}

// replaced returns an error when the index in the directory is not the one any more that
// was opened. A writer replaces the directory, and with it the manifest.
func (a artifact) replaced() error {
	now, err := os.Lstat(filepath.Join(a.dir, schema.ManifestFile))
	if err == nil && os.SameFile(now, a.read) && now.ModTime().Equal(a.read.ModTime()) {
		return nil
	}
	return &IndexError{Dir: a.dir, Message: "it was replaced while it was read", Advice: "ask again", Replaced: true}
}

// checkFile looks at one table's file without reading its pages.
func checkFile(path string, t schema.ManifestTable) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the file %s is missing", t.File)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a plain file", t.File)
	case info.Size() != t.Bytes:
		return fmt.Errorf("%s has %d bytes, and the manifest says %d", t.File, info.Size(), t.Bytes)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	ft, err := readFooter(f, info.Size())
	if err != nil {
		return fmt.Errorf("%s: %w", t.File, err)
	}
	if ft.rows != t.Rows {
		return fmt.Errorf("%s holds %d rows, and the manifest says %d", t.File, ft.rows, t.Rows)
	}
	return nil
}

// restore puts <dir>.old in the place of dir when dir is absent and <dir>.old is
// an index: a writer was killed between its two renames.
func restore(dir string) error {
	clean := filepath.Clean(dir)
	if _, err := os.Lstat(clean); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	old := clean + ".old"
	a, err := findArtifact(old)
	if err != nil {
		return nil
	}
	for _, t := range a.manifest.Tables {
		if err := checkFile(a.path(t), t); err != nil {
			return nil
		}
	}
	if err := os.Rename(old, clean); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("restore it from %s: %w", old, err)
	}
	return nil
}
