// Package orphan is imported by nobody.
package orphan

import "example.org/assert"

// Check has the name of a function in book.
func Check() bool { return assert.Equal(1, 1) }
