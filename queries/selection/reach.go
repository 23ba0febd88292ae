package selection

// width is the number of tests that one walk takes together.
const width = 512

// set is a set of tests, by their places in the walk.
type set [width / 64]uint64

func (s *set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *set) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s *set) or(o set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s set) and(o set) set {
	for i := range s {
		s[i] &= o[i]
	}
	return s
}

// without returns the members of s that o lacks.
func (s set) without(o set) set {
	for i := range s {
		s[i] &^= o[i]
	}
	return s
}

func (s set) isEmpty() bool { return s == set{} }

// walk finds for each symbol the tests that can reach it, for some of the tests.
type walk struct {
	g       *graph
	linked  []set // by directory: the tests whose program has its code
	own     []set // by directory: its tests
	loose   set   // the tests that reach all code of their program, because the index lacks facts
	reached []set // by symbol
	queue   []int32
	queued  []bool
}

// walk walks from at most width tests to all symbols.
func (g *graph) walk(tests []int) *walk {
	w := &walk{g: g, linked: make([]set, len(g.directories)), own: make([]set, len(g.directories)), reached: make([]set, len(g.nodes)), queued: make([]bool, len(g.nodes))}
	for i, t := range tests {
		d := g.tests[t].directory
		w.own[d].add(i)
		for _, l := range g.links(d) {
			w.linked[l].add(i)
			if g.directories[l].isBroken || g.directories[l].importsBack {
				w.loose.add(i)
			}
		}
	}
	for i, t := range tests {
		var one set
		one.add(i)
		w.add(g.tests[t].ID, one)
	}
	for _, id := range g.starts {
		w.add(id, w.allowed(id))
	}
	for len(w.queue) > 0 {
		u := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		w.queued[u] = false
		w.follow(u)
	}
	return w
}

// allowed returns the tests whose program has the code of a symbol.
func (w *walk) allowed(id int32) set {
	n := &w.g.nodes[id]
	switch {
	case n.directory < 0:
		return set{}
	case n.isTest:
		return w.own[n.directory]
	}
	return w.linked[n.directory]
}

func (w *walk) add(id int32, by set) {
	by = by.and(w.allowed(id)).without(w.reached[id])
	if by.isEmpty() {
		return
	}
	w.reached[id].or(by)
	if !w.queued[id] {
		w.queued[id] = true
		w.queue = append(w.queue, id)
	}
}

// follow goes from a symbol to the symbols that it uses, and to the methods that may run by dynamic dispatch.
func (w *walk) follow(id int32) {
	n, by := &w.g.nodes[id], w.reached[id]
	for _, used := range n.uses {
		w.add(used, by)
	}
	for _, d := range n.dispatch {
		with := by
		if d.with != 0 {
			with = with.and(w.reached[d.with])
		}
		w.add(d.method, with)
	}
}

// of returns the tests that a change of a symbol can reach.
//
// A change of a variable may break its initialization, which runs in each test that links it. Code may use a field without its name,
// but not without its type.
func (w *walk) of(id int32) set {
	n := &w.g.nodes[id]
	if n.isField && n.container != 0 {
		return w.of(n.container)
	}
	allowed := w.allowed(id)
	if n.isVariable {
		return allowed
	}
	by := w.reached[id]
	by.or(w.loose.and(allowed))
	return by
}
