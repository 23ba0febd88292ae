package analysis

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// circle is the related symbols of a role, the nearest first.
type circle struct {
	role   string // of its pieces; empty when it makes none
	kind   string
	weight int // of its share of the budget
	of     []*neighbor
	more   int // that are left out because there are so many
}

// The groups of a context that are made of symbols, in the order of the answer.
const (
	targetGroup = "target"
	methodGroup = "method"
	fieldGroup  = "field" // of the receiver, that the target names
)

// groups sorts what is related into groups, and keeps the nearest of each. A symbol
// stands in the first group that takes it.
func (g *gathering) groups() []*circle {
	own := g.symbols[g.target.ID]
	taken := map[int32]bool{own.id: true}
	all := []*circle{{kind: targetGroup, of: []*neighbor{own}}}
	add := func(kind, role string, weight int, fits func(*neighbor) bool, from ...string) {
		x := &circle{kind: kind, role: role, weight: weight}
		for _, name := range from {
			for _, l := range g.links[name] {
				r := g.symbols[l.id]
				if r == nil || taken[r.id] || !fits(r) {
					continue
				}
				taken[r.id] = true
				r.uses = l.uses
				x.of = append(x.of, r)
			}
		}
		x.sort(own)
		if x.looksIn() && !own.generated {
			few := 0
			x.of = slices.DeleteFunc(x.of, func(r *neighbor) bool {
				if r.generated {
					few++
				}
				return r.generated && few > fewGenerated
			})
			if few > fewGenerated {
				g.generated[role] += few - fewGenerated
			}
		}
		if len(x.of) > g.wanted && role != "" {
			x.more = len(x.of) - g.wanted
			x.of = x.of[:g.wanted]
		}
		all = append(all, x)
	}
	inside := func(r *neighbor) bool { return !r.external }
	near := func(r *neighbor) bool { return inside(r) && (!r.test || own.test) }
	add("receiver", "receiver", 15, (*neighbor).isShownType, "receiver")
	add(methodGroup, "source", 15, func(r *neighbor) bool { return r.kind == "method" }, "method")
	add("constructor", "constructor", 10, near, "constructor")
	add("callee", "callee", 20, func(r *neighbor) bool { return r.isCallable() && inside(r) && r.container != own.id }, "named")
	add("type", "type", 12, (*neighbor).isShownType, "named")
	add(fieldGroup, "", 0, func(r *neighbor) bool { return r.kind == "field" && r.container == own.container }, "named")
	add("interface", "interface", 6, func(r *neighbor) bool { return near(r) || r.kind == "interface_method" }, "interface_method", "interface")
	add("implementation", "implementation", 12, inside, "implementing_method", "implementation")
	return all
}

// looksIn reports whether the circle is of what comes to the target by itself. What the
// target names is shown wherever it stands.
func (x *circle) looksIn() bool {
	return x.kind == "constructor" || x.kind == "interface" || x.kind == "implementation"
}

func (r *neighbor) isShownType() bool { return r.isType() && !r.external }

// sort puts the nearest to the target first.
func (x *circle) sort(own *neighbor) {
	home := path.Dir(own.path)
	slices.SortFunc(x.of, func(a, b *neighbor) int {
		return cmp.Or(
			after(a.generated, b.generated),
			cmp.Compare(b.uses, a.uses),
			after(a.test, b.test),
			after(a.external, b.external),
			after(a.container != own.container, b.container != own.container),
			after(path.Dir(a.path) != home, path.Dir(b.path) != home),
			cmp.Compare(b.refs, a.refs),
			strings.Compare(a.symbol, b.symbol))
	})
}

// after orders what is so behind what is not.
func after(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
