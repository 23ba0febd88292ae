// Package early makes a process start fast. It does its work before main begins.
//
// DESIGN: initialising the tables of the language detection takes 12 ms and allocates
// 5.5 MB before main begins. Go initialises packages in the order of their import
// paths as far as imports allow, so that this one comes before those tables, as long as
// it imports little: main, and runtime/debug with all that it imports, come after them.
package early

import (
	"os"

	"github.com/cortex-index/cortex/queries/ahead"
)

// Ballast is address space, whose pages nobody touches. Whoever sets it to nil, when
// the process has started, leaves it to the collector.
//
// DESIGN: two collections of garbage came with those tables, because the first goal is
// 4 MB. The ballast makes the goal 32 MB, at the price of one collection of a heap in
// which nothing else is: `cortex version` took 29 ms of processor time instead of
// 39, and 28 ms instead of 34.
var Ballast = make([]byte, 16<<20)

func init() {
	if len(os.Args) > 1 && os.Args[1] == "query" {
		ahead.Open()
	}
}
