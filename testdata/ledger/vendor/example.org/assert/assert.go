// Package assert is for tests.
package assert

// Equal says whether two numbers are one.
func Equal(a, b int) bool { return a == b }
