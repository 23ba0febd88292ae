package sitter

import "testing"

func TestParse(t *testing.T) {
	p := NewParser(t.Context(), Python())
	defer p.Close()
	tree := p.Parse([]byte("def f(a):\n    return a.b(1)\n"))
	for i := range tree.Len() {
		t.Log(tree.Kind(Node(i)), tree.Field(Node(i)), tree.Of(Node(i)))
	}
}
