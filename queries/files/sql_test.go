package files_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

const sample = `
function a.F
function a.G
function b.H
call a.F -> a.G
call b.H -> a.F
`

func open(t testing.TB) (*queries.Index, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "it's [an] index*")
	indextest.Write(t, dir, indextest.Parse(t, sample), schema.Options{Tests: true, Content: true})
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix, dir
}

func run(ix *queries.Index, args map[string]any) (string, error) {
	return runIn(context.Background(), ix, args)
}

func runIn(ctx context.Context, ix *queries.Index, args map[string]any) (string, error) {
	a, err := files.SQL().Run(ctx, ix, args)
	if err != nil {
		return "", err
	}
	b, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	var out struct {
		Columns   []string
		Rows      json.RawMessage
		Total     *int `json:"total_rows"`
		Truncated bool
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return "", err
	}
	s := strings.Join(out.Columns, ",") + " " + string(out.Rows)
	if out.Truncated {
		s += " …"
	}
	return s, nil
}

func TestSQL(t *testing.T) {
	ix, _ := open(t)
	for _, c := range []struct {
		query string
		args  []string
		limit int
		want  string
	}{
		{"SELECT name FROM functions ORDER BY name", nil, 0, `name [["F"],["G"],["H"]]`},
		{"FROM functions SELECT count(*) AS n;", nil, 0, `n [[3]]`},
		{"VALUES (1, 'a'), (2, NULL)", nil, 0, `col0,col1 [[1,"a"],[2,null]]`},
		{"SELECT name FROM functions WHERE function_id = ? OR name = ? ORDER BY 1", []string{"1", "H"}, 0, `name [["F"],["H"]]`},
		{"SELECT name FROM functions ORDER BY name", nil, 2, `name [["F"],["G"]] …`},
		{"SELECT name FROM functions ORDER BY name -- a comment", nil, 1, `name [["F"]] …`},
		{"SELECT name FROM functions WHERE name = 'F'; -- a comment", nil, 0, `name [["F"]]`},
		{"WITH f AS (SELECT * FROM functions), g AS (FROM f) SELECT count(*) AS n FROM g JOIN calls ON caller_id = function_id", nil, 0, `n [[2]]`},
		{"WITH RECURSIVE r(id) AS (SELECT 3 UNION SELECT callee_id FROM r JOIN calls ON caller_id = id) SELECT list(id ORDER BY id) AS ids FROM r", nil, 0, `ids [[[1,2,3]]]`},
		{"WITH RECURSIVE r(id, n) USING KEY (id) AS (SELECT 3, 0 UNION SELECT c.callee_id, r.n + 1 FROM r JOIN calls c ON c.caller_id = r.id LEFT JOIN recurring.r p ON p.id = c.callee_id WHERE p.id IS NULL) SELECT max(n) AS n FROM r", nil, 0, `n [[2]]`},
		{"SELECT name, row_number() OVER (ORDER BY name DESC) AS n FROM Functions f WHERE EXISTS (SELECT 1 FROM calls WHERE caller_id = f.function_id) ORDER BY n", nil, 0, `name,n [["H",1],["F",2]]`},
		{"SELECT x FROM unnest([1, 2]) t(x) UNION ALL SELECT * FROM range(2) ORDER BY ALL", nil, 0, `x [[0],[1],[1],[2]]`},
		{"SELECT list_transform([1, 2], lambda x: x + 1) AS l, 'a' LIKE 'A' AS k, CASE WHEN true THEN 1 END AS c, x IN (1, 2) AS i, 5 BETWEEN 1 AND 6 AS b FROM (SELECT 2 AS x)", nil, 0, `l,k,c,i,b [[[2,3],false,1,true,true]]`},
		{"SELECT 1.5 AS d, [1]::BIGINT[] AS l, {'a': 1}::STRUCT(a INTEGER) AS s, MAP {'k': 1} AS m, 'a'::VARCHAR AS v, 'x' COLLATE nocase = 'X' AS c", nil, 0, `d,l,s,m,v,c [["1.5",[1],{"a":1},{"k":1},"a",true]]`},
		{"SELECT 100.0*count(*) AS p, count(*)::DECIMAL(10,2) AS d, 1.5 AS f FROM functions", nil, 0, `p,d,f [["300.0","3.00","1.5"]]`},
		{"SELECT $1 AS a, $1 AS b", []string{"x"}, 0, `a,b [["x","x"]]`},
		{"SELECT '?' AS a -- ?", nil, 0, `a [["?"]]`},
		{"SELECT 1 AS a, 2 AS a", nil, 0, `a,a_1 [[1,2]]`},
		{"SELECT (SELECT count(*) FROM files) AS n, 'read_text(''x'')' AS s", nil, 0, `n,s [[2,"read_text('x')"]]`},
	} {
		args := map[string]any{"query": c.query, "args": c.args}
		if c.limit > 0 {
			args["limit"] = c.limit
		}
		got, err := run(ix, args)
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.query, diff)
		}
	}
}

