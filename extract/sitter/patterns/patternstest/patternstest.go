// Package patternstest checks languages that queries describe.
package patternstest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// Fuzz checks that no text makes the front end or the resolver fail, and that each row has its place in the file.
func Fuzz(f *testing.F, l patterns.Language, texts ...string) {
	for _, text := range append(texts, "", "\ufeff", "\r\n", "{{{{", "a.b(c)(d).e[f]") {
		f.Add(text)
	}
	front := l.Front()
	f.Fuzz(func(t *testing.T, text string) {
		file := &extract.File{Row: schema.File{FileID: 1, FilePath: "a", ModulePath: ".", Language: l.Names[0]}, Content: []byte(text)}
		reader := front.Reader(t.Context())
		reader.Read(file) // outside of the guard of the extractor
		reader.Close()
		code, err := resolve.New(front).Extract(context.Background(), extract.Config{Jobs: 1}, &extract.Tree{Files: []*extract.File{file}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range code.Rows.Symbols {
			if !s.IsExternal && (s.Name == "" || s.StartPos > s.EndPos || int(s.EndPos) > len(text)) {
				t.Errorf("symbol %q is from byte %d to %d of %d", s.Symbol, s.StartPos, s.EndPos, len(text))
			}
		}
		for _, r := range code.Rows.Refs {
			if r.SymbolID == 0 || r.StartLine < 1 || r.EndColumn < r.StartColumn {
				t.Errorf("reference %+v has no place", r)
			}
		}
	})
}

// LogTree prints the tree of a file. It fails when the queries do not fit the grammar.
func LogTree(t *testing.T, l patterns.Language, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := tree(l, text)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(tree, " @") {
		t.Errorf("no query fits in %s", file)
	}
	t.Log("\n" + tree)
}

// tree returns the tree of a text as lines: kind, field, captures and, for a leaf, the text.
func tree(l patterns.Language, text []byte) (string, error) {
	q, err := sitter.NewQuery(l.Grammar(), l.Queries)
	if err != nil {
		return "", err
	}
	p := sitter.NewParser(context.Background(), l.Grammar())
	defer p.Close()
	p.Search(q)
	t := p.Parse(text)
	names := map[sitter.Node]string{}
	for _, m := range t.Matches {
		for _, c := range m.Captures {
			if !strings.Contains(names[c.Node]+" ", " @"+c.Name+" ") {
				names[c.Node] += " @" + c.Name
			}
		}
	}
	var b strings.Builder
	var ends []sitter.Node
	for n := sitter.Node(0); int(n) < t.Len(); n++ {
		for len(ends) > 0 && n >= ends[len(ends)-1] {
			ends = ends[:len(ends)-1]
		}
		if t.IsNamed(n) || names[n] != "" {
			b.WriteString(strings.Repeat("  ", len(ends)))
			if f := t.Field(n); f != "" {
				b.WriteString(f + ": ")
			}
			b.WriteString(t.Kind(n) + names[n])
			if t.IsLeaf(n) {
				b.WriteString(" " + t.Of(n))
			}
			b.WriteByte('\n')
		}
		ends = append(ends, t.After(n))
	}
	return b.String(), nil
}
