package bench

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/emit"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// synthetic generates a repository of any size, for benchmarks.
//
// Packages import earlier packages, and about half of the calls stay in their package. The
// numbers of calls of a function, calls in a body and types of an interface follow the Go
// standard library and prometheus (see calledness, activity and satisfaction). Names are numbers.
type synthetic struct {
	packages, files, functions, calls int

	r       *rand.Rand
	rows    schema.Rows
	bodies  []int32   // symbols with calls, in order
	callees []int32   // called symbols, in order: functions and interface methods
	weights []float64 // cumulated calls of callees
	first   []int     // index of each package in callees
	types   []int32   // symbols of structs
	column  []int32   // of the last use in a symbol
}

// quantiles has points of a distribution: a value, and the share of draws below it.
type quantiles []struct{ share, value float64 }

// Counts in Go's standard library (450,985 calls, 77,155 functions) and prometheus (92,946 and
// 9,735). Half of the functions have no call sites. The others have 2, 4, 12, 108, 909 and
// 16,091 at quantiles 0.5, 0.75, 0.9, 0.99, 0.999 and 1. Bodies with calls have 3, 8, 16, 65,
// 285 and 3,286 calls. Interface methods have 4, 23, 255 and 653 implementations at 0.5, 0.9,
// 0.99 and 1.
var (
	calledness   = quantiles{{0, 0}, {0.5, 0.5}, {0.75, 2}, {0.87, 4}, {0.95, 12}, {0.995, 108}, {0.9995, 909}, {1, 16_091}}
	activity     = quantiles{{0, 0}, {0.25, 0.9}, {0.62, 3}, {0.81, 8}, {0.92, 16}, {0.9925, 65}, {0.99925, 285}, {1, 3_286}}
	satisfaction = quantiles{{0, 1}, {0.5, 4}, {0.9, 23}, {0.99, 255}, {1, 653}}
)

// draw returns a random value, interpolated on a logarithmic scale.
func (q quantiles) draw(r *rand.Rand) float64 {
	u := r.Float64()
	i := max(sort.Search(len(q), func(i int) bool { return q[i].share >= u }), 1)
	a, b := q[i-1], q[i]
	low, high := math.Log(a.value+1), math.Log(b.value+1)
	return math.Exp(low+(high-low)*(u-a.share)/(b.share-a.share)) - 1
}

// newSynthetic makes a repository with about these numbers of functions and calls. The same
// seed gives the same repository.
func newSynthetic(functions, calls int, seed uint64) *synthetic {
	s := &synthetic{functions: functions, calls: calls, packages: max(functions/200, 2), r: rand.New(rand.NewPCG(seed, 1))}
	s.files = s.packages * 10
	s.declare()
	s.satisfy()
	s.call()
	s.use()
	s.importPackages()
	s.narrow()
	s.count()
	return s
}

// write writes the repository as an index.
func (s *synthetic) write(t testing.TB, dir string) {
	t.Helper()
	w, err := emit.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	s.sort()
	for i := range s.rows.Symbols {
		s.rows.Symbols[i].SymbolHash = schema.HashSymbol(s.rows.Symbols[i].Symbol)
	}
	m := schema.Manifest{Generator: schema.Generator{Name: "cortex", Version: "synthetic"}, Options: schema.Options{Tests: true},
		Repository: schema.Repository{Name: "example.com/synthetic", Commit: strings.Repeat("0", 40)},
		Summary:    schema.Summary{Files: len(s.rows.Files), Languages: map[string]int{"go": len(s.rows.Files)}, Calls: map[schema.Evidence]int{}, Diagnostics: map[schema.Severity]int{}}}
	for _, c := range s.rows.Calls {
		m.Summary.Calls[c.Evidence]++
	}
	if err := s.rows.Each(w.Write); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Commit(context.Background(), m, derive.Rows, nil); err != nil {
		t.Fatal(err)
	}
}

