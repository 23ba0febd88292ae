package files

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

var (
	sqlPart = regexp.MustCompile(`"[^"]*"|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|<>|[<>]=?|[=?*,().]| `)
	sqlWord = strings.Fields(`SELECT AS FROM JOIN LEFT RIGHT FULL ON WHERE AND OR NOT GROUP BY HAVING ORDER ASC DESC NULLS LAST LIMIT OFFSET
		COUNT count counted SUM AVG MIN MAX DISTINCT LIKE IN IS NULL BETWEEN CAST INTEGER BIGINT DOUBLE BOOLEAN TIMESTAMP`)
)

// FuzzQueryNeverSplices shows that every text gets an error with a place, or becomes SQL. Only aliases
// that are identifiers, limit and offset come from the text.
func FuzzQueryNeverSplices(f *testing.F) {
	seeds := 0
	for _, name := range []string{"queries", "errors"} {
		b, err := os.ReadFile("testdata/" + name + ".golden")
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range strings.Split(string(b), "\n") {
			if strings.HasPrefix(line, "{") {
				f.Add(line)
				seeds++
			}
		}
	}
	if seeds == 0 {
		f.Fatal("no query in testdata")
	}
	known := slices.Clone(sqlWord)
	for _, t := range schema.Tables() {
		known = append(known, t.Name)
		for _, c := range t.Columns {
			known = append(known, c.Name)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := parse([]byte(text))
		var s *statement
		if err == nil {
			s, err = check(v, false)
		}
		if err != nil {
			e, ok := err.(*queries.UsageError)
			if !ok || !regexp.MustCompile(`(?s)^query: .+: .+`).MatchString(e.Message) || len(e.Message) > maxQuery+1000 {
				t.Fatalf("%q: the error is %#v", text, err)
			}
			return
		}
		if !json.Valid([]byte(text)) {
			t.Fatalf("%q is no JSON", text)
		}
		for _, statement := range []interface{ ToSql() (string, []any, error) }{s.rows, s.count} {
			sql, args, err := statement.ToSql()
			if err != nil || strings.Count(sql, "?") != len(args) {
				t.Fatalf("%q: %s has not %d values, %v", text, sql, len(args), err)
			}
			if rest := sqlPart.ReplaceAllString(sql, ""); rest != "" {
				t.Fatalf("%q: %s holds %q", text, sql, rest)
			}
			for i, part := range sqlPart.FindAllStringIndex(sql, -1) {
				word := sql[part[0]:part[1]]
				switch {
				case word[0] == '"':
					if !regexp.MustCompile(`^"([A-Za-z_][A-Za-z0-9_]{0,62}|[a-z_]+\.[a-z_0-9]+)"$`).MatchString(word) || !strings.HasSuffix(sql[:part[0]], " AS ") {
						t.Fatalf("%q: %s has the alias %s", text, sql, word)
					}
				case word[0] >= '0' && word[0] <= '9':
					if !strings.HasSuffix(sql[:part[0]], " LIMIT ") && !strings.HasSuffix(sql[:part[0]], " OFFSET ") {
						t.Fatalf("%q: %s holds the number %s", text, sql, word)
					}
				case regexp.MustCompile(`^\w`).MatchString(word) && !slices.Contains(known, word):
					t.Fatalf("%q: part %d of %s is %s", text, i, sql, word)
				}
			}
		}
	})
}
