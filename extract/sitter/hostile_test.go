package sitter_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/sitter/c"
	"github.com/cortex-index/cortex/extract/sitter/ecma"
	"github.com/cortex-index/cortex/extract/sitter/java"
	"github.com/cortex-index/cortex/extract/sitter/php"
	"github.com/cortex-index/cortex/extract/sitter/python"
	"github.com/cortex-index/cortex/extract/sitter/ruby"
	"github.com/cortex-index/cortex/extract/sitter/rust"
	"github.com/cortex-index/cortex/schema"
)

var languages = []struct {
	name         string
	extractor    extract.Extractor
	before, link string // the text before a statement, and a call of a member
	good         string
}{
	{"java", java.New(), "class A { void f() { x = x", ".f()", "class Good { }"},
	{"rust", rust.New(), "fn f() { x = x", ".f()", "struct Good { }"},
	{"c", c.New(), "void f(void) { x = x", ".f()", "struct Good { int a; };"},
	{"c++", c.New(), "void f() { x = x", "->f()", "class Good { };"},
	{"php", php.New(), "<?php function f() { $x = $x", "->f()", "<?php class Good { }"},
	{"ruby", ruby.New(), "x = x", ".f()", "class Good\nend"},
	{"python", python.New(), "x = (x", ".f()", "class Good: pass"},
	{"typescript", ecma.New(), "x = x", ".f()", "class Good { }"},
}

// extractAll returns the rows of a hostile file next to a good one.
func extractAll(ctx context.Context, x extract.Extractor, language, text, good string) (*extract.Code, error) {
	tree := &extract.Tree{}
	for i, content := range []string{text, good} {
		tree.Files = append(tree.Files, &extract.File{Content: []byte(content), Row: schema.File{FileID: int32(i + 1), FilePath: "a" + string(rune('0'+i)),
			ModulePath: ".", Language: language, LinesTotal: int32(strings.Count(content, "\n") + 1)}})
	}
	return x.Extract(ctx, extract.Config{Jobs: 2}, tree)
}

// TestHostile reads code with thousands of links on short lines. It costs at most the file.
func TestHostile(t *testing.T) {
	for _, l := range languages {
		lines := func(s string, n int) string { return strings.Repeat(strings.Repeat(s, 20)+"\n", n/20) }
		for _, shape := range []struct {
			name, text string
			isCut      bool
		}{
			{"chain", l.before + lines(l.link, 70_000), true},
			{"sum", l.before + lines(" + f()", 10_000), false},
			{"assignments", strings.Repeat(l.before[strings.LastIndexAny(l.before, "{(")+1:]+l.link+l.link+";\n", 5_000), false},
			{"calls", l.before + lines("f(", 10_000), false},
			{"braces", l.before + lines("{ ", 40_000), false},
		} {
			t.Run(l.name+"/"+shape.name, func(t *testing.T) {
				code, err := extractAll(t.Context(), l.extractor, l.name, shape.text, l.good)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(code.Rows.Symbols, func(s schema.Symbol) bool { return s.Name == "Good" }) {
					t.Error("the file next to it has no symbol")
				}
				if shape.isCut && !slices.ContainsFunc(code.Rows.Diagnostics, func(d schema.Diagnostic) bool { return d.Code == schema.CodeLimit }) {
					t.Errorf("there is no diagnostic about the limit: %v", code.Rows.Diagnostics)
				}
			})
		}
	}
}

// TestInterrupt ends the context during a parse that takes long.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := extractAll(ctx, java.New(), "java", "class A { void f() {\n"+strings.Repeat(strings.Repeat("->f()", 20)+"\n", 10_000), "")
	if took := time.Since(begin); err == nil || took > 10*time.Second {
		t.Errorf("the extraction ends after %v with the error %v", took, err)
	}
}
