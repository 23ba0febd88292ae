package artifact

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

// Artifact is a directory with a manifest that this program can read.
type Artifact struct {
	Dir      string // absolute, without symbolic links
	Manifest schema.Manifest

	info  fs.FileInfo // of the manifest's file
	files []*os.File  // of the tables, in the order of the manifest
}

// Path returns the absolute path of a table's file.
func (a Artifact) Path(t schema.ManifestTable) string { return filepath.Join(a.Dir, t.File) }

// Paths returns the absolute paths of the tables' files.
func (a Artifact) Paths() []string {
	var paths []string
	for _, t := range a.Manifest.Tables {
		paths = append(paths, a.Path(t))
	}
	return paths
}

// Files returns the open files of the tables, in the order of the manifest.
func (a Artifact) Files() []*os.File { return a.files }

// Close closes the files of the tables.
func (a Artifact) Close() {
	for _, f := range a.files {
		f.Close()
	}
}

// Error is the error for a directory or a zip without an index that cortex can trust.
type Error struct {
	Dir     string
	Message string
	Advice  string // the next step; may be empty
	Damaged bool   // there is an index, and it is not whole
}

// Error names the directory and the problem.
func (e *Error) Error() string { return fmt.Sprintf("index %s is unusable: %s", e.Dir, e.Message) }

// Hint returns the next step for the user.
func (e *Error) Hint() string { return e.Advice }

const (
	extractAgain = "the index is damaged or incomplete: extract it again"
	extractFirst = "run `cortex extract` first, or name the index with --index"
)

// attempts is the number of times that Open begins again because a writer replaces the index meanwhile.
const attempts = 5

// Open finds the index in a directory and opens its files. It checks each file's size and footer, but not its pages. When a killed
// writer left the index in <dir>.old, Open renames it first. Every error is an [*Error]. The caller closes the artifact.
//
// The open files are one index, also when a writer replaces the directory later: a writer never changes a file.
func Open(dir string) (a Artifact, err error) {
	for range attempts {
		if err := restore(dir); err != nil {
			return Artifact{}, &Error{Dir: dir, Message: err.Error()}
		}
		if a, err = find(dir); err != nil {
			return Artifact{}, err
		}
		err = a.openFiles()
		if !a.current() {
			a.Close()
			err = errors.New("a writer replaces it again and again")
			continue
		}
		break
	}
	if err != nil {
		a.Close()
		return Artifact{}, &Error{Dir: dir, Message: err.Error(), Advice: extractAgain, Damaged: true}
	}
	return a, nil
}

// find reads the manifest in a directory and no table.
func find(dir string) (Artifact, error) {
	fail := func(err error, advice string) (Artifact, error) {
		return Artifact{}, &Error{Dir: dir, Message: err.Error(), Advice: advice}
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
		return Artifact{}, noManifest(dir)
	}
	if err != nil {
		return fail(err, "")
	}
	damaged := func(err error, text []byte) (Artifact, error) {
		if entries, _ := os.ReadDir(abs); !bytes.Contains(text, []byte(schema.FormatName)) && !hasTables(entries) {
			return fail(err, extractFirst) // another program's file
		}
		return Artifact{}, &Error{Dir: dir, Message: err.Error(), Advice: extractAgain, Damaged: true}
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
	return Artifact{Dir: abs, Manifest: m, info: info}, nil
}

// current reports whether the directory still holds the index that find read. A writer replaces the whole directory, and with it the
// manifest.
func (a Artifact) current() bool {
	now, err := os.Lstat(filepath.Join(a.Dir, schema.ManifestFile))
	return err == nil && os.SameFile(now, a.info) && now.ModTime().Equal(a.info.ModTime())
}

// openFiles opens and checks each table's file.
func (a *Artifact) openFiles() error {
	for _, t := range a.Manifest.Tables {
		f, err := openFile(a.Path(t), t)
		if err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
		a.files = append(a.files, f)
	}
	return nil
}

// openFile opens a table's file and checks its size and its footer.
func openFile(path string, t schema.ManifestTable) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("the file %s is missing", t.File)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a plain file", t.File)
	case info.Size() != t.Bytes:
		return nil, fmt.Errorf("%s has %d bytes, and the manifest says %d", t.File, info.Size(), t.Bytes)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	ft, err := readFooter(f, info.Size())
	if err != nil {
		err = fmt.Errorf("%s: %w", t.File, err)
	} else if ft.rows != t.Rows {
		err = fmt.Errorf("%s has %d rows, and the manifest says %d", t.File, ft.rows, t.Rows)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// restore renames <dir>.old to dir when dir is absent and <dir>.old is an index: a writer was killed between its two renames.
func restore(dir string) error {
	clean := filepath.Clean(dir)
	if _, err := os.Lstat(clean); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	old := clean + ".old"
	a, err := find(old)
	if err != nil {
		return nil
	}
	err = a.openFiles()
	a.Close()
	if err != nil {
		return nil
	}
	if err := os.Rename(old, clean); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("restore it from %s: %w", old, err)
	}
	return nil
}
