package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

const module = citest.Module

// pkg is a package as `go list -json` prints it.
type pkg struct {
	ImportPath, Name                   string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
}

// layers lists the packages of this module that a package may import. The longest key that is
// the package or a folder around it applies. In the values, x/... is x and all below it.
//
// DESIGN: extract, emit and queries know the schema and not each other. Tests of extraction
// then need no Parquet, tests of queries need no extraction, and no code can bypass the
// format. The rule holds for tests too.
var layers = map[string][]string{
	"schema":                         {},
	"extract":                        {"schema", "extract/..."},
	"emit":                           {"schema", "emit/..."},
	"queries":                        {"schema", "queries/..."},
	"cmd/cortex":                     {"cmd/cortex/internal/..."},
	"cmd/cortex/internal":            {"schema", "queries/..."},
	"cmd/cortex/internal/cli":        {"schema", "extract/...", "queries/...", "cmd/cortex/internal/..."},
	"cmd/cortex/internal/extraction": {"schema", "extract/...", "emit", "queries/artifact", "queries/derive", "cmd/cortex/internal/freshness"},
	"cmd/cortex/internal/revisions":  {"schema", "extract", "extract/folder", "extract/git", "queries/..."},
	"cmd/cortex/internal/mcpserver":  {"schema", "queries/...", "cmd/cortex/internal/mcpserver/...", "cmd/cortex/internal/freshness", "cmd/cortex/internal/render/...", "cmd/cortex/internal/revisions"},
	"cmd/cortex/internal/freshness":  {"schema", "cmd/cortex/internal/mcpserver/catalog", "cmd/cortex/internal/mcpserver/wording"},
	"ci":                             {"schema", "emit", "queries/...", "ci/internal/..."},
	"ci/languages":                   {"extract/scip", "queries/...", "ci/internal/..."},
	"ci/bench":                       {"schema", "emit", "queries/...", "ci/internal/...", "extract/..."},
	"ci/compare":                     {}, // it judges the others
}

// operations lists the packages of operations, which never import each other.
var operations = []string{"queries/graph", "queries/search", "queries/outline", "queries/contextpack", "queries/deadcode", "queries/diff", "queries/overview", "queries/files", "queries/lake", "queries/tests"}

// door lists the packages that may import an external module.
type door struct {
	packages []string // as in layers; their tests may too
	tests    []string // more packages whose tests may
}

// doors lists every imported external module.
//
// DESIGN: one package imports a heavy module, thus replacing the module changes one package.
// Small modules whose types do not spread (errgroup, hashes, globs) need no single package.
var doors = map[string]door{
	"github.com/apache/arrow/go/v17":             {packages: []string{"emit"}},
	"github.com/marcboeker/go-duckdb/v2":         {packages: []string{"queries", "queries/completeness", "queries/internal/..."}, tests: []string{"queries/files"}},
	"github.com/apache/thrift":                   {packages: []string{"queries/artifact"}},
	"github.com/Masterminds/squirrel":            {packages: []string{"queries/artifact", "queries/files", "queries/search"}},
	"github.com/urfave/cli/v2":                   {packages: []string{"cmd/cortex/internal/cli"}},
	"github.com/emicklei/dot":                    {packages: []string{"cmd/cortex/internal/render"}},
	"github.com/jedib0t/go-pretty/v6":            {packages: []string{"cmd/cortex/internal/cli", "cmd/cortex/internal/render/..."}},
	"github.com/mark3labs/mcp-go":                {packages: []string{"cmd/cortex/internal/mcpserver/..."}, tests: []string{"cmd/cortex", "ci/action", "ci/bench"}},
	"github.com/google/jsonschema-go":            {packages: []string{"cmd/cortex/internal/mcpserver/..."}},
	"golang.org/x/term":                          {packages: []string{"cmd/cortex/internal/cli"}},
	"golang.org/x/tools":                         {tests: []string{"ci/oracle", "extract/golang/..."}},
	"golang.org/x/mod":                           {packages: []string{"extract/git", "extract/golang/...", "queries/internal/manifests"}},
	"github.com/fzipp/gocyclo":                   {packages: []string{"extract/golang/..."}},
	"github.com/go-enry/go-enry/v2":              {tests: []string{"extract/language"}}, // its classifier delays every start
	"github.com/go-enry/go-enry/v2/data":         {packages: []string{"extract/language"}},
	"github.com/boyter/scc/v3":                   {packages: []string{"extract/language"}},
	"github.com/cespare/xxhash/v2":               {packages: []string{"extract/..."}},
	"github.com/tree-sitter":                     {packages: []string{"extract/sitter"}},
	"github.com/bmatcuk/doublestar/v4":           {packages: []string{"cmd/cortex/internal/check", "extract/folder"}, tests: []string{"queries/target"}},
	"golang.org/x/sys":                           {packages: []string{"emit"}},
	"golang.org/x/sync":                          {packages: []string{"extract/...", "queries/...", "cmd/cortex/internal/mcpserver/...", "cmd/cortex/internal/freshness"}},
	"github.com/rogpeppe/go-internal/testscript": {tests: []string{"cmd/cortex"}},
	"github.com/rogpeppe/go-internal/txtar":      {packages: []string{"extract/internal/gittest"}, tests: []string{"..."}},
	"github.com/google/go-cmp":                   {tests: []string{"..."}},
	"gopkg.in/yaml.v2":                           {packages: []string{"cmd/cortex/internal/check"}, tests: []string{"ci/action", "ci/rules"}},
	"google.golang.org/protobuf":                 {packages: []string{"extract/scip"}, tests: []string{"cmd/cortex"}},
}