// declare makes modules, files, types and functions: each file has a struct, methods and
// functions, and each tenth file an interface of three methods.
func (s *synthetic) declare() {
	perFile := s.functions / s.files
	for f := range s.files {
		p := f / 10
		module := fmt.Sprintf("area%02d/pkg%04d", p/100, p)
		file := fmt.Sprintf("%s/file%d.go", module, f%10)
		if f%10 == 0 {
			s.rows.Modules = append(s.rows.Modules, schema.Module{ModulePath: module, PackagePath: "example.com/synthetic/" + module, Language: "go", Depth: 2})
			s.first = append(s.first, len(s.callees))
		}
		line := int32(10)
		add := func(name, qualified, signature string, kind schema.Kind, container, lines int32) int32 {
			id := int32(len(s.rows.Symbols) + 1)
			s.rows.Symbols = append(s.rows.Symbols, schema.Symbol{SymbolID: id, Symbol: "example.com/synthetic/" + module + "." + qualified, Name: name, QualifiedName: fmt.Sprintf("pkg%04d.%s", p, qualified),
				Kind: kind, Language: "go", FileID: int32(f + 1), FilePath: file, ModulePath: module, StartLine: line, StartColumn: 1, EndLine: line + lines - 1, StartPos: line * 40, EndPos: (line + lines) * 40,
				NameLine: line, NameColumn: 6, ContainerID: container, IsExported: true, PackagePath: "example.com/synthetic/" + module, Signature: signature})
			line += lines
			return id
		}
		if f%10 == 0 {
			name := fmt.Sprintf("I%05d", f)
			i := add(name, name, "type "+name+" interface", schema.KindInterface, 0, 1)
			s.addType(i)
			for k := range 3 {
				n := fmt.Sprintf("%s%05d", [...]string{"Read", "Close", "Handle"}[k], f)
				s.callees = append(s.callees, add(n, name+"."+n, n+"(ctx context.Context) error", schema.KindInterfaceMethod, i, 1))
			}
		}
		name := fmt.Sprintf("T%05d", f)
		t := add(name, name, "type "+name+" struct", schema.KindStruct, 0, 3)
		s.addType(t)
		s.types = append(s.types, t)
		for k := range perFile {
			name, qualified, kind, container := fmt.Sprintf("F%05d_%02d", f, k), "", schema.KindFunction, int32(0)
			qualified = name
			if k < perFile/2 {
				kind, container = schema.KindMethod, t
				qualified = fmt.Sprintf("T%05d.%s", f, name)
			}
			id := add(name, qualified, "func "+qualified+"(ctx context.Context, name string, limit int) (*T00001, error)", kind, container, 30)
			s.bodies, s.callees = append(s.bodies, id), append(s.callees, id)
		}
		s.rows.Files = append(s.rows.Files, schema.File{FileID: int32(f + 1), FilePath: file, Language: "go", ModulePath: module, LinesTotal: line, LinesCode: line,
			SizeBytes: int64(line) * 40, FileHash: "0123456789abcdef", Status: schema.StatusOK})
	}
	s.column = make([]int32, len(s.rows.Symbols)+1)
}

func (s *synthetic) addType(id int32) {
	y := s.rows.Symbols[id-1]
	s.rows.Types = append(s.rows.Types, schema.TypeRow{TypeID: id, Symbol: y.Symbol, Name: y.Name, QualifiedName: y.QualifiedName, Kind: y.Kind, FileID: y.FileID, FilePath: y.FilePath,
		ModulePath: y.ModulePath, Language: y.Language, StartLine: y.StartLine, EndLine: y.EndLine, StartPos: y.StartPos, EndPos: y.EndPos, IsExported: true, Signature: y.Signature})
}

// satisfy lets structs implement earlier interfaces: the first three methods of a struct get
// the names of an interface's methods.
func (s *synthetic) satisfy() {
	taken := map[int32]bool{}
	for i, y := range s.rows.Symbols {
		if y.Kind != schema.KindInterface {
			continue
		}
		id := int32(i + 1)
		for range int(satisfaction.draw(s.r)) {
			after := sort.Search(len(s.types), func(k int) bool { return s.types[k] > id })
			if after == len(s.types) {
				break
			}
			t := s.types[after+s.r.IntN(len(s.types)-after)]
			if taken[t] || int(t)+3 > len(s.rows.Symbols) || s.rows.Symbols[t+2].ContainerID != t {
				continue
			}
			taken[t] = true
			s.rows.TypeRelations = append(s.rows.TypeRelations, schema.TypeRelation{FromTypeID: t, ToTypeID: id, Relation: schema.RelationImplements, ViaPointer: true,
				FileID: s.rows.Symbols[t-1].FileID, StartLine: s.rows.Symbols[t-1].StartLine, Evidence: schema.EvidenceStatic})
			for k := range int32(3) {
				m, of := &s.rows.Symbols[t+k], s.rows.Symbols[id+k]
				m.Symbol, m.QualifiedName = strings.TrimSuffix(m.Symbol, m.Name)+of.Name, strings.TrimSuffix(m.QualifiedName, m.Name)+of.Name
				m.Name = of.Name
				s.rows.Overrides = append(s.rows.Overrides, schema.Override{TypeID: t, MethodID: m.SymbolID, OverriddenID: of.SymbolID, Evidence: schema.EvidenceStatic})
			}
		}
	}
}

