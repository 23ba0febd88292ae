package digraph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestComponentsEqualTransitiveClosure compares the components of random graphs with their transitive
// closure. The cycle of each component is a shortest one through its first member.
func TestComponentsEqualTransitiveClosure(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cyclic := 0
	for range 2000 {
		vertices := 1 + r.IntN(14)
		edges := make([]int64, r.IntN(2*vertices+1))
		distance := closure{}
		for i := range edges {
			from, to := r.IntN(vertices), r.IntN(vertices)
			edges[i] = int64(from)<<32 | int64(to)
			distance[from][to] = 1
		}
		linked := distance
		distance.close()
		g := New(edges)
		got := g.Components()
		for _, c := range got {
			slices.Sort(c)
		}
		slices.SortFunc(got, slices.Compare)
		if diff := cmp.Diff(distance.components(), got); diff != "" {
			t.Fatalf("edges %x: components (-want +got):\n%s", edges, diff)
		}
		for _, c := range got {
			cyclic++
			cycle := g.ShortestCycle(c)
			length := len(cycle) - 1
			want := distance.around(c, linked)
			if cycle[0] != c[0] || cycle[length] != c[0] || length != want {
				t.Fatalf("edges %x: the cycle of %v is %v, and a shortest has %d edges", edges, c, cycle, want)
			}
			for i := range length {
				if linked[cycle[i]][cycle[i+1]] == 0 || !slices.Contains(c, cycle[i]) {
					t.Fatalf("edges %x: %v is no cycle in %v", edges, cycle, c)
				}
			}
		}
	}
	if cyclic < 300 {
		t.Errorf("only %d components with a cycle", cyclic)
	}
}

// closure has the number of edges of a shortest path between two vertices; 0 for none.
type closure [14][14]int

// close follows edges by the algorithm of Floyd and Warshall.
func (d *closure) close() {
	for k := range d {
		for i := range d {
			for j := range d {
				if d[i][k] > 0 && d[k][j] > 0 && (d[i][j] == 0 || d[i][k]+d[k][j] < d[i][j]) {
					d[i][j] = d[i][k] + d[k][j]
				}
			}
		}
	}
}

// components returns the groups of vertices that reach each other.
func (d *closure) components() [][]int32 {
	var out [][]int32
	for i := range d {
		var c []int32
		for j := range d {
			if d[i][j] > 0 && d[j][i] > 0 {
				c = append(c, int32(j))
			}
		}
		if len(c) > 0 && c[0] == int32(i) {
			out = append(out, c)
		}
	}
	return out
}

// around returns the length of a shortest cycle through the first member.
func (d *closure) around(c []int32, linked closure) int {
	shortest := 0
	if len(c) == 1 {
		return 1
	}
	for _, v := range c[1:] {
		if linked[c[0]][v] > 0 && (shortest == 0 || 1+d[v][c[0]] < shortest) {
			shortest = 1 + d[v][c[0]]
		}
	}
	return shortest
}

// TestComponentsOfOneLongCycle shows that a cycle as long as the graph needs no recursion.
func TestComponentsOfOneLongCycle(t *testing.T) {
	const vertices = 1_000_000
	edges := make([]int64, vertices)
	for v := range edges {
		edges[v] = int64(v)<<32 | int64((v+1)%vertices)
	}
	got := New(edges).Components()
	if len(got) != 1 || len(got[0]) != vertices {
		t.Errorf("%d components", len(got))
	}
}

// TestShortestCycleIsCanonical shows that the order of the edges does not change the chosen cycle.
func TestShortestCycleIsCanonical(t *testing.T) {
	edge := func(from, to int64) int64 { return from<<32 | to }
	g := New([]int64{edge(5, 9), edge(5, 7), edge(9, 5), edge(7, 5), edge(5, 5), edge(7, 9)})
	if diff := cmp.Diff([]int32{5, 9, 5}, g.ShortestCycle([]int32{5, 9, 7})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(New(nil).Components()) != 0 {
		t.Error("a graph without edges has components")
	}
}
