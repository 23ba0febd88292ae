package derive_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// source has one of each: interfaces that are used and unused, external and generic; certain and uncertain calls, also through an
// interface that has the method from another one; function values; and a file without types.
const source = `
interface a.I
interface_method a.I.M
interface a.G
interface_method a.G.N
struct a.T
method a.T.N
function a.F
function b.H
variable b.V
constant b.C
external interface io.Reader
external interface_method io.Reader.Read
method b.P.Read
untyped b/b.go
call a.F -> a.I.M interface
call a.F -> a.T.N
call b.H -> a.F heuristic
call b.H -> a.F heuristic
call b.H -> ? unresolved z.Call
interface a.J
override a.T.N => a.I.M
override a.I.M => a.G.N of a.J
override a.T.N => a.G.N
override b.P.Read => io.Reader.Read
call b.H -> a.I.M interface through a.J
run a.T.N => a.I.M through a.J
value a.F in b.H
value a.T.N in b.V
value b.C in b.V`

func TestRows(t *testing.T) {
	rows := indextest.Parse(t, source)
	ids, names := map[string]int32{}, map[int32]string{0: "-"}
	for _, s := range rows.Symbols {
		ids[s.QualifiedName], names[s.SymbolID] = s.SymbolID, s.QualifiedName
	}
	for _, of := range []string{"a.G", "a.T"} {
		rows.Members = append(rows.Members, schema.Member{TypeID: ids[of], Kind: schema.MemberTypeParameter, Ordinal: 1, Name: "E", TypeExpr: "any", StartLine: 1})
	}
	for i := range rows.Types {
		rows.Types[i].IsGeneric = rows.Types[i].Name == "G" || rows.Types[i].Name == "T"
	}
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{Tests: true, Content: true})
	derived, err := derive.Rows(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, table := range derived {
		switch table := table.(type) {
		case []schema.CallStep:
			for _, r := range table {
				got = append(got, fmt.Sprintf("step %s -> %s %s direct=%t", names[r.CallerID], names[r.CalleeID], schema.EvidenceOf(int(r.EvidenceRank)), r.Direct))
			}
		case []schema.PossibleCallee:
			for _, r := range table {
				got = append(got, fmt.Sprintf("possible %s -> %s %s", names[r.CalleeID], names[r.MethodID], schema.EvidenceOf(int(r.EvidenceRank))))
			}
		case []schema.ValueStep:
			for _, r := range table {
				got = append(got, fmt.Sprintf("value %s -> %s %s", names[r.UserID], names[r.UsedID], schema.EvidenceOf(int(r.EvidenceRank))))
			}
		case []schema.DerivedUnknown:
			for _, r := range table {
				got = append(got, strings.TrimSpace(fmt.Sprintf("unknown %s of %s %s: %s %d", r.About, names[r.SymbolID], r.Name, r.Reason, r.Count)))
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"possible a.G.N -> a.T.N interface",
		"possible a.I.M -> a.T.N interface",
		"possible io.Reader.Read -> b.P.Read interface",
		"step a.F -> a.I.M interface direct=true",
		"step a.F -> a.T.N static direct=true",
		"step b.H -> a.F heuristic direct=true",
		"step b.H -> a.I.M interface direct=true",
		"step b.H -> a.T.N interface direct=false",
		"unknown callees of b.H : heuristic_calls 2",
		"unknown callees of b.H : unresolved_calls 1",
		"unknown callers of - F: heuristic_calls 2",
		"unknown callers of a.F : value_taken 1",
		"unknown callers of a.T.N : value_taken 1",
		"unknown callers of b.P.Read : outside_interface 1",
		"unknown change of a.G : outside_types 1",
		"unknown change of a.G.N : outside_types 1",
		"unknown change of a.I : outside_types 1",
		"unknown change of a.I.M : outside_types 1",
		"unknown change of a.J : outside_types 1",
		"unknown possible_callees of a.G.N : generic_instance 1",
		"unknown possible_callees of a.G.N : outside_types 1",
		"unknown possible_callees of a.I.M : outside_types 1",
		"unknown possible_callees of io.Reader.Read : outside_interface 1",
		"unknown references of - F: heuristic_calls 2",
		"unknown references of b.P.Read : outside_interface 1",
		"unknown subtypes of a.G : generic_instance 1",
		"unknown subtypes of a.G.N : generic_instance 1",
		"unknown supertypes of a.T : generic_instance 2",
		"unknown supertypes of a.T.N : generic_instance 2",
		"value b.V -> a.T.N static",
		"value b.V -> b.C static",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The macro ranks the evidence as the schema lists it.
func TestRanks(t *testing.T) {
	connector, err := duck.Database()
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	if _, err := db.Exec(derive.Macros()); err != nil {
		t.Fatal(err)
	}
	for want, evidence := range schema.Evidence("").Values() {
		var got int
		if err := db.QueryRow("SELECT evidence_rank($1)", evidence).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != want || string(schema.EvidenceOf(got)) != evidence {
			t.Errorf("%s has rank %d, want %d", evidence, got, want)
		}
	}
}
