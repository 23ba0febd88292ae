package diff

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/digraph"
)

var (
	//go:embed edges.sql
	edgesSQL string
	//go:embed dependencies.sql
	dependenciesSQL string
	//go:embed cycle_edges.sql
	cycleEdgesSQL string
	//go:embed cycle_names.sql
	cycleNamesSQL string
	//go:embed unused.sql
	unusedSQL string
	//go:embed unused_base.sql
	unusedBaseSQL string
	//go:embed uncalled.sql
	uncalledSQL string
	//go:embed untouched.sql
	untouchedSQL string
	//go:embed blast.sql
	blastSQL string
)

// Edges are the direct calls between packages that only one index has.
type Edges struct {
	Added   []Edge `json:"added"`
	Removed []Edge `json:"removed"`
}

// Edge is the call of one function by another one. The packages are directories. The place is that of the caller.
type Edge struct {
	From   string `json:"from"`
	To     string `json:"to"`
	Caller string `json:"caller"`
	Callee string `json:"callee"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

func (s *session) edges(ctx context.Context) error {
	type row struct {
		Edge
		added bool
	}
	rows, err := read(ctx, s, func(r *row) []any {
		return []any{&r.added, &r.From, &r.To, &r.Caller, &r.Callee, &r.File, &r.Line}
	}, edgesSQL)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.added {
			s.a.Edges.Added = append(s.a.Edges.Added, r.Edge)
		} else {
			s.a.Edges.Removed = append(s.a.Edges.Removed, r.Edge)
		}
	}
	return nil
}

// Dependency is a new import: of a package of the repository, by its directory, or of an external package that nothing imported before.
type Dependency struct {
	From     string `json:"from"` // the importer's directory
	To       string `json:"to"`
	External bool   `json:"external"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

func (s *session) dependencies(ctx context.Context) (err error) {
	s.a.Dependencies, err = read(ctx, s, func(d *Dependency) []any { return []any{&d.From, &d.To, &d.External, &d.File, &d.Line} }, dependenciesSQL)
	for _, d := range s.a.Dependencies {
		s.find("new-dependency", d.File, d.Line, d.To, "%s imports %s, which is new", d.From, d.To)
	}
	return err
}

// Cycle is a cycle of imports or of calls that the base does not have. Path begins and ends with the same package or function.
type Cycle struct {
	Level string   `json:"level"` // import or function
	Path  []string `json:"path"`
	File  string   `json:"file"`
	Line  int      `json:"line"`
}

func (s *session) cycles(ctx context.Context) error {
	type edge struct {
		level    string
		after    bool
		from, to int64
	}
	edges, err := read(ctx, s, func(e *edge) []any { return []any{&e.level, &e.after, &e.from, &e.to} }, cycleEdgesSQL)
	if err != nil {
		return err
	}
	for _, level := range []string{"import", "function"} {
		vertex, ids := map[int64]int32{}, []int64{}
		number := func(id int64) int64 {
			v, ok := vertex[id]
			if !ok {
				v = int32(len(ids))
				vertex[id], ids = v, append(ids, id)
			}
			return int64(v)
		}
		var before, after []int64
		for _, e := range edges {
			if e.level != level {
				continue
			}
			packed := number(e.from)<<32 | number(e.to)
			if e.after {
				after = append(after, packed)
			} else {
				before = append(before, packed)
			}
		}
		if err := s.newCycles(ctx, level, before, after, ids); err != nil {
			return err
		}
	}
	return nil
}

// newCycles adds the cycles of edges after that no component of the edges before has.
func (s *session) newCycles(ctx context.Context, level string, before, after, ids []int64) error {
	was := map[int32]int{} // the component of a vertex before, from 1
	for i, c := range digraph.New(before).Components() {
		for _, v := range c {
			was[v] = i + 1
		}
	}
	g := digraph.New(after)
	var paths [][]int64
	var nodes []int64
	for _, c := range g.Components() {
		// The cycle begins at a member that was in no cycle with the first one.
		at := slices.IndexFunc(c, func(v int32) bool { return was[v] == 0 || was[v] != was[c[0]] })
		if at < 0 || len(c) < 2 {
			continue
		}
		c[0], c[at] = c[at], c[0]
		var path []int64
		for _, v := range g.ShortestCycle(c) {
			path = append(path, ids[v])
		}
		paths, nodes = append(paths, path), append(nodes, path...)
	}
	if len(paths) == 0 {
		return nil
	}
	type node struct {
		id         int64
		name, file string
		line       int
	}
	found, err := read(ctx, s, func(n *node) []any { return []any{&n.id, &n.name, &n.file, &n.line} }, cycleNamesSQL, level, nodes)
	if err != nil {
		return err
	}
	named := map[int64]node{}
	for _, n := range found {
		named[n.id] = n
	}
	for _, p := range paths {
		c := Cycle{Level: level, File: named[p[0]].file, Line: named[p[0]].line}
		for _, id := range p {
			c.Path = append(c.Path, named[id].name)
		}
		s.a.Cycles = append(s.a.Cycles, c)
	}
	slices.SortFunc(s.a.Cycles, func(a, b Cycle) int {
		return cmp.Or(-cmp.Compare(a.Level, b.Level), slices.Compare(a.Path, b.Path))
	})
	for _, c := range s.a.Cycles {
		if c.Level == level {
			s.find("new-cycle", c.File, c.Line, c.Path[0], "new cycle of %ss: %s", c.Level, strings.Join(c.Path, " → "))
		}
	}
	return nil
}

// Uncalled is a function whose last user outside tests is gone.
type Uncalled struct {
	Symbol string `json:"symbol"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Uses   int    `json:"uses"`      // in the base
	Tests  int    `json:"test_uses"` // that are left
}

// unused finds the symbols that became unused, and the functions without users outside tests.
func (s *session) unused(ctx context.Context, mark Marker) error {
	if err := s.newlyUnused(ctx, mark); err != nil {
		return err
	}
	all, err := read(ctx, s, func(u *Uncalled) []any { return []any{&u.Symbol, &u.File, &u.Line, &u.Uses, &u.Tests} }, uncalledSQL)
	s.a.Uncalled = slices.DeleteFunc(all, func(u Uncalled) bool {
		return slices.ContainsFunc(s.a.Unused, func(x Symbol) bool { return x.Symbol == u.Symbol })
	})
	return err
}

func (s *session) newlyUnused(ctx context.Context, mark Marker) error {
	base := s.ix.Base()
	marked := make(chan error, 1)
	go func() { marked <- mark(ctx, base) }()
	if err := errors.Join(mark(ctx, s.ix), <-marked); err != nil {
		return err
	}
	type symbol struct {
		Symbol
		hash  int64
		isNew bool
	}
	now, err := read(ctx, s, func(x *symbol) []any { return []any{&x.hash, &x.isNew, &x.Symbol.Symbol, &x.Kind, &x.File, &x.Line} }, unusedSQL)
	if err != nil {
		return err
	}
	before, err := queries.Collect(ctx, base.Query, func(h *int64) []any { return []any{h} }, unusedBaseSQL)
	if err != nil {
		return err
	}
	was := map[int64]bool{}
	for _, h := range before {
		was[h] = true
	}
	for _, x := range now {
		if was[x.hash] {
			continue
		}
		s.a.Unused = append(s.a.Unused, x.Symbol)
		s.find("new-unused", x.File, x.Line, x.Symbol.Symbol, "nothing uses this %s", x.Kind)
	}
	return nil
}

// Untouched is a function with another signature that callers use which are as before.
type Untouched struct {
	Symbol  string `json:"symbol"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Callers int    `json:"callers"`
	First   string `json:"first_caller"`
	At      string `json:"first_place"`
}

// Package is a package with users of the changed symbols.
type Package struct {
	Package    string   `json:"package"` // its directory
	Direct     int      `json:"direct"`  // functions that use a changed symbol
	Transitive int      `json:"transitive"`
	Tests      int      `json:"tests"`   // test functions that reach a changed symbol
	Changed    int      `json:"changed"` // changed symbols in the package
	Owners     []string `json:"owners"`
}

func (s *session) users(ctx context.Context) error {
	type row struct {
		Untouched
		file string
		line int
	}
	rows, err := read(ctx, s, func(r *row) []any { return []any{&r.Symbol, &r.File, &r.Line, &r.Callers, &r.First, &r.file, &r.line} }, untouchedSQL)
	if err != nil {
		return err
	}
	for _, r := range rows {
		r.At = position(r.file, r.line)
		s.a.Untouched = append(s.a.Untouched, r.Untouched)
	}
	s.a.Blast, err = read(ctx, s, func(p *Package) []any { return []any{&p.Package, &p.Direct, &p.Transitive, &p.Tests, &p.Changed} }, blastSQL)
	return err
}
