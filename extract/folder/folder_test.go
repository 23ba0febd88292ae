package folder

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/cortex-index/cortex/extract/internal/gittest"
)

// A file that changes its kind between listing and opening is not read.
func TestChangedBetweenListingAndOpening(t *testing.T) {
	dir := gittest.Tree(t, "-- file.go --\npackage a\n-- other.go --\npackage b\n")
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file := filepath.Join(dir, "file.go")
	for name, change := range map[string]func() error{
		"link":      func() error { return os.Symlink("other.go", file) },
		"FIFO":      func() error { return syscall.Mkfifo(file, 0o644) },
		"directory": func() error { return os.Mkdir(file, 0o755) },
		"nothing":   func() error { return nil },
	} {
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if content, _, err := f.Read("file.go", 1<<20); err == nil {
			t.Errorf("%s was read: %q", name, content)
		}
	}
}

// A reason names no path of the machine.
func TestReason(t *testing.T) {
	denied := &os.PathError{Op: "openat", Path: "/secret/place/a.go", Err: syscall.EACCES}
	if got := Reason(denied); got != "permission denied" {
		t.Errorf("reason %q", got)
	}
	denied.Err = syscall.EIO
	if got := Reason(denied); strings.Contains(got, "place") {
		t.Errorf("reason %q names a path of the machine", got)
	}
}
