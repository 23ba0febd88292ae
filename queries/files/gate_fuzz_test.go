package files

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/schema"
)

// FuzzGatePassesSelectOnly shows that every text that passes the gate runs as one SELECT over tables of
// an index, without other words of the user. Every other text gets an error with a reason.
func FuzzGatePassesSelectOnly(f *testing.F) {
	attacks, err := os.ReadFile("testdata/attacks.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(attacks)) {
		if kind, query, _ := strings.Cut(strings.TrimSpace(line), " "); kind == "refused" || kind == "bounded" {
			f.Add(query)
		}
	}
	for _, seed := range []string{"SELECT 1", "FROM functions", "DESCRIBE files;", "-- x\nSUMMARIZE SELECT ?", "EXPLAIN (SELECT 1)", "show all tables", "SELECT 1) FROM (SELECT 2", "SELECT '--', \"/*\";;",
		"WITH f AS (FROM calls) SELECT * FROM f WHERE x LIKE ?", "SELECT COLUMNS(*), {'a': [1]}::STRUCT(a INT[]) FROM files"} {
		f.Add(seed)
	}
	db, err := sql.Open("duckdb", "")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	conn, err := db.Conn(context.Background())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer time.AfterFunc(20*time.Second, func() { panic("the gate does not end") }).Stop()
		run, q, err := gated(conn, text)
		if err != nil {
			if strings.TrimPrefix(err.Error(), "sql: ") == "" {
				t.Fatalf("%q: an error without a message: %#v", text, err)
			}
			return
		}
		if q.tables {
			return
		}
		around := q.around("\x00", 10)
		before, after, _ := strings.Cut(around, "\x00")
		selected := run
		if run != q.subject { // a SELECT with text after its semicolon runs unchanged
			rest, begins := strings.CutPrefix(run, before)
			inner, ends := strings.CutSuffix(rest, after)
			if selected = inner; !begins || !ends {
				t.Fatalf("%q: %q runs, which is not put together as %q", text, run, around)
			}
		}
		var tree string
		if err := conn.QueryRowContext(context.Background(), "SELECT json_serialize_sql($1::VARCHAR)::VARCHAR", selected).Scan(&tree); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var p parsed
		if err := json.Unmarshal([]byte(tree), &p); err != nil || p.Error || len(p.Statements) != 1 {
			t.Fatalf("%q: %q is not one SELECT: %s, %v", text, selected, p.ErrorMessage, err)
		}
		named := map[string]bool{}
		walk(p.Statements[0], func(o map[string]any) {
			for _, name := range []any{o["key"], o["cte_name"]} {
				if name, ok := name.(string); ok {
					named[strings.ToLower(name)] = true
				}
			}
		})
		walk(p.Statements[0], func(o map[string]any) {
			if found := forbidden(o, named); found != "" {
				t.Fatalf("%q passed with %s", text, found)
			}
		})
	})
}

// gated returns the statement that the gate lets through for a text.
func gated(conn *sql.Conn, text string) (string, request, error) {
	if err := readable(text); err != nil {
		return "", request{}, err
	}
	q, err := parseRequest(text, tableNames())
	if err != nil || q.tables {
		return "", q, err
	}
	run, _, err := pass(context.Background(), conn, q, 10, known{tables: tableNames()})
	return run, q, err
}

// walk visits every object of a syntax tree.
func walk(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			walk(e, visit)
		}
	case map[string]any:
		visit(v)
		for _, e := range v {
			walk(e, visit)
		}
	}
}

// forbidden returns the part of an object of a syntax tree that reaches beyond the index. It lists
// forbidden things; the gate lists allowed ones.
func forbidden(o map[string]any, named map[string]bool) string {
	kind, _ := o["type"].(string)
	switch kind {
	case "SHOW_REF", "COLUMN_DATA", "DELIM_GET", "PIVOT", "BOUND_TABLE_REF", "CTE_REF", "INSERT_NODE", "DELETE_NODE", "UPDATE_NODE":
		return kind
	case "BASE_TABLE":
		name, _ := o["table_name"].(string)
		in, _ := o["schema_name"].(string)
		lower := strings.ToLower(name)
		if _, declared := schema.Lookup(lower); o["catalog_name"] != "" || in != "" && !strings.EqualFold(in, "recurring") || !declared && !named[lower] {
			return "the table " + name
		}
	}
	if name, ok := o["function_name"].(string); ok {
		for _, bad := range []string{"read_", "parquet_", "pragma_", "duckdb_", "pg_get", "getenv", "getvariable", "current_setting", "query", "glob", "sniff_", "nextval", "currval", "write_", "json_serialize", "json_execute", "which_"} {
			if strings.HasPrefix(strings.ToLower(name), bad) {
				return "the function " + name
			}
		}
		if slices.Contains(fatalFunctions, strings.ToLower(name)) {
			return "the function " + name
		}
	}
	return ""
}
