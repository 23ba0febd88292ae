package extract

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/cortex-index/cortex/schema"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const twoModules = `
-- a/a.go --
package a

func A() {}
-- b/b.go --
package b
-- b/data.json --
{}
-- README.md --
# x
`

// code is the result of an extractor of twoModules: a.A and a.B, the external fmt.Println, and
// uses of them.
func code() *Code {
	return &Code{
		Rows: schema.Rows{
			Symbols: []schema.Symbol{
				{SymbolID: 9, Symbol: "fmt.Println", Name: "Println", Kind: schema.KindFunction, Language: "go", IsExternal: true, StartPos: -1, EndPos: -1},
				{SymbolID: 4, Symbol: "x/b.B", Name: "B", Kind: schema.KindStruct, Language: "go", FileID: 3, FilePath: "b/b.go", ModulePath: "b", NameLine: 9, NameColumn: 2},
				{SymbolID: 7, Symbol: "x/b.B.F", Name: "F", Kind: schema.KindField, Language: "go", FileID: 3, FilePath: "b/b.go", ModulePath: "b", NameLine: 10, NameColumn: 2, ContainerID: 4},
				{SymbolID: 2, Symbol: "x/a.A", Name: "A", Kind: schema.KindFunction, Language: "go", FileID: 2, FilePath: "a/a.go", ModulePath: "a", NameLine: 3, NameColumn: 6},
				{SymbolID: 8, Symbol: "x/a.init#package", Name: "init", Kind: schema.KindFunction, Language: "go", FileID: 2, FilePath: "a/a.go", ModulePath: "a", StartPos: -1, EndPos: -1},
			},
			Functions: []schema.Function{
				{FunctionID: 2, Symbol: "x/a.A", FileID: 2, FilePath: "a/a.go", ModulePath: "a", IsExported: true},
				{FunctionID: 8, Symbol: "x/a.init#package", FileID: 2, FilePath: "a/a.go", ModulePath: "a"},
				{FunctionID: 2, Symbol: "x/a.A", FileID: 2, FilePath: "a/a.go", ModulePath: "a", IsExported: true},
			},
			Types: []schema.TypeRow{{TypeID: 4, Symbol: "x/b.B", FileID: 3, FilePath: "b/b.go", ModulePath: "b", IsExported: true}},
			Calls: []schema.Call{
				{CallerID: 2, CalleeID: 9, FileID: 2, StartPos: 5, Kind: schema.CallPlain, Evidence: schema.EvidenceStatic},
				{CallerID: 8, FileID: 2, StartPos: 1, Kind: schema.CallGo, Evidence: schema.EvidenceDynamic},
			},
			Refs: []schema.Ref{
				{SymbolID: 9, FileID: 2, StartLine: 5, StartColumn: 1, EndColumn: 8, Role: schema.RoleCall, EnclosingID: 2},
				{SymbolID: 4, FileID: 3, StartLine: 12, StartColumn: 1, EndColumn: 2, Role: schema.RoleType},
				{SymbolID: 4, FileID: 2, StartLine: 7, StartColumn: 1, EndColumn: 2, Role: schema.RoleType, EnclosingID: 2},
				{SymbolID: 4, FileID: 2, StartLine: 7, StartColumn: 1, EndColumn: 2, Role: schema.RoleType, EnclosingID: 2},
			},
			Imports: []schema.Import{
				{FileID: 3, FilePath: "b/b.go", ModulePath: "b", ImportedModule: "y/z", StartLine: 4, IsExternal: true},
				{FileID: 3, FilePath: "b/b.go", ModulePath: "b", ImportedModule: "x/a", StartLine: 3, ImportedModulePath: "a"},
				{FileID: 2, FilePath: "a/a.go", ModulePath: "a", ImportedModule: "fmt", StartLine: 3, IsStandardLib: true},
				{FileID: 3, FilePath: "b/b.go", ModulePath: "b", ImportedModule: "x/a", StartLine: 3, ImportedModulePath: "a"},
			},
			Diagnostics: []schema.Diagnostic{{Stage: schema.StageLoad, Severity: schema.SeverityError, Message: "bad \xff"}},
		},
		Status:       map[int32]schema.FileStatus{2: schema.StatusOK},
		PackagePaths: map[string]string{"a": "x/a", "b": "x/b"},
		GoVersion:    "go1.99",
	}
}

func extracted(t *testing.T, root string, jobs int, extractors ...Extractor) (*collector, schema.Manifest) {
	t.Helper()
	sink := &collector{}
	cfg := everything(root)
	cfg.Jobs, cfg.Version, cfg.GOOS, cfg.GOARCH, cfg.Extractors = jobs, "1.2.3", "linux", "amd64", extractors
	m, err := Run(context.Background(), cfg, sink)
	if err != nil {
		t.Fatal(err)
	}
	return sink, m
}

func TestMerge(t *testing.T) {
	root := gittest.Tree(t, twoModules)
	sink, m := extracted(t, root, 2, &fake{"go", func(*Tree) *Code { return code() }})
	rows := sink.rows

	var symbols []string
	for _, s := range rows.Symbols {
		symbols = append(symbols, fmt.Sprintf("%d %s container %d refs %d, %d from elsewhere", s.SymbolID, s.Symbol, s.ContainerID, s.RefCount, s.ExternalRefCount))
	}
	if diff := cmp.Diff([]string{
		"1 x/a.init#package container 0 refs 0, 0 from elsewhere",
		"2 x/a.A container 0 refs 0, 0 from elsewhere",
		"3 x/b.B container 0 refs 2, 1 from elsewhere",
		"4 x/b.B.F container 3 refs 0, 0 from elsewhere",
		"5 fmt.Println container 0 refs 1, 1 from elsewhere",
	}, symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]schema.Ref{
		{SymbolID: 3, FileID: 2, StartLine: 7, StartColumn: 1, EndColumn: 2, Role: schema.RoleType, EnclosingID: 2},
		{SymbolID: 3, FileID: 3, StartLine: 12, StartColumn: 1, EndColumn: 2, Role: schema.RoleType},
		{SymbolID: 5, FileID: 2, StartLine: 5, StartColumn: 1, EndColumn: 8, Role: schema.RoleCall, EnclosingID: 2},
	}, rows.Refs); diff != "" {
		t.Errorf("refs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]schema.Call{
		{CallerID: 1, FileID: 2, StartPos: 1, Kind: schema.CallGo, Evidence: schema.EvidenceDynamic},
		{CallerID: 2, CalleeID: 5, FileID: 2, StartPos: 5, Kind: schema.CallPlain, Evidence: schema.EvidenceStatic},
	}, rows.Calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]schema.Import{
		{ImportID: 1, FileID: 2, FilePath: "a/a.go", ModulePath: "a", ImportedModule: "fmt", StartLine: 3, IsStandardLib: true},
		{ImportID: 2, FileID: 3, FilePath: "b/b.go", ModulePath: "b", ImportedModule: "x/a", StartLine: 3, ImportedModulePath: "a"},
		{ImportID: 3, FileID: 3, FilePath: "b/b.go", ModulePath: "b", ImportedModule: "y/z", StartLine: 4, IsExternal: true},
	}, rows.Imports); diff != "" {
		t.Errorf("imports (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]schema.Module{
		{ModulePath: "a", PackagePath: "x/a", Language: "go", FileCount: 1, TotalLines: 3, CodeLines: 2, FunctionCount: 2, ExportedFunctionCount: 1, ImportCount: 1, Depth: 1},
		{ModulePath: "b", PackagePath: "x/b", Language: "go", FileCount: 2, TotalLines: 2, CodeLines: 2, TypeCount: 1, ExportedTypeCount: 1, ImportCount: 2, ExternalImportCount: 1, Depth: 1},
	}, rows.Modules); diff != "" {
		t.Errorf("modules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]schema.Diagnostic{{Stage: schema.StageLoad, Severity: schema.SeverityError, Message: "bad \uFFFD"}}, rows.Diagnostics); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	var files []string
	for _, f := range rows.Files {
		files = append(files, fmt.Sprintf("%d %s %s: %d types, %d functions, %d imports", f.FileID, f.FilePath, f.Status, f.TypeCount, f.FunctionCount, f.ImportCount))
	}
	if diff := cmp.Diff([]string{
		"1 README.md text: 0 types, 0 functions, 0 imports",
		"2 a/a.go ok: 0 types, 2 functions, 1 imports",
		"3 b/b.go skipped: 1 types, 0 functions, 2 imports", // its extractor says that it has not read it
		"4 b/data.json text: 0 types, 0 functions, 0 imports",
	}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	if diff := cmp.Diff(schema.Manifest{
		Format: "cortex-index", FormatVersion: 2,
		Generator:  schema.Generator{Name: "cortex", Version: "1.2.3"},
		Repository: schema.Repository{Dirty: true},
		Options:    schema.Options{Tests: true, Content: true, GOOS: "linux", GOARCH: "amd64", Tags: []string{}, GoVersion: "go1.99", MaxFileSize: DefaultMaxFileSize},
		Summary: schema.Summary{Files: 4, Languages: map[string]int{"go": 2, "json": 1, "markdown": 1},
			Diagnostics: map[schema.Severity]int{"error": 1, "warning": 0},
			Calls:       map[schema.Evidence]int{"static": 1, "literal": 0, "value": 0, "interface": 0, "dynamic": 1, "heuristic": 0, "unresolved": 0}},
	}, m); diff != "" {
		t.Errorf("manifest (-want +got):\n%s", diff)
	}
	want := "Content File Module Symbol Function Parameter TypeRow Member Call Override Dispatch Conversion TypeRelation Import Ref Annotation Scope Diagnostic Unknown"
	if got := strings.Join(sink.writes, " "); got != want {
		t.Errorf("written: %s\nwant:    %s", got, want)
	}
}

// Two extractors may use the same symbol ids, and the same external symbol.
func TestMergeOfTwoExtractors(t *testing.T) {
	root := gittest.Tree(t, twoModules)
	other := &Code{Rows: schema.Rows{
		Symbols: []schema.Symbol{
			{SymbolID: 2, Symbol: "fmt.Println", Name: "Println", Kind: schema.KindFunction, Language: "go", IsExternal: true},
			{SymbolID: 1, Symbol: "x/a.A", Name: "A", Kind: schema.KindFunction, Language: "go", IsExternal: true}, // defined by the first
			{SymbolID: 3, Symbol: "J", Name: "J", Kind: schema.KindProperty, Language: "json", FileID: 4, FilePath: "b/data.json", ModulePath: "b", NameLine: 1, NameColumn: 1, ContainerID: 3},
		},
		Refs: []schema.Ref{{SymbolID: 2, FileID: 4, StartLine: 1, StartColumn: 1}, {SymbolID: 1, FileID: 4, StartLine: 1, StartColumn: 2, EnclosingID: 3}},
	}}
	sink, _ := extracted(t, root, 2, &fake{"go", func(*Tree) *Code { return code() }}, &fake{"json", func(*Tree) *Code { return other }})
	var symbols []string
	for _, s := range sink.rows.Symbols {
		symbols = append(symbols, fmt.Sprintf("%d %s container %d refs %d", s.SymbolID, s.Symbol, s.ContainerID, s.RefCount))
	}
	if diff := cmp.Diff([]string{
		"1 x/a.init#package container 0 refs 0", "2 x/a.A container 0 refs 1", "3 x/b.B container 0 refs 2",
		"4 x/b.B.F container 3 refs 0", "5 J container 5 refs 0", "6 fmt.Println container 0 refs 2",
	}, symbols); diff != "" {
		t.Errorf("symbols (-want +got):\n%s", diff)
	}
}

// Dispatch ids are dense in the order of callees and receivers. Dispatches without a call are
// dropped.
func TestMergeNumbersDispatch(t *testing.T) {
	c := code()
	c.Rows.Calls = []schema.Call{
		{CallerID: 2, CalleeID: 9, FileID: 2, StartPos: 7, Evidence: schema.EvidenceInterface, ReceiverTypeID: 4, DispatchID: 2},
		{CallerID: 2, CalleeID: 9, FileID: 2, StartPos: 5, Evidence: schema.EvidenceInterface, ReceiverTypeID: 7, DispatchID: 1},
	}
	c.Rows.Dispatches = []schema.Dispatch{{DispatchID: 2, CalleeID: 9, MethodID: 8}, {DispatchID: 1, CalleeID: 9, MethodID: 2},
		{DispatchID: 3, CalleeID: 9, MethodID: 2}, {DispatchID: 1, CalleeID: 9, MethodID: 8}}
	sink, _ := extracted(t, gittest.Tree(t, twoModules), 2, &fake{"go", func(*Tree) *Code { return c }})
	if diff := cmp.Diff([]schema.Dispatch{{DispatchID: 1, CalleeID: 5, MethodID: 1}, {DispatchID: 2, CalleeID: 5, MethodID: 1}, {DispatchID: 2, CalleeID: 5, MethodID: 2}}, sink.rows.Dispatches); diff != "" {
		t.Errorf("candidates (-want +got):\n%s", diff)
	}
	for _, c := range sink.rows.Calls {
		if want := map[int32]int32{3: 1, 4: 2}[c.ReceiverTypeID]; c.DispatchID != want {
			t.Errorf("a call through symbol %d has the number %d, want %d", c.ReceiverTypeID, c.DispatchID, want)
		}
	}
}

// A fault of an extractor is an error.
func TestMergeRefuses(t *testing.T) {
	root := gittest.Tree(t, twoModules)
	for want, spoil := range map[string]func(r *schema.Rows){
		"two symbols have one name": func(r *schema.Rows) {
			r.Symbols = append(r.Symbols, schema.Symbol{SymbolID: 20, Symbol: "x/b.B", FileID: 2, FilePath: "a/a.go", NameLine: 1, NameColumn: 1})
		},
		"two symbols have one number":                             func(r *schema.Rows) { r.Symbols[1].SymbolID = 2 },
		"the number of a symbol is not positive":                  func(r *schema.Rows) { r.Symbols[1].SymbolID = 0 },
		"refs.symbol_id is in no row of symbols.symbol_id":        func(r *schema.Rows) { r.Refs[0].SymbolID = 77 },
		"symbols.is_external contradicts symbols.file_id":         func(r *schema.Rows) { r.Symbols[3].FileID = 0 },
		"functions.function_id is in no row of symbols.symbol_id": func(r *schema.Rows) { r.Symbols[3].FileID = 5 }, // the symbol is dropped first
	} {
		c := code()
		spoil(&c.Rows)
		cfg := everything(root)
		cfg.Extractors = []Extractor{&fake{"go", func(*Tree) *Code { return c }}}
		_, err := Run(context.Background(), cfg, &collector{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// The rows never depend on their order, on repeats, or on the number of workers.
func TestMergeIsDeterministic(t *testing.T) {
	root := gittest.Tree(t, twoModules)
	r := rand.New(rand.NewPCG(1, 2))
	big := func() *Code {
		c := &Code{}
		for i := range int32(300) {
			c.Rows.Symbols = append(c.Rows.Symbols, schema.Symbol{SymbolID: i + 1, Symbol: fmt.Sprint("s", i), FileID: 2 + i%2, FilePath: []string{"a/a.go", "b/b.go"}[i%2], ModulePath: []string{"a", "b"}[i%2], NameLine: i / 3, NameColumn: 1})
		}
		fixed := rand.New(rand.NewPCG(3, 4))
		for range 3 * smallTable {
			role := []schema.Role{schema.RoleRead, schema.RoleWrite}[fixed.IntN(2)]
			c.Rows.Refs = append(c.Rows.Refs, schema.Ref{SymbolID: 1 + fixed.Int32N(300), FileID: 2, StartLine: fixed.Int32N(40), StartColumn: 1, Role: role})
			c.Rows.Scopes = append(c.Rows.Scopes, schema.Scope{FileID: 2 + fixed.Int32N(2), StartLine: fixed.Int32N(5000), Kind: schema.ScopeBlock})
		}
		r.Shuffle(len(c.Rows.Refs), func(i, j int) { c.Rows.Refs[i], c.Rows.Refs[j] = c.Rows.Refs[j], c.Rows.Refs[i] })
		r.Shuffle(len(c.Rows.Symbols), func(i, j int) {
			c.Rows.Symbols[i], c.Rows.Symbols[j] = c.Rows.Symbols[j], c.Rows.Symbols[i]
		})
		return c
	}
	first, _ := extracted(t, root, 1, &fake{"go", func(*Tree) *Code { return big() }})
	if !slices.IsSortedFunc(first.rows.Refs, schema.Ref.Compare) || len(first.rows.Refs) == 3*smallTable {
		t.Errorf("%d refs, not sorted or with repeats", len(first.rows.Refs))
	}
	if !slices.IsSortedFunc(first.rows.Scopes, schema.Scope.Compare) {
		t.Error("scopes are not sorted")
	}
	for jobs := range 4 {
		again, _ := extracted(t, root, jobs+1, &fake{"go", func(*Tree) *Code { return big() }})
		if diff := cmp.Diff(first.rows, again.rows, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%d workers (-first +again):\n%s", jobs+1, diff)
		}
	}
}

func TestMainLanguage(t *testing.T) {
	for _, c := range []struct {
		lines map[string]int32
		want  string
	}{
		{map[string]int32{"unix assembly": 9000, "go": 2}, "go"},
		{map[string]int32{"c": 9000, "go": 0}, "go"}, // a package of nothing but comments
		{map[string]int32{"python": 2, "c": 2, "shell": 1}, "c"},
		{map[string]int32{"python": 3, "c": 2}, "python"},
		{map[string]int32{"shell": 0}, "shell"},
	} {
		if got := mainLanguage(c.lines); got != c.want {
			t.Errorf("mainLanguage(%v) = %q, want %q", c.lines, got, c.want)
		}
	}
}
