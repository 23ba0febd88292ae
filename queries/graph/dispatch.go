package graph

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

//go:embed dispatched.sql
var dispatchedSQL string

//go:embed standing.sql
var standingSQL string

// noDispatchedSQL is as dispatched.sql, of an index without such calls.
const noDispatchedSQL = "CREATE OR REPLACE TABLE dispatched (id INTEGER, method_id INTEGER)"

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

// dispatches reports whether calls of an index go to other things than their callees. Of several indexes they
// don't, because nobody compared the types of one with all interfaces of another.
func dispatches(ix *queries.Index) bool {
	t, ok := ix.Manifest().Table(schema.Dispatches.Name)
	return ok && t.Rows > 0 && ix.Parts() == 1
}

// ofSymbols writes the number of symbols in the place of the greatest number in a script.
func ofSymbols(ix *queries.Index, script string) string {
	symbols, _ := ix.Manifest().Table(schema.Symbols.Name)
	return strings.ReplaceAll(script, "2147483647", strconv.FormatInt(symbols.Rows, 10))
}

// prepareMacros makes those which scripts of package derive read.
func prepareMacros(ctx context.Context, ix *queries.Index) error {
	return ix.Prepare(ctx, derive.Macros(ix.Manifest().FeatureVersion, ix.Parts()))
}

// prepareStanding makes the tables dispatched and standing, and what is read of that, and returns what is in the first.
func prepareStanding(ctx context.Context, ix *queries.Index) (dispatched, error) {
	if err := prepareMacros(ctx, ix); err != nil {
		return dispatched{}, err
	}
	if err := prepareFact(ctx, ix, derive.Standing, "overrides", "types", "dispatches", "symbols"); err != nil {
		return dispatched{}, err
	}
	if err := ix.Prepare(ctx, standingSQL); err != nil {
		return dispatched{}, err
	}
	if !dispatches(ix) {
		return dispatched{}, ix.Prepare(ctx, noDispatchedSQL)
	}
	if err := ix.Prepare(ctx, ofSymbols(ix, dispatchedSQL), schema.Dispatches.Name); err != nil {
		return dispatched{}, err
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
