package extract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cortex-index/cortex/schema"
)

// numbering maps the extractors' symbol ids to final ids. The former may have wide gaps, and
// are kept in a sorted list.
type numbering struct {
	numbers []int32 // sorted
	ids     []int32 // final id of the number at the same index; 0 for none yet
}

func newNumbering(symbols []schema.Symbol) numbering {
	numbers := make([]int32, len(symbols))
	for i := range symbols {
		numbers[i] = symbols[i].SymbolID
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	return numbering{numbers: numbers, ids: make([]int32, len(numbers))}
}

// of returns the final id of a number; 0 when no symbol has the number.
func (n numbering) of(number int32) int32 {
	if i, ok := slices.BinarySearch(n.numbers, number); ok {
		return n.ids[i]
	}
	return 0
}

func (n numbering) set(number, id int32) {
	i, _ := slices.BinarySearch(n.numbers, number)
	n.ids[i] = id
}

// number sorts and renumbers rows.Symbols: symbols of the repository by file, position of
// the name and name, then external symbols by name. An external symbol with the name of
// another symbol is the same symbol.
func number(rows *schema.Rows, files int) (numbering, error) {
	symbols := rows.Symbols
	ids := newNumbering(symbols)
	order := make([]int32, len(symbols))
	for i := range order {
		s := &symbols[i]
		order[i] = int32(i)
		switch {
		case s.SymbolID <= 0:
			return ids, fmt.Errorf("merge: symbol %s has the number %d", s.Symbol, s.SymbolID)
		case s.FileID < 0 || int(s.FileID) > files || s.IsExternal != (s.FileID == 0):
			return ids, fmt.Errorf("merge: symbol %s of file %d, external %t", s.Symbol, s.FileID, s.IsExternal)
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return compareSymbols(&symbols[a], &symbols[b]) })

	final := make([]schema.Symbol, 0, len(symbols))
	byName := make(map[string]int32, len(symbols))
	for _, at := range order {
		s := symbols[at]
		id, known := byName[s.Symbol]
		switch {
		case !known:
			id = int32(len(final) + 1)
			byName[s.Symbol] = id
			final = append(final, s)
		case !s.IsExternal && ids.of(s.SymbolID) != id:
			return ids, fmt.Errorf("merge: symbol %s is defined twice, at %s and %s", s.Symbol, place(final[id-1]), place(s))
		}
		if was := ids.of(s.SymbolID); was != 0 && was != id {
			return ids, fmt.Errorf("merge: one number has the symbols %s and %s", final[was-1].Symbol, s.Symbol)
		}
		ids.set(s.SymbolID, id)
	}
	for i := range final {
		s := &final[i]
		s.SymbolID, s.SymbolHash = int32(i+1), schema.HashSymbol(s.Symbol)
		for _, id := range symbolIDs(s) {
			to := ids.of(*id)
			if *id != 0 && to == 0 {
				return ids, fmt.Errorf("merge: symbol %s names a symbol that has no row, such as its container", s.Symbol)
			}
			*id = to
		}
	}
	rows.Symbols = final
	return ids, nil
}

// compareSymbols is the order of symbol ids. Files are numbered by path. The comparisons
// after the name only make the order total for repeated symbols.
func compareSymbols(a, b *schema.Symbol) int {
	if a.IsExternal != b.IsExternal {
		if b.IsExternal {
			return -1
		}
		return 1
	}
	if c := cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.NameLine, b.NameLine),
		cmp.Compare(a.NameColumn, b.NameColumn), strings.Compare(a.Symbol, b.Symbol)); c != 0 || *a == *b {
		return c
	}
	return cmp.Or(strings.Compare(a.Language, b.Language), strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Signature, b.Signature), strings.Compare(fmt.Sprintf("%#v", *a), fmt.Sprintf("%#v", *b)))
}

// remap replaces every symbol id of the rows, but for those of symbols.
func (ids numbering) remap(ctx context.Context, jobs int, rows *schema.Rows) error {
	columns := idColumns(rows)
	var bad atomic.Pointer[error]
	err := parallel(ctx, jobs, len(columns), func(i int) {
		c := columns[i]
		for r := range c.rows {
			id := c.at(r)
			if *id == 0 {
				continue
			}
			final := ids.of(*id)
			if final == 0 {
				e := fmt.Errorf("merge: %s holds %d, which is no symbol", c.name, *id)
				bad.Store(&e)
				return
			}
			*id = final
		}
	})
	if e := bad.Load(); e != nil {
		return *e
	}
	return err
}
