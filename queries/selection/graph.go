package selection

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed prepare.sql
	prepareSQL string
	//go:embed directories.sql
	directoriesSQL string
	//go:embed links.sql
	linksSQL string
	//go:embed tests.sql
	testsSQL string
	//go:embed symbols.sql
	symbolsSQL string
	//go:embed uses.sql
	usesSQL string
	//go:embed dispatch.sql
	dispatchSQL string
	//go:embed linked.sql
	linkedSQL string
)

// graph has the Go code of an index: the tests, and the ways from them to other symbols.
type graph struct {
	directories []directory
	byPath      map[string]int
	tests       []Test  // in the order of directories
	nodes       []node  // by symbol id
	starts      []int32 // the symbols that run in each program with their code

	linkedTo map[int][]int // the results of links
}

// directory is a directory with Go files.
type directory struct {
	path            string
	isBroken        bool // the index lacks facts about its code
	importsBack     bool // it imports external packages that import the repository
	imports         []int
	importedByTests []int // by tests only
}

// node is a symbol of the repository. The zero value is a symbol of another language.
type node struct {
	directory                   int // -1 for none
	isTest, isField, isVariable bool
	container                   int32
	uses                        []int32
	dispatch                    []dispatch
}

// dispatch is a method that runs when tests reach this symbol and another one.
type dispatch struct{ with, method int32 }

// benchmark matches the functions that go test -run does not run.
var benchmark = regexp.MustCompile(`^Benchmark(\P{Ll}|$)`)

func isExample(name string) bool { return strings.HasPrefix(name, "Example") }

// expected matches the comment with the output of an example.
var expected = regexp.MustCompile(`(?im)^\s*//\s*(unordered )?output:`)

// prints reports whether an example has an output. Without one the test runner compiles it and does not run it.
func prints(text string, first, last int) bool {
	lines := strings.Split(text, "\n")
	return expected.MatchString(strings.Join(lines[first-1:min(last, len(lines))], "\n"))
}

// load reads the graph.
func load(ctx context.Context, ix *queries.Index) (*graph, error) {
	if err := ix.RunOnce(ctx, prepareSQL); err != nil {
		return nil, err
	}
	g := &graph{byPath: map[string]int{}, linkedTo: map[int][]int{}}
	for _, step := range []struct {
		name string
		read func(context.Context, *queries.Index) error
	}{{"directories", g.readDirectories}, {"tests", g.readTests}, {"symbols", g.readSymbols}, {"uses", g.readUses}} {
		if err := step.read(ctx, ix); err != nil {
			return nil, fmt.Errorf("read the %s: %w", step.name, err)
		}
	}
	return g, nil
}

func (g *graph) readDirectories(ctx context.Context, ix *queries.Index) (err error) {
	g.directories, err = queries.Collect(ctx, ix.Query, func(d *directory) []any { return []any{&d.path, &d.isBroken, &d.importsBack} }, directoriesSQL)
	if err != nil {
		return err
	}
	for i, d := range g.directories {
		g.byPath[d.path] = i
	}
	type link struct {
		from, to string
		tests    bool
	}
	links, err := queries.Collect(ctx, ix.Query, func(l *link) []any { return []any{&l.from, &l.to, &l.tests} }, linksSQL)
	for _, l := range links {
		from, ok := g.byPath[l.from]
		to, known := g.byPath[l.to]
		switch d := &g.directories[from]; {
		case !ok || !known:
		case l.tests:
			d.importedByTests = append(d.importedByTests, to)
		default:
			d.imports = append(d.imports, to)
		}
	}
	return err
}

// links returns the directories whose code is in the test program of a directory. They may be all when external code in it imports the
// repository.
func (g *graph) links(d int) []int {
	if found, ok := g.linkedTo[d]; ok {
		return found
	}
	seen := map[int]bool{d: true}
	found := []int{d}
	visit := func(all []int) {
		for _, to := range all {
			if !seen[to] {
				seen[to] = true
				found = append(found, to)
			}
		}
	}
	visit(g.directories[d].importedByTests)
	for i := 0; i < len(found); i++ {
		visit(g.directories[found[i]].imports)
	}
	if slices.ContainsFunc(found, func(l int) bool { return g.directories[l].importsBack }) {
		for l := range g.directories {
			visit([]int{l})
		}
	}
	g.linkedTo[d] = found
	return found
}

