package extract

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// DESIGN: an extractor that contradicts itself costs the rows in question, and not the index. Each row that is dropped
// makes answers incomplete, and nothing says which: a row of unknowns is about every symbol.

// consistent drops the rows that contradict others: symbols with the number or the name of another symbol, and rows
// with a reference to a row that does not exist. It adds diagnostics and unknowns about them, and returns them as an error.
func consistent(rows *schema.Rows) error {
	dropped := map[string]int{} // the number of rows by the sentence about them
	dropSymbols(rows, dropped)
	for dropDangling(rows, dropped) {
	}
	if len(dropped) == 0 {
		return nil
	}
	count := 0
	for message, n := range dropped {
		count += n
		rows.Diagnostics = append(rows.Diagnostics, schema.Diagnostic{Stage: schema.StageResolve, Code: schema.CodeInconsistent,
			Severity: schema.SeverityError, Message: fmt.Sprintf("a fault in cortex: %s; rows dropped: %d", message, n)})
	}
	for _, about := range schema.About("").Values() {
		rows.Unknowns = append(rows.Unknowns, schema.Unknown{About: schema.About(about), Reason: schema.ReasonDroppedRows, Count: int32(count)})
	}
	return fmt.Errorf("merge: %s", strings.Join(slices.Sorted(maps.Keys(dropped)), "; "))
}

// dropSymbols drops symbols without a valid number, those that are neither external nor of a file, and all but the
// first symbol with a number or a name. An external symbol may have the name of another one.
func dropSymbols(rows *schema.Rows, dropped map[string]int) {
	byNumber, byName := make(map[int32]int32, len(rows.Symbols)), make(map[string]int32, len(rows.Symbols))
	for i := range rows.Symbols {
		s := &rows.Symbols[i]
		if at, ok := byNumber[s.SymbolID]; !ok || compareSymbols(s, &rows.Symbols[at]) < 0 {
			byNumber[s.SymbolID] = int32(i)
		}
		if at, ok := byName[s.Symbol]; !ok || compareSymbols(s, &rows.Symbols[at]) < 0 {
			byName[s.Symbol] = int32(i)
		}
	}
	bad := make([]bool, len(rows.Symbols))
	found := false
	for i := range rows.Symbols {
		s := &rows.Symbols[i]
		message := ""
		switch {
		case s.SymbolID <= 0:
			message = "the number of a symbol is not positive"
		case s.IsExternal != (s.FileID == 0):
			message = "symbols.is_external contradicts symbols.file_id"
		case rows.Symbols[byNumber[s.SymbolID]].Symbol != s.Symbol:
			message = "two symbols have one number"
		case !s.IsExternal && rows.Symbols[byName[s.Symbol]].SymbolID != s.SymbolID:
			message = "two symbols have one name"
		default:
			continue
		}
		bad[i], found = true, true
		dropped[message]++
	}
	if found {
		at := -1
		rows.Symbols = slices.DeleteFunc(rows.Symbols, func(schema.Symbol) bool { at++; return bad[at] })
	}
}

// dropDangling drops the rows with a reference that names no row, and reports whether there were any. Rows that
// name a dropped row are left for the next call.
func dropDangling(rows *schema.Rows, dropped map[string]int) bool {
	tables := reflect.ValueOf(rows).Elem()
	keys := map[string]keys{}
	each := func(do func(list reflect.Value, t *schema.Table)) {
		for i := range tables.NumField() {
			t, _ := schema.TableOf(tables.Field(i).Type().Elem())
			do(tables.Field(i), t)
		}
	}
	each(func(_ reflect.Value, t *schema.Table) {
		for _, c := range t.Columns {
			if c.Ref != "" {
				keys[c.Ref] = keysOf(each, c.Ref, keys[c.Ref])
			}
		}
	})
	found := false
	each(func(list reflect.Value, t *schema.Table) {
		var refs []schema.Column
		for _, c := range t.Columns {
			if c.Ref != "" {
				refs = append(refs, c)
			}
		}
		kept := 0
		for i := range list.Len() {
			at := slices.IndexFunc(refs, func(c schema.Column) bool {
				v, ok := c.Value(list.Index(i))
				return ok && !keys[c.Ref].has(v)
			})
			if at >= 0 {
				found = true
				dropped[fmt.Sprintf("%s.%s is in no row of %s", t.Name, refs[at].Name, refs[at].Ref)]++
				continue
			}
			if kept < i {
				list.Index(kept).Set(list.Index(i))
			}
			kept++
		}
		list.SetLen(kept)
	})
	return found
}

// keys is the set of the values of a column.
type keys struct {
	numbers []uint64 // a bit for each
	texts   map[string]bool
}

// keysOf returns the values of a column, "table.column".
func keysOf(each func(func(reflect.Value, *schema.Table)), ref string, known keys) keys {
	if known.numbers != nil || known.texts != nil {
		return known
	}
	name, column, _ := strings.Cut(ref, ".")
	k := keys{texts: map[string]bool{}}
	each(func(list reflect.Value, t *schema.Table) {
		if t.Name != name {
			return
		}
		c, _ := t.Column(column)
		for i := range list.Len() {
			v, _ := c.Value(list.Index(i))
			if v.Kind() == reflect.String {
				k.texts[v.String()] = true
				continue
			}
			word := int(v.Int() / 64)
			if word >= len(k.numbers) {
				k.numbers = append(k.numbers, make([]uint64, word+1-len(k.numbers))...)
			}
			k.numbers[word] |= 1 << (v.Int() % 64)
		}
	})
	return k
}

func (k keys) has(v reflect.Value) bool {
	if v.Kind() == reflect.String {
		return k.texts[v.String()]
	}
	n := v.Int()
	return n > 0 && int(n/64) < len(k.numbers) && k.numbers[n/64]&(1<<(n%64)) != 0
}
