package queries

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

const derivable = sample + `
interface b.I
interface_method b.I.M
external interface example.com/io.R
external interface_method example.com/io.R.Readily
untyped b/b.go
text b/b.go var x = y.Field
function b.F
call b.F -> ? unresolved z.Call
call b.F -> example.com/io.R.Readily interface`

// Derived tables hold the same of an older index, which has none. Of several they are derived of all together, so that
// keys are keys, and ids those of symbols.
func TestListDerives(t *testing.T) {
	older, newer, other := t.TempDir(), t.TempDir(), t.TempDir()
	indextest.WriteAt(t, older, indextest.Parse(t, derivable), everything, schema.SymbolNames.Since-1)
	indextest.Write(t, newer, indextest.Parse(t, derivable), everything)
	m := indextest.Write(t, other, indextest.Parse(t, "interface io.R\ninterface_method io.R.Readily\nfunction io.F"), everything)
	m.Repository.Name = "example.com/other"
	indextest.WriteManifest(t, other, m)
	ctx := context.Background()
	opened := func(dirs ...string) *Index {
		ix, err := Open(ctx, dirs...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ix.Close() })
		return ix
	}
	one := func(ix *Index, text string, table *schema.Table) (got string) {
		if err := ix.List(ctx, "symbols", "files", table.Name); err != nil {
			t.Fatal(err)
		}
		if err := ix.db.QueryRowContext(ctx, text).Scan(&got); err != nil {
			t.Fatal(table.Name, err)
		}
		return got
	}
	old, today, several := opened(older), opened(newer), opened(newer, other)
	for _, table := range schema.Tables() {
		if !table.Derived {
			continue
		}
		key := strings.Join(table.Key, ", ")
		rows := "SELECT coalesce(string_agg(x::VARCHAR, ' ' ORDER BY x), '') FROM " + table.Name + " x"
		if got, want := one(old, rows, table), one(today, rows, table); got != want {
			t.Errorf("%s of an older index:\n%s\nwant\n%s", table.Name, got, want)
		}
		if got := one(several, fmt.Sprintf("SELECT count(*) - count(DISTINCT (%s)) || ' ' || count(DISTINCT repository) FROM %s", key, table.Name), table); !strings.HasPrefix(got, "0 ") {
			t.Errorf("%s of two indexes: %s rows have the key of another", table.Name, got)
		}
	}
	for text, want := range map[string]string{
		"SELECT string_agg(repository || ' ' || is_external || ' ' || is_used, ', ') FROM abstract_methods WHERE name = 'Readily'": "example.com/other false true",
		"SELECT (SELECT count(*) FROM symbol_names) - (SELECT count(*) FROM symbols)":                                              "0",
	} {
		for _, name := range []string{"abstract_methods", "symbol_names"} {
			if err := several.List(ctx, "symbols", name); err != nil {
				t.Fatal(err)
			}
		}
		var got string
		if err := several.db.QueryRowContext(ctx, text).Scan(&got); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
}
