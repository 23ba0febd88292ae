package oracle

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// indexed is the index of a tree with the names of its symbols.
type indexed struct {
	ix         *queries.Index
	conn       *sql.Conn
	operations map[string]queries.Operation
	files      map[string]bool   // by path
	symbols    map[string]string // stable names by key
	keys       map[string]string // keys by stable name
}

// answered is the part of an answer that the oracle reads.
type answered struct {
	Results      []result
	TotalFound   int `json:"total_found"`
	Completeness string
	Truncated    bool
}

type result struct {
	Node       struct{ Symbol, File string }
	Site       place
	ViaPointer bool `json:"via_pointer"`
}

// place is the place of an identifier.
type place struct {
	File         string
	Line, Column int
}

// String returns file:line:column.
func (p place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// edge is a call between a caller and a callee, by their keys.
type edge struct{ from, to string }

// String returns "caller -> callee".
func (e edge) String() string { return e.from + " -> " + e.to }

// indexTree builds the command, indexes the tree and opens the index.
func indexTree(t *testing.T, root string) *indexed {
	t.Helper()
	bin, dir := citest.Build(t), filepath.Join(t.TempDir(), "index")
	if out, err := exec.Command(bin, "extract", "--quiet", "--out", dir, root).CombinedOutput(); err != nil {
		t.Fatalf("cortex extract %s: %v\n%s", root, err, out)
	}
	ix, err := queries.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := ix.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		conn.Close()
		ix.Close()
	})
	x := &indexed{ix: ix, conn: conn, operations: map[string]queries.Operation{}, files: map[string]bool{}, symbols: map[string]string{}, keys: map[string]string{}}
	for _, op := range registry.All() {
		x.operations[op.Name] = op
	}
	for r := range x.rows(t, "SELECT file_path, '' FROM files") {
		x.files[r[0]] = true
	}
	for r := range x.rows(t, "SELECT symbol, "+keySQL+" FROM symbols s") {
		x.keys[r[0]], x.symbols[r[1]] = r[1], r[0]
	}
	return x
}

// keySQL is the key of a symbol s. An external symbol has its name, a synthetic function its
// folder and the text after the first #, and any other symbol its place.
const keySQL = `CASE WHEN s.is_external THEN s.symbol
	WHEN s.name_line IS NULL THEN s.module_path || ' ' || split_part(s.symbol, '#', 2)
	ELSE s.file_path || ':' || s.name_line || ':' || s.name_column END`

