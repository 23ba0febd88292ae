package emit

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/schema"
)

// randomRows returns rows for every table, about n of each, sorted: a slice of the
// table's row type for each table in the order of [schema.Tables].
func randomRows(rnd *rand.Rand, n int) []any {
	var all struct {
		schema.Rows
		CallSteps       []schema.CallStep
		PossibleCallees []schema.PossibleCallee
		ValueSteps      []schema.ValueStep
		DerivedUnknowns []schema.DerivedUnknown
	}
	var out []any
	for _, f := range reflect.VisibleFields(reflect.TypeOf(all)) {
		if f.Anonymous {
			continue
		}
		t, _ := schema.TableOf(f.Type.Elem())
		rows := reflect.MakeSlice(f.Type, n, n)
		for k := range n {
			randomRow(rnd, t, rows.Index(k))
		}
		out = append(out, sorted(t, rows))
	}
	return out
}

// sorted returns the rows in the table's order, each once.
func sorted(t *schema.Table, rows reflect.Value) any {
	order := make([]any, rows.Len())
	for i := range order {
		order[i] = rows.Index(i).Interface()
	}
	slices.SortFunc(order, t.Compare)
	order = slices.CompactFunc(order, func(a, b any) bool { return t.Compare(a, b) == 0 })
	out := reflect.MakeSlice(rows.Type(), 0, len(order))
	for _, r := range order {
		out = reflect.Append(out, reflect.ValueOf(r))
	}
	return out.Interface()
}

func randomRow(rnd *rand.Rand, t *schema.Table, row reflect.Value) {
	for i, c := range t.Columns {
		f := row.Field(i)
		if c.Nullable && rnd.IntN(3) == 0 {
			null, _ := row.Type().Field(i).Tag.Lookup("null")
			if n, err := strconv.Atoi(null); err == nil && c.Type == schema.Int32 {
				f.SetInt(int64(n))
			}
			continue
		}
		switch c.Type {
		case schema.Int32, schema.Int64:
			f.SetInt([]int64{1, 2, int64(rnd.IntN(100)) + 1, int64(rnd.Int32()), 1<<31 - 1}[rnd.IntN(5)])
		case schema.Boolean:
			f.SetBool(rnd.IntN(2) == 0)
		case schema.Timestamp:
			f.Set(reflect.ValueOf(time.UnixMicro(rnd.Int64N(4e15)).UTC()))
		case schema.String:
			if c.Values != nil {
				f.SetString(c.Values[rnd.IntN(len(c.Values))])
			} else {
				f.SetString(strings.Repeat([]string{"a", "é", "\n\"", "日本", "\x00"}[rnd.IntN(5)], rnd.IntN(9)) + fmt.Sprint(rnd.IntN(50)))
			}
		}
	}
}

func newRand(tb testing.TB, seed uint64) *rand.Rand {
	tb.Helper()
	return rand.New(rand.NewPCG(seed, 1))
}
