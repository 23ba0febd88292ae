package files

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
)

// tool is the tool that offers the operations.
const tool = "cortex_files"

// maxAnswer is the maximum number of bytes of values in an answer.
const maxAnswer = 64 << 20

// sqlArgs are the arguments of the operation sql.
type sqlArgs struct {
	Query string   `arg:"query" required:"" positional:"" file:"" help:"one SELECT over the index's tables"`
	Args  []string `arg:"args" help:"a value for each ? in the query"`
	Limit int      `arg:"limit" default:"1000" min:"1" max:"100000" help:"the number of rows"`
}

// SQL returns the operation that runs one SELECT.
func SQL() queries.Operation {
	return queries.Declare(queries.Operation{
		Name:    "sql",
		Tool:    tool,
		Summary: "run one read-only SELECT over the index's tables",
		Help: `The SQL is DuckDB's. Each ? in it takes the next of args. Nothing but the
tables of the index can be read, and nothing can be written. SHOW TABLES, DESCRIBE
and SUMMARIZE of a table or SELECT, and EXPLAIN of a SELECT work too. With --base DIR, the
schema base has the tables of that index, and the schema head those of the index itself.`,
		Example: `sql "SELECT name, complexity FROM functions WHERE complexity > ? ORDER BY complexity DESC" --arg 10`,
	}, runSQL)
}

// rowsAnswer is the answer of a query. The order of the fields is the order of the JSON.
type rowsAnswer struct {
	Columns   []string     `json:"columns"`
	Rows      [][]any      `json:"rows"`
	RowCount  int          `json:"row_count"`
	TotalRows *int         `json:"total_rows"` // null when rows were cut, because the rest was not counted
	Truncated bool         `json:"truncated"`
	Metadata  rowsMetadata `json:"metadata"`

	order   int  // the column that orders the rows; 0 for the first or none
	symbols bool // as in queries.Table
}

// sourceStats is the source of answers from queries in JSON and predefined operations.
const sourceStats = "stats"

type rowsMetadata struct {
	TookMS int64  `json:"took_ms"`
	Query  string `json:"query"`
	Args   []any  `json:"args"`
	Source string `json:"source"`
}

// Table returns the rows unchanged.
func (a *rowsAnswer) Table() queries.Table {
	t := queries.Table{Columns: a.Columns, Rows: a.Rows, Partial: a.Truncated, Order: a.order, Symbols: a.symbols}
	for _, name := range []string{"symbol", "qualified_name", "name"} {
		if t.Subject == 0 {
			t.Subject = max(slices.Index(a.Columns, name), 0)
		}
	}
	switch {
	case a.RowCount == 0 && a.TotalRows != nil && *a.TotalRows > 0:
		t.Notes = []string{fmt.Sprintf("0 of %d rows: offset passes over all", *a.TotalRows)}
	case a.RowCount == 0:
		t.Notes = []string{"0 rows"}
	case a.Truncated && a.Metadata.Source == sourceStats && a.RowCount >= maxRows:
		t.Notes = []string{fmt.Sprintf("%d of %d rows, the most at once: pass over them with offset in cortex query files, or ask cortex query sql", a.RowCount, *a.TotalRows)}
	case a.Truncated && a.TotalRows != nil:
		t.Notes = []string{fmt.Sprintf("%d of %d rows; raise limit for more", a.RowCount, *a.TotalRows)}
	case a.Truncated && a.RowCount >= maxSQLRows:
		t.Notes = []string{fmt.Sprintf("only the first %d rows, the most at once: ask for fewer, or for the next with OFFSET", a.RowCount)}
	case a.Truncated:
		t.Notes = []string{fmt.Sprintf("only the first %d rows; raise limit for more", a.RowCount)}
	}
	return t
}

// maxSQLRows is the greatest limit of sqlArgs.
const maxSQLRows = 100_000

func runSQL(ctx context.Context, ix *queries.Index, args sqlArgs) (*rowsAnswer, error) {
	began := time.Now()
	values := make([]any, len(args.Args))
	for i, v := range args.Args {
		values[i] = v
	}
	a, err := supervise(ctx, func(ctx context.Context) (*rowsAnswer, error) { return answer(ctx, ix, args, values) })
	if err != nil {
		return nil, err
	}
	a.Metadata = rowsMetadata{TookMS: time.Since(began).Milliseconds(), Query: args.Query, Args: values, Source: "sql"}
	return a, nil
}

