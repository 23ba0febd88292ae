package cli

import (
	"runtime/debug"

	"github.com/cortex-index/cortex/cmd/cortex/internal/early"
)

// DESIGN: an extraction allocates fast and lives for seconds, so collecting
// garbage at every doubling of the heap costs a seventh of its time. It may grow
// to five times what lives instead, as long as it stays under a limit that leaves
// room in 2 GB for what DuckDB needs to check the index. A question is over before
// a collection pays, unless its answer is huge.
const (
	defaultPercent = 100 // the Go runtime's own
	extractPercent = 400
	extractLimit   = 1400 << 20
	questionLimit  = 512 << 20
)

// collectForQuestions has garbage collected only under pressure of memory; a
// setting of the environment stands.
func collectForQuestions() {
	early.Ballast = nil
	if chosenPercent != defaultPercent {
		debug.SetGCPercent(chosenPercent)
		return
	}
	limitMemory(questionLimit)
}

// collectForExtraction lets the heap grow; a setting of the environment stands.
func collectForExtraction() {
	if chosenPercent == defaultPercent {
		debug.SetGCPercent(extractPercent)
		limitMemory(extractLimit)
	}
}

// chosenPercent is the setting that the environment, or else the runtime, had
// chosen; the collector is off from here on.
var chosenPercent = debug.SetGCPercent(-1)

// chosenLimit is the limit that the environment sets, if any.
var chosenLimit = debug.SetMemoryLimit(-1)

// limitMemory sets the limit above which garbage is collected whatever the heap's
// growth, unless the environment's is lower.
func limitMemory(bytes int64) { debug.SetMemoryLimit(min(bytes, chosenLimit)) }
