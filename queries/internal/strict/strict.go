// Package strict has tests fail where a statement reads a table that nobody attached. Of one index of today DuckDB
// finds it all the same; of several, and of older ones, it does not.
package strict

// Attached reports whether that is an error. It is set before an index is opened.
var Attached bool
