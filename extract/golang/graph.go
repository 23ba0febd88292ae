package golang

import (
	"fmt"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// node is one package to check: a package, a test variant of one, or a
// dependency. Packages that several modules list alike are one node.
type node struct {
	order     int    // dependencies come before dependents
	path      string // import path, as types.Package has it; `p_test` for external tests
	forTest   string // of a test variant the import path of the package under test
	name      string
	dir       string // on the machine
	standard  bool
	ours      bool      // of a module of the tree: a main one of a listing, or the standard library's when that is the tree
	cgo       bool      // has files that import "C"
	modules   []*module // in whose listings it is
	goVersion string
	files     []string         // paths on the machine, sorted
	imports   map[string]*node // by the path as written
	problem   string           // what the listing says is wrong with it
	owned     []*source        // the files of the tree whose rows come from it

	waiting    int     // nodes that must be checked first and are not
	needed     int     // nodes that need its package and are not checked
	needs      []*node // what it waited for
	dependents []*node // what waits for it
	pkg        *types.Package
}

// graph is every node of every module of the tree.
type graph struct {
	nodes []*node // in dependency order
	byKey map[string]*node
}

// add turns a module's listing into nodes. Two nodes are one when their path,
// folder, files and language version agree and their imports are the same nodes.
func (g *graph) add(m *module, pkgs []*listed) {
	b := &builder{g: g, module: m, listed: make(map[string]*listed, len(pkgs)), done: map[string]*node{}}
	for _, p := range pkgs {
		b.listed[p.ImportPath] = p
	}
	for _, p := range pkgs {
		if !p.DepOnly { // what only the generated main of a test imports is no part of the tree's import closure
			b.node(p.ImportPath)
		}
	}
}

type builder struct {
	g      *graph
	module *module
	listed map[string]*listed
	done   map[string]*node // nil while in progress, which cuts cycles
}

func (b *builder) node(id string) *node {
	if n, ok := b.done[id]; ok {
		return n
	}
	p := b.listed[id]
	if p == nil || id == "C" || strings.HasSuffix(id, ".test") && p.Name == "main" && p.ForTest == "" && isTestMain(p) {
		return nil
	}
	b.done[id] = nil
	n := &node{path: importPath(p.ImportPath), forTest: p.ForTest, name: p.Name, dir: p.Dir, standard: p.Standard, cgo: len(p.CgoFiles) > 0,
		imports: make(map[string]*node, len(p.Imports))}
	if p.Module != nil {
		n.goVersion = checkerVersion(p.Module.GoVersion)
	}
	if p.Error != nil {
		n.problem = p.Error.Err
	}
	for _, f := range slices.Concat(p.GoFiles, p.CgoFiles) {
		if !filepath.IsAbs(f) {
			f = filepath.Join(p.Dir, f)
		}
		n.files = append(n.files, f)
	}
	slices.Sort(n.files)
	written := map[string]string{} // resolved id to path as written
	for w, id := range p.ImportMap {
		written[id] = w
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%s\x00%s\x00%s\x00%s\x00%s", p.ImportPath, p.Dir, n.goVersion, n.problem, strings.Join(n.files, "\x00"))
	for _, id := range p.Imports {
		dep := b.node(id)
		if dep == nil {
			continue
		}
		w := id
		if x, ok := written[id]; ok {
			w = x
		}
		n.imports[w] = dep
		fmt.Fprintf(&key, "\x00%s=%d", w, dep.order)
	}
	if same, ok := b.g.byKey[key.String()]; ok {
		n = same
	} else {
		n.order = len(b.g.nodes)
		b.g.byKey[key.String()] = n
		b.g.nodes = append(b.g.nodes, n)
	}
	n.ours = n.ours || b.isOurs(p)
	n.modules = append(n.modules, b.module)
	b.done[id] = n
	return n
}

// isOurs reports whether a package is of the module that is listed, or of another that is worked
// on with it. Those of the toolchain's own folders have no module.
func (b *builder) isOurs(p *listed) bool {
	if p.Module == nil {
		return b.module.path == "std" || b.module.path == "cmd"
	}
	return p.Module.Main
}

// isTestMain tells the main package that the go command makes for a test from a
// package whose path happens to end in .test: its one file is not in its folder.
func isTestMain(p *listed) bool {
	return len(p.GoFiles) == 0 || len(p.GoFiles) == 1 && strings.HasSuffix(p.GoFiles[0], "_testmain.go") || filepath.IsAbs(p.GoFiles[0])
}

// importPath cuts the variant from the id of a listed package: `p [q.test]` is p.
func importPath(id string) string {
	p, _, _ := strings.Cut(id, " ")
	return p
}

// isOwnTest reports whether n is the package of that path with its own test files.
func (n *node) isOwnTest() bool { return n.forTest != "" && n.forTest == n.path }

// isXTest reports whether n is the external tests of a package.
func (n *node) isXTest() bool { return n.forTest != "" && n.path == n.forTest+"_test" }

// rank orders the nodes that hold one file by their claim to its rows: the plain
// package, then the test variants of the package itself, then any other.
func (n *node) rank() int {
	switch {
	case n.forTest == "":
		return 0
	case n.isOwnTest(), n.isXTest():
		return 1
	}
	return 2
}
