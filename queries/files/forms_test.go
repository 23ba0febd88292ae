package files_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/schema"
)

func TestForms(t *testing.T) {
	ix, _ := open(t)
	const pair = `column_name,column_type [["x","INTEGER"],["y","VARCHAR"]]`
	for _, c := range []struct {
		query string
		args  []string
		limit int
		want  string
	}{
		{"DESCRIBE SELECT 1 AS x, 'a' AS y", nil, 0, pair},
		{"/* x /* y */ */ describe\n-- c\nselect 1 as x, 'a' as y;", nil, 0, pair},
		{"-- c\nDESC (SELECT 1 AS x, 'a' AS y)", nil, 0, pair},
		{"SHOW VALUES (1, 'a') AS v(x, y)", nil, 0, ""},
		{"DESCRIBE FROM (VALUES (1, 'a')) v(x, y)", nil, 0, pair},
		{"DESCRIBE WITH v AS (SELECT 1 AS x, ? AS y) FROM v", []string{"b"}, 0, pair},
		{"DESCRIBE SELECT name FROM functions", nil, 0, `column_name,column_type [["name","VARCHAR"]]`},
		{"DESCRIBE modules", nil, 1, `column_name,column_type,null,meaning [["module_path","VARCHAR","","` + schema.Modules.ColumnDoc("module_path") + `"]] …`},
		{"describe \"Modules\" ; -- c", nil, 1, `column_name,column_type,null,meaning [["module_path","VARCHAR","","` + schema.Modules.ColumnDoc("module_path") + `"]] …`},
		{"DESCRIBE TABLE modules", nil, 1, `column_name,column_type [["module_path","VARCHAR"]] …`},
		{"SHOW TABLES", nil, 1, `table_name,row_count,a_row_is [["files",2,"` + schema.Files.Doc() + `"]] …`},
		{" SHOW /**/ ALL TABLES ;", nil, 1, `table_name,row_count,a_row_is [["files",2,"` + schema.Files.Doc() + `"]] …`},
		{"DESCRIBE", nil, 1, `table_name,row_count,a_row_is [["files",2,"` + schema.Files.Doc() + `"]] …`},
		{"SUMMARIZE SELECT n FROM range(3) r(n)", nil, 0, `column_name,column_type,min,max,approx_unique,avg,std,q25,q50,q75,count,null_percentage [["n","BIGINT","0","2",3,"1.0","1.0","0","1","2",3,"0.00"]]`},
		{"SUMMARIZE SELECT ? AS n", []string{"a"}, 0, `column_name,column_type,min,max,approx_unique,avg,std,q25,q50,q75,count,null_percentage [["n","VARCHAR","a","a",1,null,null,null,null,null,1,"0.00"]]`},
	} {
		args := map[string]any{"query": c.query, "args": c.args}
		if c.limit > 0 {
			args["limit"] = c.limit
		}
		got, err := run(ix, args)
		if c.want == "" {
			if err == nil {
				t.Errorf("%s was answered: %s", c.query, got)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.query, err)
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.query, diff)
		}
	}
}

// TestFormsKnowEveryTable shows that the forms list, describe and summarize every table of the index, and no other.
func TestFormsKnowEveryTable(t *testing.T) {
	ix, _ := open(t)
	// A table that another operation left in the database is no table of the index.
	if _, err := run(ix, map[string]any{"query": "SELECT count(*) FROM functions"}); err != nil {
		t.Fatal(err)
	}
	list, err := run(ix, map[string]any{"query": "SHOW TABLES"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(list, "],[") + 1; got != len(schema.Tables()) {
		t.Errorf("%d tables are listed, want %d", got, len(schema.Tables()))
	}
	for _, table := range schema.Tables() {
		described, err := run(ix, map[string]any{"query": "DESCRIBE " + table.Name})
		if err != nil {
			t.Errorf("DESCRIBE %s: %v", table.Name, err)
		}
		summary, err := run(ix, map[string]any{"query": "SUMMARIZE " + table.Name})
		if err != nil {
			t.Errorf("SUMMARIZE %s: %v", table.Name, err)
		}
		for _, c := range table.Columns {
			if !strings.Contains(described, `["`+c.Name+`",`) || !strings.Contains(summary, `["`+c.Name+`",`) {
				t.Errorf("%s.%s is missing in\n%s\n%s", table.Name, c.Name, described, summary)
			}
		}
		if !strings.Contains(list, `["`+table.Name+`",`) {
			t.Errorf("%s is not listed", table.Name)
		}
	}
}

func TestExplain(t *testing.T) {
	ix, _ := open(t)
	got, err := run(ix, map[string]any{"query": "explain SELECT name FROM functions WHERE name = ?", "args": []string{"F"}})
	if err != nil || !strings.HasPrefix(got, "plan [") || !strings.Contains(got, "PARQUET") || strings.Contains(got, "it's [an] index") {
		t.Errorf("got %s, %v", got, err)
	}
	if got, err := run(ix, map[string]any{"query": "EXPLAIN SELECT 1", "limit": 2}); err != nil || !strings.HasSuffix(got, " …") {
		t.Errorf("with a limit: got %s, %v", got, err)
	}
}
