package oracle

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestOracleUnused compares unused_symbols about the tree in $CORTEX_ORACLE with rapid type
// analysis from all commands and tests, as x/tools' deadcode -test does. The operation must
// report no live function. The test lists dead functions that it misses by their rule.
func TestOracleUnused(t *testing.T) {
	root := oracleTree(t)
	ix := indexTree(t, root)
	got := ix.unused(t)
	kept := map[string]string{}
	for r := range ix.rows(t, keptBy) {
		kept[r[0]] = r[1]
	}
	r := reachedFunctions(t, root, ix.files)
	y, apart, wrong := r.judge(got, kept)
	t.Logf("%d functions, of which %d are not reached: %d of those are reported, recall %.4f", len(r.declared), y.want, y.both, float64(y.both)/float64(max(1, y.want)))
	t.Logf("%d more are reported in files that are not built here, or whose callers do not compile or are no commands or tests", apart)
	y.list(t, "missed", y.missed)
	for _, w := range wrong {
		t.Error(w)
	}
}

// reach has the results of rapid type analysis about a tree. Functions are keys.
type reach struct {
	declared, reached map[string]bool
	unsure            map[string]bool // functions that code outside the analysis may call
	built             map[string]bool // files with a declared function
}

// judge compares reported functions with dead ones. It returns the tally, the number of reports
// that it cannot compare, and the errors.
func (r *reach) judge(got, kept map[string]string) (y *tally, apart int, wrong []string) {
	dead, compared := map[string]string{}, map[string]string{}
	for key := range r.declared {
		if !r.reached[key] {
			dead[key] = kept[key]
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		file, _, _ := strings.Cut(key, ":")
		switch {
		case r.declared[key]:
			compared[key] = ""
			if r.reached[key] {
				wrong = append(wrong, key+" is reported, but reached")
			}
		case r.unsure[key] || !r.built[file]:
			apart++
		default:
			wrong = append(wrong, key+" is reported, but no function is declared there")
		}
	}
	if len(r.declared) == 0 {
		wrong = append(wrong, "no function of the tree was compared: it has no commands or tests that compile")
	}
	y = newTally("unused functions")
	compareFacts(y, dead, compared, func(string) string { return "" })
	return y, apart, wrong
}

// TestOracleUnusedFindsInventions checks that judge finds planted errors.
func TestOracleUnusedFindsInventions(t *testing.T) {
	r := &reach{
		declared: map[string]bool{"a.go:1:6": true, "a.go:2:6": true, "a.go:3:6": true},
		reached:  map[string]bool{"a.go:2:6": true},
		unsure:   map[string]bool{"a.go:4:6": true},
		built:    map[string]bool{"a.go": true},
	}
	kept := map[string]string{"a.go:3:6": "a rule"}
	y, apart, wrong := r.judge(map[string]string{"a.go:1:6": "", "a.go:4:6": "", "a_windows.go:1:6": ""}, kept)
	if y.want != 2 || y.both != 1 || y.missed["a rule"].count != 1 || apart != 2 || len(wrong) != 0 {
		t.Errorf("what is true: %+v, %d apart, wrong %q", y, apart, wrong)
	}
	for report, want := range map[string]string{"a.go:2:6": "a.go:2:6 is reported, but reached", "a.go:9:6": "a.go:9:6 is reported, but no function is declared there"} {
		if _, _, wrong := r.judge(map[string]string{report: ""}, kept); !slices.Equal(wrong, []string{want}) {
			t.Errorf("reported %s: wrong is %q, want %q", report, wrong, want)
		}
	}
	if _, _, wrong := (&reach{}).judge(nil, nil); len(wrong) != 1 {
		t.Errorf("nothing to compare: wrong is %q", wrong)
	}
}

// keptBy is SQL for the reason why unused_symbols does not report a function. Its tables exist
// after the operation ran.
const keptBy = `SELECT ` + keySQL + `, CASE
	WHEN s.name = '_' THEN 'a blank name'
	WHEN st.reason <> '' THEN 'the assumption ' || st.reason
	WHEN s.symbol_id IN (SELECT symbol_id FROM unused.rooted) THEN 'tests, examples and code that always runs'
	WHEN st.reason = '' THEN 'used by a kept symbol, or methods of an interface in use'
	WHEN s.file_id IN (SELECT file_id FROM unused.unjudged) THEN 'not judged'
	ELSE '' END
FROM symbols s
LEFT JOIN unused.state st ON st.symbol_id = s.symbol_id
WHERE s.kind IN ('function', 'method')`

// unused returns the keys of all unused functions and methods.
func (x *indexed) unused(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for offset := 0; ; {
		answer, err := x.operations["unused_symbols"].Run(t.Context(), x.ix, map[string]any{"kinds": []string{"function", "method"}, "include_exported": true, "max_results": 500, "offset": offset})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		var page struct {
			Symbols struct {
				Items         []struct{ Symbol, Reason string }
				TotalReturned int `json:"total_returned"`
				TotalFound    int `json:"total_found"`
			}
		}
		if err := json.Unmarshal(text, &page); err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Symbols.Items {
			if s.Reason == "" {
				t.Errorf("%s is reported without a reason", s.Symbol)
			}
			key := x.keys[s.Symbol]
			if key == "" {
				t.Errorf("%s is reported, but the index holds no such symbol", s.Symbol)
				continue
			}
			out[key] = ""
		}
		offset += page.Symbols.TotalReturned
		if offset >= page.Symbols.TotalFound || page.Symbols.TotalReturned == 0 {
			return out
		}
	}
}

// reachedFunctions analyses the Go modules of a tree. It skips modules without a command or a
// test, packages that do not compile, and the packages that import them. Functions that
// skipped code may call are unsure, unless other code reaches them.
//
// A function of several test variants is live when one variant is.
func reachedFunctions(t *testing.T, root string, files map[string]bool) *reach {
	t.Helper()
	r := &reach{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, f := range slices.Sorted(maps.Keys(files)) {
		if path.Base(f) != "go.mod" {
			continue
		}
		l := &loading{oracle: &oracle{root: root, files: files}, fset: token.NewFileSet(), paths: map[*token.File]string{}}
		cfg := &packages.Config{Mode: packages.LoadAllSyntax, Dir: filepath.Join(root, filepath.Dir(f)), Tests: true, Fset: l.fset,
			Env: append(os.Environ(), "GOFLAGS=", "CGO_ENABLED=1", "GOOS=linux", "GOARCH=amd64", "GOTOOLCHAIN=local", "GOPACKAGESDRIVER=off")}
		pkgs, err := packages.Load(cfg, "./...")
		if err != nil {
			t.Fatalf("load %s: %v", cfg.Dir, err)
		}
		broken := brokenPackages(t, pkgs)
		prog, built := ssautil.AllPackages(slices.DeleteFunc(slices.Clone(pkgs), func(p *packages.Package) bool { return broken[p] }), ssa.InstantiateGenerics)
		prog.Build()
		var roots []*ssa.Function
		for _, p := range ssautil.MainPackages(slices.DeleteFunc(built, func(p *ssa.Package) bool { return p == nil })) {
			roots = append(roots, p.Func("init"), p.Func("main"))
		}
		var apart []*packages.Package
		if roots == nil {
			t.Logf("%s: of %d packages none is a command or a test that compiles", f, len(pkgs))
			apart = pkgs
		} else {
			apart = slices.Collect(maps.Keys(broken))
			for fn := range rta.Analyze(roots, false).Reachable {
				if at, inside := l.place(fn.Pos()); inside && fn.Parent() == nil {
					r.reached[at.String()] = true
				}
			}
		}
		packages.Visit(pkgs, nil, func(p *packages.Package) { l.declare(p, r.declared, r.built) })
		packages.Visit(apart, nil, func(p *packages.Package) { l.declare(p, r.unsure, r.built) })
	}
	for key := range r.unsure {
		if !r.reached[key] {
			delete(r.declared, key)
		}
	}
	return r
}

// brokenPackages returns the packages that do not compile and those that import them.
func brokenPackages(t *testing.T, pkgs []*packages.Package) map[*packages.Package]bool {
	t.Helper()
	broken := map[*packages.Package]bool{}
	packages.Visit(pkgs, nil, func(p *packages.Package) { // imports come first
		for _, err := range p.Errors {
			t.Logf("%s is not analysed: %v", p.ID, err)
		}
		if p.IllTyped || len(p.Errors) > 0 {
			broken[p] = true
		}
		for _, q := range p.Imports {
			if broken[q] {
				broken[p] = true
			}
		}
	})
	return broken
}

// declare records the declared functions and methods of a package, and their files.
func (l *loading) declare(p *packages.Package, declared, built map[string]bool) {
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if at, inside := l.place(fn.Name.Pos()); inside {
					declared[at.String()], built[l.path(fn.Name.Pos())] = true, true
				}
			}
		}
	}
}
