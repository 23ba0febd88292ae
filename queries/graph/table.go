package graph

import (
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

// column is one of the columns that an answer can have as a table.
type column struct {
	name string
	of   func(r result) any
	sets bool // rows with different values form groups
	main bool // it names the subject of a row

	short bool // of a symbol, without the directories of its package
}

// The columns that most answers have. The place to jump to comes first.
var (
	position = column{name: "position", of: func(r result) any { return r.position() }}
	depth    = column{name: "depth", of: func(r result) any { return int64(r.Depth) }, sets: true}
	basis    = column{name: "evidence", of: func(r result) any { return r.Evidence }}
	kind     = column{name: "kind", of: func(r result) any { return r.Node.Kind }}
	symbol   = column{name: "symbol", of: func(r result) any { return r.Node.Symbol }, main: true}
	via      = column{name: "via", of: func(r result) any { return r.Via }, short: true}
)

// Those of one question.
var (
	through    = column{name: "via", of: func(r result) any { return r.Via }}
	step       = column{name: "depth", of: depth.of}
	role       = column{name: "role", of: func(r result) any { return r.Role }}
	usage      = column{name: "usage", of: func(r result) any { return r.Usage }}
	impacted   = column{name: "impact", of: func(r result) any { return r.ImpactType }}
	severity   = column{name: "severity", of: func(r result) any { return r.Severity }}
	relation   = column{name: "relation", of: func(r result) any { return r.Relation }}
	signature  = column{name: "signature", of: func(r result) any { return r.Node.Signature }}
	viaPointer = column{name: "via_pointer", of: func(r result) any {
		if k := schema.Kind(r.Node.Kind); k == schema.KindMethod || k == schema.KindInterfaceMethod {
			return "" // which is said of types
		}
		return r.ViaPointer
	}}
)

// Table gives a row for each result, in groups of one depth.
func (a *answer) Table() queries.Table {
	t := queries.Table{Symbols: true, Notes: a.notes, Partial: a.Truncated || a.Completeness == completeness.LowerBound}
	for i, c := range a.columns {
		t.Columns = append(t.Columns, c.name)
		if c.sets {
			t.GroupBy = i + 1
		}
		if c.main {
			t.Subject = i
		}
	}
	for _, r := range a.Results {
		row := make([]any, len(a.columns))
		for i, c := range a.columns {
			row[i] = c.of(r)
			if c.short {
				row[i] = a.names.Short(r.Via)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// addVia adds the column via where it tells which of several targets a result leads to.
func (a *answer) addVia(targets int) {
	named := slices.ContainsFunc(a.columns, func(c column) bool { return c.name == via.name })
	if targets > 1 && a.into && !named {
		a.columns = append(slices.Clone(a.columns), via)
	}
}

// List gives the results.
func (a *answer) List() []any {
	out := make([]any, len(a.Results))
	for i, r := range a.Results {
		out[i] = r
	}
	return out
}

// position is the place of a result, or of its symbol; it is empty for external symbols, which have neither.
func (r result) position() string {
	switch {
	case r.Site != nil && r.Site.Column > 0:
		return fmt.Sprintf("%s:%d:%d", r.Site.File, r.Site.Line, r.Site.Column)
	case r.Site != nil:
		return fmt.Sprintf("%s:%d", r.Site.File, r.Site.Line)
	case r.Node.StartLine > 0:
		return fmt.Sprintf("%s:%d", r.Node.File, r.Node.StartLine)
	}
	return r.Node.File
}
