// Package diff compares two indexes of one repository, base and head: the public symbols, the functions and types that changed, and the
// consequences. Symbols are joined by their stable names, and code by hashes of its tokens. Comments and layout never count.
//
// The verdict on a Go module follows the rules of apidiff, from golang.org/x/exp. It is the smallest step of a semantic version. Unkeyed
// literals, the order of fields and tags do not count there. Limits: types outside the repository count as comparable; a change of a
// variable's first value has no verdict; the renaming of a type that is not exported is recognised by the text of declarations.
package diff
