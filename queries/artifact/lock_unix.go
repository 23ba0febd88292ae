//go:build unix && !solaris && !aix

package artifact

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks an open folder until it is closed. It returns false when another process has the lock, and true where locks do not exist.
func tryLock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR)
}
