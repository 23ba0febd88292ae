package graph

import (
	"context"
	"database/sql"
	"embed"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// A doubt's statement gives a reason and how often it holds, 0 for not at all.
// They are run as one.
//
//go:embed doubts/*.sql
var doubtFiles embed.FS

//go:embed uses.sql
var usesSQL string

//go:embed uncompared_names.sql
var uncomparedNamesSQL string

// maxUses is how many uses of values an answer lists.
const maxUses = 10

// Reasons that mean more than a count.
const (
	valueTaken   = "value_taken"
	beyondDepth  = "beyond_depth" // no doubt at all: more lies behind the last depth
	testsLeftOut = "tests_left_out"

	uncomparedInterface = "uncompared_interface" // that of the statement for callers
)

// callersDoubts names the statements that could make the callers in an index
// more than were found.
//
// DESIGN: each takes 1 to 9 ms, so those are left out that the manifest rules out. A
// Go function without a body is linked, which its annotation says, or written in assembly.
func callersDoubts(m schema.Manifest, dispatch bool) []string {
	names := []string{"value_taken", "outside_interface", "outside_build", "known_by_name"}
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		names = append(names, uncomparedInterface, "outside_method")
	}
	if holds(m, schema.Annotations) {
		names = append(names, "linkname_or_export")
	}
	if hasAssembly(m) && m.Options.Content {
		names = append(names, "assembly", "no_body")
	} else if hasAssembly(m) {
		names = append(names, "assembly_unseen")
	}
	if m.Summary.Calls[schema.EvidenceHeuristic]+m.Summary.Calls[schema.EvidenceUnresolved] > 0 {
		names = append(names, "uncertain_names")
	}
	if !dispatch {
		names = append(names, "callers_dispatch")
	}
	if holds(m, schema.Diagnostics) {
		names = append(names, "untyped")
	}
	return append(names, "unread", "callers_beyond")
}

// calleesDoubts is as callersDoubts for callees.
func calleesDoubts(m schema.Manifest, dispatch bool) []string {
	names := []string{"outside_body", "uncertain_calls", "outside_calls"}
	if m.Summary.Calls[schema.EvidenceInterface] > 0 {
		names = append(names, "uncompared_calls")
	}
	if hasAssembly(m) && m.Options.Content {
		names = append(names, "no_body")
	} else if hasAssembly(m) {
		names = append(names, "assembly_unseen")
	}
	if !dispatch {
		names = append(names, "callees_dispatch")
	}
	if holds(m, schema.Diagnostics) {
		names = append(names, "untyped_callers")
	}
	return append(names, "callees_beyond")
}

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

// doubt says how far the answer is complete, and what ended the walk.
func (a *answer) doubt(ctx context.Context, conn *sql.Conn, w walk, args walkArgs, m schema.Manifest) error {
	names := w.doubts(m, args.Dispatch)
	if slices.Contains(names, uncomparedInterface) {
		var possible bool
		if err := conn.QueryRowContext(ctx, uncomparedNamesSQL).Scan(&possible); err != nil {
			return err
		}
		if !possible {
			names = slices.DeleteFunc(names, func(n string) bool { return n == uncomparedInterface })
		}
	}
	var parts []string
	for _, name := range names {
		b, err := doubtFiles.ReadFile("doubts/" + name + ".sql")
		if err != nil {
			return err
		}
		parts = append(parts, string(b))
	}
	rows, err := conn.QueryContext(ctx, strings.Join(parts, "UNION ALL\n"), args.Depth)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var d doubt
		if err := rows.Scan(&d.Reason, &d.Count); err != nil {
			return err
		}
		switch {
		case d.Count == 0:
		case d.Reason == beyondDepth && a.StoppedBy == "":
			a.StoppedBy = byDepth
		case d.Reason != beyondDepth:
			a.Because = append(a.Because, d)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if w.operation == "callers" && !m.Options.Tests {
		a.Because = append(a.Because, doubt{Reason: testsLeftOut, Count: 1})
	}
	slices.SortFunc(a.Because, func(x, y doubt) int { return strings.Compare(x.Reason, y.Reason) })
	a.Completeness = exact
	if len(a.Because) > 0 {
		a.Completeness = lowerBound
	}
	if a.StoppedBy == "" {
		a.StoppedBy = byExhausted
	}
	return a.listUses(ctx, conn)
}

// listUses completes the doubt about values taken.
func (a *answer) listUses(ctx context.Context, conn *sql.Conn) error {
	i := slices.IndexFunc(a.Because, func(d doubt) bool { return d.Reason == valueTaken })
	if i < 0 {
		return nil
	}
	rows, err := conn.QueryContext(ctx, usesSQL, maxUses)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var u use
		if err := rows.Scan(&u.Symbol, &u.File, &u.Line, &u.Column, &a.Because[i].Count); err != nil {
			return err
		}
		a.Because[i].Uses = append(a.Because[i].Uses, u)
	}
	return rows.Err()
}
