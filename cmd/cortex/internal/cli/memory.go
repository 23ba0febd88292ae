package cli

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

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
	serverPercent  = 50
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
		leaveRoom()
	}
}

// leaveRoom raises the limit of an extraction, after each collection, to half as much
// again as is alive.
//
// DESIGN: where more is alive than the limit allows, the collector never rests.
// prometheus with its vendored dependencies, 800,000 calls, took 120 s and 2.2 GB with
// a fixed limit, and takes 74 s and 2.6 GB; the standard library, of which less is
// alive, takes what it took.
func leaveRoom() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { // once in a collection
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if n := int64(live[0].Value.Uint64()); n+n/2 > extractLimit {
			limitMemory(n + n/2)
		}
		leaveRoom()
	})
}

// chosenPercent is the setting that the environment, or else the runtime, had
// chosen; the collector is off from here on.
var chosenPercent = debug.SetGCPercent(-1)

// chosenLimit is the limit that the environment sets, if any.
var chosenLimit = debug.SetMemoryLimit(-1)

// limitMemory sets the limit above which garbage is collected whatever the heap's
// growth, unless the environment's is lower.
func limitMemory(bytes int64) { debug.SetMemoryLimit(min(bytes, chosenLimit)) }

// leastMemory is the smallest limit that a server takes, in bytes.
const leastMemory = 100e6

// collectForServer has garbage collected sooner than Go does by itself: a server lives
// long, and works little in Go. The limit is that of the whole process, 0 for none.
func collectForServer(limit int64) {
	if chosenPercent == defaultPercent {
		debug.SetGCPercent(serverPercent)
	}
	if limit > 0 {
		limitMemory(limit - databaseShare(limit))
	} else {
		limitMemory(math.MaxInt64)
	}
}

// databaseShare is how much of the memory of a process its database may take; 0 for its own
// limit.
func databaseShare(limit int64) int64 { return limit * 2 / 3 }
