package target

import (
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// TestSeveralIndexes shows that names find symbols of all indexes, that paths may lack the repository's
// name, and that embedded types may be in another index.
func TestSeveralIndexes(t *testing.T) {
	one, other := t.TempDir(), t.TempDir()
	rows := indextest.Parse(t, "struct m/a.Outer\nfunction m/a.Run\nexternal struct example.com/n/b.Base\nexternal method example.com/n/b.Base.Close")
	id := map[string]int32{}
	for _, s := range rows.Symbols {
		id[s.Symbol] = s.SymbolID
	}
	rows.Members = []schema.Member{{TypeID: id["example.com/m/a.Outer"], Kind: "embedded", Ordinal: 1, Name: "Base", TypeExpr: "b.Base", MemberTypeID: id["example.com/n/b.Base"]}}
	m := indextest.Write(t, one, rows, schema.Options{Tests: true, Content: true})
	m.Repository.Name = "example.com/one"
	indextest.WriteManifest(t, one, m)
	m = indextest.Write(t, other, indextest.Parse(t, "struct n/b.Base\nmethod n/b.Base.Close"), schema.Options{Tests: true, Content: true})
	m.Repository.Name = "example.com/two"
	indextest.WriteManifest(t, other, m)
	ix, err := queries.Open(t.Context(), one, other)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for target, want := range map[string]string{
		"b.Base.Close":                     "example.com/n/b.Base.Close",
		"a.Outer.Close":                    "example.com/n/b.Base.Close",
		"m/a/a.go:12":                      "a.Run",
		"example.com/one/m/a/a.go:12":      "a.Run",
		"/src/example.com/two/n/b/b.go:12": "example.com/n/b.Base.Close",
		"n/b/b.go:5":                       "unknown example.com/n/b.Base",
		"b.Base.Clos":                      "unknown example.com/n/b.Base.Close",
	} {
		if got := resolved(ix, target, callable); got != want {
			t.Errorf("%s: got %s, want %s", target, got, want)
		}
	}
	for _, scope := range []string{"m/a", "example.com/one/m/a", "n/**"} {
		if err := CheckScope(t.Context(), ix, scope); err != nil {
			t.Errorf("%s: %v", scope, err)
		}
	}
	if err := CheckPrefix(t.Context(), ix, "n/b"); err != nil {
		t.Error(err)
	}
	if found, err := ResolvePackages(t.Context(), ix, "n/b", "package"); err != nil || len(found) != 1 || found[0].File != "example.com/two/n/b" {
		t.Errorf("n/b: %v, %v", found, err)
	}
}
