package catalog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/suggest"
)

// Groups returns the usable indexes by tree. The first of a group is the one that a call uses
// when it names none: the widest, then the preferred, then the youngest.
func (c *Catalog) Groups() [][]*Entry {
	usable := slices.DeleteFunc(c.List(), func(e *Entry) bool { return e.Err != nil })
	slices.SortStableFunc(usable, byWidth)
	var out [][]*Entry
	for _, e := range usable {
		at := slices.IndexFunc(out, func(group []*Entry) bool { return group[0].overlaps(e) })
		switch {
		case at < 0:
			out = append(out, []*Entry{e})
		case !slices.ContainsFunc(out[at], func(o *Entry) bool { return o.Name() == e.Name() }):
			out[at] = append(out[at], e)
		}
	}
	for _, group := range out {
		slices.SortStableFunc(group, func(a, b *Entry) int {
			return cmp.Or(byWidth(a, b), c.byPreference(a, b), cmp.Compare(b.Manifest.Repository.CommittedAt, a.Manifest.Repository.CommittedAt))
		})
	}
	return out
}

// Alone reports whether an entry is the only usable index of its tree.
func (c *Catalog) Alone(e *Entry) bool {
	return slices.ContainsFunc(c.Groups(), func(group []*Entry) bool { return len(group) == 1 && group[0] == e })
}

// byWidth sorts the index of a repository before those of its folders.
func byWidth(a, b *Entry) int {
	return cmp.Compare(len(a.Manifest.Repository.Path), len(b.Manifest.Repository.Path))
}

func (c *Catalog) byPreference(a, b *Entry) int {
	switch x, y := c.Prefer(a), c.Prefer(b); {
	case x && !y:
		return -1
	case y && !x:
		return 1
	}
	return 0
}

// choose returns the indexes that a selector names: a name, a repository, its last elements, or
// one of these with @ and the beginning of a commit. An empty selector names one index of each
// repository. The others are the rest of the same groups.
func (c *Catalog) choose(selector string) (chosen, others []*Entry, err error) {
	groups := c.Groups()
	if len(groups) == 0 {
		return nil, nil, ErrNone
	}
	var names []string
	for _, group := range selected(groups, selector) {
		chosen, others = append(chosen, group[0]), append(others, group[1:]...)
		names = append(names, Names(group)...)
	}
	switch _, commit, _ := strings.Cut(selector, "@"); {
	case len(chosen) == 0:
		all := slices.Concat(groups...)
		e := &queries.UsageError{Message: fmt.Sprintf("index %q is unknown", wording.Echo(selector)), Advice: "there are: " + wording.List(Names(all), 20)}
		if meant := nearest(selector, all); meant != "" {
			e.Advice = fmt.Sprintf("did you mean %s? T%s", meant, e.Advice[1:])
		}
		return nil, nil, e
	case selector != "" && len(chosen) > 1, commit != "" && len(others) > 0:
		return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the index %q can be any of %d", wording.Echo(selector), len(names)), Advice: "name one of " + wording.List(names, 20)}
	}
	return chosen, others, nil
}

// selected returns the part of each group that a selector names, by the most exact of the ways
// in which it names any.
func selected(groups [][]*Entry, selector string) [][]*Entry {
	name, commit, at := strings.Cut(selector, "@")
	commit, dirty := strings.CutSuffix(commit, "+changes")
	ofCommit := func(e *Entry) bool {
		return !at || strings.HasPrefix(e.Manifest.Repository.Commit, commit) && (!dirty || e.Manifest.Repository.Dirty)
	}
	for _, is := range []func(e *Entry) bool{
		func(e *Entry) bool { return e.Name() == selector },
		func(e *Entry) bool { return (name == "" || name == e.Repository()) && ofCommit(e) },
		func(e *Entry) bool { return strings.HasSuffix(e.Repository(), "/"+name) && ofCommit(e) },
	} {
		var out [][]*Entry
		for _, group := range groups {
			if named := slices.DeleteFunc(slices.Clone(group), func(e *Entry) bool { return !is(e) }); len(named) > 0 {
				out = append(out, named)
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// nearest returns the name of the index whose selector is most like an unknown one; empty when
// none is near.
func nearest(selector string, all []*Entry) string {
	names := map[string]string{} // by selector
	var selectors []string
	add := func(s string, e *Entry) {
		if names[s] == "" {
			names[s], selectors = e.Name(), append(selectors, s)
		}
	}
	for _, e := range all {
		add(e.Name(), e)
		for rest, more := e.Repository(), true; more; _, rest, more = strings.Cut(rest, "/") {
			add(rest, e)
		}
	}
	name, _, _ := strings.Cut(selector, "@")
	return names[cmp.Or(suggest.Near(selector, selectors), suggest.Near(name, selectors))]
}