func (g *graph) readTests(ctx context.Context, ix *queries.Index) error {
	type row struct {
		Test
		end  int
		file int32
	}
	all, err := queries.Collect(ctx, ix.Query, func(r *row) []any {
		return []any{&r.ID, &r.Symbol, &r.Name, &r.File, &r.Package, &r.Line, &r.end, &r.file, &r.Language, &r.root}
	}, testsSQL)
	if err != nil {
		return err
	}
	var files []int32 // with examples
	for _, r := range all {
		if isExample(r.Name) {
			files = append(files, r.file)
		}
	}
	texts, err := ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	for _, r := range all {
		r.directory = g.byPath[r.Package]
		text, known := texts[r.file]
		switch {
		case r.Name == "TestMain":
			g.starts = append(g.starts, r.ID)
		case benchmark.MatchString(r.Name) || isExample(r.Name) && known && !prints(text, r.Line, r.end):
		default:
			g.tests = append(g.tests, r.Test)
		}
	}
	return nil
}

func (g *graph) readSymbols(ctx context.Context, ix *queries.Index) error {
	type row struct {
		id, container   int32
		directory, kind string
		isTest, starts  bool
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any {
		return []any{&r.id, &r.directory, &r.isTest, &r.kind, &r.container, &r.starts}
	}, symbolsSQL)
	if err != nil {
		return err
	}
	var last int32
	for _, r := range rows {
		last = max(last, r.id)
	}
	g.nodes = make([]node, last+1)
	for i := range g.nodes {
		g.nodes[i].directory = -1
	}
	for _, r := range rows {
		d, ok := g.byPath[r.directory]
		if !ok {
			continue
		}
		kind := schema.Kind(r.kind)
		g.nodes[r.id] = node{directory: d, isTest: r.isTest, container: r.container, isField: kind == schema.KindField,
			isVariable: kind == schema.KindVariable && r.container == 0}
		if r.starts {
			g.starts = append(g.starts, r.id)
		}
	}
	return nil
}

func (g *graph) readUses(ctx context.Context, ix *queries.Index) error {
	type use struct{ from, to int32 }
	uses, err := queries.Collect(ctx, ix.Query, func(u *use) []any { return []any{&u.from, &u.to} }, usesSQL)
	if err != nil {
		return err
	}
	for _, u := range uses {
		if g.has(u.from) && g.has(u.to) {
			g.nodes[u.from].uses = append(g.nodes[u.from].uses, u.to)
		}
	}
	type way struct{ caller, holder, method int32 }
	ways, err := queries.Collect(ctx, ix.Query, func(w *way) []any { return []any{&w.caller, &w.holder, &w.method} }, dispatchSQL)
	if err != nil {
		return err
	}
	for _, w := range ways {
		if !g.has(w.method) {
			continue
		}
		first, second := w.caller, w.holder
		if !g.has(first) {
			first, second = second, 0
		}
		switch {
		case !g.has(first):
			g.starts = append(g.starts, w.method)
		case !g.has(second) || first == second:
			g.nodes[first].dispatch = append(g.nodes[first].dispatch, dispatch{0, w.method})
		default:
			g.nodes[first].dispatch = append(g.nodes[first].dispatch, dispatch{second, w.method})
			g.nodes[second].dispatch = append(g.nodes[second].dispatch, dispatch{first, w.method})
		}
	}
	linked, err := queries.Collect(ctx, ix.Query, func(id *int32) []any { return []any{id} }, linkedSQL)
	for _, id := range linked {
		if g.has(id) {
			g.starts = append(g.starts, id)
		}
	}
	return err
}

// has reports whether a symbol is Go code of the repository.
func (g *graph) has(id int32) bool {
	return id > 0 && int(id) < len(g.nodes) && g.nodes[id].directory >= 0
}

// eachWalk walks from the tests of a list, a part of them at a time.
func (g *graph) eachWalk(tests []int, visit func(part []int, w *walk)) {
	for part := range slices.Chunk(tests, width) {
		visit(part, g.walk(part))
	}
}
