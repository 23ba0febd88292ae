package load

import (
	"fmt"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Node is one package to check: a package, a test variant of one, or a
// dependency. Packages that several modules list alike are one node.
type Node struct {
	Order     int    // dependencies come before dependents
	Path      string // import path, as types.Package has it; `p_test` for external tests
	ForTest   string // of a test variant the import path of the package under test
	Name      string
	Dir       string // on the machine
	standard  bool
	ours      bool      // of a module of the tree: a main one of a listing, or the standard library's when that is the tree
	Cgo       bool      // has files that import "C"
	modules   []*Module // in whose listings it is
	GoVersion string
	files     []string         // paths on the machine, sorted
	Imports   map[string]*Node // by the path as written
	Problem   string           // the error of the listing
	ProblemAt string           // its position, from the root; may be empty
	Owned     []*Source        // the files of the tree whose rows come from it

	ImportsBack bool // it is of no module of the tree, and imports a package of one, directly or through others

	LooksUp bool // it, or a package that it imports, looks methods up by reflection

	waiting    int     // nodes that must be checked first and are not
	needed     int     // nodes that need its package and are not checked
	needs      []*Node // the nodes that it waited for
	dependents []*Node // the nodes that wait for it
	Pkg        *types.Package
}

// graph is every node of every module of the tree.
type graph struct {
	Nodes []*Node // in dependency order
	byKey map[string]*Node
}

// add turns a module's listing into nodes. Two nodes are one when their path,
// folder, files and language version agree and their imports are the same nodes.
func (g *graph) add(m *Module, pkgs []*listed) {
	b := &builder{g: g, module: m, listed: make(map[string]*listed, len(pkgs)), done: map[string]*Node{}}
	for _, p := range pkgs {
		b.listed[p.ImportPath] = p
	}
	for _, p := range pkgs {
		if !p.DepOnly { // packages that only the generated main of a test imports are not in the import closure of the tree
			b.node(p.ImportPath)
		}
	}
}

type builder struct {
	g      *graph
	module *Module
	listed map[string]*listed
	done   map[string]*Node // nil while in progress, which cuts cycles
}

func (b *builder) node(id string) *Node {
	if n, ok := b.done[id]; ok {
		return n
	}
	p := b.listed[id]
	if p == nil || id == "C" || strings.HasSuffix(id, ".test") && p.Name == "main" && p.ForTest == "" && isTestMain(p) {
		return nil
	}
	b.done[id] = nil
	n := &Node{Path: importPath(p.ImportPath), ForTest: p.ForTest, Name: p.Name, Dir: p.Dir, standard: p.Standard, Cgo: len(p.CgoFiles) > 0,
		Imports: make(map[string]*Node, len(p.Imports))}
	if p.Module != nil {
		n.GoVersion = checkerVersion(p.Module.GoVersion)
	}
	if p.Error != nil {
		n.Problem = p.Error.Err
		if p.Error.Pos != "" && !filepath.IsAbs(p.Error.Pos) {
			n.ProblemAt = path.Join(b.module.dir, filepath.ToSlash(p.Error.Pos))
		}
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
	fmt.Fprintf(&key, "%s\x00%s\x00%s\x00%s\x00%s", p.ImportPath, p.Dir, n.GoVersion, n.Problem, strings.Join(n.files, "\x00"))
	for _, id := range p.Imports {
		dep := b.node(id)
		if dep == nil {
			continue
		}
		w := id
		if x, ok := written[id]; ok {
			w = x
		}
		n.Imports[w] = dep
		fmt.Fprintf(&key, "\x00%s=%d", w, dep.Order)
	}
	if same, ok := b.g.byKey[key.String()]; ok {
		n = same
	} else {
		n.Order = len(b.g.Nodes)
		b.g.byKey[key.String()] = n
		b.g.Nodes = append(b.g.Nodes, n)
	}
	n.ours = n.ours || b.isOurs(p)
	for _, dep := range n.Imports {
		n.ImportsBack = n.ImportsBack || !n.ours && (dep.ours && !dep.standard || dep.ImportsBack)
	}
	n.modules = append(n.modules, b.module)
	b.done[id] = n
	return n
}

// isOurs reports whether a package is of the module that is listed, or of another that is worked
// on with it. Those of the toolchain's own folders have no module.
func (b *builder) isOurs(p *listed) bool {
	if p.Module == nil {
		return b.module.Path == "std" || b.module.Path == "cmd"
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
func (n *Node) isOwnTest() bool { return n.ForTest != "" && n.ForTest == n.Path }

// isXTest reports whether n is the external tests of a package.
func (n *Node) isXTest() bool { return n.ForTest != "" && n.Path == n.ForTest+"_test" }

// Rank orders the nodes that hold one file by their claim to its rows: the plain
// package, then the test variants of the package itself, then any other.
func (n *Node) Rank() int {
	switch {
	case n.ForTest == "":
		return 0
	case n.isOwnTest(), n.isXTest():
		return 1
	}
	return 2
}
