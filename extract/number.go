package extract

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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
func number(rows *schema.Rows) numbering {
	symbols := rows.Symbols
	ids := newNumbering(symbols)
	order := make([]int32, len(symbols))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return compareSymbols(&symbols[a], &symbols[b]) })

	final := make([]schema.Symbol, 0, len(symbols))
	byName := make(map[string]int32, len(symbols))
	for _, at := range order {
		s := symbols[at]
		id, known := byName[s.Symbol]
		if !known {
			id = int32(len(final) + 1)
			byName[s.Symbol] = id
			final = append(final, s)
		}
		ids.set(s.SymbolID, id)
	}
	for i := range final {
		s := &final[i]
		s.SymbolID, s.SymbolHash = int32(i+1), schema.HashSymbol(s.Symbol)
		for _, id := range symbolIDs(s) {
			*id = ids.of(*id)
		}
	}
	rows.Symbols = final
	return ids
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
	return parallel(ctx, jobs, len(columns), func(i int) {
		c := columns[i]
		for r := range c.rows {
			if id := c.at(r); *id != 0 {
				*id = ids.of(*id)
			}
		}
	})
}
