package golang_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// memory is a sink that keeps all rows.
type memory struct{ rows schema.Rows }

// Write keeps the rows in the field of their type.
func (m *memory) Write(rows any) error {
	v := reflect.ValueOf(&m.rows).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Type() == reflect.TypeOf(rows) {
			f.Set(reflect.AppendSlice(f, reflect.ValueOf(rows)))
			return nil
		}
	}
	return fmt.Errorf("no table has rows of type %T", rows)
}

// factsOf writes the rows of an index as facts, but for what implements files that
// the oracle does not judge. In files that are no part of the build, calls that
// are said to be certain are facts all the same.
func factsOf(rows *schema.Rows, judged, blind map[string]bool) facts {
	out := facts{}
	key := map[int32]string{0: "nothing"}
	for _, s := range rows.Symbols {
		switch {
		case s.IsExternal:
			key[s.SymbolID] = schema.BaseSymbol(s.Symbol)
		case s.NameLine == 0:
			key[s.SymbolID] = s.Symbol // a synthetic function stands nowhere
		default:
			key[s.SymbolID] = fmt.Sprintf("%s:%d:%d", s.FilePath, s.NameLine, s.NameColumn)
		}
	}
	path := map[int32]string{}
	for _, f := range rows.Files {
		path[f.FileID] = f.FilePath
		if f.Language == "go" {
			out.add("file", "%s", f.FilePath)
		}
	}
	callers := map[int32]bool{}
	for _, c := range rows.Calls {
		callers[c.CallerID] = true
		typed := c.Evidence == schema.EvidenceStatic || c.Evidence == schema.EvidenceInterface
		if judged[path[c.FileID]] || typed && !blind[path[c.FileID]] {
			out.add("call", "%s:%d:%d %s of %s is %s, from %s, %s, through %s", path[c.FileID], c.StartLine, c.StartColumn, c.Kind, orNothing(c.CalleeName),
				key[c.CalleeID], key[c.CallerID], c.Evidence, key[c.ReceiverTypeID])
		}
	}
	for _, f := range rows.Functions {
		if f.StartPos >= 0 || !callers[f.FunctionID] { // a synthetic function is there for its calls alone
			out.add("function", "%s %s, bytes %d to %d, lines %d to %d, %d of code", key[f.FunctionID], f.Name, f.StartPos, f.EndPos, f.StartLine, f.EndLine, f.Lines)
		}
	}
	for _, t := range rows.Types {
		out.add("type", "%s %s", key[t.TypeID], t.Name)
	}
	for _, r := range rows.Refs {
		if judged[path[r.FileID]] {
			out.add("ref", "%s:%d:%d-%d %s %s in %s", path[r.FileID], r.StartLine, r.StartColumn, r.EndColumn, r.Role, key[r.SymbolID], key[r.EnclosingID])
		}
	}
	for _, i := range rows.Imports {
		if judged[i.FilePath] {
			out.add("import", "%s:%d %s as %s, in the tree %s, standard %t, external %t, relative %t, %d names", i.FilePath, i.StartLine, i.ImportedModule,
				orNothing(i.Alias), orNothing(i.ImportedModulePath), i.IsStandardLib, i.IsExternal, i.IsRelative, i.SymbolCount)
		}
	}
	implementing := map[int32]bool{}
	for _, r := range rows.TypeRelations {
		if r.Relation == schema.RelationImplements {
			implementing[r.FromTypeID] = true
			out.add("implements", "%s implements %s, only its pointer %t, stated at %s:%d", key[r.FromTypeID], key[r.ToTypeID], r.ViaPointer, path[r.FileID], r.StartLine)
		}
	}
	for _, o := range rows.Overrides {
		out.add("override", "%s: %s implements %s", key[o.TypeID], key[o.MethodID], key[o.OverriddenID])
	}
	return out
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// canFail takes a row out of each table and changes one, and sees that the
// comparison says so, in that table and in no other.
func canFail(t *testing.T, rows *schema.Rows, o *oracle) {
	want := o.facts()
	if diff := compare(want, factsOf(rows, o.judged, o.blind)); len(diff) > 0 {
		t.Skip("the index is not as the oracle has it, so a change to it shows nothing")
	}
	refused := func(change, kind string, damage func(*schema.Rows)) {
		t.Helper()
		damaged := *rows
		damage(&damaged)
		got := factsOf(&damaged, o.judged, o.blind)
		diff := compare(want, got)
		if len(diff) == 0 {
			t.Errorf("%s: the comparison reports nothing", change)
		}
		for _, k := range kinds {
			if differs := len(lacking(want[k], got[k]))+len(lacking(got[k], want[k])) > 0; differs != (k == kind) {
				t.Errorf("%s: reported for %s: %t", change, k, differs)
			}
		}
	}
	call := slices.IndexFunc(rows.Calls, func(c schema.Call) bool { return c.Evidence == schema.EvidenceStatic })
	ref := slices.IndexFunc(rows.Refs, func(r schema.Ref) bool { return r.Role == schema.RoleWrite })
	implements := slices.IndexFunc(rows.TypeRelations, func(r schema.TypeRelation) bool { return r.Relation == schema.RelationImplements })
	function := slices.IndexFunc(rows.Functions, func(f schema.Function) bool { return f.StartPos >= 0 })

	refused("a file less", "file", func(r *schema.Rows) {
		f := slices.Clone(r.Files)
		i := slices.IndexFunc(f, func(f schema.File) bool { return f.FunctionCount == 0 && f.Language == "go" })
		f[i].Language = ""
		r.Files = f
	})
	refused("a function less", "function", func(r *schema.Rows) { r.Functions = without(r.Functions, function) })
	refused("a function by another name", "function", func(r *schema.Rows) {
		r.Functions = changed(r.Functions, function, func(f *schema.Function) { f.Name += "2" })
	})
	refused("a function that ends elsewhere", "function", func(r *schema.Rows) {
		r.Functions = changed(r.Functions, function, func(f *schema.Function) { f.EndLine++ })
	})
	refused("a type less", "type", func(r *schema.Rows) { r.Types = without(r.Types, 0) })
	refused("a type elsewhere", "type", func(r *schema.Rows) {
		r.Types = changed(r.Types, 0, func(x *schema.TypeRow) { x.TypeID = r.Types[1].TypeID })
	})
	refused("a call less", "call", func(r *schema.Rows) { r.Calls = without(r.Calls, call) })
	for change, f := range map[string]func(*schema.Call){
		"a call elsewhere":       func(c *schema.Call) { c.StartColumn++ },
		"another callee":         func(c *schema.Call) { c.CalleeID++ },
		"another caller":         func(c *schema.Call) { c.CallerID = rows.Functions[function].FunctionID },
		"a call in another way":  func(c *schema.Call) { c.Kind = schema.CallGo },
		"a call less certain":    func(c *schema.Call) { c.Evidence = schema.EvidenceInterface },
		"a call of another type": func(c *schema.Call) { c.ReceiverTypeID = c.CalleeID },
		"a call by another name": func(c *schema.Call) { c.CalleeName += "2" },
	} {
		refused(change, "call", func(r *schema.Rows) { r.Calls = changed(r.Calls, call, f) })
	}
	refused("a reference less", "ref", func(r *schema.Rows) { r.Refs = without(r.Refs, ref) })
	for change, f := range map[string]func(*schema.Ref){
		"a reference elsewhere":   func(x *schema.Ref) { x.StartLine++ },
		"another symbol":          func(x *schema.Ref) { x.SymbolID++ },
		"a read for a write":      func(x *schema.Ref) { x.Role = schema.RoleRead },
		"in another declaration":  func(x *schema.Ref) { x.EnclosingID = 0 },
		"a reference that is cut": func(x *schema.Ref) { x.EndColumn-- },
	} {
		refused(change, "ref", func(r *schema.Rows) { r.Refs = changed(r.Refs, ref, f) })
	}
	refused("an import less", "import", func(r *schema.Rows) { r.Imports = without(r.Imports, 0) })
	refused("an import from elsewhere", "import", func(r *schema.Rows) {
		r.Imports = changed(r.Imports, 0, func(i *schema.Import) { i.IsExternal = !i.IsExternal })
	})
	refused("an implements less", "implements", func(r *schema.Rows) { r.TypeRelations = without(r.TypeRelations, implements) })
	refused("a pointer more", "implements", func(r *schema.Rows) {
		r.TypeRelations = changed(r.TypeRelations, implements, func(x *schema.TypeRelation) { x.ViaPointer = !x.ViaPointer })
	})
	refused("an override less", "override", func(r *schema.Rows) { r.Overrides = without(r.Overrides, 0) })
	refused("another method", "override", func(r *schema.Rows) {
		r.Overrides = changed(r.Overrides, 0, func(x *schema.Override) { x.MethodID = x.OverriddenID })
	})
}

func without[T any](rows []T, i int) []T { return slices.Delete(slices.Clone(rows), i, i+1) }

func changed[T any](rows []T, i int, f func(*T)) []T {
	rows = slices.Clone(rows)
	f(&rows[i])
	return rows
}
