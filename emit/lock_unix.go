//go:build unix && !solaris && !aix

package emit

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockDir locks an open directory.
func lockDir(f *os.File) lockState {
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
	case err == nil:
		return lockHeld
	case errors.Is(err, unix.EWOULDBLOCK):
		return lockTaken
	}
	return lockUnknown
}

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		err = nil // the file system cannot sync directories
	}
	return errors.Join(err, d.Close())
}
