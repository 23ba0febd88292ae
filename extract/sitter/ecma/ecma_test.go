package ecma

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/schema"
)

// FuzzExtract checks that no text makes the front end or the resolver fail, and that each row has its place in the file.
func FuzzExtract(f *testing.F) {
	for _, text := range []string{
		"", "class A<T extends B = C> extends D.e<F> implements G, H { static #x?: T = 1; constructor(private y: T) { super(y) } get z() { return this.#x } }",
		"export * from './a'; export * as b from 'b'; export { c as d, e } from 'f'; export { g as default }; export default class {}",
		"import a, { b as c } from './d'; import * as e from 'f'; import g = require('h'); const { i, j: k } = require('l'), m = await import('./n')",
		"type A = { [K in keyof B]?: A[] } | ((c: D) => E) | typeof f.g; interface H extends I<J> { k?(l: M): this; new (n): O }",
		"const { a = 1, b: { c }, ...d } = e, [f, , g = h] = i; for (const j of k) l(j); for (m in n) {}",
		"function f(a): a is B; function f(this: C, { d, e }: F, ...g) { return <H i={j} {...k}><L.m/></H> }", "module.exports = function f() {}; exports.g = () => {}; module.exports = { h, i: j }",
		"enum A { B = 1, C, 'D' } namespace E.F { export const g = 1 } declare module 'h' { i }", "a?.b!.c as D satisfies E; x ||= y ?? z; `a${b}`; label: while (1) break label",
		"@a @b.c(d) class E { @f g = () => this.h; static { i() } ['j']() {} async *k() { yield* l } }", "class A extends A {} class B { b = this.b.b(); c() { return this } }",
		"throw a; debugger; ; with (b) c; do d(); while (e) switch (f) { case g: h(); default: i }", "try { a } catch { b } finally { c }\nnew d; new e.f(g)`h`",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, isMarkup bool) {
		row := schema.File{FileID: 1, FilePath: "a.ts", ModulePath: ".", Language: "typescript"}
		if isMarkup {
			row.FilePath, row.Language = "a.tsx", "tsx"
		}
		file := &extract.File{Row: row, Content: []byte(text)}
		reader := language().Reader(t.Context())
		reader.Read(file) // outside of the guard of the extractor
		reader.Close()
		code, err := resolve.New(language()).Extract(context.Background(), extract.Config{Jobs: 1}, &extract.Tree{Root: t.TempDir(), Files: []*extract.File{file}})
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
