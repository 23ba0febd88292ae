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
	for _, n := range nodes {
		for dep := range x.dependencies(n) {
			n.waiting++
			dep.needed++
			n.needs = append(n.needs, dep)
			dep.dependents = append(dep.dependents, n)
		}
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

// dependencies returns what must be checked before a node: its imports, and the
// owners of its files, which read the bodies before they are dropped. An owner
// comes earlier in dependency order, or shares no order with the node at all.
func (x *extraction) dependencies(n *node) map[*node]bool {
	deps := map[*node]bool{}
	for _, d := range n.imports {
		deps[d] = true
	}
	for _, name := range n.files {
		if f := x.byName[name]; f.source != nil && f.source.owner != nil && f.source.owner != n {
			deps[f.source.owner] = true
		}
	}
	delete(deps, n)
	return deps
}

// forget lets go of a package of the tree that no node waits for any more; its
// types are noted. Outside packages stay, for the interfaces they export.
func (n *node) forget() {
	if len(n.owned) > 0 || n.forTest != "" {
		n.pkg = nil
	}
}