// TestImports compares the imports of all packages with layers, operations and doors.
func TestImports(t *testing.T) {
	report(t, checkImports(list(t)))
}

// TestImportsFindsViolations plants each kind of violation.
func TestImportsFindsViolations(t *testing.T) {
	one := func(path, imported string) []pkg {
		return []pkg{{ImportPath: module + "/" + path, Imports: []string{"fmt", imported}}}
	}
	test := func(path, imported string) []pkg {
		return []pkg{{ImportPath: module + "/" + path, XTestImports: []string{imported}}}
	}
	for _, c := range []struct{ from, to string }{
		{"extract", module + "/emit"},
		{"extract/golang", module + "/queries"},
		{"emit", module + "/queries"},
		{"emit", module + "/extract"},
		{"queries", module + "/emit"},
		{"queries/graph", module + "/extract/golang"},
		{"queries/graph", module + "/queries/search"},
		{"queries/outline/skeleton", module + "/queries/graph/walk"},
		{"schema", module + "/emit"},
		{"schema", "golang.org/x/sync/errgroup"},
		{"cmd/cortex", module + "/queries"},
		{"cmd/cortex/internal/mcpserver", module + "/cmd/cortex/internal/cli"},
		{"ci/compare", module + "/queries"},
		{"queries", "github.com/apache/arrow/go/v17/arrow"},
		{"emit", "github.com/marcboeker/go-duckdb/v2"},
		{"extract", "golang.org/x/tools/go/packages"},
		{"extract/resolve", "github.com/tree-sitter/go-tree-sitter"},
		{"extract/sitter/python", "github.com/tree-sitter/tree-sitter-python/bindings/go"},
		{"extract", "github.com/rogpeppe/go-internal/txtar"},
		{"extract", "github.com/go-enry/go-enry/v2"},
		{"cmd/cortex", "github.com/urfave/cli/v2"},
		{"queries", "github.com/google/go-cmp/cmp"},
		{"queries", "example.com/never/heard/of"},
		{"util", "fmt"},
	} {
		t.Run(strings.ReplaceAll(c.from+" imports "+c.to, "/", "|"), func(t *testing.T) {
			wantViolation(t, checkImports(one(c.from, c.to)), c.from)
		})
	}
	t.Run("in a test", func(t *testing.T) {
		wantViolation(t, checkImports(test("queries", module+"/emit")), "queries", "emit")
	})
	t.Run("allowed", func(t *testing.T) {
		wantNone(t, checkImports(one("queries/graph", module+"/queries/target")))
		wantNone(t, checkImports(one("queries/graph", module+"/queries/graph/walk")))
		wantNone(t, checkImports(one("queries/registry", module+"/queries/graph")))
		wantNone(t, checkImports(one("cmd/cortex/internal/cli", module+"/extract/golang")))
		wantNone(t, checkImports(test("extract/golang/load", "golang.org/x/tools/go/packages")))
		wantNone(t, checkImports(one("emit", "github.com/apache/arrow/go/v17/arrow")))
		wantNone(t, checkImports(test("queries", "github.com/google/go-cmp/cmp")))
	})
}

// list returns the packages of this module.
func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Name,GoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = citest.Top(t)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	var pkgs []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) < 10 {
		t.Fatalf("go list found %d packages, want all of this module", len(pkgs))
	}
	return pkgs
}

func checkImports(pkgs []pkg) []violation {
	var vs []violation
	for _, p := range pkgs {
		from := relative(p.ImportPath)
		layer, ok := longest(layers, from)
		if !ok {
			vs = append(vs, violation{from + " belongs to no layer", "move it below one of the folders in layers of ci/rules/imports_test.go"})
			continue
		}
		for _, imported := range p.Imports {
			vs = append(vs, checkImport(from, imported, layers[layer], false)...)
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			vs = append(vs, checkImport(from, imported, layers[layer], true)...)
		}
	}
	return vs
}

