package graph

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
)

//go:embed places/other_builds.sql
var otherBuildsPlacesSQL string

//go:embed places/satisfied_interface.sql
var satisfiedPlacesSQL string

//go:embed places/unresolved_files.sql
var unresolvedFilesPlacesSQL string

//go:embed places/untyped_packages.sql
var untypedPlacesSQL string

// placed are the statements that find where doubts hold, but for values that are taken.
var placed = map[string]string{"other_builds": otherBuildsPlacesSQL, "unresolved_files": unresolvedFilesPlacesSQL, "satisfied_interface": satisfiedPlacesSQL, "untyped_packages": untypedPlacesSQL}

// place finds the first places where doubts hold, of those for which that is quickly found.
func (s *session) place(ctx context.Context) error {
	for i := range s.answer.Because {
		d := &s.answer.Because[i]
		bound := []any{maxUses}
		switch d.Reason {
		case "other_builds":
			if len(s.targets) > 1 {
				continue
			}
			bound = []any{s.targets[0].Symbol, maxUses}
		case "unresolved_files":
			if len(s.targets) > manyTargets || !s.ix.Manifest().Options.Content {
				continue // nobody looked at texts
			}
		case "satisfied_interface", "untyped_packages":
		default:
			continue
		}
		uses, err := s.usesOf(ctx, s.judging, placed[d.Reason], bound...)
		if err != nil {
			return fmt.Errorf("find the places of %s: %w", d.Reason, err)
		}
		d.Uses = uses
	}
	return nil
}

// usesOf returns the places that a statement finds.
func (s *session) usesOf(ctx context.Context, seat *queries.Seat, statement string, bound ...any) (uses []use, err error) {
	rows, err := seat.Query(ctx, s.reading(statement), bound...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var u use
		if err := rows.Scan(&u.Symbol, &u.File, &u.Line, &u.Column); err != nil {
			return nil, err
		}
		uses = append(uses, u)
	}
	return uses, rows.Err()
}
