package graph

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
)

//go:embed load.sql
var loadSQL string

// loadedTables are those that the questions read, but for the sources, and for functions,
// which a doubt about assembly alone needs: 14 MB of 200,000.
var loadedTables = []string{"files", "symbols", "calls", "overrides", "dispatches", "refs", "imports", "modules", "types", "type_relations", "members", "annotations", "diagnostics"}

// Load reads what the questions need into memory, for an index that is asked many of
// them.
//
// DESIGN: of 200,000 functions and 700,000 calls tables take 65 MB, and indexes 17. A server
// that rests has 200 MB then, where the program itself is 60.
func Load(ctx context.Context, ix *queries.Index) error {
	if err := ix.Load(ctx, loadedTables...); err != nil {
		return err
	}
	if _, err := prepareStanding(ctx, ix); err != nil {
		return err
	}
	if err := prepareSteps(ctx, ix, true); err != nil {
		return err
	}
	if err := ix.Prepare(ctx, loadSQL); err != nil {
		return fmt.Errorf("index the loaded tables: %w", err)
	}
	if err := prepareWide(ctx, ix); err != nil {
		return fmt.Errorf("note what stands in for what: %w", err)
	}
	if err := loadFacts(ctx, ix); err != nil {
		return fmt.Errorf("note what walks ask of symbols: %w", err)
	}
	for _, statement := range []string{steppedInto, steppedFrom} {
		if err := loadStepped(ctx, ix, statement); err != nil {
			return fmt.Errorf("note where steps lead: %w", err)
		}
	}
	return nil
}
