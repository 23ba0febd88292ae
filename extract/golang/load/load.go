package load

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/schema"
)

// load lists every module and turns the listings into nodes. A listing that
// fails leaves its module without types.
func (x *Program) load(ctx context.Context) error {
	if x.Tool == nil {
		return ctx.Err()
	}
	modules := x.activeModules()
	x.Phase("listing Go packages", len(modules))
	listings := make([][]*listed, len(modules))
	errs := make([]error, len(modules))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, x.Cfg.Jobs))
	for i, m := range modules {
		g.Go(func() error {
			listings[i], errs[i] = x.Tool.list(gctx, x.Cfg, x.Tree, m)
			x.Done(1)
			return gctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i, m := range modules {
		if errs[i] != nil {
			severity := schema.SeverityError
			if m.fixture {
				severity = schema.SeverityWarning
			}
			x.loadProblem(schema.CodePackageNotListed, m.dir, severity, "the packages of this module could not be listed: "+errs[i].Error())
		}
		x.Graph.add(m, listings[i])
	}
	x.assign()
	x.noteUnlisted()
	x.findPublished()
	x.noteIgnored()
	if errors.Join(errs...) == nil {
		x.Outside, x.IsPinned = x.outside()
	}
	return nil
}

// noteUnlisted adds a diagnostic for each package of which the go command listed no file, although the build has some: their code has no
// types. The go command passes over fixtures and vendored folders.
func (x *Program) noteUnlisted() {
	listed, inBuild := map[string]bool{}, map[string]bool{}
	for _, s := range x.Sources {
		listed[s.Dir] = listed[s.Dir] || s.Owner != nil
		inBuild[s.Dir] = inBuild[s.Dir] || s.InBuild && !s.File.Row.IsFixture && !folder.InVendorFolder(s.Path)
	}
	for _, d := range x.Diagnostics { // the folder of a module that could not be listed
		listed[d.ModulePath] = listed[d.ModulePath] || d.Code == schema.CodePackageNotListed
	}
	for dir, is := range inBuild {
		if is && !listed[dir] {
			x.loadProblem(schema.CodePackageNotListed, dir, schema.SeverityWarning, "the go command did not list the package of this folder, and its code is read without types")
		}
	}
}

// findPublished notes the packages of the tree of which a module of it uses a published version.
// A package without a go.mod, or one in an input of tests,
// may have the path of another by chance: it is none.
func (x *Program) findPublished() {
	x.Published = map[string]string{}
	for _, n := range x.Graph.Nodes {
		dir, ok := x.Layout.ByPath[n.Path]
		if !ok || n.standard || x.Layout.Managed[dir].synthetic || x.Layout.Managed[dir].fixture {
			continue
		}
		if n.Dir != filepath.Join(x.Tree.Root, filepath.FromSlash(dir)) {
			x.Published[n.Path] = dir
		}
	}
}

// activeModules returns the modules that hold a source, the outermost first.
func (x *Program) activeModules() []*Module {
	known := map[*Module]bool{}
	for _, m := range x.Layout.Managed {
		known[m] = true
	}
	var out []*Module
	for _, m := range slices.Backward(x.Layout.Modules) {
		if known[m] {
			out = append(out, m)
		}
	}
	return out
}

func (x *Program) loadProblem(code schema.DiagnosticCode, dir string, severity schema.Severity, msg string) {
	x.Diagnostics = append(x.Diagnostics, schema.Diagnostic{ModulePath: dir, Stage: schema.StageLoad, Code: code,
		Severity: severity, Message: x.Scrub(msg)})
}

// assign gives every source that some node holds its owner, and every node the
// files it needs.
func (x *Program) assign() {
	x.dropStrangers()
	byRank := slices.Clone(x.Graph.Nodes)
	slices.SortStableFunc(byRank, func(a, b *Node) int { return a.Rank() - b.Rank() })
	for _, n := range byRank {
		home := x.homeOf(n)
		for _, name := range n.files {
			if f := x.ByName[name]; f != nil && f.Source != nil && f.Source.Owner == nil && home {
				x.own(n, f.Source)
			}
		}
	}
	for _, n := range byRank { // sources that no listing of their module has
		for _, name := range n.files {
			if f := x.ByName[name]; f != nil && f.Source != nil && f.Source.Owner == nil {
				x.own(n, f.Source)
			}
		}
	}
	x.adopt(byRank)
	for _, n := range x.Graph.Nodes {
		for _, name := range n.files {
			f := x.ByName[name]
			if f == nil {
				f = &ParsedFile{Name: name, below: strings.HasPrefix(name, x.Tree.Root+string(filepath.Separator))}
				x.ByName[name] = f
			}
			f.users.Add(1)
		}
	}
}

// dropStrangers takes files out of nodes that declare another package than the
// node's: of a folder with two packages the go command lists every file as one.
func (x *Program) dropStrangers() {
	for _, n := range x.Graph.Nodes {
		n.files = slices.DeleteFunc(n.files, func(name string) bool {
			f := x.ByName[name]
			return f != nil && n.Name != "" && f.Source.PackageName != "" && f.Source.PackageName != n.Name
		})
	}
}

// homeOf reports whether a node is in the listing of its module.
func (x *Program) homeOf(n *Node) bool {
	rel, err := filepath.Rel(x.Tree.Root, n.Dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	return slices.Contains(n.modules, x.Layout.Managed[filepath.ToSlash(rel)])
}

func (x *Program) own(n *Node, s *Source) {
	s.Owner = n
	s.Xtest = n.isXTest()
	n.Owned = append(n.Owned, s)
}

// adopt gives files that the go command left out of a package, because they do
// not parse, to the package of their folder.
func (x *Program) adopt(nodes []*Node) {
	plain := map[string]*Node{}
	for _, n := range nodes {
		if n.ForTest == "" && len(n.Owned) > 0 {
			if _, taken := plain[n.Owned[0].Dir]; !taken {
				plain[n.Owned[0].Dir] = n
			}
		}
	}
	for _, s := range x.Sources {
		n := plain[s.Dir]
		if s.Owner != nil || n == nil || s.IsTest || !s.InBuild || s.PackageName != n.Name {
			continue
		}
		x.own(n, s)
		n.files = append(n.files, x.ParsedOf[s].Name)
		slices.Sort(n.files)
	}
}
