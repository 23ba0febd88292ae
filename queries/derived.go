package queries

import (
	"context"
	"slices"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// Has reports whether the index has a table itself, which is never so of several.
func (ix *Index) Has(table string) bool {
	_, ok := ix.manifest.Table(table)
	t, declared := schema.Lookup(table)
	return ok && declared && t.Since <= ix.manifest.FeatureVersion && len(ix.parts) == 1
}

// derive makes a derived table that the index lacks, because it is older or several.
func (ix *Index) derive(ctx context.Context, t *schema.Table) error {
	for _, of := range schema.Tables() {
		if of.Derived {
			continue
		}
		if err := ix.List(ctx, of.Name); err != nil {
			return err
		}
	}
	for _, script := range append([]string{derive.Macros(ix.manifest.FeatureVersion, len(ix.parts))}, derive.Scripts(t)...) {
		if text, table, is := derive.Stored(script); is && ix.Has(table) { // so that all of them fit together
			if err := ix.Attach(ctx, table); err != nil {
				return err
			}
			script = text
		}
		if err := ix.script(ctx, script); err != nil {
			return err
		}
	}
	columns, from := "", derive.Made()[t]+" d"
	for _, c := range t.Columns {
		columns += ", d." + c.Name
	}
	ofSymbol := slices.IndexFunc(t.Key, func(k string) bool {
		c, _ := t.Column(k)
		return c.Ref == "symbols.symbol_id" || c.Ref == "functions.function_id"
	})
	switch {
	case len(ix.parts) == 1:
		columns = columns[len(", "):]
	case ofSymbol >= 0:
		columns = "s.repository" + columns
		from += " JOIN symbols s ON s.symbol_id = d." + t.Key[ofSymbol]
	default:
		columns = "f.repository" + columns
		from += " JOIN files f ON f.file_id = d.file_id"
	}
	return ix.unless(loadStep(t.Name), func() error {
		return ix.script(ctx, "CREATE OR REPLACE VIEW "+t.Name+" AS SELECT "+columns+" FROM "+from)
	})
}
