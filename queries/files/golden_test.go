package files_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/schema"
)

var update = flag.Bool("update", false, "write the answers in testdata/*.golden again")

// few returns the rows of the goldens.
func few() *schema.Rows {
	at := time.Date(2026, 1, 31, 10, 0, 0, 500_000_000, time.UTC)
	return &schema.Rows{
		Files: []schema.File{
			{FileID: 1, FilePath: "a/a.go", Language: "go", ModulePath: "a", LinesTotal: 10, LinesCode: 8, SizeBytes: 100, FileHash: "aa", LastModified: at, Status: schema.StatusOK},
			{FileID: 2, FilePath: "a/a_test.go", Language: "go", ModulePath: "a", IsTest: true, LinesTotal: 30, LinesCode: 30, SizeBytes: 300, FileHash: "bb", Status: schema.StatusPartial},
			{FileID: 3, FilePath: "b/100%.py", Language: "python", ModulePath: "b", LinesTotal: 30, LinesCode: 5, SizeBytes: 1 << 53, FileHash: "aa", LastModified: at.AddDate(0, 1, 0), Status: schema.StatusText},
			{FileID: 4, FilePath: "ä.txt", ModulePath: ".", SizeBytes: 1<<53 + 1, Status: schema.StatusSkipped},
		},
		Functions: []schema.Function{
			{FunctionID: 1, Symbol: "x/a.F", Name: "F", QualifiedName: "a.F", FileID: 1, FilePath: "a/a.go", ModulePath: "a", Language: "go", StartLine: 1, EndLine: 3, EndPos: 30, IsExported: true, Complexity: 2},
			{FunctionID: 2, Symbol: "x/a.T.m", Name: "m", QualifiedName: "a.T.m", FileID: 1, FilePath: "a/a.go", ModulePath: "a", Language: "go", StartLine: 5, EndLine: 9, StartPos: 40, EndPos: 90, IsMethod: true, ReceiverType: "*T", Complexity: 7},
			{FunctionID: 3, Symbol: "x/a.init", Name: "init", QualifiedName: "a.init", FileID: 2, FilePath: "a/a_test.go", ModulePath: "a", Language: "go", StartPos: -1, EndPos: -1, IsTest: true, Complexity: 1},
		},
		Modules: []schema.Module{
			{ModulePath: ".", FileCount: 1},
			{ModulePath: "a", PackagePath: "x/a", Language: "go", FileCount: 2, Depth: 1},
			{ModulePath: "c", Language: "python", Depth: 1},
		},
	}
}

// TestQueryGoldens compares queries with goldens: the SQL, the bound values, the columns and the rows;
// or the error and its hint.
func TestQueryGoldens(t *testing.T) {
	ix := openRows(t, few())
	for _, name := range []string{"queries", "errors"} {
		path := "testdata/" + name + ".golden"
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		n := 0
		for _, line := range strings.SplitAfter(string(b), "\n") {
			if strings.HasPrefix(line, "  ") {
				continue
			}
			got.WriteString(line)
			if query := strings.TrimSuffix(line, "\n"); query != "" && !strings.HasPrefix(query, "# ") {
				n++
				answer, isError := golden(ix, query)
				if isError != (name == "errors") {
					t.Errorf("%s.golden: %s\n%s", name, query, answer)
				}
				got.WriteString("  " + strings.ReplaceAll(answer, "\n", "\n  ") + "\n")
			}
		}
		if n < 30 {
			t.Errorf("%s holds %d queries", path, n)
		}
		if *update {
			if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(string(b), got.String()); diff != "" {
			t.Errorf("%s; go test ./queries/files -update writes it again (-want +got):\n%s", path, diff)
		}
	}
}

// golden returns the answer of a query as text.
func golden(ix *queries.Index, query string) (answer string, isError bool) {
	r, err := ask(ix, files.Query(), map[string]any{"query": query})
	var wrong *queries.UsageError
	if errors.As(err, &wrong) {
		answer = wrong.Message
		if wrong.Advice != "" {
			answer += "\nhint: " + wrong.Advice
		}
		return answer, true
	}
	if err != nil {
		return err.Error(), true
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(r.Rows, &rows); err != nil {
		return err.Error(), true
	}
	answer = r.Metadata.Query
	if len(r.Metadata.Args) > 0 {
		answer += fmt.Sprintf("\n%s", r.Metadata.Args)
	}
	answer += "\n" + strings.Join(r.Columns, " ")
	for _, row := range rows {
		answer += "\n" + string(row)
	}
	if r.RowCount != r.TotalRows || r.Truncated {
		answer += fmt.Sprintf("\n%d of %d rows", r.RowCount, r.TotalRows)
		if r.Truncated {
			answer += ", and more"
		}
	}
	return answer, false
}
