package queries

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
)

//go:embed sql/target_untyped.sql
var targetUntypedSQL string

//go:embed sql/target_import.sql
var targetImportSQL string

// unknownName is the error for an identifier that stands for nothing in the index: because it
// is a local or built-in name or a package's, or because the code around it was not type-checked.
func (r resolver) unknownName(ctx context.Context, name string, p Place) error {
	const instead = "leave the column out for the declaration around it"
	if err := r.ix.Attach(ctx, "diagnostics", "symbols", "calls", "files", "imports"); err != nil {
		return err
	}
	var problem sql.NullString
	var untyped bool
	if err := r.ix.db.QueryRowContext(ctx, targetUntypedSQL, p.File, p.Line).Scan(&problem, &untyped); err != nil {
		return fmt.Errorf("look at line %d of %s: %w", p.Line, p.File, err)
	}
	var imported string
	if err := r.ix.db.QueryRowContext(ctx, targetImportSQL, p.File, name).Scan(&imported); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("look at the imports of %s: %w", p.File, err)
	}
	e := &TargetError{Target: r.target}
	switch {
	case imported != "" && !problem.Valid:
		e.Advice = fmt.Sprintf("%s is the name of the package %s there: ask package-summary, dependents or dependencies about that", name, imported)
		return e
	case problem.Valid:
		e.Advice = fmt.Sprintf("what %s means there is not known, because of an error on that line: %s; ask for it by name, or %s", name, CutLine(problem.String), instead)
	case untyped:
		e.Advice = fmt.Sprintf("what %s means there is not known, because the file was not type-checked; ask for it by name, or %s", name, instead)
	default:
		e.Advice = fmt.Sprintf("%s is a local or built-in name there, which is not indexed; %s", name, instead)
		return e
	}
	bearing, err := r.bearing(ctx, name)
	if err != nil {
		return err
	}
	bearing = slices.Clone(bearing)
	there := func(n named) int {
		if path.Dir(n.File) == path.Dir(p.File) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(bearing, func(a, b named) int { // those beside it first
		return cmp.Compare(there(b), there(a))
	})
	for _, n := range bearing {
		if r.takes(match{Symbol: n.Symbol}) {
			e.Total++
			if len(e.Candidates) < maxNearest {
				e.Candidates = append(e.Candidates, candidate(n.Symbol))
			}
		}
	}
	if e.Total > 0 {
		e.Advice += "; what bears the name:"
	}
	return e
}
