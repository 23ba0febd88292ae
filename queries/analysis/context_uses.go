package analysis

import (
	"cmp"
	"context"
	"database/sql"
	"path"
	"slices"

	"golang.org/x/sync/errgroup"
)

// use is a place that uses the target.
type use struct {
	step     int // 0 by name; 1 through an interface; 2 through a function that uses it
	role     string
	test     bool
	file     int32
	path     string
	line     int
	encloses int32 // the declaration around it; 0 at file level

	alike  bool // it stands in a test that bears the target's name
	nth    int  // of the uses in its declaration
	within int  // its place among those of its module, or in tests of its file
}

// findSites finds the places that use the target, and keeps the nearest.
func (g *gathering) findSites(ctx context.Context) error {
	satisfied := ids(g.links["interface_method"])
	var steps [3][]use
	place := func(step int) func(rows *sql.Rows) error {
		return func(rows *sql.Rows) error {
			s := use{step: step}
			var around sql.NullInt32
			err := rows.Scan(&s.file, &s.line, &s.role, &around)
			s.encloses = around.Int32
			steps[step] = append(steps[step], s)
			return err
		}
	}
	eg, ectx := errgroup.WithContext(ctx)
	eg.Go(func() error { return near(ectx, g.ix, "direct", place(0), g.target.ID) })
	if len(satisfied) > 0 {
		eg.Go(func() error {
			return near(ectx, g.ix, "through", place(1), satisfied, slices.Min(satisfied), slices.Max(satisfied))
		})
	}
	if isCallable(g.target.Kind) {
		eg.Go(func() error { return near(ectx, g.ix, "stepping", place(2), g.target.ID) })
	}
	if err := eg.Wait(); err != nil {
		return err
	}
	all, err := g.filed(ctx, slices.Concat(steps[:]...))
	if err != nil {
		return err
	}
	g.sites = g.nearest(g.others(all))
	return nil
}

// filed tells the files of uses.
func (g *gathering) filed(ctx context.Context, all []use) ([]use, error) {
	type file struct {
		path string
		test bool
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
		err := rows.Scan(&id, &f.path, &f.test)
		files[id] = f
		return err
	}, wanted)
	for i := range all {
		f := files[all[i].file]
		all[i].path, all[i].test = f.path, f.test
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
		if own[s.encloses] || seen[at] || s.step == 2 && (!s.test || direct[s.encloses]) {
			continue
		}
		seen[at] = true
		if s.step == 0 {
			direct[s.encloses] = true
		}
		out = append(out, s)
	}
	return out
}

// nearest sorts uses, and keeps as many as are wanted, in tests and elsewhere each. They
// stand by their step; then tests that bear the target's name; then they are spread over
// declarations, and over modules or, in tests, files.
func (g *gathering) nearest(all []use) []use {
	alike := map[int32]bool{}
	for _, l := range g.links["alike"] {
		alike[l.id] = true
	}
	slices.SortStableFunc(all, func(a, b use) int {
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	type group struct {
		step  int
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
		return cmp.Or(cmp.Compare(a.step, b.step), cmp.Compare(a.nth, b.nth), after(!a.alike, !b.alike), cmp.Compare(a.within, b.within))
	})
	g.unread = map[bool]int{}
	kept := map[bool]int{}
	var out []use
	for _, s := range all {
		if kept[s.test] == g.wanted {
			g.unread[s.test]++
			continue
		}
		kept[s.test]++
		out = append(out, s)
	}
	return out
}
