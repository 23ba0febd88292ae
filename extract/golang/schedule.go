package golang

import (
	"context"
	"slices"
	"sync"
)

// checkAll checks every node, each after the nodes it depends on, with a worker
// for each core, and returns what they found in the order of the nodes.
func (x *extraction) checkAll(ctx context.Context) ([]*found, error) {
	nodes := x.graph.nodes
	x.phase("type-checking packages", len(nodes))
	results := make([][]*found, len(nodes))
	ready := make(chan *node, len(nodes))
	for after := range x.order() {
		after.n.waiting++
		after.dep.needed++
		after.n.needs = append(after.n.needs, after.dep)
		after.dep.dependents = append(after.dep.dependents, after.n)
	}
	for _, n := range nodes {
		if n.waiting == 0 {
			ready <- n
		}
	}
	var (
		mu   sync.Mutex
		left = len(nodes)
		wg   sync.WaitGroup
	)
	if left == 0 {
		close(ready)
	}
	finished := func(n *node) {
		mu.Lock()
		defer mu.Unlock()
		for _, d := range n.dependents {
			if d.waiting--; d.waiting == 0 {
				ready <- d
			}
		}
		for _, dep := range n.needs {
			if dep.needed--; dep.needed == 0 {
				dep.forget()
			}
		}
		if n.needed == 0 {
			n.forget()
		}
		if left--; left == 0 {
			close(ready)
		}
	}
	for range max(1, x.cfg.Jobs) {
		wg.Go(func() {
			for n := range ready {
				if ctx.Err() == nil {
					results[n.order] = x.check(n)
				}
				x.done(1)
				finished(n)
			}
		})
	}
	wg.Wait()
	return slices.Concat(results...), ctx.Err()
}

// after says that a node is checked after another.
type after struct{ n, dep *node }

// order says what is checked after what: a node after its imports, and of two nodes that hold
// a file the later one in dependency order, when one of them owns it: the owner reads its
// bodies and drops them. What comes later waits, so that there is no cycle, whatever a tree is
// like.
func (x *extraction) order() map[after]bool {
	all := map[after]bool{}
	for _, n := range x.graph.nodes {
		for _, d := range n.imports {
			all[after{n, d}] = true
		}
		for _, name := range n.files {
			f := x.byName[name]
			if f.source == nil || f.source.owner == nil {
				continue
			}
			first, last := f.source.owner, n
			if first.order > last.order {
				first, last = last, first
			}
			all[after{last, first}] = true
		}
		delete(all, after{n, n})
	}
	return all
}

// forget lets go of a package of the tree that no node waits for any more; its
// types are noted. Outside packages stay, for the interfaces they export.
func (n *node) forget() {
	if len(n.owned) > 0 || n.forTest != "" {
		n.pkg = nil
	}
}