func answer(ctx context.Context, ix *queries.Index, args sqlArgs, values []any) (*rowsAnswer, error) {
	if err := readable(args.Query); err != nil {
		return nil, err
	}
	k := knownOf(ix)
	q, err := parseRequest(args.Query, k.tables)
	if err != nil {
		return nil, err
	}
	if q.tables {
		return listTables(ix, args.Limit), accepted{}.check(args.Args)
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	limited, want, err := pass(ctx, conn, q, args.Limit, k)
	if err != nil {
		return nil, err
	}
	if err := want.check(args.Args); err != nil {
		return nil, err
	}
	a := &rowsAnswer{Columns: []string{}, Rows: [][]any{}}
	if err := a.read(ctx, conn, limited, limited == q.subject, values, args.Limit); err != nil {
		if limited != q.subject {
			err = unwrapped(err)
		}
		return nil, want.advise(err, args.Args)
	}
	q.shape(a, args.Limit)
	return a, nil
}

// knownOf returns the names that a query on an index may use.
func knownOf(ix *queries.Index) known {
	k := known{tables: ix.Tables()}
	if ix.Base() != nil {
		k.schemas = []string{queries.BaseSchema, queries.HeadSchema}
	}
	return k
}

// check compares the number of given values with the number of ? in the statement.
func (j accepted) check(given []string) error {
	if len(given) == j.values {
		return j.checkLimited(given)
	}
	return &RefusedError{Message: fmt.Sprintf("the query has %d ? and args has %d", j.values, len(given)),
		Advice: "give one value for each ? in the query, in their order: --arg <value> for each on the command line"}
}

// pass checks the request by the gate and returns the statement to run.
//
// DESIGN: the query runs as a subquery with a limit, because DuckDB makes all rows of a result before
// the first is read. 2 M rows take 148 ms, and 7 ms with the limit. A text that is one statement by
// itself cannot break out of the parentheses; the gate checks the whole statement nevertheless.
func pass(ctx context.Context, conn *sql.Conn, q request, limit int, k known) (string, accepted, error) {
	inner := "SELECT * FROM (\n" + strings.TrimRight(q.subject, "; \t\r\n") + "\n)"
	var alone, wrapped string
	if err := conn.QueryRowContext(ctx, gateSQL, q.subject, inner).Scan(&alone, &wrapped); err != nil {
		return "", accepted{}, failed(ctx, err)
	}
	want, err := accept(alone, k)
	if err != nil {
		return "", accepted{}, q.advise(err)
	}
	if again, err := accept(wrapped, k); err == nil && slices.Equal(again.tables, want.tables) && again.values == want.values {
		return q.around(inner, limit), want, nil
	}
	if q.form == "" {
		// A comment may end in the semicolon: the query alone is valid, and runs without the limit.
		return q.subject, want, nil
	}
	return "", accepted{}, &RefusedError{Message: q.form + " takes a SELECT that parentheses can enclose", Advice: "leave out the text after its semicolon"}
}

// read runs a query, alone or as a subquery.
func (a *rowsAnswer) read(ctx context.Context, conn *sql.Conn, query string, alone bool, values []any, limit int) error {
	rows, err := conn.QueryContext(ctx, query, values...)
	if err != nil {
		return failed(ctx, err)
	}
	defer func() { _ = rows.Close() }()
	if a.Columns, err = rows.Columns(); err != nil {
		return failed(ctx, err)
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return failed(ctx, err)
	}
	of := newColumns(types)
	if !of.holdJSON() {
		if err := a.scan(ctx, rows, of, limit); err != nil {
			return err
		}
	}
	for known := []bool(nil); of.holdJSON() && !slices.Equal(known, of.isJSON); {
		if alone {
			return &RefusedError{Message: "the answer has JSON, which cortex reads as text, and parentheses cannot enclose the query", Advice: "leave out the text after its semicolon"}
		}
		known, of.asText = slices.Clone(of.isJSON), true
		a.Rows, a.Truncated, a.TotalRows = [][]any{}, false, nil
		if err := rows.Close(); err != nil {
			return failed(ctx, err)
		}
		if rows, err = conn.QueryContext(ctx, of.text(query), values...); err != nil {
			return failed(ctx, err)
		}
		if err := a.scan(ctx, rows, of, limit); err != nil {
			return err
		}
	}
	return nil
}

// scan reads the rows.
func (a *rowsAnswer) scan(ctx context.Context, rows *sql.Rows, of columns, limit int) error {
	bytes := 0
	for rows.Next() {
		if len(a.Rows) == limit {
			a.Truncated = true
			break
		}
		row := make([]any, len(a.Columns))
		into := make([]any, len(row))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return failed(ctx, err)
		}
		for i := range row {
			row[i] = of.shown(row[i], i)
			bytes += size(row[i])
		}
		if bytes > maxAnswer {
			return &RefusedError{Message: fmt.Sprintf("the answer is larger than %d MB, at row %d", maxAnswer>>20, len(a.Rows)+1),
				Advice: "select less: fewer columns, left(…, 1000) of long texts, or a smaller limit"}
		}
		a.Rows = append(a.Rows, row)
	}
	if err := rows.Err(); err != nil {
		return failed(ctx, err)
	}
	if a.RowCount = len(a.Rows); !a.Truncated {
		a.TotalRows = &a.RowCount
	}
	return nil
}

// errorLine matches the line number in an error of DuckDB.
var errorLine = regexp.MustCompile(`(?m)^LINE (\d+):`)

// unwrapped counts the line of an error from the user's first line, which is the second of the
// statement that ran.
func unwrapped(err error) error {
	text := errorLine.ReplaceAllStringFunc(err.Error(), func(place string) string {
		n, _ := strconv.Atoi(errorLine.FindStringSubmatch(place)[1])
		return fmt.Sprintf("LINE %d:", max(n-1, 1))
	})
	if text == err.Error() {
		return err
	}
	return errors.New(text)
}

// size returns the approximate number of bytes of a value from queries.Value.
func size(v any) int {
	n := 8
	switch v := v.(type) {
	case string:
		n += len(v)
	case []any:
		for _, e := range v {
			n += size(e)
		}
	case map[string]any:
		for k, e := range v {
			n += len(k) + size(e)
		}
	}
	return n
}

// failed converts an error of the database into an error of this package.
func failed(ctx context.Context, err error) error {
	if e := stopped(ctx, err); e != nil {
		return e
	}
	if message, _, internal := strings.Cut(err.Error(), "Stack Trace"); internal {
		return &RefusedError{Message: strings.TrimSpace(message), Advice: "this is a fault of DuckDB: ask in another way"}
	}
	if m := unshown.FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[2])
		return &RefusedError{Message: fmt.Sprintf("column %d is of the type %s, which cannot be shown", n+1, m[1]), Advice: "cast it: CAST(… AS VARCHAR)"}
	}
	return fmt.Errorf("sql: %w", err)
}

// unshown matches the driver's error for the type of a column that it cannot read.
var unshown = regexp.MustCompile(`unsupported data type: (\w+): index: (\d+)`)
