package indextest

import (
	"fmt"
	"math/rand/v2"

	"github.com/cortex-index/cortex/schema"
)

// Shape says how big a random graph is.
type Shape struct {
	Functions int // functions and methods
	Methods   int // interface methods
	Calls     int
	Overrides int
	Refs      int // references that are no calls
}

// Random makes an index of a random call graph, with cycles, functions that call
// themselves, several calls between the same two, and methods that stand in for
// others that stand in for others. The same source gives the same rows. Interface
// methods have the last ids. Some symbols are referred to far more often than others.
func Random(r *rand.Rand, s Shape) *schema.Rows {
	const perFile = 20
	rows := &schema.Rows{}
	n := s.Functions + s.Methods
	for i := range n {
		id, file, line := int32(i+1), int32(i/perFile+1), int32(i%perFile*100+1)
		path := fmt.Sprintf("pkg%06d/file.go", file)
		if int(file) > len(rows.Files) {
			rows.Files = append(rows.Files, schema.File{FileID: file, FilePath: path, Language: "go", ModulePath: path[:9], LinesTotal: perFile * 100, LinesCode: perFile * 100,
				SizeBytes: 1, FileHash: "0123456789abcdef", Status: schema.StatusOK})
			rows.Modules = append(rows.Modules, schema.Module{ModulePath: path[:9], PackagePath: "example.com/" + path[:9], Language: "go", FileCount: 1,
				TotalLines: perFile * 100, CodeLines: perFile * 100, Depth: 1})
		}
		name := fmt.Sprintf("F%06d", i+1)
		symbol := schema.Symbol{SymbolID: id, Symbol: "example.com/" + path[:9] + "." + name, Name: name, QualifiedName: path[:9] + "." + name, Kind: schema.KindFunction, Language: "go",
			FileID: file, FilePath: path, ModulePath: path[:9], StartLine: line, StartColumn: 1, EndLine: line + 99, StartPos: line * 10, EndPos: line*10 + 999,
			NameLine: line, NameColumn: 6, IsExported: true, PackagePath: "example.com/" + path[:9], Signature: "func " + name + "(ctx context.Context) error"}
		if i >= s.Functions {
			symbol.Kind = schema.KindInterfaceMethod
		} else {
			rows.Functions = append(rows.Functions, schema.Function{FunctionID: id, Symbol: symbol.Symbol, Name: name, QualifiedName: symbol.QualifiedName, FileID: file, FilePath: path,
				ModulePath: path[:9], Language: "go", StartLine: line, EndLine: line + 99, StartPos: line * 10, EndPos: line*10 + 999, IsExported: true, Signature: symbol.Signature, Lines: 100, Complexity: 1})
			rows.Scopes = append(rows.Scopes, schema.Scope{FileID: file, Kind: schema.ScopeFunction, StartLine: line, StartColumn: 1, EndLine: line + 99, EndColumn: 2, SymbolID: id})
			rows.Files[file-1].FunctionCount++
			rows.Modules[file-1].FunctionCount++
			rows.Modules[file-1].ExportedFunctionCount++
		}
		rows.Symbols = append(rows.Symbols, symbol)
	}
	column := make([]int32, n+1) // of the last site, by the symbol around it
	use := func(symbol, in int32, role schema.Role) (line int32) {
		column[in]++
		s := rows.Symbols[in-1]
		rows.Refs = append(rows.Refs, schema.Ref{SymbolID: symbol, FileID: s.FileID, StartLine: s.StartLine, StartColumn: column[in], EndColumn: column[in] + 1, Role: role, EnclosingID: in})
		rows.Symbols[symbol-1].RefCount++
		if rows.Symbols[symbol-1].FileID != s.FileID {
			rows.Symbols[symbol-1].ExternalRefCount++
		}
		return s.StartLine
	}
	for range s.Calls {
		caller, callee := int32(r.IntN(s.Functions)+1), skewed(r, n)
		c := schema.Call{CallerID: caller, CalleeID: callee, CalleeName: rows.Symbols[callee-1].Name, FileID: rows.Symbols[caller-1].FileID,
			Kind: schema.CallPlain, Evidence: schema.EvidenceStatic}
		switch {
		case rows.Symbols[callee-1].Kind == schema.KindInterfaceMethod:
			c.Evidence = schema.EvidenceInterface
		case r.IntN(20) == 0:
			c.Evidence = schema.EvidenceHeuristic
		}
		c.StartLine = use(callee, caller, schema.RoleCall)
		c.StartColumn = column[caller]
		c.StartPos = c.StartLine*100000 + c.StartColumn
		rows.Calls = append(rows.Calls, c)
	}
	for range s.Refs {
		use(skewed(r, n), int32(r.IntN(s.Functions)+1), schema.RoleRead)
	}
	seen := map[schema.Override]bool{}
	for range s.Overrides {
		o := schema.Override{MethodID: int32(r.IntN(n) + 1), OverriddenID: int32(s.Functions + r.IntN(s.Methods) + 1), Evidence: schema.EvidenceStatic}
		o.TypeID = o.MethodID
		if o.MethodID != o.OverriddenID && !seen[o] {
			seen[o] = true
			rows.Overrides = append(rows.Overrides, o)
		}
	}
	return rows
}

// skewed returns an id from 1 to n, small ones more often.
func skewed(r *rand.Rand, n int) int32 {
	x := r.Float64()
	return int32(x*x*x*float64(n)) + 1
}
