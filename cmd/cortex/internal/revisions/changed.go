package revisions

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/schema"
)

const (
	// maxChanged is the number of changed files that are read on their own. More are a switch of branches: a new index is there soon.
	maxChanged = 100
	// maxChangedSize is the size in bytes above which a changed file is left out.
	maxChangedSize = 1 << 20
)

// Changed returns the directory of an index of some files alone, as they are now. It has their symbols and their text, but it lacks the
// uses in other files. Paths are relative to the folder of the index that it is made like.
//
// DESIGN: a copy of the files is extracted as a tree. Rejected: a second way of each front end to list the symbols of a file. One file of
// prometheus with 1,900 lines takes 0.9 s.
func (w *Working) Changed(ctx context.Context, like schema.Manifest, files []string) (dir string, err error) {
	if len(files) > maxChanged {
		return "", fmt.Errorf("%d changed files are too many to read on their own", len(files))
	}
	f, err := folder.Open(w.root(like))
	if err != nil {
		return "", err
	}
	defer f.Close()
	temp, err := os.MkdirTemp("", "cortex-changed-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	id := sha256.New()
	read := 0
	put := func(name string) error {
		text, _, err := f.Read(name, maxChangedSize)
		if err != nil {
			return nil // it is gone, or too large
		}
		read++
		fmt.Fprintf(id, "%q %d\n%s\n", name, len(text), text)
		to := filepath.Join(temp, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o666)
	}
	modules := map[string]bool{}
	for _, name := range files {
		if err := put(name); err != nil {
			return "", err
		}
		for at := path.Dir(name); !modules[at]; at = path.Dir(at) {
			modules[at] = true
		}
	}
	if read == 0 {
		return "", errors.New("the changed files are gone")
	}
	for at := range modules { // names begin with the path of the module
		if err := put(path.Join(at, "go.mod")); err != nil {
			return "", err
		}
	}
	cache, err := w.folder(like, "changed")
	if err != nil {
		return "", err
	}
	dir = filepath.Join(cache, fmt.Sprintf("%x", id.Sum(nil))[:16])
	if isThere(filepath.Join(dir, schema.ManifestFile)) {
		return dir, nil
	}
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return "", err
	}
	o := like.Options
	if _, err := w.Extract(ctx, dir, "the changed files", extract.Config{Root: temp, Name: like.Repository.Name, Tests: o.Tests, Content: true, Vendored: true,
		GOOS: o.GOOS, GOARCH: o.GOARCH, Tags: o.Tags, MaxFileSize: maxChangedSize, Offline: true, Version: w.Version}); err != nil {
		return "", fmt.Errorf("read the changed files: %w", err)
	}
	return dir, tidy(cache)
}
