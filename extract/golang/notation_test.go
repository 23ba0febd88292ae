package golang_test

import (
	"cmp"
	"fmt"
	"go/version"
	"runtime"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// The notation of rows in tests: one line each, the table's name in the singular
// first, symbols by their stable name, positions as file:line:column. Rows are
// in the order of the text. `?` is an unknown callee.

var tableNames = []string{"files", "modules", "symbols", "functions", "parameters", "types", "members", "calls", "dispatches",
	"overrides", "relations", "imports", "refs", "annotations", "scopes", "diagnostics", "unknowns"}

// printer writes rows in the notation.
type printer struct {
	rows    *schema.Rows
	symbols map[int32]string
	files   map[int32]string
}

func notation(rows *schema.Rows, table string) []string {
	p := &printer{rows: rows, symbols: map[int32]string{0: "?"}, files: map[int32]string{}}
	for _, s := range rows.Symbols {
		p.symbols[s.SymbolID] = s.Symbol
	}
	for _, f := range rows.Files {
		p.files[f.FileID] = f.FilePath
	}
	switch table {
	case "files":
		return each(rows.Files, p.file)
	case "modules":
		return each(rows.Modules, p.module)
	case "symbols":
		return each(rows.Symbols, p.symbol)
	case "extents":
		return each(rows.Symbols, p.extent)
	case "api":
		return each(rows.Symbols, p.api)
	case "facts":
		return slices.Concat(each(rows.Files, p.fixture), each(rows.Modules, p.root), each(rows.Symbols, p.fact), each(rows.Types, p.fit))
	case "docs":
		return each(rows.Symbols, p.doc)
	case "functions":
		return each(rows.Functions, p.function)
	case "parameters":
		return each(rows.Parameters, p.parameter)
	case "types":
		return each(rows.Types, p.typeRow)
	case "members":
		return each(rows.Members, p.member)
	case "calls":
		return each(slices.SortedFunc(slices.Values(rows.Calls), func(a, b schema.Call) int {
			return cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartPos, b.StartPos))
		}), p.call)
	case "dispatches":
		return slices.Compact(slices.Sorted(slices.Values(each(slices.DeleteFunc(slices.Clone(rows.Calls), func(c schema.Call) bool { return c.ReceiverTypeID == 0 }), p.dispatch))))
	case "overrides":
		return slices.Sorted(slices.Values(each(rows.Overrides, p.override)))
	case "relations":
		return slices.Sorted(slices.Values(each(rows.TypeRelations, p.relation)))
	case "imports":
		return each(rows.Imports, p.imported)
	case "refs":
		return each(slices.SortedFunc(slices.Values(rows.Refs), func(a, b schema.Ref) int {
			return cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn))
		}), p.ref)
	case "annotations":
		return each(rows.Annotations, p.annotation)
	case "scopes":
		return each(rows.Scopes, p.scope)
	case "diagnostics":
		return each(rows.Diagnostics, p.diagnostic)
	case "unknowns":
		return slices.Sorted(slices.Values(each(rows.Unknowns, p.unknown)))
	}
	panic("no table " + table)
}

