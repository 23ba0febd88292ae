// Package rules holds the rules of this repository as tests: imports, the top level, unused
// packages, workflows, make targets, and the words of comments and documents.
//
// Each failure says how to fix it. Each rule has a test with planted violations.
package rules
