// Package early keeps the garbage collector off while a process starts.
//
// DESIGN: initialising the tables of the language detection allocates 16 MB before
// main begins, with two or three collections of garbage on the way: 47 ms of
// processor time for `cortex version`, and 28 ms with the collector off. A
// question that takes 60 ms feels the difference. Go initialises packages in the order of
// their import paths as far as imports allow, so this package, which imports
// next to nothing, comes before all that allocates.
//
// # Limitations
//
// An import path before this one's would come earlier; that costs time only.
package early

import "runtime/debug"

// percent is what the environment, or else the runtime, had chosen.
var percent = debug.SetGCPercent(-1)

// Percent returns the setting of the garbage collector that the process began
// with, 100 unless the environment says otherwise; negative for off.
func Percent() int { return percent }
