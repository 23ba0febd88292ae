package golang

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/schema"
)

// load lists every module and turns the listings into nodes. A listing that
// fails leaves its module without types.
func (x *extraction) load(ctx context.Context) error {
	if x.tool == nil {
		return ctx.Err()
	}
	modules := x.activeModules()
	x.phase("listing Go packages", len(modules))
	listings := make([][]*listed, len(modules))
	errs := make([]error, len(modules))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, x.cfg.Jobs))
	for i, m := range modules {
		g.Go(func() error {
			listings[i], errs[i] = x.tool.list(gctx, x.cfg, x.tree, m)
			x.done(1)
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
			x.loadProblem(m.dir, severity, "the packages of this module could not be listed: "+errs[i].Error())
		}
		x.graph.add(m, listings[i])
	}
	x.assign()
	x.findPublished()
	x.noteIgnored()
	return nil
}

// findPublished notes the packages of the tree of which a module of it uses a published version.
// What has the path of another package only because there is no go.mod, or as an input of
// tests, is none.
func (x *extraction) findPublished() {
	x.published = map[string]string{}
	for _, n := range x.graph.nodes {
		dir, ok := x.layout.byPath[n.path]
		if !ok || n.standard || x.layout.managed[dir].synthetic || x.layout.managed[dir].fixture {
			continue
		}
		if n.dir != filepath.Join(x.tree.Root, filepath.FromSlash(dir)) {
			x.published[n.path] = dir
		}
	}
}

// activeModules returns the modules that hold a source, the outermost first.
func (x *extraction) activeModules() []*module {
	held := map[*module]bool{}
	for _, m := range x.layout.managed {
		held[m] = true
	}
	var out []*module
	for _, m := range slices.Backward(x.layout.modules) {
		if held[m] {
			out = append(out, m)
		}
	}
	return out
}

func (x *extraction) loadProblem(dir string, severity schema.Severity, msg string) {
	x.all.rows.Diagnostics = append(x.all.rows.Diagnostics, schema.Diagnostic{ModulePath: dir, Stage: schema.StageLoad,
		Severity: severity, Message: x.scrub(msg)})
}

// assign gives every source that some node holds its owner, and every node the
// files it needs.
func (x *extraction) assign() {
	x.dropStrangers()
	byRank := slices.Clone(x.graph.nodes)
	slices.SortStableFunc(byRank, func(a, b *node) int { return a.rank() - b.rank() })
	for _, n := range byRank {
		home := x.homeOf(n)
		for _, name := range n.files {
			if f := x.byName[name]; f != nil && f.source != nil && f.source.owner == nil && home {
				x.own(n, f.source)
			}
		}
	}
	for _, n := range byRank { // what no listing of its own module holds
		for _, name := range n.files {
			if f := x.byName[name]; f != nil && f.source != nil && f.source.owner == nil {
				x.own(n, f.source)
			}
		}
	}
	x.adopt(byRank)
	for _, n := range x.graph.nodes {
		for _, name := range n.files {
			f := x.byName[name]
			if f == nil {
				f = &parsedFile{name: name, below: strings.HasPrefix(name, x.tree.Root+string(filepath.Separator))}
				x.byName[name] = f
			}
			f.users.Add(1)
		}
	}
}

// dropStrangers takes files out of nodes that declare another package than the
// node's: of a folder with two packages the go command lists every file as one.
func (x *extraction) dropStrangers() {
	for _, n := range x.graph.nodes {
		n.files = slices.DeleteFunc(n.files, func(name string) bool {
			f := x.byName[name]
			return f != nil && n.name != "" && f.source.packageName != "" && f.source.packageName != n.name
		})
	}
}

// homeOf reports whether a node is in the listing of the module it lies in.
func (x *extraction) homeOf(n *node) bool {
	rel, err := filepath.Rel(x.tree.Root, n.dir)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	return slices.Contains(n.modules, x.layout.managed[filepath.ToSlash(rel)])
}

func (x *extraction) own(n *node, s *source) {
	s.owner = n
	s.xtest = n.isXTest()
	n.owned = append(n.owned, s)
}

// adopt gives files that the go command left out of a package, because they do
// not parse, to the package of their folder.
func (x *extraction) adopt(nodes []*node) {
	plain := map[string]*node{}
	for _, n := range nodes {
		if n.forTest == "" && len(n.owned) > 0 {
			if _, taken := plain[n.owned[0].dir]; !taken {
				plain[n.owned[0].dir] = n
			}
		}
	}
	for _, s := range x.sources {
		n := plain[s.dir]
		if s.owner != nil || n == nil || s.isTest || !s.inBuild || s.packageName != n.name {
			continue
		}
		x.own(n, s)
		n.files = append(n.files, x.parsedOf[s].name)
		slices.Sort(n.files)
	}
}
