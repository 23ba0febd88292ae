package queries

import (
	"context"
	_ "embed"
)

//go:embed sql/programs.sql
var programsSQL string

// PreparePrograms creates the table programs: the files that are separate programs in the folder of a package.
func (ix *Index) PreparePrograms(ctx context.Context) error { return ix.RunOnce(ctx, programsSQL) }
