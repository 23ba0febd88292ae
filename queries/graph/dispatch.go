package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

//go:embed called.sql
var calledSQL string

//go:embed called_plain.sql
var calledPlainSQL string

//go:embed dispatched.sql
var dispatchedSQL string

//go:embed dispatched_standing.sql
var dispatchedStandingSQL string

// dispatched are those of dispatched.sql: of each method, and the method of each.
type dispatched struct {
	of     map[int32][]int32
	method map[int32]int32
}

// declared is the symbol behind an id on a walk: itself, or the method that is called.
func (d dispatched) declared(id int32) int32 {
	if m, ok := d.method[id]; ok {
		return m
	}
	return id
}

// and are the ids with all that calls of them go to.
func (d dispatched) and(ids []int32) []int32 {
	out := ids
	for _, id := range ids {
		out = append(out[:len(out):len(out)], d.of[id]...)
	}
	return out
}

// meets reports whether calls of one of the ids go to other things.
func (d dispatched) meets(ids []int32) bool {
	return slices.ContainsFunc(ids, func(id int32) bool {
		_, is := d.method[id]
		return is || len(d.of[id]) > 0
	})
}

// dispatches reports whether calls of an index go to other things than their callees. Of several indexes they
// don't, because nobody compared the types of one with all interfaces of another.
func dispatches(ix *queries.Index) bool {
	t, ok := ix.Manifest().Table(schema.Dispatches.Name)
	return ok && t.Rows > 0 && ix.Parts() == 1
}

// prepareCalled makes the macros by which statements read calls.
func prepareCalled(ctx context.Context, ix *queries.Index) error {
	if err := prepareMacros(ctx, ix); err != nil {
		return err
	}
	if !dispatches(ix) {
		return ix.Prepare(ctx, calledPlainSQL)
	}
	symbols, _ := ix.Manifest().Table(schema.Symbols.Name)
	return ix.Prepare(ctx, strings.ReplaceAll(calledSQL, "2147483647", strconv.FormatInt(symbols.Rows, 10)))
}

// prepareMacros makes those of evidence.sql, and that which scripts of package derive read.
func prepareMacros(ctx context.Context, ix *queries.Index) error {
	return ix.Prepare(ctx, evidenceSQL+derive.Compares(ix.Manifest().FeatureVersion, ix.Parts()))
}

// prepareStanding makes the tables dispatched and concrete_overrides, and returns what is in the first.
func prepareStanding(ctx context.Context, ix *queries.Index) (dispatched, error) {
	if err := prepareCalled(ctx, ix); err != nil {
		return dispatched{}, err
	}
	if err := ix.Prepare(ctx, concreteOverridesSQL, "overrides", "types"); err != nil || !dispatches(ix) {
		return dispatched{}, err
	}
	for _, script := range []string{dispatchedSQL, dispatchedStandingSQL} {
		if err := ix.Prepare(ctx, script, schema.Dispatches.Name, schema.Calls.Name); err != nil {
			return dispatched{}, err
		}
	}
	all, err := ix.Remember("dispatched", func() (any, error) { return readDispatched(ctx, ix) })
	if err != nil {
		return dispatched{}, fmt.Errorf("read what calls go to: %w", err)
	}
	return all.(dispatched), nil
}

func readDispatched(ctx context.Context, ix *queries.Index) (dispatched, error) {
	d := dispatched{of: map[int32][]int32{}, method: map[int32]int32{}}
	rows, err := ix.Query(ctx, "SELECT id, method_id FROM dispatched ORDER BY id")
	if err != nil {
		return d, err
	}
	defer rows.Close()
	for rows.Next() {
		var id, method int32
		if err := rows.Scan(&id, &method); err != nil {
			return d, err
		}
		d.of[method] = append(d.of[method], id)
		d.method[id] = method
	}
	return d, rows.Err()
}
