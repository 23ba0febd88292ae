// Package ahead opens a database while the process that will need one still starts.
//
// DESIGN: opening DuckDB takes 16 ms, and the initialisation of packages 20 before
// main begins, nearly all of it in one that opening does not need. Go initialises
// packages in the order of their paths as far as imports allow: this one imports only
// the bindings of DuckDB, and none of what its driver imports, so that it comes before
// that package. The driver opens every database through a variable of the bindings,
// which is where the one that is open already is handed over. callers to depth 3 as a
// whole process takes 0.9 of the time so.
package ahead

import (
	"sync"
	"sync/atomic"

	"github.com/marcboeker/go-duckdb/mapping"
)

// Settings returns those that a database is opened with, by their names in DuckDB.
//
// There is no temporary directory, so nothing spills: a query that needs more memory
// ends with an error. Extensions are neither fetched nor loaded.
//
// DESIGN: two optimizers are off because they make wrong answers (DuckDB 1.4.1).
// statistics_propagation builds what a table holds into a prepared plan, which then leaves out
// rows when it holds something else. cte_inlining copies a common table expression that is
// named twice, and values that are bound in it are NULL in the copies, wherever the plan is
// not made anew with the values: over loaded tables, not over Parquet. Without it questions
// take 0.95 to 1.1 of the time. Without a thread of its own DuckDB's allocator keeps what is
// freed until it is asked again: of a server that was asked 400 questions, 301 MB stayed
// resident, and 249 do with it, two seconds later.
//
// An index is asked where it finds at most 300 rows, not 2,048: to fetch one takes 3 us of each
// compressed column, and to read all of 250,000 takes 2 ms. Names like String have thousands:
// definition in prometheus with its dependencies, 40 ms at the 90th percentile, takes 27.
func Settings() map[string]string {
	return map[string]string{
		"threads":                      "1",
		"memory_limit":                 "2GB",
		"temp_directory":               "",
		"autoinstall_known_extensions": "false",
		"autoload_known_extensions":    "false",
		"allow_community_extensions":   "false",
		"disabled_optimizers":          "statistics_propagation,cte_inlining",
		"dynamic_or_filter_threshold":  "200",
		"allocator_background_threads": "true",
		"enable_external_file_cache":   "false",
		"index_scan_max_count":         "300",
		"index_scan_percentage":        "0.0001",
	}
}

// opened is the database that the driver takes next, or nil.
var opened atomic.Pointer[chan mapping.Database]

// Open begins to open a database in memory with Settings, which the driver takes when
// it is next asked for one in memory, whatever else it is asked for. While one is waiting
// to be taken, this does nothing. It is for the initialisation of a process, when
// nothing else uses DuckDB.
func Open() {
	handOver()
	opening := make(chan mapping.Database, 1)
	if opened.CompareAndSwap(nil, &opening) {
		go func() { opening <- open() }()
	}
}

// openExt is how the bindings open a database.
var openExt = mapping.OpenExt

// handOver has the driver take what is open already.
var handOver = sync.OnceFunc(func() {
	mapping.OpenExt = func(path string, out *mapping.Database, config mapping.Config, message *string) mapping.State {
		if path == "" {
			if opening := opened.Swap(nil); opening != nil {
				if db := <-*opening; db.Ptr != nil {
					*out = db
					return mapping.StateSuccess
				} // what is wrong, the driver will see too, and say
			}
		}
		return openExt(path, out, config, message)
	}
})

// open returns a database, or the zero one when something failed.
func open() mapping.Database {
	var none, db mapping.Database
	var config mapping.Config
	defer mapping.DestroyConfig(&config)
	if mapping.CreateConfig(&config) == mapping.StateError {
		return none
	}
	for name, value := range Settings() {
		if mapping.SetConfig(config, name, value) == mapping.StateError {
			return none
		}
	}
	var message string
	if openExt("", &db, config, &message) == mapping.StateError {
		mapping.Close(&db)
		return none
	}
	return db
}
