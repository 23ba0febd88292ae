package graph

import (
	"context"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
)

// PrepareUnchecked makes the tables of what is not, or not wholly, known: strays,
// unresolved and untyped (what was not type-checked), unlike (interfaces that types are not
// compared with) and handed_over (what directives hand to other code).
func PrepareUnchecked(ctx context.Context, ix *queries.Index) error {
	if err := prepareMacros(ctx, ix); err != nil {
		return err
	}
	reads := append([]string{"files", "symbols", "functions", "calls", "types", "members", "annotations", "diagnostics", "imports", "modules"}, comparable...)
	for _, script := range []string{straysSQL, derive.Uncertain, derive.Unresolved, gapsSQL, derive.InterfaceMethods, derive.OutsideBuild, derive.Unlike, handedOverSQL} {
		if err := prepareFact(ctx, ix, script, reads...); err != nil {
			return err
		}
	}
	return nil
}

// PrepareUncertain makes the table uncertain: of the calls of which nobody knows what they mean,
// or by name only, the name and the evidence.
func PrepareUncertain(ctx context.Context, ix *queries.Index) error {
	return prepareFact(ctx, ix, derive.Uncertain, "calls")
}

// prepareFact runs a script as [queries.Index.Prepare] does, or reads what it makes where the index has that.
func prepareFact(ctx context.Context, ix *queries.Index, script string, reads ...string) error {
	if text, table, is := derive.Stored(script); is && ix.Has(table) {
		return ix.Prepare(ctx, text, table)
	}
	return ix.Prepare(ctx, script, reads...)
}
