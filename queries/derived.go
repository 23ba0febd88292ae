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
	for _, script := range append([]string{derive.Compares(ix.manifest.FeatureVersion, len(ix.parts))}, derive.Scripts(t)...) {
		if err := ix.script(ctx, script); err != nil {
			return err
		}
	}
	columns, from := "", derive.Made()[t]+" d"
	for _, c := range t.Columns {
		columns += ", d." + c.Name
	}
	switch _, ofFiles := t.Column("file_id"); {
	case len(ix.parts) == 1:
		columns = columns[len(", "):]
	case t.Columns[0].Ref == "symbols.symbol_id" || !ofFiles:
		columns = "s.repository" + columns
		from += " JOIN symbols s ON s.symbol_id = d." + t.Key[slices.IndexFunc(t.Key, func(k string) bool { c, _ := t.Column(k); return c.Ref == "symbols.symbol_id" })]
	default:
		columns = "f.repository" + columns
		from += " JOIN files f ON f.file_id = d.file_id"
	}
	return ix.unless(loadStep(t.Name), func() error {
		return ix.script(ctx, "CREATE OR REPLACE VIEW "+t.Name+" AS SELECT "+columns+" FROM "+from)
	})
}