// call makes the calls: a random number for each body, until there are enough.
func (s *synthetic) call() {
	total := 0.0
	for range s.callees {
		total += calledness.draw(s.r)
		s.weights = append(s.weights, total)
	}
	order := s.r.Perm(len(s.bodies))
	for made := 0; made < s.calls; {
		for _, b := range order {
			caller := s.bodies[b]
			for range int(math.Round(activity.draw(s.r) * 0.6)) {
				s.callFrom(caller)
				made++
			}
			if made >= s.calls {
				break
			}
		}
	}
}

// callFrom makes a call in a body. Nearly half of the calls stay in the package.
func (s *synthetic) callFrom(caller int32) {
	y := &s.rows.Symbols[caller-1]
	c := schema.Call{CallerID: caller, FileID: y.FileID, Kind: schema.CallPlain, Evidence: schema.EvidenceStatic}
	switch u := s.r.IntN(1000); {
	case u < 40:
		c.Evidence, c.CalleeName = schema.EvidenceDynamic, "fn"
	case u < 42:
		c.Evidence, c.CalleeName = schema.EvidenceUnresolved, "x.Unknown"
	default:
		c.CalleeID = s.pick(int(y.FileID-1)/10, s.r.IntN(10) < 5)
		if u < 45 {
			c.Evidence = schema.EvidenceHeuristic
		}
		if s.rows.Symbols[c.CalleeID-1].Kind == schema.KindInterfaceMethod {
			c.Evidence = schema.EvidenceInterface
		}
		c.CalleeName = s.rows.Symbols[c.CalleeID-1].Name
	}
	c.StartLine, c.StartColumn = s.place(caller)
	c.StartPos = c.StartLine*40 + c.StartColumn
	if c.CalleeID > 0 {
		s.ref(c.CalleeID, caller, c.StartLine, c.StartColumn, schema.RoleCall)
	}
	s.rows.Calls = append(s.rows.Calls, c)
}

// pick returns a callee of a package, or of the packages before it.
func (s *synthetic) pick(p int, same bool) int32 {
	from, to := 0, len(s.callees)
	if p+1 < len(s.first) {
		to = s.first[p+1]
	}
	if same || p == 0 {
		from = s.first[p]
	} else {
		to = s.first[p]
	}
	low := 0.0
	if from > 0 {
		low = s.weights[from-1]
	}
	at := low + s.r.Float64()*(s.weights[to-1]-low)
	return s.callees[from+min(sort.SearchFloat64s(s.weights[from:to], at), to-from-1)]
}

// place returns the next free place in a body.
func (s *synthetic) place(in int32) (line, column int32) {
	s.column[in]++
	y := s.rows.Symbols[in-1]
	return y.StartLine + s.column[in]%max(y.EndLine-y.StartLine+1, 1), 2 + s.column[in]
}

func (s *synthetic) ref(symbol, in, line, column int32, role schema.Role) {
	s.rows.Refs = append(s.rows.Refs, schema.Ref{SymbolID: symbol, FileID: s.rows.Symbols[in-1].FileID, StartLine: line, StartColumn: column, EndColumn: column + 6, Role: role, EnclosingID: in, Evidence: schema.EvidenceStatic})
	y := &s.rows.Symbols[symbol-1]
	y.RefCount++
	if y.ModulePath != s.rows.Symbols[in-1].ModulePath {
		y.ExternalRefCount++
	}
}

// use makes the references other than calls: uses of types, and functions as values.
func (s *synthetic) use() {
	for range s.calls {
		in := s.bodies[s.r.IntN(len(s.bodies))]
		line, column := s.place(in)
		x := s.r.Float64()
		s.ref(s.types[int(x*x*x*float64(len(s.types)))], in, line, column, schema.RoleType)
	}
	for range s.calls / 200 {
		in := s.bodies[s.r.IntN(len(s.bodies))]
		line, column := s.place(in)
		s.ref(s.pick(int(s.rows.Symbols[in-1].FileID-1)/10, true), in, line, column, schema.RoleRead)
	}
}

// importPackages lets each file import a few earlier packages.
func (s *synthetic) importPackages() {
	for f := range s.files {
		p, seen := f/10, map[int]bool{}
		for range min(p, 4) {
			x := s.r.Float64()
			q := int(x * x * float64(p))
			if seen[q] {
				continue
			}
			seen[q] = true
			of := s.rows.Modules[q]
			s.rows.Imports = append(s.rows.Imports, schema.Import{ImportID: int32(len(s.rows.Imports) + 1), Evidence: schema.EvidenceStatic, FileID: int32(f + 1), FilePath: s.rows.Files[f].FilePath, ModulePath: s.rows.Modules[p].ModulePath,
				ImportedModule: of.PackagePath, ImportedModulePath: of.ModulePath, StartLine: int32(2 + len(seen)), SymbolCount: 1})
		}
	}
}

