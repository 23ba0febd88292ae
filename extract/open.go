package extract

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"syscall"
)

// errBehindLink says that a directory on the way to a file is a symbolic link.
var errBehindLink = errors.New("behind a symbolic link")

// errNotRegular says that what was opened is no regular file.
var errNotRegular = errors.New("not a regular file")

// errTooLarge says that a file has more bytes than are wanted.
var errTooLarge = errors.New("too large")

// folder reads files below one directory, never through a symbolic link and
// never outside it. It is safe for concurrent use.
//
// DESIGN: os.Root holds even while somebody swaps a directory for a link: no
// open of it ends outside. It does follow links that stay inside, so each
// directory on the way is looked at first.
type folder struct {
	root *os.Root
	dirs sync.Map // directory → error, nil when every part of it is a directory
}

func openFolder(dir string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &folder{root: root}, nil
}

func (f *folder) Close() error { return f.root.Close() }

// way says why the directory cannot be entered without following a link; nil when it can.
func (f *folder) way(dir string) error {
	if dir == "." {
		return nil
	}
	if known, ok := f.dirs.Load(dir); ok {
		err, _ := known.(error)
		return err
	}
	err := f.way(path.Dir(dir))
	if err == nil {
		var info fs.FileInfo
		info, err = f.root.Lstat(dir)
		switch {
		case err != nil:
		case info.Mode().Type() == fs.ModeSymlink:
			err = errBehindLink
		case !info.IsDir():
			err = fs.ErrNotExist
		}
	}
	f.dirs.Store(dir, err)
	return err
}

// stat describes a path without following links.
func (f *folder) stat(p string) (fs.FileInfo, error) {
	if err := f.way(path.Dir(p)); err != nil {
		return nil, err
	}
	return f.root.Lstat(p)
}

// read returns the content of a regular file, its size in any case that it could
// be opened, and errTooLarge when it has more than limit bytes.
func (f *folder) read(p string, limit int64) ([]byte, int64, error) {
	if err := f.way(path.Dir(p)); err != nil {
		return nil, 0, err
	}
	// O_NONBLOCK: the path may have become a FIFO since it was listed.
	file, err := f.root.OpenFile(p, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	// It may have become a link as well, which the open has followed then.
	if now, err := f.root.Lstat(p); err != nil || !info.Mode().IsRegular() || !os.SameFile(now, info) {
		return nil, 0, errNotRegular
	}
	if info.Size() > limit {
		return nil, info.Size(), errTooLarge
	}
	content := make([]byte, 0, info.Size()+1)
	for {
		n, err := file.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case int64(len(content)) > limit:
			return nil, int64(len(content)), errTooLarge
		case err == io.EOF:
			return content, int64(len(content)), nil
		case err != nil:
			return nil, info.Size(), err
		case len(content) == cap(content):
			content = append(content, 0)[:len(content)]
		}
	}
}

// reason is the part of a file error that is the same on every machine.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrNotExist):
		return "gone since it was listed"
	case errors.Is(err, errBehindLink), errors.Is(err, errNotRegular):
		return "changed since it was listed"
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return fmt.Sprint(e.Err)
	}
	return err.Error()
}
