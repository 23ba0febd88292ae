//go:build !unix || solaris || aix

package emit

import "os"

// lockDir locks nothing.
func lockDir(*os.File) lockState { return lockUnknown }

// syncDir does nothing: this system cannot sync directories.
func syncDir(string) error { return nil }
