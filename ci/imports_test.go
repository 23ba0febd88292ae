package ci

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
)

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// layers says which packages of this module a package may import. The longest
// entry that is the package or a folder around it decides; in the values,
// x/... is x and everything below it.
//
// DESIGN: extract, emit and queries are strangers: they know the schema and not
// each other, so that extraction is tested without Parquet, queries without
// extraction, and nothing can go round the format. The rule holds for tests too.
// The oracle in ci asks questions as cli does, of an index that the command wrote, and joins emit and queries/derive as it does.
var layers = map[string][]string{
	"schema":                        {},
	"extract":                       {"schema", "extract/..."},
	"emit":                          {"schema", "emit/..."},
	"queries":                       {"schema", "queries/..."},
	"cmd/cortex":                    {"cmd/cortex/internal/..."},
	"cmd/cortex/internal/cli":       {"schema", "extract/...", "emit", "queries/...", "cmd/cortex/internal/early", "cmd/cortex/internal/mcpserver"},
	"cmd/cortex/internal/mcpserver": {"schema", "queries", "queries/registry"},
	"cmd/cortex/internal/early":     {"queries/ahead"},
	"ci":                            {"schema", "emit", "queries", "queries/derive", "queries/registry"},
}

// door says which packages import an outside module, and which of its packages
// their tests may import wherever they stand.
type door struct {
	packages []string // as in layers; tests included
	tests    []string // more packages whose tests may
}

// doors lists every outside module that is imported.
//
// DESIGN: one heavy dependency, one door: replacing it is a change to one
// package. What is small and has no types that spread (errgroup, hashes, globs)
// may be imported where it is of use.
var doors = map[string]door{
	"github.com/apache/arrow/go/v17":             {packages: []string{"emit"}},
	"github.com/marcboeker/go-duckdb/v2":         {packages: []string{"queries", "queries/internal/duck", "queries/internal/indextest"}, tests: []string{"queries/..."}},
	"github.com/marcboeker/go-duckdb/mapping":    {packages: []string{"queries", "queries/ahead"}},
	"github.com/apache/thrift":                   {packages: []string{"queries"}},
	"github.com/Masterminds/squirrel":            {packages: []string{"queries/..."}},
	"github.com/urfave/cli/v2":                   {packages: []string{"cmd/cortex/internal/cli"}},
	"github.com/emicklei/dot":                    {packages: []string{"cmd/cortex/internal/cli"}},
	"github.com/jedib0t/go-pretty/v6":            {packages: []string{"cmd/cortex/internal/cli"}},
	"github.com/schollz/progressbar/v3":          {packages: []string{"cmd/cortex/internal/cli"}},
	"github.com/mark3labs/mcp-go":                {packages: []string{"cmd/cortex/internal/mcpserver"}, tests: []string{"cmd/cortex", "ci"}},
	"github.com/google/jsonschema-go":            {packages: []string{"cmd/cortex/internal/mcpserver"}},
	"golang.org/x/term":                          {packages: []string{"cmd/cortex/internal/cli"}},
	"golang.org/x/tools":                         {packages: []string{"extract/golang"}, tests: []string{"ci"}},
	"golang.org/x/mod":                           {packages: []string{"extract/..."}},
	"github.com/fzipp/gocyclo":                   {packages: []string{"extract/golang"}},
	"github.com/go-enry/go-enry/v2":              {tests: []string{"extract"}}, // its classifier delays every start
	"github.com/go-enry/go-enry/v2/data":         {packages: []string{"extract"}},
	"github.com/boyter/scc/v3":                   {packages: []string{"extract"}},
	"github.com/cespare/xxhash/v2":               {packages: []string{"extract/..."}},
	"github.com/bmatcuk/doublestar/v4":           {packages: []string{"extract/...", "queries/..."}},
	"golang.org/x/sys":                           {packages: []string{"emit"}},
	"golang.org/x/sync":                          {packages: []string{"extract/...", "emit", "queries/...", "cmd/cortex/internal/mcpserver"}},
	"github.com/rogpeppe/go-internal/testscript": {tests: []string{"cmd/cortex"}},
	"github.com/rogpeppe/go-internal/txtar":      {tests: []string{"..."}},
	"github.com/google/go-cmp":                   {tests: []string{"..."}},
	"gopkg.in/yaml.v2":                           {tests: []string{"ci"}},
}

// TestImports holds this repository's packages against layers and doors.
func TestImports(t *testing.T) {
	pkgs := list(t)
	if len(pkgs) < 6 {
		t.Fatalf("go list found %d packages, want all of this module", len(pkgs))
	}
	report(t, checkImports(pkgs))
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
		{"schema", module + "/emit"},
		{"schema", "golang.org/x/sync/errgroup"},
		{"cmd/cortex", module + "/queries"},
		{"queries", "github.com/apache/arrow/go/v17/arrow"},
		{"emit", "github.com/marcboeker/go-duckdb/v2"},
		{"queries/graph", "github.com/marcboeker/go-duckdb/v2"},
		{"extract", "golang.org/x/tools/go/packages"},
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
		wantNone(t, checkImports(one("queries/graph", module+"/queries")))
		wantNone(t, checkImports(one("cmd/cortex/internal/cli", module+"/extract/golang")))
		wantNone(t, checkImports(one("emit", "github.com/apache/arrow/go/v17/arrow")))
		wantNone(t, checkImports(test("queries", "github.com/google/go-cmp/cmp")))
		wantNone(t, checkImports(test("extract", "github.com/rogpeppe/go-internal/txtar")))
	})
}

// list returns the packages of this module.
func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = top(t)
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
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func checkImports(pkgs []pkg) []violation {
	var vs []violation
	for _, p := range pkgs {
		path := relative(p.ImportPath)
		layer, ok := longest(layers, path)
		if !ok {
			vs = append(vs, violation{path + " belongs to no layer",
				"move it below one of the folders that ARCHITECTURE.md names, or add it to layers in ci/imports_test.go and say why there"})
			continue
		}
		for _, imported := range p.Imports {
			vs = append(vs, checkImport(path, imported, layers[layer], false)...)
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			vs = append(vs, checkImport(path, imported, layers[layer], true)...)
		}
	}
	return vs
}

// checkImport checks one import of the package at path, whose layer allows those of this module.
func checkImport(path, imported string, allowed []string, isTest bool) []violation {
	where := path
	if isTest {
		where = "a test of " + path
	}
	if strings.HasPrefix(imported, module+"/") {
		to := relative(imported)
		if isTest && to == path || matches(allowed, to) {
			return nil
		}
		return []violation{{fmt.Sprintf("%s imports %s", where, to),
			"let package cli join the two, or move what both need to schema"}}
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return nil // the standard library
	}
	name, ok := longest(doors, imported)
	if !ok {
		return []violation{{fmt.Sprintf("%s imports %s, which has no door", where, imported),
			"choose the one package that imports it, and add it to doors in ci/imports_test.go"}}
	}
	d := doors[name]
	if matches(d.packages, path) || isTest && matches(d.tests, path) {
		return nil
	}
	return []violation{{fmt.Sprintf("%s imports %s", where, imported),
		fmt.Sprintf("%s is imported by %v (and tests of %v) only: add what is missing to a package there", name, d.packages, d.tests)}}
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
