package golang_test

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// checkProperties holds what is true of the rows of every tree.
func checkProperties(t *testing.T, rows *schema.Rows) {
	t.Helper()
	for _, problem := range problems(rows) {
		t.Error(problem)
	}
}

func problems(rows *schema.Rows) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	known := map[int32]schema.Symbol{}
	names := map[string]bool{}
	for i, s := range rows.Symbols {
		if s.SymbolID != int32(i+1) {
			add("symbol %s has id %d in place %d", s.Symbol, s.SymbolID, i+1)
		}
		if names[s.Symbol] {
			add("two symbols are called %s", s.Symbol)
		}
		known[s.SymbolID], names[s.Symbol] = s, true
	}
	out = append(out, dangling(rows, known)...)

	type place struct {
		symbol, file, line, column int32
	}
	called := map[place]bool{}
	for _, r := range rows.Refs {
		if r.Role == schema.RoleCall {
			called[place{r.SymbolID, r.FileID, r.StartLine, r.StartColumn}] = true
		}
	}
	for _, c := range rows.Calls {
		resolved := c.Evidence == schema.EvidenceStatic || c.Evidence == schema.EvidenceInterface
		switch {
		case resolved && c.CalleeID == 0, c.CalleeID != 0 && !resolved && c.Evidence != schema.EvidenceHeuristic:
			add("call %d:%d has evidence %s and callee %d", c.FileID, c.StartLine, c.Evidence, c.CalleeID)
		case c.CalleeID != 0 && !called[place{c.CalleeID, c.FileID, c.StartLine, c.StartColumn}]:
			add("no ref with role call at the call of %s in %s line %d column %d", known[c.CalleeID].Symbol, rows.Files[c.FileID-1].FilePath, c.StartLine, c.StartColumn)
		case c.CalleeID != 0 && !known[c.CalleeID].Kind.IsCallable():
			add("the callee %s is a %s", known[c.CalleeID].Symbol, known[c.CalleeID].Kind)
		case (known[c.CalleeID].Kind == schema.KindInterfaceMethod) != (c.Evidence == schema.EvidenceInterface) && c.Evidence != schema.EvidenceHeuristic:
			add("a call of %s has evidence %s", known[c.CalleeID].Symbol, c.Evidence)
		}
	}

	implements := map[[2]int32]bool{}
	for _, r := range rows.TypeRelations {
		if r.Relation == schema.RelationImplements {
			implements[[2]int32{r.FromTypeID, r.ToTypeID}] = true
		}
		if r.FromTypeID == r.ToTypeID {
			add("%s %s itself", known[r.FromTypeID].Symbol, r.Relation)
		}
	}
	constraints := map[int32]bool{}
	for _, m := range rows.Members {
		if m.Kind == schema.MemberTypeElement {
			constraints[m.TypeID] = true
		}
	}
	for _, o := range rows.Overrides {
		if o.MethodID == o.OverriddenID {
			add("%s overrides itself", known[o.MethodID].Symbol)
		}
		// The interface that declares the method is implemented too, or it has type
		// parameters or elements, or implements an anonymous or unnamed place; or the type has no name.
		if i := known[o.OverriddenID].ContainerID; i != 0 && o.Evidence == schema.EvidenceStatic && known[o.TypeID].Kind.IsType() && !constraints[i] && known[i].Kind == schema.KindInterface && known[i].PackagePath == known[o.OverriddenID].PackagePath &&
			!strings.Contains(known[i].Signature, "[") && !known[i].IsExternal && o.TypeID != i && !implements[[2]int32{o.TypeID, i}] {
			add("%s overrides %s and does not implement %s", known[o.TypeID].Symbol, known[o.OverriddenID].Symbol, known[i].Symbol)
		}
	}
	return out
}

// dangling returns the ids that mean nothing.
func dangling(rows *schema.Rows, known map[int32]schema.Symbol) []string {
	var out []string
	_ = rows.Each(func(table any) error {
		list := reflect.ValueOf(table)
		decl, ok := schema.TableOf(list.Type().Elem())
		if !ok {
			return nil
		}
		for i := range list.Len() {
			for _, c := range decl.Columns {
				v, notNull := c.Value(list.Index(i))
				if !notNull || c.Type != schema.Int32 {
					continue
				}
				id := int32(v.Int())
				s, isSymbol := known[id]
				switch c.Ref {
				case "symbols.symbol_id":
					if !isSymbol {
						out = append(out, fmt.Sprintf("%s.%s is %d, which is no symbol: %+v", decl.Name, c.Name, id, list.Index(i)))
					}
				case "types.type_id":
					if !isSymbol || !s.Kind.IsType() {
						out = append(out, fmt.Sprintf("%s.%s is %d, which is no type: %s", decl.Name, c.Name, id, s.Symbol))
					}
				case "functions.function_id":
					if !isSymbol || s.Kind != schema.KindFunction && s.Kind != schema.KindMethod {
						out = append(out, fmt.Sprintf("%s.%s is %d, which is no function: %s", decl.Name, c.Name, id, s.Symbol))
					}
				case "files.file_id":
					if id < 1 || int(id) > len(rows.Files) {
						out = append(out, fmt.Sprintf("%s.%s is %d, which is no file", decl.Name, c.Name, id))
					}
				}
			}
		}
		return nil
	})
	return out
}

// checkNoMachinePath looks for a path of this machine in every text of every row.
func checkNoMachinePath(t *testing.T, rows *schema.Rows, root string) {
	t.Helper()
	env, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	paths := append(strings.Fields(string(env)), root, os.TempDir())
	_ = rows.Each(func(table any) error {
		list := reflect.ValueOf(table)
		for i := range list.Len() {
			row := list.Index(i)
			for f := range row.NumField() {
				if row.Field(f).Kind() != reflect.String {
					continue
				}
				for _, p := range paths {
					if strings.Contains(row.Field(f).String(), p) {
						t.Errorf("a path of the machine in %+v", row)
					}
				}
			}
		}
		return nil
	})
}