func each[T any](rows []T, line func(T) string) []string {
	out := make([]string, 0, len(rows))
	for _, r := range rows {
		if l := line(r); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// flags joins the words that hold.
func flags(words map[string]bool) string {
	var out strings.Builder
	for _, w := range slices.Sorted(func(yield func(string) bool) {
		for w, on := range words {
			if on && !yield(w) {
				return
			}
		}
	}) {
		out.WriteString(" " + w)
	}
	return out.String()
}

func (p *printer) file(f schema.File) string {
	return fmt.Sprintf("file %s %s types=%d functions=%d imports=%d%s", f.FilePath, f.Status, f.TypeCount, f.FunctionCount, f.ImportCount,
		flags(map[string]bool{"test": f.IsTest, "generated": f.IsGenerated, "vendored": f.IsVendored}))
}

func (p *printer) module(m schema.Module) string {
	return fmt.Sprintf("module %s package=%q of=%q files=%d", m.ModulePath, m.PackagePath, m.GoModule, m.FileCount)
}

func (p *printer) symbol(s schema.Symbol) string {
	where := "outside"
	if !s.IsExternal {
		where = fmt.Sprintf("%s:%d:%d", s.FilePath, s.NameLine, s.NameColumn)
	}
	in := ""
	if s.ContainerID != 0 {
		in = " in " + p.symbols[s.ContainerID]
	}
	return fmt.Sprintf("symbol %s %s %s (%s)%s | %s%s", where, s.Kind, s.Symbol, s.QualifiedName, in, s.Signature,
		flags(map[string]bool{"exported": s.IsExported, "test": s.IsTest}))
}

// extent shows the text range of a declaration; outside symbols have none.
func (p *printer) extent(s schema.Symbol) string {
	if s.IsExternal {
		return ""
	}
	return fmt.Sprintf("extent %s:%d:%d-%d bytes %d-%d name %d:%d %s", s.FilePath, s.StartLine, s.StartColumn, s.EndLine, s.StartPos, s.EndPos, s.NameLine, s.NameColumn, s.Symbol)
}

// api shows the symbols of the public API.
func (p *printer) api(s schema.Symbol) string {
	if !s.IsAPI {
		return ""
	}
	return "api " + s.Symbol
}

func (p *printer) fixture(f schema.File) string {
	if !f.IsFixture {
		return ""
	}
	return "fixture " + f.FilePath
}

func (p *printer) root(m schema.Module) string { return "root " + m.ModulePath + " " + m.RootPath }

// fact shows the rules of the language that hold for a symbol.
func (p *printer) fact(s schema.Symbol) string {
	var out string
	if s.Entry != "" {
		out += " entry=" + string(s.Entry)
	}
	if s.SequenceID != 0 {
		out += " sequence=" + p.symbols[s.SequenceID]
	}
	if s.RepeatsID != 0 {
		out += " repeats=" + p.symbols[s.RepeatsID]
	}
	if out == "" {
		return ""
	}
	return "fact " + s.Symbol + out
}

func (p *printer) fit(r schema.TypeRow) string {
	f := flags(map[string]bool{"generic": r.IsGeneric, "sealed": r.IsSealed})
	if f == "" {
		return ""
	}
	return "type " + r.Symbol + f
}

func (p *printer) doc(s schema.Symbol) string {
	if s.IsExternal {
		return ""
	}
	return fmt.Sprintf("doc %s %q", s.Symbol, s.Doc)
}

func (p *printer) function(f schema.Function) string {
	recv := ""
	if f.IsMethod {
		recv = fmt.Sprintf(" receiver=%s=%s", f.ReceiverType, p.symbols[f.ReceiverTypeID])
	}
	return fmt.Sprintf("function %s:%d-%d %s%s params=%d results=%d lines=%d complexity=%d%s", f.FilePath, f.StartLine, f.EndLine, f.Symbol, recv,
		f.ParamCount, f.ReturnCount, f.Lines, f.Complexity,
		flags(map[string]bool{"exported": f.IsExported, "test": f.IsTest, "generated": f.IsGenerated}))
}

func (p *printer) parameter(r schema.Parameter) string {
	return fmt.Sprintf("parameter %s %d %s %q %s%s", p.symbols[r.FunctionID], r.Ordinal, r.Kind, r.Name, r.TypeExpr, p.means(r.TypeID))
}

func (p *printer) means(id int32) string {
	if id == 0 {
		return ""
	}
	return " = " + p.symbols[id]
}

func (p *printer) typeRow(r schema.TypeRow) string {
	return fmt.Sprintf("type %s:%d-%d %s %s fields=%d methods=%d%s", r.FilePath, r.StartLine, r.EndLine, r.Kind, r.Symbol, r.FieldCount, r.MethodCount,
		flags(map[string]bool{"exported": r.IsExported, "test": r.IsTest, "generated": r.IsGenerated}))
}

func (p *printer) member(m schema.Member) string {
	id, tag, implicit := "", "", ""
	switch {
	case m.ImplicitUses > 0:
		implicit = fmt.Sprintf(" implicit=%d", m.ImplicitUses)
	case m.ImplicitUses < 0 && m.Kind == schema.MemberField:
		implicit = " implicit=?"
	}
	if m.MemberID != 0 {
		id = " id=" + p.symbols[m.MemberID]
	}
	if m.Tag != "" {
		tag = fmt.Sprintf(" tag %q", m.Tag)
	}
	return fmt.Sprintf("member %s:%d %s %d %q %s%s%s%s%s%s", p.symbols[m.TypeID], m.StartLine, m.Kind, m.Ordinal, m.Name, m.TypeExpr, p.means(m.MemberTypeID), id, tag, implicit,
		flags(map[string]bool{"exported": m.IsExported}))
}

func (p *printer) call(c schema.Call) string {
	kind := ""
	if c.Kind != schema.CallPlain {
		kind = string(c.Kind) + " "
	}
	name := c.CalleeName
	if name == "" {
		name = "(…)"
	}
	return fmt.Sprintf("call %s:%d:%d %s: %s%s -> %s %s", p.files[c.FileID], c.StartLine, c.StartColumn, p.symbols[c.CallerID], kind, name, p.symbols[c.CalleeID], c.Evidence)
}

// dispatch is what can run where a method is called through an interface that has it from another.
func (p *printer) dispatch(c schema.Call) string {
	runs := "whatever implements it"
	if c.DispatchID != 0 {
		var all []string
		for _, d := range p.rows.Dispatches {
			if d.DispatchID == c.DispatchID && d.MethodID != 0 {
				all = append(all, p.symbols[d.MethodID])
			}
		}
		if runs = strings.Join(all, ", "); runs == "" {
			runs = "nothing"
		}
	}
	return fmt.Sprintf("dispatch %s through %s: %s", p.symbols[c.CalleeID], p.symbols[c.ReceiverTypeID], runs)
}

func (p *printer) override(o schema.Override) string {
	return fmt.Sprintf("override %s: %s for %s %s", p.symbols[o.TypeID], p.symbols[o.MethodID], p.symbols[o.OverriddenID], o.Evidence)
}

func (p *printer) relation(r schema.TypeRelation) string {
	pointer := ""
	if r.ViaPointer {
		pointer = " by pointer"
	}
	return fmt.Sprintf("%s %s -> %s%s at %s:%d %s", r.Relation, p.symbols[r.FromTypeID], p.symbols[r.ToTypeID], pointer, p.files[r.FileID], r.StartLine, r.Evidence)
}

func (p *printer) imported(i schema.Import) string {
	alias, module := "", ""
	if i.Alias != "" {
		alias = " as " + i.Alias
	}
	if i.ImportedModulePath != "" {
		module = " = " + i.ImportedModulePath
	}
	return fmt.Sprintf("import %s:%d %s%s%s symbols=%d%s", i.FilePath, i.StartLine, i.ImportedModule, alias, module, i.SymbolCount,
		flags(map[string]bool{"std": i.IsStandardLib, "external": i.IsExternal, "relative": i.IsRelative}))
}

func (p *printer) ref(r schema.Ref) string {
	in := "file"
	if r.EnclosingID != 0 {
		in = p.symbols[r.EnclosingID]
	}
	return fmt.Sprintf("ref %s:%d:%d-%d %s %s in %s", p.files[r.FileID], r.StartLine, r.StartColumn, r.EndColumn, r.Role, p.symbols[r.SymbolID], in)
}

func (p *printer) annotation(a schema.Annotation) string {
	return fmt.Sprintf("annotation %s %d line %d %s %q", p.symbols[a.SymbolID], a.Ordinal, a.StartLine, a.Name, a.Arguments)
}

func (p *printer) scope(s schema.Scope) string {
	return fmt.Sprintf("scope %s %d:%d-%d:%d %s %s", p.files[s.FileID], s.StartLine, s.StartColumn, s.EndLine, s.EndColumn, s.Kind, p.symbols[s.SymbolID])
}

func (p *printer) diagnostic(d schema.Diagnostic) string {
	where := d.FilePath
	if where == "" {
		where = d.ModulePath + "/"
	}
	if d.StartLine != 0 {
		where = fmt.Sprintf("%s:%d:%d", where, d.StartLine, d.StartColumn)
	}
	message := strings.ReplaceAll(d.Message, version.Lang(runtime.Version()), "go1.N")
	return fmt.Sprintf("diagnostic %s %s %s %s: %s", where, d.Stage, d.Code, d.Severity, message)
}

// unknown shows a gap: `*` for a column that is NULL.
func (p *printer) unknown(u schema.Unknown) string {
	of := p.symbols[u.SymbolID]
	if u.SymbolID == 0 {
		of = "*"
		if u.Name != "" {
			of = "named " + u.Name
		}
		switch u.Scope {
		case "":
		case schema.ScopeExported:
			of += " exported"
		default:
			of += " in " + u.Scope
		}
	}
	where := ""
	if u.FileID != 0 {
		where = fmt.Sprintf(" at %s:%d:%d", p.files[u.FileID], u.StartLine, u.StartColumn)
	}
	return fmt.Sprintf("unknown %s of %s %s %d%s", u.About, of, u.Reason, u.Count, where)
}
