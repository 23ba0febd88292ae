// Package digraph finds the cycles of a directed graph.
package digraph

import (
	"cmp"
	"slices"
)

// Graph is a directed graph. Its vertices are numbers from 0.
type Graph struct {
	first []int32 // for each vertex the place of its first successor in next; and the end
	next  []int32
}

// New makes a graph of edges, each as from<<32 | to. It sorts them.
func New(edges []int64) Graph {
	slices.Sort(edges)
	edges = slices.Compact(edges)
	var vertices int32
	for _, e := range edges {
		vertices = max(vertices, int32(e>>32)+1, int32(e)+1)
	}
	g := Graph{first: make([]int32, vertices+1), next: make([]int32, len(edges))}
	for i, e := range edges {
		g.first[e>>32+1]++
		g.next[i] = int32(e)
	}
	for v := range vertices {
		g.first[v+1] += g.first[v]
	}
	return g
}

// successors returns the ends of the edges from a vertex, in order.
func (g Graph) successors(v int32) []int32 { return g.next[g.first[v]:g.first[v+1]] }

// Components returns the strongly connected components with a cycle: components with several members,
// and vertices with an edge to themselves. The algorithm is Tarjan's (SIAM Journal on Computing 1,
// 1972), without recursion.
func (g Graph) Components() [][]int32 {
	vertices := len(g.first) - 1
	index := make([]int32, vertices) // the order of the visits, from 1; 0 before a visit
	low := make([]int32, vertices)
	at := slices.Clone(g.first[:vertices]) // the next edge to follow
	done := make([]bool, vertices)         // its component is known
	var stack, path []int32
	var out [][]int32
	reached := int32(0)
	reach := func(v int32) {
		reached++
		index[v], low[v] = reached, reached
		stack, path = append(stack, v), append(path, v)
	}
	for root := range int32(vertices) {
		if index[root] == 0 {
			reach(root)
		}
		for len(path) > 0 {
			v := path[len(path)-1]
			if at[v] < g.first[v+1] {
				w := g.next[at[v]]
				at[v]++
				switch {
				case index[w] == 0:
					reach(w)
				case !done[w]:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] < index[v] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != v {
				from--
			}
			members := slices.Clone(stack[from:])
			stack = stack[:from]
			for _, w := range members {
				done[w] = true
			}
			if len(members) > 1 || slices.Contains(g.successors(v), v) {
				out = append(out, members)
			}
		}
	}
	return out
}

// ShortestCycle returns a shortest cycle from the first member of a component to itself. Of several it
// returns the cycle whose members come first in the component. An edge from a vertex to itself is the
// cycle of a component with one member.
func (g Graph) ShortestCycle(component []int32) []int32 {
	start := component[0]
	if len(component) == 1 {
		return []int32{start, start}
	}
	rank := make(map[int32]int, len(component))
	for i, v := range component {
		rank[v] = i
	}
	before := map[int32]int32{}
	for queue := []int32{start}; ; queue = queue[1:] {
		v := queue[0]
		var inside []int32
		for _, w := range g.successors(v) {
			if _, ok := rank[w]; ok && w != v {
				inside = append(inside, w)
			}
		}
		slices.SortFunc(inside, func(a, b int32) int { return cmp.Compare(rank[a], rank[b]) })
		for _, w := range inside {
			if w == start {
				cycle := []int32{start}
				for ; v != start; v = before[v] {
					cycle = append(cycle, v)
				}
				cycle = append(cycle, start)
				slices.Reverse(cycle)
				return cycle
			}
			if _, seen := before[w]; !seen {
				before[w] = v
				queue = append(queue, w)
			}
		}
	}
}
