package graph_test

import (
	"context"
	"encoding/json"
	"regexp"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// open makes an index of the text and opens it.
func open(t testing.TB, text string, options schema.Options) *queries.Index {
	t.Helper()
	return openRows(t, indextest.Parse(t, text), options)
}

func openRows(t testing.TB, rows *schema.Rows, options schema.Options) *queries.Index {
	t.Helper()
	ix := openAt(t, rows, options, schema.FeatureVersion)
	keepUnderived(t, ix, rows, options)
	return ix
}

func openAt(t testing.TB, rows *schema.Rows, options schema.Options, feature int) *queries.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.WriteAt(t, dir, rows, options, feature)
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

func parse(t testing.TB, text string) *schema.Rows { return indextest.Parse(t, text) }

// underived has, of small indexes that are open, what opens the same without the derived tables, which answers alike.
var underived sync.Map

const fewSymbols = 100

var took = regexp.MustCompile(`"took_ms":\d+`)

func keepUnderived(t testing.TB, ix *queries.Index, rows *schema.Rows, options schema.Options) {
	if len(rows.Symbols) > fewSymbols {
		return
	}
	underived.Store(ix, sync.OnceValue(func() *queries.Index { return openAt(t, rows, options, schema.SymbolNames.Since-1) }))
	t.Cleanup(func() { underived.Delete(ix) })
}

// askUnderived asks the same of the index without derived tables, if there is one, and holds the answer in JSON against that.
func askUnderived(t testing.TB, ix *queries.Index, op queries.Operation, args map[string]any, answer string) {
	t.Helper()
	without, has := underived.Load(ix)
	if !has {
		return
	}
	a, err := op.Run(context.Background(), without.(func() *queries.Index)(), args)
	if err != nil {
		t.Fatal(err)
	}
	older, err := json.Marshal(a)
	if diff := cmp.Diff(took.ReplaceAllString(answer, ""), took.ReplaceAllString(string(older), "")); err != nil || diff != "" {
		t.Errorf("without derived tables the answer is another: %v (-with +without):\n%s", err, diff)
	}
}
