// Package languages compares the rules for Python, TypeScript and JavaScript with SCIP indexers, which ask type checkers. It indexes
// public repositories with and without SCIP, and counts the calls that lead to code of the repository.
//
// For Java the compiler judges: Calls.java prints the calls that javac attributes, and the places of their callees.
//
// For Ruby universal-ctags judges the definitions.
package languages
