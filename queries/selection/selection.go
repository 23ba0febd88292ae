// Package selection finds the tests that a change can reach. It never leaves out such a test, as far as the index has the facts; the answer
// may have tests that the change does not reach.
//
// For Go, a walk starts at each test, at the initialization of the packages in its program, and at TestMain. It follows each use of a symbol,
// not only calls. A method that no code names runs where its interface is called and its type is in use; an interface from
// outside the repository counts as called. Only code in the program of the test counts: its package and all imports.
//
// For other languages the unit is the test file. It reaches each file that it imports, directly or through others, and its conftest.py.
//
// Limitations: programs that a test starts, files that it finds by a path outside its folder, and methods that code outside the repository
// asks for by an interface that no other code can name.
package selection

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// Change is a set of changed symbols and files.
type Change struct {
	Symbols []int32 // changed and new symbols of the index
	Removed []Removed
	Files   []File
}

// Removed is a symbol that the index has no longer.
type Removed struct {
	Symbol string // the stable name
	Kind   string
	File   string // the path of its file
}

// File is a changed, new or removed file.
type File struct {
	Path string
	// Whole says that more of a Go file changed than the declarations in Symbols: imports, directives, or build constraints. A file that
	// the index has without types counts as a whole.
	Whole bool
}

// Test is a test that a change can reach: a Go function, or a file of another language.
type Test struct {
	ID       int32  `json:"-"` // 0 for a file
	Symbol   string `json:"symbol"`
	Name     string `json:"name"`
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`
	Package  string `json:"package"` // the directory
	Language string `json:"language"`
	Evidence string `json:"evidence"`        // static: uses lead to the change; interface: dynamic dispatch does; heuristic: imports do
	Depth    int    `json:"depth,omitempty"` // the number of uses, for static
	Via      string `json:"via,omitempty"`   // the first symbol on the way: the one that the test uses, or an initializer

	root      string // the directory of its Go module
	directory int
	viaID     int32
	whole     bool // all tests of its package are selected
}

// Cause is a changed file that selects tests by a rule, or that selects none.
type Cause struct {
	File  string `json:"file"`
	Rule  string `json:"rule"`
	Tests int    `json:"tests"`
}

// Selection has the tests that a change can reach, in the order of their places.
type Selection struct {
	Tests     []Test
	All       int      // the tests of the index
	Importing int      // the tests that package-level selection takes: those of all packages that import a changed one
	Causes    []Cause  // of the files that select tests as a whole
	Ignored   []string // the files that no build and no test reads
	Unreached []int32  // the changed functions that no test reaches
}

// The rules for files.
const (
	ruleImporters  = "the tests of its package and of all importers"
	rulePackage    = "the tests of its package"
	ruleHolder     = "the tests of the package that holds its folder"
	ruleBelow      = "the tests below the parent of its folder"
	ruleEmbedded   = "the tests of the packages that embed it, and of all importers"
	ruleImporting  = "the test files that import it"
	ruleEverything = "every test, because any code may depend on it"
	ruleGone       = "no test, because its package is gone"
)

// selector selects.
type selector struct {
	g        *graph
	f        *files
	selected map[int]*Test  // by the place in g.tests
	runs     map[int32]bool // the selected test files
	listed   map[int]bool   // the tests by imports alone
	out      *Selection
}

// Of selects the tests that a change can reach.
func Of(ctx context.Context, ix *queries.Index, c Change) (*Selection, error) {
	g, err := load(ctx, ix)
	if err != nil {
		return nil, err
	}
	f, err := loadFiles(ctx, ix)
	if err != nil {
		return nil, err
	}
	s := &selector{g: g, f: f, selected: map[int]*Test{}, runs: map[int32]bool{}, listed: map[int]bool{},
		out: &Selection{Tests: []Test{}, All: len(g.tests) + len(f.runs), Causes: []Cause{}, Ignored: []string{}, Unreached: []int32{}}}
	for _, r := range c.Removed {
		if err := s.removed(ctx, ix, r, &c); err != nil {
			return nil, err
		}
	}
	if err := s.symbols(ctx, ix, c.Symbols); err != nil {
		return nil, err
	}
	for i, f := range c.Files {
		same := func(o File) bool { return o.Path == f.Path }
		if slices.ContainsFunc(c.Files[:i], same) {
			continue
		}
		f.Whole = slices.ContainsFunc(c.Files[i:], func(o File) bool { return same(o) && o.Whole })
		s.file(f)
	}
	return s.result(), nil
}

// removed adds the change of a removed symbol. Users of a removed function, type or constant have changed too. A type that lost a method may
// get another one from a type that it embeds. A removed variable or init no longer runs in any program with its package.
func (s *selector) removed(ctx context.Context, ix *queries.Index, r Removed, c *Change) error {
	switch kind := schema.Kind(r.Kind); {
	case kind == schema.KindVariable || strings.Contains(r.Symbol, "#"):
		c.Files = append(c.Files, File{Path: r.File, Whole: true})
	case kind == schema.KindMethod || kind == schema.KindField || kind == schema.KindInterfaceMethod:
		holder := r.Symbol[:strings.LastIndexByte(r.Symbol, '.')]
		ids, err := queries.Collect(ctx, ix.Query, func(id *int32) []any { return []any{id} }, "SELECT symbol_id FROM symbols WHERE symbol = ?", holder)
		if err != nil {
			return fmt.Errorf("find the holder of %s: %w", r.Symbol, err)
		}
		c.Symbols = append(c.Symbols, ids...)
	}
	return nil
}

// symbols selects the tests that reach symbols.
func (s *selector) symbols(ctx context.Context, ix *queries.Index, changed []int32) error {
	if len(changed) == 0 {
		return nil
	}
	type row struct {
		id         int32
		path       string
		isFunction bool
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any { return []any{&r.id, &r.path, &r.isFunction} },
		changedSQL, changed)
	if err != nil {
		return fmt.Errorf("read the changed symbols: %w", err)
	}
	var ours, functions []int32
	reached := map[int32]bool{}
	directories := map[int]bool{}
	for _, r := range rows {
		if r.isFunction {
			functions = append(functions, r.id)
		}
		if s.g.has(r.id) {
			ours = append(ours, r.id)
			directories[s.g.nodes[r.id].directory] = true
			continue
		}
		if n := s.importing(r.path); n > 0 {
			reached[r.id] = true
		}
	}
	var tests []int
	for i, t := range s.g.tests {
		if slices.ContainsFunc(s.g.links(t.directory), func(d int) bool { return directories[d] }) {
			tests = append(tests, i)
			s.listed[i] = true
		}
	}
	e := s.g.explain(ours)
	s.g.eachWalk(tests, func(part []int, w *walk) {
		var all, sure set
		for _, id := range ours {
			by := w.of(id)
			all.or(by)
			sure.or(w.reached[id])
			if !by.isEmpty() {
				reached[id] = true
			}
		}
		for i, t := range part {
			if all.has(i) {
				s.add(t, e.test(w, i, s.g.tests[t], sure.has(i)))
			}
		}
	})
	for _, id := range functions {
		if !reached[id] {
			s.out.Unreached = append(s.out.Unreached, id)
		}
	}
	return s.named(ctx, ix)
}

// add selects a test. The first evidence stays: that of symbols comes before that of files.
func (s *selector) add(i int, t Test) {
	if s.selected[i] == nil {
		s.selected[i] = &t
	}
}

// where selects the tests of the directories for which keep holds, by imports.
func (s *selector) where(keep func(directory int) bool) (n int) {
	for i, t := range s.g.tests {
		if keep(t.directory) {
			t.Evidence = string(schema.EvidenceHeuristic)
			s.add(i, t)
			s.listed[i] = true
			n++
		}
	}
	return n
}

// importers selects the tests whose program has the code of a directory.
func (s *selector) importers(d int) int {
	return s.where(func(of int) bool { return slices.Contains(s.g.links(of), d) })
}

// everything selects every test.
func (s *selector) everything() int {
	for _, r := range s.f.runs {
		s.runs[r.id] = true
	}
	return s.where(func(int) bool { return true }) + len(s.f.runs)
}

// file selects the tests that a changed file can reach other than by its declarations.
func (s *selector) file(f File) {
	known, ok := s.f.byPath[f.Path]
	dir := path.Dir(f.Path)
	d, isGo := s.g.byPath[dir]
	name := path.Base(f.Path)
	n, rule := 0, ""
	switch {
	case strings.HasSuffix(name, ".go") && ok && known.isRead && !known.isFixture && !f.Whole:
		return
	case holder(f.Path) != "":
		n, rule = s.held(holder(f.Path))
	case s.f.embeds(f.Path) != nil:
		for _, of := range s.f.embeds(f.Path) {
			n += s.importers(s.g.byPath[of])
		}
		rule = ruleEmbedded
	case strings.HasPrefix(f.Path, "vendor/") || strings.Contains(f.Path, "/vendor/"):
		n, rule = s.everything(), ruleEverything
	case strings.HasSuffix(name, ".go") && !isGo:
		rule = ruleGone
	case strings.HasSuffix(name, "_test.go"):
		n, rule = s.where(func(of int) bool { return of == d }), rulePackage
	case isGo && (strings.HasSuffix(name, ".go") || slices.Contains(compiled, path.Ext(name))):
		n, rule = s.importers(d), ruleImporters
	case isIgnored(f.Path):
		s.out.Ignored = append(s.out.Ignored, f.Path)
		return
	case known.isRuled:
		n, rule = s.importing(f.Path), ruleImporting
	default:
		n, rule = s.everything(), ruleEverything
	}
	s.out.Causes = append(s.out.Causes, Cause{File: f.Path, Rule: rule, Tests: n})
}

// held selects the tests of the package around a folder of test data. When that has none, the tests of all folders below it may read the data.
func (s *selector) held(holder string) (n int, rule string) {
	if n = s.where(func(of int) bool { return s.g.directories[of].path == holder }); n > 0 {
		return n, ruleHolder
	}
	below := func(p string) bool { return holder == "." || p == holder || strings.HasPrefix(p, holder+"/") }
	n = s.where(func(of int) bool { return below(s.g.directories[of].path) })
	for _, r := range s.f.runs {
		if below(path.Dir(r.path)) {
			s.runs[r.id] = true
			n++
		}
	}
	return n, ruleBelow
}

// importing selects the test files that import a file.
func (s *selector) importing(path string) (n int) {
	f, ok := s.f.byPath[path]
	if !ok {
		return 0
	}
	users := s.f.users(f.id)
	for _, r := range s.f.runs {
		if users[r.id] {
			s.runs[r.id] = true
			n++
		}
	}
	return n
}

// named gives the steps of the selected tests the stable names of their first symbols.
func (s *selector) named(ctx context.Context, ix *queries.Index) error {
	ids := []int32{0} // the driver cannot bind an empty list
	for _, t := range s.selected {
		ids = append(ids, t.viaID)
	}
	type row struct {
		id     int32
		symbol string
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any { return []any{&r.id, &r.symbol} },
		"SELECT symbol_id, symbol FROM symbols WHERE list_contains($1::INTEGER[], symbol_id)", ids)
	names := map[int32]string{}
	for _, r := range rows {
		names[r.id] = r.symbol
	}
	for _, t := range s.selected {
		t.Via = names[t.viaID]
	}
	return err
}

// result lists the selected tests.
func (s *selector) result() *Selection {
	partly := map[string]bool{}
	for i, t := range s.g.tests {
		partly[t.Package] = partly[t.Package] || s.selected[i] == nil
	}
	for i := range s.g.tests {
		if t := s.selected[i]; t != nil {
			t.whole = !partly[t.Package]
			s.out.Tests = append(s.out.Tests, *t)
		}
	}
	for _, r := range s.f.runs {
		if s.runs[r.id] {
			s.out.Tests = append(s.out.Tests, Test{Symbol: r.path, Name: path.Base(r.path), File: r.path, Package: path.Dir(r.path), Language: r.language,
				Evidence: string(schema.EvidenceHeuristic)})
		}
	}
	s.out.Importing = len(s.listed) + len(s.runs)
	return s.out
}

// Untested returns the functions that no test can reach, by their symbol ids. Generated and untyped code counts; tests do not.
func Untested(ctx context.Context, ix *queries.Index) ([]int32, error) {
	g, err := load(ctx, ix)
	if err != nil {
		return nil, err
	}
	f, err := loadFiles(ctx, ix)
	if err != nil {
		return nil, err
	}
	type row struct{ id, file int32 }
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any { return []any{&r.id, &r.file} }, functionsSQL)
	if err != nil {
		return nil, fmt.Errorf("read the functions: %w", err)
	}
	reached := map[int32]bool{}
	all := make([]int, len(g.tests))
	for i := range all {
		all[i] = i
	}
	g.eachWalk(all, func(_ []int, w *walk) {
		for _, r := range rows {
			if g.has(r.id) && !reached[r.id] && !w.of(r.id).isEmpty() {
				reached[r.id] = true
			}
		}
	})
	used := f.reached()
	out := []int32{}
	for _, r := range rows {
		if !reached[r.id] && !used[r.file] {
			out = append(out, r.id)
		}
	}
	return out, nil
}
