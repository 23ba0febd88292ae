// Package folder lists and reads the files below one directory, and never follows a
// symbolic link. Its walk follows ignore files where git does not list the files.
package folder

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

// ErrBehindLink is the error for a file below a symbolic link.
var ErrBehindLink = errors.New("behind a symbolic link")

// ErrNotRegular is the error for a path that is no regular file.
var ErrNotRegular = errors.New("not a regular file")

// ErrTooLarge is the error for a file with more bytes than the limit.
var ErrTooLarge = errors.New("too large")

// A Folder reads files below one directory, never through a symbolic link and never
// outside it. It is safe for concurrent use.
//
// DESIGN: os.Root holds even while somebody swaps a directory for a link: no open ends
// outside. It follows links that stay inside, and enter refuses those.
type Folder struct {
	root *os.Root
	dirs sync.Map // directory → error, nil when every part of the path is a directory
}

// Open returns the folder at a path of the machine. The caller closes it.
func Open(dir string) (*Folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root}, nil
}

// Close releases the directory.
func (f *Folder) Close() error { return f.root.Close() }

// Path returns the path that Open was given.
func (f *Folder) Path() string { return f.root.Name() }

// enter returns the reason why a directory cannot be entered without following a link,
// or nil.
func (f *Folder) enter(dir string) error {
	if dir == "." {
		return nil
	}
	if known, ok := f.dirs.Load(dir); ok {
		err, _ := known.(error)
		return err
	}
	err := f.enter(path.Dir(dir))
	if err == nil {
		var info fs.FileInfo
		info, err = f.root.Lstat(dir)
		switch {
		case err != nil:
		case info.Mode().Type() == fs.ModeSymlink:
			err = ErrBehindLink
		case !info.IsDir():
			err = fs.ErrNotExist
		}
	}
	f.dirs.Store(dir, err)
	return err
}

// Stat describes a path without following links.
func (f *Folder) Stat(p string) (fs.FileInfo, error) {
	if err := f.enter(path.Dir(p)); err != nil {
		return nil, err
	}
	return f.root.Lstat(p)
}

// Readlink returns the target of a symbolic link.
func (f *Folder) Readlink(p string) (string, error) {
	if err := f.enter(path.Dir(p)); err != nil {
		return "", err
	}
	return f.root.Readlink(p)
}

// Read returns the content of a regular file and its size in bytes. The error is
// ErrTooLarge when the file has more than limit bytes. The size is known whenever the
// file could be opened.
func (f *Folder) Read(p string, limit int64) ([]byte, int64, error) {
	if err := f.enter(path.Dir(p)); err != nil {
		return nil, 0, err
	}
	// O_NONBLOCK: the path may be a FIFO since it was listed.
	file, err := f.root.OpenFile(p, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	// It may also be a link since then, which the open has followed.
	if now, err := f.root.Lstat(p); err != nil || !info.Mode().IsRegular() || !os.SameFile(now, info) {
		return nil, 0, ErrNotRegular
	}
	if info.Size() > limit {
		return nil, info.Size(), ErrTooLarge
	}
	content := make([]byte, 0, info.Size()+1)
	for {
		n, err := file.Read(content[len(content):cap(content)])
		content = content[:len(content)+n]
		switch {
		case int64(len(content)) > limit:
			return nil, int64(len(content)), ErrTooLarge
		case err == io.EOF:
			return content, int64(len(content)), nil
		case err != nil:
			return nil, info.Size(), err
		case len(content) == cap(content):
			content = append(content, 0)[:len(content)]
		}
	}
}

// Reason returns the part of a file error that is the same on every machine.
func Reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrNotExist):
		return "gone since it was listed"
	case errors.Is(err, ErrBehindLink), errors.Is(err, ErrNotRegular):
		return "changed since it was listed"
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return fmt.Sprint(e.Err)
	}
	return err.Error()
}
