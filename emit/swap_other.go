//go:build !linux && !darwin

package emit

import "errors"

// exchange returns [errors.ErrUnsupported]: this system cannot swap two directories.
func exchange(_, _ string) error { return errors.ErrUnsupported }