// rows returns the rows of a query with two columns.
func (x *indexed) rows(t *testing.T, query string, args ...any) map[[2]string]bool {
	t.Helper()
	rows, err := x.conn.QueryContext(context.Background(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	out := map[[2]string]bool{}
	for rows.Next() {
		var r [2]string
		if err := rows.Scan(&r[0], &r[1]); err != nil {
			t.Fatal(err)
		}
		out[r] = true
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// ask asks a question and reads the JSON of the answer.
func (x *indexed) ask(t *testing.T, operation string, args map[string]any) (a answered) {
	t.Helper()
	x.read(t, operation, args, &a)
	return a
}

// askText asks for text.
func (x *indexed) askText(t *testing.T, args map[string]any) (a foundText) {
	t.Helper()
	x.read(t, "text", args, &a)
	return a
}

// read asks a question and reads the JSON of the answer.
func (x *indexed) read(t *testing.T, operation string, args map[string]any, into any) {
	t.Helper()
	answer, err := x.operations[operation].Run(t.Context(), x.ix, args)
	if err != nil {
		t.Fatalf("%s %v: %v", operation, args, err)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// pages asks about a symbol in a folder or file. When the answer is cut, it asks about each part
// of the folder. It adds to cut the results that answers about single files lack.
func (x *indexed) pages(t *testing.T, operation, target, scope string, cut *int) (out []result) {
	t.Helper()
	a := x.ask(t, operation, map[string]any{"target": target, "scope": scope, "max_results": 500, "include_context": false})
	if !a.Truncated {
		return a.Results
	}
	if x.files[scope] {
		*cut += a.TotalFound - len(a.Results)
		return a.Results
	}
	parts := map[string]bool{}
	for f := range x.files {
		if rest, ok := strings.CutPrefix("/"+f, strings.TrimSuffix("/"+scope, "/")+"/"); ok {
			part, _, _ := strings.Cut(rest, "/")
			parts[path.Join(scope, part)] = true
		}
	}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		out = append(out, x.pages(t, operation, target, part, cut)...)
	}
	return out
}

// steps is SQL for the calls of the type checker. With dispatch, it has a call for each
// implementation of an interface method, also through embedded interfaces. A call through an
// interface that embeds the declaring one has fewer implementations. With guesses, it includes
// implementations by name alone.
const steps = `WITH RECURSIVE asked AS (SELECT ?::BOOLEAN AS dispatch, ?::BOOLEAN AS guesses),
concrete AS (
	SELECT overridden_id, method_id FROM overrides, asked
	WHERE type_id NOT IN (SELECT type_id FROM types WHERE kind = 'interface') AND (evidence <> 'heuristic' OR guesses)),
standing(id, method) AS (
	SELECT overridden_id, method_id FROM concrete
	UNION SELECT standing.id, method_id FROM standing JOIN concrete ON overridden_id = standing.method),
running(dispatch_id, method) AS (
	SELECT dispatch_id, method_id FROM dispatches
	UNION SELECT dispatch_id, method FROM dispatches JOIN standing ON id = method_id),
edges(caller, callee, evidence) AS (
	SELECT caller_id, callee_id, evidence FROM calls
	UNION SELECT caller_id, method, 'interface' FROM calls JOIN standing ON id = callee_id, asked WHERE dispatch AND dispatch_id IS NULL
	UNION SELECT caller_id, method, 'interface' FROM calls JOIN running USING (dispatch_id), asked WHERE dispatch)
`

// guessed is the reason why the index has an edge that the oracle lacks.
const guessed = "candidates by name without types, marked heuristic"

// edges returns the calls between functions of the tree, with a reason for guesses.
func (x *indexed) edges(t *testing.T, dispatch bool) map[edge]string {
	t.Helper()
	key := func(alias string) string { return strings.ReplaceAll(keySQL, "s.", alias+".") }
	query := steps + "SELECT " + key("a") + ", " + key("b") + ` FROM edges JOIN symbols a ON a.symbol_id = caller JOIN symbols b ON b.symbol_id = callee
		WHERE (evidence = 'static' OR ? AND evidence = 'interface') AND NOT b.is_external AND b.kind <> 'interface_method'`
	out := map[edge]string{}
	for r := range x.rows(t, query, dispatch, true, dispatch) {
		out[edge{r[0], r[1]}] = guessed
	}
	for r := range x.rows(t, query, dispatch, false, dispatch) {
		out[edge{r[0], r[1]}] = ""
	}
	return out
}

// sampleCallees returns the callees of sampled functions by their stable names, external
// functions, interface methods and called literals included.
func (x *indexed) sampleCallees(t *testing.T, dispatch bool) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for r := range x.rows(t, steps+`SELECT a.symbol, b.symbol FROM edges JOIN symbols a ON a.symbol_id = caller JOIN symbols b ON b.symbol_id = callee
		UNION SELECT a.symbol, a.symbol || '.func' FROM calls JOIN symbols a ON a.symbol_id = caller_id WHERE evidence = 'literal'`, dispatch, true) {
		if all[r[0]] == nil {
			all[r[0]] = map[string]string{}
		}
		all[r[0]][r[1]] = ""
	}
	callers := slices.Sorted(maps.Keys(all))
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(callers), func(i, j int) { callers[i], callers[j] = callers[j], callers[i] })
	for _, c := range callers[min(samples, len(callers)):] {
		delete(all, c)
	}
	return all
}
