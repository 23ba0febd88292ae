package ci

import (
	"encoding/json"
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
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
	dir := os.Getenv("CORTEX_ORACLE")
	if dir == "" {
		t.Skip("CORTEX_ORACLE names no tree; make oracle runs this test")
	}
	root, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		t.Fatal(err)
	}
	ix := indexTree(t, root)
	got := ix.unused(t)
	kept := map[string]string{}
	for r := range ix.rows(t, keptBy) {
		kept[r[0]] = r[1]
	}
	declared, reached := reachedFunctions(t, root, ix.files)
	dead, unknown := map[string]string{}, 0
	for key := range declared {
		if !reached[key] {
			dead[key] = kept[key]
		}
	}
	for key := range got {
		if !declared[key] {
			unknown++
			delete(got, key)
		}
	}
	y := newTally("unused functions")
	compareFacts(y, dead, got, func(string) string { return "" })
	t.Logf("%d functions, of which %d are not reached: %d of those are reported, recall %.4f", len(declared), len(dead), y.both, float64(y.both)/float64(max(1, len(dead))))
	t.Logf("%d more are reported in files that are not built here", unknown)
	y.list(t, "missed", y.missed)
	y.list(t, "reported, but reached", y.invented)
	if len(declared) == 0 {
		t.Error("no function of the tree was compared: it has neither commands nor tests")
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
			out[x.keys[s.Symbol]] = ""
		}
		offset += page.Symbols.TotalReturned
		if offset >= page.Symbols.TotalFound || page.Symbols.TotalReturned == 0 {
			return out
		}
	}
}

// reachedFunctions returns the functions and methods that the Go modules of a tree declare,
// and those that rapid type analysis reaches, both by their keys. Modules without a command
// or a test are left out.
//
// Of a function that several test variants of a package hold it is enough that one is reached.
func reachedFunctions(t *testing.T, root string, files map[string]bool) (declared, reached map[string]bool) {
	t.Helper()
	declared, reached = map[string]bool{}, map[string]bool{}
	for f := range files {
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
		prog, built := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
		prog.Build()
		var roots []*ssa.Function
		for _, p := range ssautil.MainPackages(slices.DeleteFunc(built, func(p *ssa.Package) bool { return p == nil })) {
			roots = append(roots, p.Func("init"), p.Func("main"))
		}
		if roots == nil {
			continue
		}
		packages.Visit(pkgs, nil, func(p *packages.Package) {
			for _, file := range p.Syntax {
				for _, d := range file.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok {
						if at, inside := l.place(fn.Name.Pos()); inside {
							declared[at.String()] = true
						}
					}
				}
			}
		})
		for fn := range rta.Analyze(roots, false).Reachable {
			if at, inside := l.place(fn.Pos()); inside && fn.Parent() == nil {
				reached[at.String()] = true
			}
		}
	}
	return declared, reached
}