// checkImport checks one import of the package from, whose layer allows some packages.
func checkImport(from, imported string, allowed []string, isTest bool) []violation {
	where := from
	if isTest {
		where = "a test of " + from
	}
	if strings.HasPrefix(imported, module+"/") {
		to := relative(imported)
		a, b := operationOf(from), operationOf(to)
		switch {
		case isTest && to == from:
			return nil
		case !matches(allowed, to):
			return []violation{{where + " imports " + to, "connect the two in cmd/cortex/internal/extraction, or move the shared part to schema"}}
		case a != "" && b != "" && a != b:
			return []violation{{where + " imports " + to, "move the shared part to a package below queries that is no package of operations"}}
		}
		return nil
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return nil // the standard library
	}
	name, ok := longest(doors, imported)
	if !ok {
		return []violation{{fmt.Sprintf("%s imports %s, which has no door", where, imported),
			"choose the one package that imports it, and add it to doors in ci/rules/imports_test.go"}}
	}
	d := doors[name]
	if matches(d.packages, from) || isTest && matches(d.tests, from) {
		return nil
	}
	return []violation{{fmt.Sprintf("%s imports %s", where, imported),
		fmt.Sprintf("only %v (and tests of %v) import %s: add a function to one of them", d.packages, d.tests, name)}}
}

// operationOf returns the package of operations that is the path or around it; empty for none.
func operationOf(path string) string {
	for _, op := range operations {
		if path == op || strings.HasPrefix(path, op+"/") {
			return op
		}
	}
	return ""
}

// TestReached checks that a program reaches every package: code that only tests import is dead.
func TestReached(t *testing.T) {
	report(t, checkReached(list(t)))
}

func TestReachedFindsViolations(t *testing.T) {
	used := pkg{ImportPath: module + "/schema", Name: "schema", GoFiles: []string{"a.go"}}
	program := pkg{ImportPath: module + "/cmd/cortex", Name: "main", GoFiles: []string{"a.go"}, Imports: []string{module + "/schema"}, TestImports: []string{module + "/queries/dead"}}
	helper := pkg{ImportPath: module + "/queries/internal/indextest", Name: "indextest", GoFiles: []string{"a.go"}}
	dead := pkg{ImportPath: module + "/queries/dead", Name: "dead", GoFiles: []string{"a.go"}, Imports: []string{module + "/queries/deader"}}
	wantNone(t, checkReached([]pkg{program, used, helper}))
	wantViolation(t, checkReached([]pkg{program, used, dead}), "queries/dead")
	wantViolation(t, checkReached([]pkg{program, used, {ImportPath: module + "/queries/deader", Name: "deader", GoFiles: []string{"a.go"}}}), "queries/deader")
}

// checkReached finds packages that no program imports, directly or through others. Packages of
// ci, and helpers of tests with names such as indextest, are exempt.
func checkReached(pkgs []pkg) []violation {
	byPath := map[string]pkg{}
	for _, p := range pkgs {
		byPath[p.ImportPath] = p
	}
	reached := map[string]bool{}
	var reach func(path string)
	reach = func(path string) {
		if reached[path] {
			return
		}
		reached[path] = true
		for _, imported := range byPath[path].Imports {
			if _, ours := byPath[imported]; ours {
				reach(imported)
			}
		}
	}
	for _, p := range pkgs {
		if p.Name == "main" {
			reach(p.ImportPath)
		}
	}
	var vs []violation
	for _, p := range pkgs {
		path := relative(p.ImportPath)
		if !reached[p.ImportPath] && len(p.GoFiles) > 0 && !strings.HasPrefix(path, "ci/") && !strings.HasSuffix(p.Name, "test") {
			vs = append(vs, violation{"no program imports " + path, "delete it, or move it to the test files that use it"})
		}
	}
	return vs
}

func relative(path string) string { return strings.TrimPrefix(path, module+"/") }

// longest returns the longest key that is the path or a folder around it.
func longest[V any](m map[string]V, path string) (string, bool) {
	for {
		if _, ok := m[path]; ok {
			return path, true
		}
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return "", false
		}
		path = path[:i]
	}
}

// matches reports whether one of the patterns is the path, or ends in ... and is around it.
func matches(patterns []string, path string) bool {
	for _, p := range patterns {
		if p == path || p == "..." {
			return true
		}
		if folder, ok := strings.CutSuffix(p, "/..."); ok && (path == folder || strings.HasPrefix(path, folder+"/")) {
			return true
		}
	}
	return false
}
