package emit

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange swaps two directories in one step. The error is [errors.ErrUnsupported] where the
// kernel or the file system cannot.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return fmt.Errorf("swap directories: %w", errors.ErrUnsupported)
	}
	return err
}