// count makes the functions table and the counts of files and modules.
func (s *synthetic) count() {
	for _, y := range s.rows.Symbols {
		f, m := &s.rows.Files[y.FileID-1], &s.rows.Modules[(y.FileID-1)/10]
		switch y.Kind {
		case schema.KindStruct, schema.KindInterface:
			f.TypeCount, m.TypeCount, m.ExportedTypeCount = f.TypeCount+1, m.TypeCount+1, m.ExportedTypeCount+1
		case schema.KindFunction, schema.KindMethod:
			f.FunctionCount, m.FunctionCount, m.ExportedFunctionCount = f.FunctionCount+1, m.FunctionCount+1, m.ExportedFunctionCount+1
			fn := schema.Function{FunctionID: y.SymbolID, Symbol: y.Symbol, Name: y.Name, QualifiedName: y.QualifiedName, FileID: y.FileID, FilePath: y.FilePath, ModulePath: y.ModulePath, Language: "go",
				StartLine: y.StartLine, EndLine: y.EndLine, StartPos: y.StartPos, EndPos: y.EndPos, IsExported: true, IsMethod: y.Kind == schema.KindMethod, Signature: y.Signature, Lines: 30, Complexity: 3}
			if fn.IsMethod {
				fn.ReceiverTypeID, fn.ReceiverType = y.ContainerID, "*"+s.rows.Symbols[y.ContainerID-1].Name
			}
			s.rows.Functions = append(s.rows.Functions, fn)
			s.rows.Scopes = append(s.rows.Scopes, schema.Scope{FileID: y.FileID, Kind: schema.ScopeFunction, StartLine: y.StartLine, StartColumn: 1, EndLine: y.EndLine, EndColumn: 2, SymbolID: y.SymbolID})
		}
	}
	for _, f := range s.rows.Files {
		m := &s.rows.Modules[(f.FileID-1)/10]
		m.FileCount, m.TotalLines, m.CodeLines = m.FileCount+1, m.TotalLines+f.LinesTotal, m.CodeLines+f.LinesCode
	}
	imported := map[[2]string]bool{}
	for _, i := range s.rows.Imports {
		s.rows.Files[i.FileID-1].ImportCount++
		if k := [2]string{i.ModulePath, i.ImportedModule}; !imported[k] {
			imported[k] = true
			s.rows.Modules[(i.FileID-1)/10].ImportCount++
		}
	}
}

// narrow lets a fifth of the calls of interface methods go through an interface that embeds the
// declaring one, as in prometheus. Half of the implementations satisfy it.
func (s *synthetic) narrow() {
	standing := map[int32][]int32{}
	for _, o := range s.rows.Overrides {
		standing[o.OverriddenID] = append(standing[o.OverriddenID], o.MethodID)
	}
	numbers := map[int32]int32{} // by method
	for i := range s.rows.Calls {
		c := &s.rows.Calls[i]
		if c.Evidence != schema.EvidenceInterface || s.r.IntN(5) > 0 {
			continue
		}
		if numbers[c.CalleeID] == 0 {
			numbers[c.CalleeID] = int32(len(numbers) + 1)
			some := standing[c.CalleeID]
			for _, m := range some[:len(some)/2] {
				s.rows.Dispatches = append(s.rows.Dispatches, schema.Dispatch{DispatchID: numbers[c.CalleeID], CalleeID: c.CalleeID, MethodID: m})
			}
			if len(some) < 2 {
				s.rows.Dispatches = append(s.rows.Dispatches, schema.Dispatch{DispatchID: numbers[c.CalleeID], CalleeID: c.CalleeID})
			}
		}
		c.DispatchID, c.ReceiverTypeID = numbers[c.CalleeID], s.rows.Symbols[c.CalleeID-1].ContainerID
	}
}

// sort sorts the tables that are not in order yet.
func (s *synthetic) sort() {
	slices.SortFunc(s.rows.Calls, schema.Call.Compare)
	slices.SortFunc(s.rows.Refs, schema.Ref.Compare)
	slices.SortFunc(s.rows.Overrides, schema.Override.Compare)
	slices.SortFunc(s.rows.Dispatches, schema.Dispatch.Compare)
	slices.SortFunc(s.rows.TypeRelations, schema.TypeRelation.Compare)
}

// TestSyntheticVerifies checks that the synthetic index is a valid index.
func TestSyntheticVerifies(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	newSynthetic(2_000, 7_000, 1).write(t, dir)
	faults, err := artifact.Verify(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Errorf("%+v", f)
	}
}
