// Package lone has no way to the others, nor they to it.
package lone

import "io"

// Reader is an io.Reader as a pointer, and an error as a value too.
type Reader struct{ left int }

// Read reads nothing.
func (r *Reader) Read(b []byte) (int, error) {
	r.left = 0
	return 0, io.EOF
}

// Error is the method of error.
func (r Reader) Error() string { return "lone" }

// Flush is nobody's.
func (r Reader) Flush() {}

// Alone calls one of its own.
func Alone() error { return alone() }

func alone() error { return Reader{left: 1} }
