// Package golang reads the Go files of a tree: it type-checks what can be
// type-checked, and writes symbols, calls, references and types from what the
// type checker says, not from names.
//
// # Terms
//
// A source is a Go file of the tree. A node is one package to check: a package,
// one of its test variants, or a dependency; a file may be held by several nodes,
// and one of them owns it and writes its rows. A symbol is numbered by where its
// name stands, so that every node comes to the same number for the same
// declaration, whichever variant of it the type checker shows.
//
// # How far the rows are true
//
// Calls and references of a type-checked file are what the type checker says. A
// file outside the chosen build, or of a module that could not be listed, is
// parsed without types: its declarations are there, its calls are matched by
// scope, import and name (heuristic) or not at all (unresolved), and its other
// references are not there. A file that the build has and the tree has not, because git
// ignores it, is type-checked without its bodies and has no rows: a diagnostic says so.
//
// # Limitations
//
// One build is read: the chosen operating system, architecture and tags. Go files that
// git ignores and only another build has are not noticed. What
// cgo generates is not seen: names of C are matched by name. Code that a panic of
// the type checker hides is reported and left untyped.
package golang

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Go.
func New() extract.Extractor { return extractor{} }

type extractor struct{}

// Language returns "go".
func (extractor) Language() string { return "go" }

// extraction is one run.
type extraction struct {
	cfg         extract.Config
	tree        *extract.Tree
	fset        *token.FileSet
	sizes       types.Sizes
	layout      *layout
	tool        *toolchain // nil when there is no go command
	sources     []*source  // by path
	byName      map[string]*parsedFile
	parsedOf    map[*source]*parsedFile
	graph       *graph
	published   map[string]string // directories of packages by import path, of which a listing holds a published version too
	outsiders   *outsiders
	outsideBase int32
	inits       *inits
	types       *typeNotes
	compared    map[int32]bool               // the interfaces that the tree declares and that types were compared with, and their methods
	through     map[int32]map[int32]*through // what is called through interfaces that have it from others, by those and the method
	unseen      unseen                       // types of which nobody knows the methods
	standard    sync.Map                     // import path to whether it is of the standard library
	paths       map[string]*types.Package    // checked packages by import path
	pathsOnce   sync.Once
	names       map[string]string // declared package name by directory, test packages aside
	all         found             // rows that belong to no node
}

// Extract reads the Go files of the tree. Whatever it cannot read becomes
// diagnostics; an error is a cancelled context, or a fault of this program.
func (extractor) Extract(ctx context.Context, cfg extract.Config, tree *extract.Tree) (*extract.Code, error) {
	x := &extraction{cfg: cfg, tree: tree, fset: token.NewFileSet(), byName: map[string]*parsedFile{}, parsedOf: map[*source]*parsedFile{},
		sizes: types.SizesFor("gc", cfg.GOARCH), graph: &graph{byKey: map[string]*node{}}, types: newTypeNotes(), names: map[string]string{}}
	if !slices.ContainsFunc(tree.Files, isSource) {
		return &extract.Code{}, nil
	}
	x.findToolchain(ctx)
	if err := x.collect(); err != nil {
		return nil, err
	}
	if err := x.load(ctx); err != nil {
		return nil, err
	}
	typed, err := x.checkAll(ctx)
	if err != nil {
		return nil, err
	}
	untyped, err := x.untyped(ctx, typed)
	if err != nil {
		return nil, err
	}
	x.findThrough(typed)
	related := x.relate(ctx, typed, untyped)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return x.finish(append(append(typed, untyped...), related, &x.all)), nil
}

func isSource(f *extract.File) bool { return f.Row.Language == "go" && f.Content != nil }

// findToolchain looks for the go command; without one nothing is type-checked.
func (x *extraction) findToolchain(ctx context.Context) {
	tool, err := newToolchain(ctx, x.cfg)
	if err != nil {
		x.loadProblem(".", schema.SeverityError, "no Go package is type-checked: "+err.Error())
		return
	}
	x.tool = tool
}

// scrub takes the paths of the machine out of a message and puts it on one line.
func (x *extraction) scrub(msg string) string {
	places := extract.Around(x.tree.Root)
	if x.tool != nil {
		places = append(places, extract.Place{Path: x.tool.modules, Name: "$GOMODCACHE"}, extract.Place{Path: x.tool.goroot, Name: "$GOROOT"})
	}
	return extract.Scrub(strings.Join(strings.Fields(msg), " "), places...)
}

// collect lists the sources and numbers them.
func (x *extraction) collect() error {
	dirs := map[string]bool{}
	for _, f := range x.tree.Files {
		if !isSource(f) || f.Row.IsTest && !x.cfg.Tests {
			continue
		}
		s := &source{file: f, path: f.Row.FilePath, dir: f.Row.ModulePath, isTest: f.Row.IsTest}
		x.sources = append(x.sources, s)
		dirs[s.dir] = true
	}
	list := make([]string, 0, len(dirs))
	for d := range dirs {
		list = append(list, d)
	}
	x.layout = newLayout(x.tree, list)
	for _, f := range x.tree.Files {
		if path.Base(f.Row.FilePath) == "go.mod" && f.Row.Status == schema.StatusSkipped {
			x.loadProblem(f.Row.ModulePath, schema.SeverityWarning, "go.mod is not read, because it is not a regular file; its folder is taken for a part of what is around it")
		}
	}
	next := int64(1)
	for _, s := range x.sources {
		s.base = int32(next)
		if next += int64(len(s.file.Content)) + 1; next > 1<<30 {
			return fmt.Errorf("read Go files: more than 1 GiB of Go code is more than this program can number")
		}
		x.readPackage(s)
		f := &parsedFile{name: filepath.Join(x.tree.Root, filepath.FromSlash(s.path)), source: s}
		x.byName[f.name], x.parsedOf[s] = f, f
	}
	x.namePackages()
	for _, s := range x.sources {
		x.placeSource(s)
	}
	x.inits = &inits{next: int32(next), byKey: map[string]*initOf{}}
	x.outsideBase = int32(next) + 3*int32(len(list)) // a directory has at most three synthetic functions
	x.outsiders = &outsiders{next: x.outsideBase, rows: map[string]*schema.Symbol{}}
	return nil
}

func (x *extraction) phase(name string, steps int) {
	if x.cfg.Progress != nil {
		x.cfg.Progress.Phase(name, steps)
	}
}

func (x *extraction) done(n int) {
	if x.cfg.Progress != nil {
		x.cfg.Progress.Done(n)
	}
}

// severity is how bad a fault in a folder is: what the go command passes over is
// often broken on purpose.
func (x *extraction) severity(dir string) schema.Severity {
	if isFixture(dir) {
		return schema.SeverityWarning
	}
	return schema.SeverityError
}
