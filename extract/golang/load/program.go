// Package load lists the packages of the Go modules of a tree with the go command, and parses and type-checks their files. A Program holds
// the sources of the tree and a graph of nodes, in which dependencies come before dependents.
//
// A source is a Go file of the tree. A node is one package to check: a package, one of its test variants, or a dependency. Several nodes
// may hold a file; one of them owns it.
package load

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// Program is the Go code of a tree and its dependencies.
type Program struct {
	Cfg         extract.Config
	Tree        *extract.Tree
	Fset        *token.FileSet
	sizes       types.Sizes
	Layout      *layout
	Tool        *toolchain // nil when there is no go command
	Sources     []*Source  // by path
	ByName      map[string]*ParsedFile
	ParsedOf    map[*Source]*ParsedFile
	Graph       *graph
	Outside     []string          // the modules of the module cache that the build reads, as folders of the cache
	IsPinned    bool              // nothing but the tree, the toolchain and these modules decides the rows
	Published   map[string]string // directories of packages by import path, of which a listing holds a published version too
	Names       map[string]string // declared package name by directory, test packages aside
	Known       map[string]bool   // the import paths of the dependencies of packages outside the tree that import some of it
	Ignored     []ignoredFile
	UsedAround  bool  // code around the root may use exported symbols of the tree
	Next        int32 // the first number that no declaration of a source has
	Diagnostics []schema.Diagnostic
}

// loadTree lists and places the Go files of a tree. Its problems become diagnostics; an error is a cancelled context, or more code
// than can be numbered.
func Load(ctx context.Context, cfg extract.Config, tree *extract.Tree) (*Program, error) {
	x := &Program{Cfg: cfg, Tree: tree, Fset: token.NewFileSet(), ByName: map[string]*ParsedFile{}, ParsedOf: map[*Source]*ParsedFile{},
		sizes: types.SizesFor("gc", cfg.GOARCH), Graph: &graph{byKey: map[string]*Node{}}, Names: map[string]string{}}
	x.findToolchain(ctx)
	if err := x.collect(); err != nil {
		return nil, err
	}
	if err := x.noteAround(ctx); err != nil {
		return nil, err
	}
	return x, x.load(ctx)
}

// IsSource reports whether a file of a tree is a source.
func IsSource(f *extract.File) bool { return f.Row.Language == "go" && f.Content != nil }

// findToolchain looks for the go command; without one nothing is type-checked.
func (x *Program) findToolchain(ctx context.Context) {
	tool, err := newToolchain(ctx, x.Cfg)
	if err != nil {
		x.loadProblem(schema.CodeToolchain, ".", schema.SeverityError, "no Go package is type-checked: "+err.Error())
		return
	}
	x.Tool = tool
}

// Scrub takes the paths of the machine out of a message and puts it on one line.
func (x *Program) Scrub(msg string) string {
	places := extract.Around(x.Tree.Root)
	if x.Tool != nil {
		places = append(places, extract.Place{Path: x.Tool.modules, Name: "$GOMODCACHE"}, extract.Place{Path: x.Tool.Goroot, Name: "$GOROOT"})
	}
	return extract.Scrub(strings.Join(strings.Fields(msg), " "), places...)
}

// collect lists the sources and numbers them.
func (x *Program) collect() error {
	dirs := map[string]bool{}
	for _, f := range x.Tree.Files {
		if !IsSource(f) || f.Row.IsTest && !x.Cfg.Tests {
			continue
		}
		s := &Source{File: f, Path: f.Row.FilePath, Dir: f.Row.ModulePath, IsTest: f.Row.IsTest}
		x.Sources = append(x.Sources, s)
		dirs[s.Dir] = true
	}
	list := make([]string, 0, len(dirs))
	for d := range dirs {
		list = append(list, d)
	}
	x.Layout = newLayout(x.Tree, list)
	for _, f := range x.Tree.Files {
		if path.Base(f.Row.FilePath) == "go.mod" && f.Row.Status == schema.StatusSkipped {
			x.loadProblem(schema.CodeConfiguration, f.Row.ModulePath, schema.SeverityWarning, "go.mod is not read, because it is not a regular file; its folder is taken for a part of what is around it")
		}
	}
	next := int64(1)
	for _, s := range x.Sources {
		s.base = int32(next)
		if next += int64(len(s.File.Content)) + 1; next > 1<<30 {
			return fmt.Errorf("read Go files: more than 1 GiB of Go code is more than this program can number")
		}
		x.readPackage(s)
		f := &ParsedFile{Name: filepath.Join(x.Tree.Root, filepath.FromSlash(s.Path)), Source: s}
		x.ByName[f.Name], x.ParsedOf[s] = f, f
	}
	x.namePackages()
	for _, s := range x.Sources {
		x.placeSource(s)
	}
	x.Next = int32(next)
	return nil
}

func (x *Program) Phase(name string, steps int) {
	if x.Cfg.Progress != nil {
		x.Cfg.Progress.Phase(name, steps)
	}
}

func (x *Program) Done(n int) {
	if x.Cfg.Progress != nil {
		x.Cfg.Progress.Done(n)
	}
}

// Severity returns the severity of a fault in a folder. Folders that the go command passes over are often broken on purpose.
func (x *Program) Severity(dir string) schema.Severity {
	if language.IsGoFixture(dir) {
		return schema.SeverityWarning
	}
	return schema.SeverityError
}
