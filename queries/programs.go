package queries

import (
	"context"
	_ "embed"
)

//go:embed sql/programs.sql
var programsSQL string

// PreparePrograms makes the table programs, of the files that are programs of their own in the folder of a package.
func (ix *Index) PreparePrograms(ctx context.Context) error {
	return ix.Prepare(ctx, programsSQL, "files", "symbols")
}
