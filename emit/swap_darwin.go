package emit

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange swaps two directories in one step. The error is [errors.ErrUnsupported]
// where the file system cannot.
func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
		return fmt.Errorf("swap directories: %w", errors.ErrUnsupported)
	}
	return err
}
