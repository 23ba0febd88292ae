package selection

import "github.com/cortex-index/cortex/schema"

// explanation has the shortest ways by uses from symbols to a change.
type explanation struct {
	depth map[int32]int
	next  map[int32]int32 // the next symbol on the way
	start []int32         // the reached symbols that run in each program with their code
}

// explain finds the symbols that lead to changed symbols by uses alone.
func (g *graph) explain(changed []int32) explanation {
	e := explanation{depth: map[int32]int{}, next: map[int32]int32{}}
	users := make([][]int32, len(g.nodes))
	for id := range g.nodes {
		for _, used := range g.nodes[id].uses {
			users[used] = append(users[used], int32(id))
		}
	}
	var queue []int32
	for _, id := range changed {
		if _, seen := e.depth[id]; !seen {
			e.depth[id] = 0
			queue = append(queue, id)
		}
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, user := range users[id] {
			if _, seen := e.depth[user]; !seen {
				e.depth[user], e.next[user] = e.depth[id]+1, id
				queue = append(queue, user)
			}
		}
	}
	for _, id := range g.starts {
		if _, ok := e.depth[id]; ok {
			e.start = append(e.start, id)
		}
	}
	return e
}

// test returns a selected test with the way to the change. A test that the walk does not lead to the change has its imports alone.
func (e explanation) test(w *walk, place int, t Test, reaches bool) Test {
	t.Evidence = string(schema.EvidenceInterface)
	if !reaches {
		t.Evidence = string(schema.EvidenceHeuristic)
	}
	if depth, ok := e.depth[t.ID]; ok {
		t.Evidence, t.Depth, t.viaID = string(schema.EvidenceStatic), depth, e.next[t.ID]
		return t
	}
	for _, id := range e.start {
		if allowed := w.allowed(id); allowed.has(place) {
			t.Evidence, t.Depth, t.viaID = string(schema.EvidenceStatic), e.depth[id]+1, id
			return t
		}
	}
	return t
}
