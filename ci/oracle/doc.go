// Package oracle compares answers of cortex with programs that share no code with it: go/types
// for uses, implementations and hierarchies, and the call graphs of x/tools for calls.
//
// The command writes the index, and the operations of the registry answer as JSON. Both sides
// identify a declaration by the place of its name, thus test variants of a package are one
// and an instance is its generic origin. An external declaration has its name in the index.
// Only declarations in files of the index count.
//
// Each difference gets a reason. The tests count differences with a reason and fail for those
// without. `make oracle TREE=dir` runs them on any tree. `make oracle-text TREE=dir` compares text search with ripgrep.
package oracle
