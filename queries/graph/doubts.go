package graph

import (
	"embed"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// doubtFiles holds the statements of doubts. Each gives one row, in which a column is
// a reason and how often it holds: 0 or NULL for not at all.
//
//go:embed doubts/*.sql
var doubtFiles embed.FS

//go:embed facts.sql
var factsSQL string

//go:embed uses.sql
var usesSQL string

//go:embed uncompared.sql
var uncomparedSQL string

//go:embed uncompared_names.sql
var uncomparedNamesSQL string

// Reasons that mean more than a count.
const (
	valueTaken   = "value_taken"
	beyondDepth  = "beyond_depth" // no doubt at all: more lies behind the last depth
	testsLeftOut = "tests_left_out"
)

// factTables are what facts.sql reads beyond the tables of every walk.
var factTables = []string{"annotations", "diagnostics"}

// comparable are the tables that uncompared.sql reads.
var comparable = []string{"types", "members"}

// doubting is a statement of doubts.
type doubting struct {
	name  string   // of its file
	walks bool     // it binds the depth, and whether the walk followed dispatch
	reads []string // tables beyond those of every walk
	when  string   // a cheaper statement, without whose true it is not asked; may be empty
	first string   // a script to run before it, once in the life of the index; may be empty
}

// callersDoubts are the statements that could make the callers in an index more than
// were found.
//
// DESIGN: each costs 1 ms and more, most of it planning, at 0.5 ms for a table that
// it names: so those are left out that the manifest rules out, and what they need of
// the whole index is in memory (facts.sql). As one statement of thirteen parts, on
// the tables themselves, they took 17 ms, and now 6.
func callersDoubts(m schema.Manifest) []doubting {
	all := []doubting{{name: "callers_symbols"}, {name: "callers_steps", walks: true}, {name: "callers_gaps"}}
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		all = append(all, doubting{name: "outside_method"},
			doubting{name: "uncompared_interface", when: uncomparedNamesSQL, first: uncomparedSQL, reads: comparable})
	}
	if holds(m, schema.Annotations) {
		all = append(all, doubting{name: "linkname_or_export"})
	}
	if m.Summary.Calls[schema.EvidenceHeuristic]+m.Summary.Calls[schema.EvidenceUnresolved] > 0 {
		all = append(all, doubting{name: "callers_names"})
	}
	switch {
	case hasAssembly(m) && m.Options.Content:
		return append(all, doubting{name: "assembly", reads: []string{"contents"}}, noBody)
	case hasAssembly(m):
		return append(all, doubting{name: "assembly_unseen"})
	}
	return all
}

// calleesDoubts is as callersDoubts for callees.
func calleesDoubts(m schema.Manifest) []doubting {
	all := []doubting{{name: "outside_body"}, {name: "callees_calls"}, {name: "callees_steps", walks: true}}
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		all = append(all, doubting{name: "uncompared_calls", first: uncomparedSQL, reads: comparable})
	}
	if holds(m, schema.Diagnostics) {
		all = append(all, doubting{name: "callees_gaps"})
	}
	switch {
	case hasAssembly(m) && m.Options.Content:
		return append(all, noBody)
	case hasAssembly(m):
		return append(all, doubting{name: "assembly_unseen"})
	}
	return all
}

// noBody is for a Go function without a body that is not linked, which an annotation
// would say: it is written in assembly.
var noBody = doubting{name: "no_body", reads: []string{"contents", "functions"}}

func holds(m schema.Manifest, t *schema.Table) bool {
	entry, _ := m.Table(t.Name)
	return entry.Rows > 0
}

func hasAssembly(m schema.Manifest) bool {
	for language := range m.Summary.Languages {
		if strings.Contains(language, "assembly") {
			return true
		}
	}
	return false
}
