package files

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cortex-index/cortex/queries"
)

// queryArgs are the arguments of the operation query.
type queryArgs struct {
	Query json.RawMessage `arg:"query" required:"" positional:"" file:"" help:"the query, one JSON object"`
}

// Query returns the operation that runs a query in JSON.
func Query() queries.Operation {
	return queries.Declare(queries.Operation{
		Name:    "query",
		Command: "files",
		Tool:    tool,
		Summary: "count, sum and list rows of any table, by a query in JSON",
		Help: `  from          a table; ` + "`cortex schema`" + ` lists them
  fields        columns: name, table.name, table.*, or * for those of all tables;
                all of from by default
  where         a filter: {"field", "operator", "value"}, or {"and": [...]},
                {"or": [...]}, {"not": ...}, nested at most 32 deep
  joins         [{"table", "type", "on"}]: INNER (default), LEFT, RIGHT or FULL, on
                a filter, in which "files.file_id" as value is that column; at most 8
  groupBy       columns
  aggregations  [{"function", "field", "alias", "distinct"}]: COUNT, SUM, AVG, MIN, MAX
  having        a filter on aliases of aggregations and columns of groupBy
  orderBy       [{"field", "direction"}]: a column or an alias, ASC (default) or DESC
  limit, offset the number of rows, 1 to 100000 (default 100), and of rows to pass over

Operators: =, !=, >, >=, <, <=, LIKE, NOT LIKE, IN, NOT IN, IS NULL, IS NOT NULL and
BETWEEN, which takes two values; a query has at most 1000 values. In a pattern of LIKE %
is any text and _ any character, always. NULL is neither = nor != anything: only IS NULL
finds it. With several indexes, each table has a column repository too.
{"column": "types.file_path"} as value is that column anywhere, and
{"literal": "types.file_path"} is that text. The answer in JSON has the SQL and its
bound values, for cortex query sql.`,
		Example: `files '{"from": "files", "where": {"field": "language", "operator": "=", "value": "go"}, "limit": 5}'`,
	}, func(ctx context.Context, ix *queries.Index, args queryArgs) (*rowsAnswer, error) {
		v, err := parse(args.Query)
		if err != nil {
			return nil, err
		}
		s, err := check(v, ix.Parts() > 1)
		if err != nil {
			return nil, err
		}
		return s.run(ctx, ix)
	})
}

// run runs a checked query.
func (s *statement) run(ctx context.Context, ix *queries.Index) (*rowsAnswer, error) {
	began := time.Now()
	a, err := supervise(ctx, func(ctx context.Context) (*rowsAnswer, error) { return s.answer(ctx, ix) })
	if err != nil {
		return nil, err
	}
	a.Metadata.TookMS, a.Metadata.Source = time.Since(began).Milliseconds(), sourceStats
	return a, nil
}

func (s *statement) answer(ctx context.Context, ix *queries.Index) (*rowsAnswer, error) {
	text, bound, err := s.rows.ToSql()
	if err != nil {
		return nil, fmt.Errorf("query: write it in SQL: %w", err)
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	a := &rowsAnswer{Columns: []string{}, Rows: [][]any{}, Metadata: rowsMetadata{Query: text, Args: []any{}}, order: s.order}
	for _, b := range bound {
		a.Metadata.Args = append(a.Metadata.Args, queries.Value(b, ""))
	}
	if err := a.read(ctx, conn, text, true, bound, s.limit); err != nil {
		return nil, err
	}
	if a.RowCount < s.limit && s.offset == 0 {
		return a, nil // the rows are all there are
	}
	count, bound, err := s.count.ToSql()
	if err != nil {
		return nil, fmt.Errorf("query: write its count in SQL: %w", err)
	}
	a.TotalRows = new(int)
	if err := conn.QueryRowContext(ctx, count, bound...).Scan(a.TotalRows); err != nil {
		return nil, failed(ctx, err)
	}
	a.Truncated = *a.TotalRows > s.offset+a.RowCount
	return a, nil
}
