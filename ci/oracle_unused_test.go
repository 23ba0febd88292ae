package ci

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

// TestOracleUnused holds unused_symbols about the tree that CORTEX_ORACLE names against
// rapid type analysis from all commands and tests, which is what x/tools' deadcode -test
// does. Nothing that is reached there may be reported here. What is not reached and not
// reported is listed by the rule that keeps it.
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

// reach is what rapid type analysis says of a tree. Functions are known by their keys.
type reach struct {
	declared, reached map[string]bool
	unsure            map[string]bool // functions that code which is not analysed may call
	built             map[string]bool // the files that declare a function of these
}

// judge compares what is reported with what is not reached. It returns the tally, how many
// reports have nothing to be compared with, and what is wrong.
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

// The comparison has to fail for what is invented, and for what cannot be compared.
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

// keptBy says of each function and method why unused_symbols does not return it, once it
// has been asked.
const keptBy = `WITH ruled AS (SELECT symbol_id, any_value(rule) AS rule FROM unused.rooted GROUP BY symbol_id)
SELECT ` + keySQL + `, CASE
	WHEN s.name = '_' THEN 'a blank name'
	WHEN r.rule = 'start' THEN 'tests and examples, of which the go command runs not all'
	WHEN r.rule IS NOT NULL THEN 'the rule ' || r.rule
	WHEN s.kind = 'method' AND s.symbol_id IN (SELECT dst FROM unused.needed) THEN 'methods that an interface in use asks for'
	WHEN s.symbol_id IN (SELECT dst FROM unused.uses WHERE src IS NULL) THEN 'used where code runs in any case, such as the initialiser of a variable'
	WHEN s.symbol_id IN (SELECT u.dst FROM unused.uses u JOIN unused.alive a ON a.symbol_id = u.src AND a.worlds & 2 <> 0) THEN 'used by what is kept itself'
	WHEN s.kind = 'method' AND s.is_exported THEN 'exported methods, which reflection may call'
	WHEN s.file_id IN (SELECT file_id FROM unused.unjudged) THEN 'not judged'
	ELSE '' END
FROM symbols s
LEFT JOIN ruled r USING (symbol_id)
WHERE s.kind IN ('function', 'method')`

// unused asks for all unused functions and methods, by their keys.
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

// reachedFunctions returns what rapid type analysis says of the Go modules of a tree. Modules
// without a command or a test, and packages that do not compile, with what imports them, are
// not analysed: what these may call is unsure unless something else reaches it.
//
// Of a function that several test variants of a package hold it is enough that one is reached.
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

// declare takes down the functions and methods that a package declares, and their files.
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
