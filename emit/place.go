package emit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cortex-index/cortex/schema"
)

// dotDir is the name of a directory with indexes and without versioned files.
const dotDir = ".cortex"

// place is the location of an index.
type place struct {
	parent string // absolute, with symbolic links resolved
	dest   string // in parent
	old    string // path of the old index while two directories cannot be swapped
}

// openPlace makes the parents of dest, restores an index that a dead run moved aside, and
// removes the stages of dead runs. It returns an error when dest must not be replaced.
func openPlace(dest string) (*place, error) {
	abs, err := filepath.Abs(dest)
	if err != nil {
		return nil, fmt.Errorf("create index at %s: %w", dest, err)
	}
	parent, err := makeParent(filepath.Dir(abs))
	if err != nil {
		return nil, fmt.Errorf("create index at %s: %w", dest, unwritable(err))
	}
	abs = filepath.Join(parent, filepath.Base(abs))
	p := &place{parent: parent, dest: abs, old: abs + ".old"}
	if err := p.restore(); err != nil {
		return nil, err
	}
	if err := p.replaceable(); err != nil {
		return nil, err
	}
	return p, p.clean()
}

// makeParent makes a directory and its parents, and returns it with symbolic links resolved. A
// directory named .cortex gets a .gitignore for its contents. It must not be a symbolic link, because a
// hostile checkout could point it anywhere.
func makeParent(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", err
	}
	if filepath.Base(dir) == dotDir {
		if i, err := os.Lstat(dir); err != nil || i.Mode()&fs.ModeSymlink != 0 {
			return "", errors.Join(err, fmt.Errorf("%s is a symbolic link", dir))
		}
		f, err := os.OpenFile(filepath.Join(dir, ".gitignore"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			_, err = f.WriteString("*\n")
			err = errors.Join(err, f.Close())
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	return filepath.EvalSymlinks(dir)
}

// restore renames an index at <dest>.old to dest when dest is absent.
func (p *place) restore() error {
	if exists(p.dest) || !isIndex(p.old) {
		return nil
	}
	if err := os.Rename(p.old, p.dest); err != nil && !exists(p.dest) {
		return fmt.Errorf("restore the old index: %w", err)
	}
	return nil
}

// replaceable returns an error unless dest is absent, an empty directory or an index.
func (p *place) replaceable() error {
	refuse := func(why string) error {
		return &hinted{fmt.Errorf("create index at %s: %s", p.dest, why), "choose another destination, or move the files away"}
	}
	i, err := os.Lstat(p.dest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("create index: %w", err)
	case i.Mode()&fs.ModeSymlink != 0:
		return refuse("it is a symbolic link")
	case !i.IsDir():
		return refuse("it is not a directory")
	}
	entries, err := os.ReadDir(p.dest)
	if err != nil {
		return fmt.Errorf("create index: %w", err)
	}
	if len(entries) == 0 {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() {
			return refuse(fmt.Sprintf("it contains the directory %s, which no index has", e.Name()))
		}
	}
	if !isIndex(p.dest) {
		return refuse("it contains files and is not an index")
	}
	return nil
}

// isIndex reports whether a directory contains the manifest of an index, of any version.
func isIndex(dir string) bool {
	if i, err := os.Lstat(dir); err != nil || !i.IsDir() {
		return false
	}
	b, err := os.ReadFile(filepath.Join(dir, schema.ManifestFile))
	if err != nil {
		return false
	}
	var m struct {
		Format string `json:"format"`
	}
	return json.Unmarshal(b, &m) == nil && m.Format == schema.FormatName
}

// ours returns every path that a run may write.
func (p *place) ours() []string {
	paths := []string{p.dest, p.old}
	if stages, err := p.stages(); err == nil { // the directory is readable: our stage is in it
		paths = append(paths, stages...)
	}
	if filepath.Base(p.parent) == dotDir {
		paths = append(paths, filepath.Join(p.parent, ".gitignore"))
	}
	return paths
}

// unwritable adds a hint to an error of a destination that is not writable.
func unwritable(err error) error {
	return &hinted{err, "choose a writable destination"}
}
