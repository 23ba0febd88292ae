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
func countFiles(rows *schema.Rows) error {
	count := func(table string, file int32, counter func(*schema.File) *int32) error {
		if file < 1 || int(file) > len(rows.Files) {
			return fmt.Errorf("merge: %s names file %d of %d", table, file, len(rows.Files))
		}
		*counter(&rows.Files[file-1])++
		return nil
	}
	for i := range rows.Types {
		if err := count("types", rows.Types[i].FileID, func(f *schema.File) *int32 { return &f.TypeCount }); err != nil {
			return err
		}
	}
	for i := range rows.Functions {
		if err := count("functions", rows.Functions[i].FileID, func(f *schema.File) *int32 { return &f.FunctionCount }); err != nil {
			return err
		}
	}
	for i := range rows.Imports {
		if err := count("imports", rows.Imports[i].FileID, func(f *schema.File) *int32 { return &f.ImportCount }); err != nil {
			return err
		}
	}
	return nil
}

// countRefs counts the references of each symbol, and those from other modules.
func countRefs(rows *schema.Rows) error {
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
		if r.FileID < 1 || int(r.FileID) >= len(files) || r.SymbolID == 0 {
			return fmt.Errorf("merge: refs names file %d of %d, symbol %d", r.FileID, len(rows.Files), r.SymbolID)
		}
		s := &rows.Symbols[r.SymbolID-1]
		s.RefCount++
		if files[r.FileID] != modules[r.SymbolID] {
			s.ExternalRefCount++
		}
	}
	return nil
}

// compareImports orders imports by file and position, before they have ids.
func compareImports(a, b schema.Import) int {
	if c := cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine),
		strings.Compare(a.ImportedModule, b.ImportedModule), strings.Compare(a.Alias, b.Alias)); c != 0 || a == b {
		return c
	}
	return strings.Compare(fmt.Sprintf("%#v", a), fmt.Sprintf("%#v", b))
}

// numberImports sets the ids of the sorted imports, and clears paths that are no module.
func numberImports(rows *schema.Rows) {
	known := make(map[string]bool, len(rows.Modules))
	for _, m := range rows.Modules {
		known[m.ModulePath] = true
	}
	for i := range rows.Imports {
		rows.Imports[i].ImportID = int32(i + 1)
		if !known[rows.Imports[i].ImportedModulePath] {
			rows.Imports[i].ImportedModulePath = ""
		}
	}
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
