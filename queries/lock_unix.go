//go:build unix && !solaris && !aix

package queries

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks an open folder until it is closed. It is false when another process has
// locked it; where nothing can be locked, it is true.
func tryLock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR)
}
