package load

import (
	"context"
	"sync"
)

// InOrder visits every node, each after the nodes that it depends on, with a worker for each core. It drops the package of a node
// that no other waits for.
func (x *Program) InOrder(ctx context.Context, visit func(*Node)) error {
	nodes := x.Graph.Nodes
	x.Phase("type-checking packages", len(nodes))
	ready := make(chan *Node, len(nodes))
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
	finished := func(n *Node) {
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
	for range max(1, x.Cfg.Jobs) {
		wg.Go(func() {
			for n := range ready {
				if ctx.Err() == nil {
					visit(n)
				}
				x.Done(1)
				finished(n)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// after says that a node is checked after another.
type after struct{ n, dep *Node }

// order gives the order of the checks: a node after its imports, and of two nodes that hold a file, one of which owns it, the later in
// dependency order. The owner reads the bodies of its files and drops them. The later node waits: no tree makes a cycle.
func (x *Program) order() map[after]bool {
	all := map[after]bool{}
	for _, n := range x.Graph.Nodes {
		for _, d := range n.Imports {
			all[after{n, d}] = true
		}
		for _, name := range n.files {
			f := x.ByName[name]
			if f.Source == nil || f.Source.Owner == nil {
				continue
			}
			first, last := f.Source.Owner, n
			if first.Order > last.Order {
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
func (n *Node) forget() {
	if len(n.Owned) > 0 || n.ForTest != "" {
		n.Pkg = nil
	}
}
