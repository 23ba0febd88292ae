package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// countFiles counts the rows of types, functions and imports of each file.
func countFiles(rows *schema.Rows) {
	for i := range rows.Types {
		rows.Files[rows.Types[i].FileID-1].TypeCount++
	}
	for i := range rows.Functions {
		rows.Files[rows.Functions[i].FileID-1].FunctionCount++
	}
	for i := range rows.Imports {
		rows.Files[rows.Imports[i].FileID-1].ImportCount++
	}
}

// countRefs counts the references of each symbol, and those from other modules.
func countRefs(rows *schema.Rows) {
	// Numbers of modules compare much faster than their names.
	numbers := map[string]int32{}
	numberOf := func(module string) int32 {
		n, ok := numbers[module]
		if !ok {
			n = int32(len(numbers) + 1)
			numbers[module] = n
		}
		return n
	}
	files := make([]int32, len(rows.Files)+1)
	for i := range rows.Files {
		files[i+1] = numberOf(rows.Files[i].ModulePath)
	}
	modules := make([]int32, len(rows.Symbols)+1) // 0 for external symbols
	for i := range rows.Symbols {
		if s := &rows.Symbols[i]; !s.IsExternal {
			modules[i+1] = numberOf(s.ModulePath)
		}
		rows.Symbols[i].RefCount, rows.Symbols[i].ExternalRefCount = 0, 0
	}
	for i := range rows.Refs {
		r := &rows.Refs[i]
		s := &rows.Symbols[r.SymbolID-1]
		s.RefCount++
		if files[r.FileID] != modules[r.SymbolID] {
			s.ExternalRefCount++
		}
	}
}

// compareImports orders imports by file and position, before they have ids.
func compareImports(a, b schema.Import) int {
	if c := cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine),
		strings.Compare(a.ImportedModule, b.ImportedModule), strings.Compare(a.Alias, b.Alias)); c != 0 || a == b {
		return c
	}
	return strings.Compare(fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b))
}

// numberDispatch sets a final dispatch id for each pair of callee and receiver type, and
// sorts dispatches by it.
func numberDispatch(rows *schema.Rows) {
	type pair struct{ callee, receiver int32 }
	pairOf := map[int32]pair{} // by the extractor's dispatch id
	for _, c := range rows.Calls {
		if c.DispatchID != 0 {
			pairOf[c.DispatchID] = pair{c.CalleeID, c.ReceiverTypeID}
		}
	}
	pairs := slices.Collect(maps.Values(pairOf))
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.callee, b.callee), cmp.Compare(a.receiver, b.receiver))
	})
	number := make(map[pair]int32, len(pairs))
	for i, p := range slices.Compact(pairs) {
		number[p] = int32(i + 1)
	}
	for i := range rows.Calls {
		if c := &rows.Calls[i]; c.DispatchID != 0 {
			c.DispatchID = number[pairOf[c.DispatchID]]
		}
	}
	for i := range rows.Dispatches {
		c := &rows.Dispatches[i]
		c.DispatchID = number[pairOf[c.DispatchID]]
	}
	rows.Dispatches = sorted(slices.DeleteFunc(rows.Dispatches, func(c schema.Dispatch) bool { return c.DispatchID == 0 }))
}
