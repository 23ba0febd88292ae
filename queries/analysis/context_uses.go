package analysis

import (
	"cmp"
	"context"
	"database/sql"
	"path"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/schema"
)

// use is a place that uses the target.
type use struct {
	step      step
	of        int32 // the symbol that is used: the target, or what leads to it
	role      string
	test      bool
	generated bool
	file      int32
	path      string
	line      int
	encloses  int32 // the declaration around it; 0 at file level

	alike  bool // it stands in a test that bears the target's name
	nth    int  // of the uses in its declaration
	within int  // its place among those of its module, or in tests of its file
}

// step is how a place comes to the target.
type step int

const (
	byConstructor    step = iota // of a type: it calls a function that returns it
	byMethod                     // of a type or interface: it calls a method of it
	byName                       // it names the target
	throughInterface             // it calls an interface method that the target may stand in for
	throughCaller                // it calls a function that calls the target
	steps            = iota
)

// distance is how far a step leads. What is a step away comes before what is two.
func (s step) distance() int { return max(0, int(s-byName)) }

// findSites finds the places that use the target, and keeps the nearest.
func (g *gathering) findSites(ctx context.Context) error {
	var found [steps][]use
	eg, ectx := errgroup.WithContext(ctx)
	find := func(s step, name string, bound ...any) {
		eg.Go(func() error {
			return near(ectx, g.ix, name, func(rows *sql.Rows) error {
				u := use{step: s}
				var around sql.NullInt32
				err := rows.Scan(&u.of, &u.file, &u.line, &u.role, &around)
				u.encloses = around.Int32
				found[s] = append(found[s], u)
				return err
			}, bound...)
		})
	}
	find(byName, "direct", g.target.ID)
	for s, from := range map[step]string{byConstructor: "constructor", byMethod: "method"} {
		if links := g.links[from]; len(links) > 0 {
			find(s, "called", ids(links))
		}
	}
	if links := g.links["interface_method"]; len(links) > 0 {
		find(throughInterface, "called_through", ids(links), g.target.ID)
	}
	if isCallable(g.target.Kind) {
		find(throughCaller, "stepping", g.target.ID)
	}
	if err := eg.Wait(); err != nil {
		return err
	}
	all, err := g.filed(ctx, slices.Concat(found[:]...))
	if err != nil {
		return err
	}
	g.sites = g.nearest(g.others(all))
	return nil
}

// filed tells the files of uses.
func (g *gathering) filed(ctx context.Context, all []use) ([]use, error) {
	type file struct {
		path            string
		test, generated bool
	}
	var wanted []int32
	files := map[int32]file{}
	for _, s := range all {
		if _, known := files[s.file]; !known {
			files[s.file] = file{}
			wanted = append(wanted, s.file)
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	err := near(ctx, g.ix, "files", func(rows *sql.Rows) error {
		var id int32
		var f file
		err := rows.Scan(&id, &f.path, &f.test, &f.generated)
		files[id] = f
		return err
	}, wanted)
	for i := range all {
		f := files[all[i].file]
		all[i].path, all[i].test, all[i].generated = f.path, f.test, f.generated
	}
	return all, err
}

// others leaves out what the target and its methods say of it, steps outside tests, and
// what uses the target on a line twice or in two ways.
func (g *gathering) others(all []use) []use {
	own := map[int32]bool{g.target.ID: true}
	for _, l := range g.links["method"] {
		own[l.id] = true
	}
	type line struct {
		file int32
		line int
	}
	seen := map[line]bool{}
	direct := map[int32]bool{}
	var out []use
	for _, s := range all {
		at := line{s.file, s.line}
		if own[s.encloses] || seen[at] || s.step == throughCaller && (!s.test || direct[s.encloses]) {
			continue
		}
		seen[at] = true
		if s.step.distance() == 0 {
			direct[s.encloses] = true
		}
		out = append(out, s)
	}
	return out
}

// nearest sorts uses, and keeps as many as are wanted, in tests and elsewhere each, but few
// of those in generated files, which stand last. They stand by the distance of their step;
// then they are spread over declarations; then come tests that bear the target's name; then
// they are spread over modules or, in tests, files, and at last over the steps. Calls of an
// interface's methods are what a change of it breaks, and stand before what names it.
func (g *gathering) nearest(all []use) []use {
	alike := map[int32]bool{}
	for _, l := range g.links["alike"] {
		alike[l.id] = true
	}
	slices.SortStableFunc(all, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	isInterface := schema.Kind(g.target.Kind) == schema.KindInterface
	type group struct {
		step  step
		alike bool
		where string
		nth   int
	}
	nth, within := map[int32]int{}, map[group]int{}
	for i := range all {
		s := &all[i]
		s.alike = s.test && alike[s.encloses]
		s.nth = nth[s.encloses]
		nth[s.encloses]++
		where := path.Dir(s.path)
		if s.test {
			where = s.path
		}
		in := group{s.step, s.alike, where, s.nth}
		s.within = within[in]
		within[in]++
	}
	slices.SortStableFunc(all, func(a, b use) int {
		return cmp.Or(
			after(a.generated, b.generated),
			cmp.Compare(a.step.distance(), b.step.distance()),
			after(isInterface && a.step != byMethod, isInterface && b.step != byMethod),
			cmp.Compare(a.nth, b.nth),
			after(!a.alike, !b.alike),
			cmp.Compare(a.within, b.within),
			cmp.Compare(a.step, b.step))
	})
	g.unread, g.generated = map[bool]int{}, map[string]int{}
	kept, generated := map[bool]int{}, map[bool]int{}
	var out []use
	for _, s := range all {
		switch {
		case s.generated && (generated[s.test] == fewGenerated || kept[s.test] == g.wanted):
			g.generated[s.piece()]++
			continue
		case kept[s.test] == g.wanted:
			g.unread[s.test]++
			continue
		case s.generated:
			generated[s.test]++
		}
		kept[s.test]++
		out = append(out, s)
	}
	return out
}

// fewGenerated is how many parts of a role are shown that stand in generated files.
const fewGenerated = 3

// piece is the role of the pieces that a use makes.
func (s use) piece() string {
	if s.test {
		return "test"
	}
	return "caller"
}
