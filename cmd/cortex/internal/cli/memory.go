package cli

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// DESIGN: an extraction lives for seconds, and collecting at every doubling of the heap
// costs a seventh of its time. The heap may grow to five times the live bytes, below a
// limit that leaves room in 2 GB for DuckDB's check of the index. A query ends before a
// collection pays, unless its answer is huge.
const (
	defaultPercent = 100 // the Go runtime's own
	extractPercent = 400
	serverPercent  = 50
	extractLimit   = 1400 << 20
	queryLimit     = 512 << 20
)

// collectForQueries collects garbage only under memory pressure. A setting of the
// environment wins.
func collectForQueries() {
	if chosenPercent != defaultPercent {
		debug.SetGCPercent(chosenPercent)
		return
	}
	limitMemory(queryLimit)
}

// collectForExtraction lets the heap grow. A setting of the environment wins.
func collectForExtraction() {
	if chosenPercent == defaultPercent {
		debug.SetGCPercent(extractPercent)
		limitMemory(extractLimit)
		leaveRoom()
	}
}

// leaveRoom raises the limit of an extraction, after each collection, to 1.5 times the
// live bytes.
//
// DESIGN: when more bytes are live than the limit allows, the collector never rests.
// prometheus with its vendored dependencies, 800,000 calls: 74 s and 2.6 GB instead of
// 120 s and 2.2 GB with a fixed limit.
func leaveRoom() {
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { // runs once per collection
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if n := int64(live[0].Value.Uint64()); n+n/2 > extractLimit {
			limitMemory(n + n/2)
		}
		leaveRoom()
	})
}

// chosenPercent is the setting of the environment, or of the runtime. The collector is off from here
// on.
var chosenPercent = debug.SetGCPercent(-1)

// chosenLimit is the limit in the environment, if any.
var chosenLimit = debug.SetMemoryLimit(-1)

// limitMemory sets the limit above which the runtime collects garbage at any growth of the heap. A
// lower limit of the environment wins.
func limitMemory(bytes int64) { debug.SetMemoryLimit(min(bytes, chosenLimit)) }

// leastMemory is the smallest memory limit of a server, in bytes.
const leastMemory = 100e6

// collectForServer collects garbage sooner than the runtime's default: a server lives long
// and works little in Go. The limit is that of the whole process, 0 for none.
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

// databaseShare returns the part of a process's memory limit for its database; 0 for the
// database's default.
func databaseShare(limit int64) int64 { return limit * 2 / 3 }
