// Package wide is too large to be kept: the test writes 12 files of 460 lines into it, and
// one with a function of complexity 62.
package wide
