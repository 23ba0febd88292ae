package indextest

import (
	"fmt"
	"math/rand/v2"

	"github.com/cortex-index/cortex/schema"
)

// Shape is the size of a random graph.
type Shape struct {
	Functions int // functions and methods
	Methods   int // interface methods
	Calls     int
	Overrides int
	Refs      int // references that are no calls
	Graphs    int // graphs without an edge between them, of equal size; 0 and 1 for one
}

// Graph returns the number of the symbol's graph, from 0.
func (s Shape) Graph(id int32) int {
	graphs := max(s.Graphs, 1)
	if i := int(id) - 1; i < s.Functions {
		return i / (s.Functions / graphs)
	}
	return (int(id) - 1 - s.Functions) / (s.Methods / graphs)
}

// pick returns a function or an interface method of one of the graphs, by its number there.
func (s Shape) pick(graph, number int) int32 {
	graphs := max(s.Graphs, 1)
	functions := s.Functions / graphs
	if number <= functions {
		return int32(graph*functions + number)
	}
	return int32(s.Functions + graph*(s.Methods/graphs) + number - functions)
}

// Random returns the rows of a random call graph. It has cycles, recursive functions, several calls
// between the same two functions, and interface methods that implement interface methods. A third of
// their calls go through other interfaces. The same source gives the same rows. Interface methods have
// the last ids, and are also the interfaces. Some symbols have far more references than others.
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
		symbol.SymbolHash = schema.HashSymbol(symbol.Symbol)
		rows.Symbols = append(rows.Symbols, symbol)
	}
	graphs := max(s.Graphs, 1)
	functions, methods := s.Functions/graphs, s.Methods/graphs
	column := make([]int32, n+1) // of the last site, by the symbol around it
	use := func(symbol, in int32, role schema.Role) (line int32) {
		column[in]++
		s := rows.Symbols[in-1]
		rows.Refs = append(rows.Refs, schema.Ref{SymbolID: symbol, FileID: s.FileID, StartLine: s.StartLine, StartColumn: column[in], EndColumn: column[in] + 1, Role: role, EnclosingID: in, Evidence: schema.EvidenceStatic})
		rows.Symbols[symbol-1].RefCount++
		if rows.Symbols[symbol-1].FileID != s.FileID {
			rows.Symbols[symbol-1].ExternalRefCount++
		}
		return s.StartLine
	}
	for range s.Calls {
		g := r.IntN(graphs)
		caller, callee := s.pick(g, r.IntN(functions)+1), s.pick(g, skewed(r, functions+methods))
		c := schema.Call{CallerID: caller, CalleeID: callee, CalleeName: rows.Symbols[callee-1].Name, FileID: rows.Symbols[caller-1].FileID,
			Kind: schema.CallPlain, Evidence: schema.EvidenceStatic}
		switch {
		case rows.Symbols[callee-1].Kind == schema.KindInterfaceMethod:
			c.Evidence = schema.EvidenceInterface
			if r.IntN(3) == 0 {
				c.ReceiverTypeID = s.pick(g, functions+r.IntN(methods)+1)
			}
		case r.IntN(20) == 0:
			c.Evidence = schema.EvidenceHeuristic
		}
		c.StartLine = use(callee, caller, schema.RoleCall)
		c.StartColumn = column[caller]
		c.StartPos = c.StartLine*100000 + c.StartColumn
		rows.Calls = append(rows.Calls, c)
	}
	for range s.Refs {
		g := r.IntN(graphs)
		use(s.pick(g, skewed(r, functions+methods)), s.pick(g, r.IntN(functions)+1), schema.RoleRead)
	}
	seen := map[schema.Override]bool{}
	for range s.Overrides {
		g := r.IntN(graphs)
		o := schema.Override{MethodID: s.pick(g, r.IntN(functions+methods)+1), OverriddenID: s.pick(g, functions+r.IntN(methods)+1), Evidence: schema.EvidenceStatic}
		o.TypeID = o.MethodID
		if o.MethodID != o.OverriddenID && !seen[o] {
			seen[o] = true
			rows.Overrides = append(rows.Overrides, o)
		}
	}
	narrow(r, rows)
	return rows
}

// narrow lists for each call through another interface some of the methods that implement the callee.
func narrow(r *rand.Rand, rows *schema.Rows) {
	numbers := map[[2]int32]int32{}
	of := map[int32][]int32{} // methods with a body, by the interface method that they implement
	for _, o := range rows.Overrides {
		if rows.Symbols[o.MethodID-1].Kind == schema.KindInterfaceMethod {
			continue
		}
		of[o.OverriddenID] = append(of[o.OverriddenID], o.MethodID)
	}
	for i := range rows.Calls {
		c := &rows.Calls[i]
		pair := [2]int32{c.CalleeID, c.ReceiverTypeID}
		if c.ReceiverTypeID == 0 {
			continue
		}
		if numbers[pair] == 0 {
			numbers[pair] = int32(len(numbers) + 1)
			d := schema.Dispatch{DispatchID: numbers[pair], CalleeID: c.CalleeID}
			for _, m := range of[c.CalleeID] {
				if r.IntN(2) == 0 {
					d.MethodID = m
					rows.Dispatches = append(rows.Dispatches, d)
				}
			}
			if d.MethodID == 0 {
				rows.Dispatches = append(rows.Dispatches, d)
			}
		}
		c.DispatchID = numbers[pair]
	}
}

// skewed returns a number from 1 to n, smaller ones more often.
func skewed(r *rand.Rand, n int) int {
	x := r.Float64()
	return int(x*x*x*float64(n)) + 1
}
