package files_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// openRows opens an index of the rows.
func openRows(t testing.TB, rows *schema.Rows) *queries.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{Tests: true, Content: true})
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// reply is the part of an answer that tests read.
type reply struct {
	Columns   []string
	Rows      json.RawMessage
	RowCount  int `json:"row_count"`
	TotalRows int `json:"total_rows"`
	Truncated bool
	Metadata  struct {
		Query string
		Args  []json.RawMessage
	}
}

// ask returns the answer of an operation.
func ask(ix *queries.Index, op queries.Operation, args map[string]any) (r reply, err error) {
	a, err := op.Run(context.Background(), ix, args)
	if err != nil {
		return r, err
	}
	b, err := json.Marshal(a)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(b, &r)
}

// askSQL runs the SQL of an answer, like a user on the command line.
func (r reply) askSQL(ix *queries.Index) (reply, error) {
	var args []string
	for _, a := range r.Metadata.Args {
		text := string(a)
		if strings.HasPrefix(text, `"`) {
			if err := json.Unmarshal(a, &text); err != nil {
				return r, err
			}
		}
		args = append(args, text)
	}
	return ask(ix, files.SQL(), map[string]any{"query": r.Metadata.Query, "args": args})
}

// TestQueriesAgreeWithTheirDefinition compares random queries and their SQL with an evaluation in Go.
func TestQueriesAgreeWithTheirDefinition(t *testing.T) {
	const worlds, each = 3, 60
	var found, cut int
	for seed := range worlds {
		m := maker{rand.New(rand.NewPCG(uint64(seed), 6))}
		rows := m.rows()
		ix, w := openRows(t, rows), worldOf(rows)
		var g errgroup.Group
		g.SetLimit(2)
		for range each {
			q := m.query()
			columns, page, total := w.evaluate(q)
			if found += len(page); total > q.Offset+len(page) {
				cut++
			}
			g.Go(func() error {
				text, err := json.Marshal(q)
				if err != nil {
					return err
				}
				if err := agrees(ix, string(text), columns, page, total, q.Offset); err != nil {
					return fmt.Errorf("seed %d: %s\n%w", seed, text, err)
				}
				return nil
			})
		}
		if err := g.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	if found < worlds*each || cut < worlds*each/20 {
		t.Errorf("%d rows were found and %d answers cut, so few that the queries prove nothing", found, cut)
	}
}

func agrees(ix *queries.Index, query string, columns []string, page [][]any, total, offset int) error {
	wanted, err := json.Marshal(append([][]any{}, page...))
	if err != nil {
		return err
	}
	want := reply{Columns: columns, Rows: wanted, RowCount: len(page), TotalRows: total, Truncated: total > offset+len(page)}
	got, err := ask(ix, files.Query(), map[string]any{"query": query})
	if err != nil {
		return err
	}
	want.Metadata = got.Metadata
	if diff := difference(want, got); diff != "" {
		return fmt.Errorf("%s\n%s (-want +got):\n%s", got.Metadata.Query, got.Metadata.Args, diff)
	}
	again, err := got.askSQL(ix)
	if err != nil {
		return fmt.Errorf("%s\n%s: %w", got.Metadata.Query, got.Metadata.Args, err)
	}
	got.TotalRows, got.Truncated, got.Metadata = again.TotalRows, again.Truncated, again.Metadata
	if diff := difference(got, again); diff != "" {
		return fmt.Errorf("%s\n%s (-query +sql):\n%s", got.Metadata.Query, got.Metadata.Args, diff)
	}
	return nil
}

func difference(a, b reply) string {
	return cmp.Diff(a, b, cmp.Transformer("text", func(m json.RawMessage) string { return strings.ReplaceAll(string(m), "],[", "],\n[") }))
}
