package derive_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// One of each: interfaces that are used and not, from outside, and generic; calls that are certain and not, twice, and through
// an interface that has the method from another; functions whose values are taken; a file that was not type-checked, whose lines hold more than the last one.
func TestRows(t *testing.T) {
	rows := indextest.Parse(t, `
interface a.I
interface_method a.I.M
interface a.G
interface_method a.G.N
struct a.T
method a.T.N
function a.F
function b.H
external interface io.Reader
external interface_method io.Reader.Read
untyped b/b.go
text b/b.go var x = y.Field + z.Call()
call a.F -> a.I.M interface
call a.F -> a.T.N
call b.H -> a.F heuristic
call b.H -> a.F heuristic
call b.H -> ? unresolved z.Call
interface a.J
override a.T.N => a.I.M
override a.I.M => a.G.N of a.J
override a.T.N => a.G.N
call b.H -> a.I.M interface through a.J
run a.T.N => a.I.M through a.J
value a.F in b.H
value a.T.N in b.H`)
	ids := map[string]int32{}
	names := map[int32]string{}
	for _, s := range rows.Symbols {
		ids[s.QualifiedName], names[s.SymbolID] = s.SymbolID, s.QualifiedName
	}
	generic := func(of string) schema.Member {
		return schema.Member{TypeID: ids[of], Kind: schema.MemberTypeParameter, Ordinal: 1, Name: "E", TypeExpr: "any", StartLine: 1}
	}
	rows.Members = append(rows.Members, generic("a.G"), generic("a.T"))
	dir := t.TempDir()
	indextest.WriteAt(t, dir, rows, schema.Options{Tests: true, Content: true}, schema.AbstractMethods.Since-1)
	derived, err := derive.Rows(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, rows := range derived {
		v := reflect.ValueOf(rows)
		table, _ := schema.TableOf(v.Type().Elem())
		if table == schema.SymbolNames && v.Len() == len(names) {
			continue
		}
		for i := range v.Len() {
			line := table.Name
			for _, c := range table.Columns {
				x, ok := c.Value(v.Index(i))
				switch {
				case !ok:
					line += " NULL"
				case c.Ref == "symbols.symbol_id":
					line += " " + names[int32(x.Int())]
				default:
					line += fmt.Sprint(" ", x)
				}
			}
			got = append(got, line)
		}
	}
	want := strings.Split(strings.TrimSpace(`
abstract_methods a.I.M M a.I 1 false true false
abstract_methods a.G.N N a.G 1 false false true
abstract_methods io.Reader.Read Read io.Reader NULL true false false
uncompared_types a.G
uncompared_types a.T
possible_overrides a.T a.T.N a.G a.G.N
uncertain_calls Call 2 unresolved 1
uncertain_calls F 2 heuristic 2
selected_names Field 2 b
selected_names b 2 b
selected_names go 2 b
call_edges 2 7 1
call_edges 6 7 0
call_edges 7 9 3
call_edges 12 9 1
call_sites 7 1 62 2 2 1
call_sites 7 1 63 2 6 0
call_sites 9 2 2 2 7 3
call_sites 9 2 3 2 7 3
call_sites 9 2 5 2 12 1
uncertain_callers 9 heuristic 2
uncertain_callers 9 unresolved 1
function_values a.T.N 1
function_values a.F 1
standing_methods 2 a.T.N 1 static
standing_methods 4 a.T.N 1 static
standing_methods 12 a.T.N 1 static`), "\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