// TestSQLRefuses runs statements that do more than read the index. None may succeed, and none may leave
// anything in the database.
func TestSQLRefuses(t *testing.T) {
	ix, dir := open(t)
	elsewhere := t.TempDir()
	canary := filepath.Join(elsewhere, "canary")
	secret := filepath.Join(elsewhere, "secret.csv")
	if err := os.WriteFile(secret, []byte("password\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dir, elsewhere)
	for _, q := range []string{
		"", " ; ", "-- nothing", "selec 1", "SELECT", "SELECT 1 SELECT 2",
		"COPY functions TO 'CANARY'", "COPY (SELECT 1) TO 'CANARY' (FORMAT parquet)", "COPY functions TO 'INDEX/x.parquet'", "COPY functions FROM 'SECRET'",
		"COPY functions TO 'CANARY'; SELECT 1", "SELECT 1; COPY functions TO 'CANARY'", "SELECT 1; DROP VIEW functions", "SELECT 1; SELECT 2",
		"EXPLAIN ANALYZE COPY functions TO 'CANARY'", "EXPLAIN ANALYZE SELECT 1",
		"ATTACH 'CANARY' AS c", "EXPORT DATABASE 'CANARY'", "IMPORT DATABASE 'INDEX'", "CREATE TABLE t AS SELECT 1", "CREATE VIEW functions AS SELECT 1",
		"CREATE SECRET s (TYPE s3)", "INSERT INTO functions SELECT 1", "DELETE FROM functions", "UPDATE functions SET name = 'x'", "DROP VIEW functions",
		"INSTALL httpfs", "LOAD httpfs", "PRAGMA version", "CALL pragma_version()", "SET threads = 1", "RESET threads", "SET VARIABLE x = 1", "USE memory",
		"PREPARE p AS SELECT 1", "EXECUTE p", "BEGIN", "CHECKPOINT", "VACUUM", "ANALYZE",
		"FROM (DESCRIBE functions)", "FROM (SHOW TABLES)", "FROM (SUMMARIZE functions)", "PIVOT functions ON kind",
		"SELECT * FROM read_text('SECRET')", "SELECT * FROM read_blob('SECRET')", "SELECT * FROM read_csv('SECRET')", "SELECT * FROM read_csv_auto('SECRET')",
		"SELECT * FROM read_json('SECRET')", "SELECT * FROM read_parquet('INDEX/calls.parquet')", "SELECT * FROM parquet_scan('INDEX/calls.parquet')", "SELECT * FROM parquet_metadata('INDEX/calls.parquet')",
		"SELECT * FROM glob('ELSEWHERE/*')", "SELECT * FROM sniff_csv('SECRET')", "SELECT * FROM 'SECRET'", "SELECT * FROM \"SECRET\"", "FROM 'INDEX/calls.parquet'",
		"SELECT * FROM query('SELECT 1')", "SELECT * FROM query_table('functions')", "SELECT * FROM json_execute_serialized_sql('{}')",
		"SELECT * FROM duckdb_settings()", "SELECT * FROM duckdb_views()", "SELECT * FROM duckdb_secrets()", "SELECT * FROM duckdb_functions()", "SELECT * FROM pragma_version()",
		"SELECT * FROM duckdb_views", "SELECT * FROM sqlite_master", "SELECT * FROM pg_catalog.pg_views", "SELECT * FROM information_schema.tables", "SELECT * FROM pg_class",
		"SELECT * FROM memory.main.functions", "SELECT * FROM main.functions", "SELECT * FROM temp.functions", "SELECT * FROM system.functions", "SELECT * FROM steps",
		"SELECT current_setting('allowed_paths')", "SELECT getvariable('x')", "SELECT getenv('HOME')", "SELECT write_log('x')", "SELECT nextval('s')", "SELECT pg_get_viewdef(1)", "SELECT main.current_setting('threads')", "SELECT system.main.current_setting('threads')",
		"SELECT json_serialize_sql('SELECT 1')", "SELECT 'x'.current_setting()", "SELECT list_transform(['threads'], lambda x: current_setting(x))", "SELECT max(name) FILTER (WHERE current_setting('threads') = 1) FROM functions",
		"SELECT * FROM functions ORDER BY current_setting('threads')", "SELECT * FROM functions LIMIT (SELECT count(*) FROM read_text('SECRET'))", "SELECT * FROM functions WHERE name IN (FROM read_text('SECRET'))",
		"SELECT (SELECT content FROM read_text('SECRET'))", "WITH x AS (FROM read_text('SECRET')) SELECT 1", "WITH x AS MATERIALIZED (FROM read_text('SECRET')) SELECT * FROM functions",
		"WITH duckdb_views AS (FROM duckdb_views) FROM duckdb_views", "WITH a AS (FROM duckdb_views), duckdb_views AS (SELECT 1) FROM a", "SELECT * FROM (WITH pg_class AS (SELECT 1) FROM pg_class), pg_class",
		"WITH RECURSIVE r AS (SELECT 1 AS i UNION SELECT i + (SELECT count(*) FROM read_text('SECRET')) FROM r) FROM r", "SELECT 1 UNION ALL SELECT count(*) FROM read_text('SECRET')",
		"SELECT * FROM functions, LATERAL (SELECT * FROM read_text(name))", "SELECT * FROM functions POSITIONAL JOIN read_text('SECRET')", "VALUES ((SELECT content FROM read_text('SECRET')))",
		"SELECT * FROM functions AT (VERSION => 1)", "SELECT 1) ; DROP VIEW functions; --", "SELECT 1) UNION (SELECT 2", "SELECT 1 /*", "SELECT * FROM functions; /* x */ COPY functions TO 'CANARY'",
		"SELECT count(*) OVER (PARTITION BY current_setting('threads')) FROM functions", "FROM repeat_row(1, num_rows = 3)", "FROM test_all_types()", "SELECT * FROM unnest((SELECT list(content) FROM read_text('SECRET')))",
	} {
		q = strings.NewReplacer("CANARY", canary, "SECRET", secret, "ELSEWHERE", elsewhere, "INDEX", strings.ReplaceAll(dir, "'", "''")).Replace(q)
		if got, err := run(ix, map[string]any{"query": q}); err == nil {
			t.Errorf("%s was answered: %s", q, got)
		} else if strings.Contains(err.Error(), "password") {
			t.Errorf("%s: the error tells the secret: %v", q, err)
		}
	}
	if diff := cmp.Diff(before, listing(t, dir, elsewhere)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
	if got, err := run(ix, map[string]any{"query": "SELECT count(*) AS n FROM functions"}); got != "n [[3]]" {
		t.Errorf("afterwards: %s, %v", got, err)
	}
}

func listing(t *testing.T, dirs ...string) (names []string) {
	t.Helper()
	for _, d := range dirs {
		entries, err := os.ReadDir(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, e.Name()+" "+info.ModTime().String())
		}
	}
	return names
}

func TestSQLErrorsHelp(t *testing.T) {
	ix, _ := open(t)
	for query, want := range map[string]string{
		"COPY functions TO 'x'":                 "only SELECT statements are allowed",
		"select 1; drop table functions":        "only SELECT statements are allowed",
		"select 1; select 2":                    "2 statements, and only one is allowed",
		"select * from read_text('/etc/pass')":  "the table function read_text is not allowed",
		"select * from function":                `table "function" is unknown | did you mean "functions"?`,
		"select nam from functions":             `"nam" not found`,
		"selec 1":                               `syntax error at or near "selec"`,
		"describe function":                     `table "function" is unknown | did you mean "functions"?`,
		"describe copy x to 'y'":                "| whole statements are: SHOW TABLES, DESCRIBE",
		"show tables from x":                    "| whole statements are: SHOW TABLES, DESCRIBE",
		"summarize":                             "there is no statement | whole statements",
		"explain analyze select 1":              "EXPLAIN ANALYZE is not allowed: it runs the statement | EXPLAIN <SELECT>",
		"select * from (describe functions)":    "are no part of another statement | whole statements are",
		"explain select 1; --":                  "EXPLAIN takes a SELECT that parentheses can enclose | leave out",
		"/* 1 */ explain selec 1":               `syntax error at or near "selec" (at character 16)`,
		"select 1 where 'a' ilike '%a%b%c%d%e'": "a pattern with 5 wildcards may take forever, and only 4 are allowed here | LIKE takes any number of %",
		"select replace('a', 'a', upper('b'))":  "replace takes a text or ? there",
	} {
		_, err := run(ix, map[string]any{"query": query})
		if err == nil {
			t.Errorf("%s was answered", query)
			continue
		}
		text := err.Error()
		if h, ok := err.(interface{ Hint() string }); ok {
			text += " | " + h.Hint()
		}
		if !strings.Contains(text, want) {
			t.Errorf("%s: got %s, want %s", query, text, want)
		}
	}
}

// TestSQLCountsValues shows that the number of values must equal the number of ?.
func TestSQLCountsValues(t *testing.T) {
	ix, _ := open(t)
	for _, c := range []struct {
		query string
		args  []string
		want  string
	}{
		{"SELECT 1", []string{"x"}, "the query has 0 ? and args has 1"},
		{"SELECT ? || ?", []string{"x"}, "the query has 2 ? and args has 1"},
		{"SELECT ? || ?", nil, "the query has 2 ? and args has 0"},
		{"SELECT ?", []string{"x", "y"}, "the query has 1 ? and args has 2"},
	} {
		_, err := run(ix, map[string]any{"query": c.query, "args": c.args})
		var e *files.RefusedError
		if !errors.As(err, &e) || e.Error() != "sql: "+c.want || !strings.Contains(e.Hint(), "--arg") {
			t.Errorf("%s with %q: got %v, want %s", c.query, c.args, err, c.want)
		}
	}
}

func TestSQLRefusesTextOfAnyLength(t *testing.T) {
	ix, _ := open(t)
	for _, query := range []string{
		"SELECT repeat('x', 4000000000)", "SELECT lpad('x', 1000000000, 'y')", "SELECT rpad('x', 1000000000, 'y')", "SELECT printf('%1000000000d', 1)", "SELECT format('{:1000000000}', 1)",
		"SELECT list_resize([1], 1000000000)", "SELECT array_resize([1], 1000000000)", "SELECT range(1000000000)", "SELECT generate_series(1, 1000000000)",
		"SELECT bitstring('1', 1000000000)", "SELECT equi_width_bins(0, 1000000000, 1000000000, false)", "SELECT Repeat('x', 9)", "SELECT ('x').repeat(9)",
	} {
		if got, err := run(ix, map[string]any{"query": query}); err == nil || !strings.Contains(err.Error(), "of any length in one step") {
			t.Errorf("%s: got %s, %v", query, got, err)
		}
	}
}

// TestSQLAnswersAreBounded doubles lines until an answer is too large.
func TestSQLAnswersAreBounded(t *testing.T) {
	ix, _ := open(t)
	const long = "WITH RECURSIVE r(n, s) AS (SELECT 0, 'x' UNION ALL SELECT n + 1, s || s FROM r WHERE n < 20) SELECT s FROM r, range(%s) WHERE n = 20"
	if _, err := files.SQL().Run(context.Background(), ix, map[string]any{"query": strings.Replace(long, "%s", "60", 1)}); err != nil {
		t.Errorf("60 MB: %v", err)
	}
	_, err := run(ix, map[string]any{"query": strings.Replace(long, "%s", "100", 1)})
	var e *files.RefusedError
	if !errors.As(err, &e) || !strings.Contains(e.Error(), "larger than 64 MB, at row 64") || !strings.Contains(e.Hint(), "select less") {
		t.Errorf("100 MB: got %v", err)
	}
}

// TestEveryFunctionWasReviewed shows that every function of the linked DuckDB is in the list of allowed
// or of refused functions. A new version of DuckDB fails here with its new functions.
func TestEveryFunctionWasReviewed(t *testing.T) {
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.ToLower(string(b))
	}
	reviewed := map[string]bool{}
	for _, path := range []string{"functions.txt", "testdata/refused_functions.txt"} {
		for _, name := range strings.Fields(read(path)) {
			reviewed[name] = true
		}
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if n++; !reviewed[name] && !strings.HasPrefix(name, "__internal") && !strings.HasPrefix(name, "pg_") &&
			!strings.HasPrefix(name, "inet_") && !strings.HasPrefix(name, "icu_") && !strings.HasPrefix(name, "has_") {
			t.Errorf("nobody reviewed the function %s: add it to functions.txt or to testdata/refused_functions.txt", name)
		}
	}
	if n < 500 {
		t.Errorf("only %d functions were listed", n)
	}
}

// FuzzSQLOnlyReads shows that no statement changes anything: the views answer as before.
func FuzzSQLOnlyReads(f *testing.F) {
	for _, seed := range []string{"SELECT 1", "COPY functions TO 'x'", "SELECT 1) FROM (SELECT 2", "FROM functions", "SELECT '--', \"/*\"", "SELECT 1;;", "SELECT $1", "SELECT ?"} {
		f.Add(seed)
	}
	ix, dir := open(f)
	before := map[string]bool{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		before[e.Name()] = true
	}
	f.Fuzz(func(t *testing.T, query string) {
		_, _ = run(ix, map[string]any{"query": query, "limit": 10})
		if got, err := run(ix, map[string]any{"query": "SELECT count(*) AS n FROM functions"}); got != "n [[3]]" {
			t.Fatalf("after %q: %s, %v", query, got, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(before) {
			t.Fatalf("after %q: %d files, %v", query, len(entries), err)
		}
	})
}

// TestErrorsCountTheLinesOfTheQuery shows that errors count the lines of the user's text, although it
// runs inside another statement.
func TestErrorsCountTheLinesOfTheQuery(t *testing.T) {
	ix, _ := open(t)
	for query, want := range map[string]string{
		"SELECT nme FROM files":                    "LINE 1: SELECT nme",
		"SELECT name\nFROM files WHERE\n naem = 1": "LINE 3:  naem",
		"EXPLAIN\nSELECT nme FROM files":           "LINE 2: SELECT nme",
	} {
		if got, err := run(ix, map[string]any{"query": query}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", query, got, err)
		}
	}
}
