package files

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The texts of DuckDB's errors about a missing column, or table in FROM.
var (
	noColumn = regexp.MustCompile(`^sql: Binder Error: .*(Referenced column ".*" not found|does not have a column named )`)
	noSource = regexp.MustCompile(`^sql: Binder Error: Referenced table ".*" not found`)
)

// advise adds advice to an error of the database, when the tables of the statement or the given values
// suggest some.
func (j accepted) advise(err error, given []string) error {
	if e := (*RefusedError)(nil); errors.As(err, &e) {
		return err
	}
	text := err.Error()
	first, _, _ := strings.Cut(text, "\n")
	advice := ""
	switch {
	case noColumn.MatchString(first) && len(j.tables) > 0:
		var tables []string
		for _, t := range j.tables { // without base and head
			tables = append(tables, t[strings.LastIndexByte(t, '.')+1:])
		}
		tables = slices.Compact(slices.Sorted(slices.Values(tables)))
		advice = "`cortex schema " + strings.Join(tables, "`, `cortex schema ") + "` lists the columns"
	case noSource.MatchString(first):
		advice = "name a table of FROM, or its alias there"
	case strings.HasPrefix(first, "sql: Conversion Error: ") && !strings.Contains(first, "source column"):
		var numbers []string
		for i, v := range given {
			if strings.Contains(first, "'"+v+"'") || strings.Contains(first, `"`+v+`"`) {
				numbers = append(numbers, strconv.Itoa(i+1))
			}
		}
		if len(numbers) > 0 {
			which := strings.Join(numbers, " or ")
			text = strings.Replace(text, first, first+", which is argument "+which, 1)
			advice = fmt.Sprintf("give a value of that type for argument %s, or cast the other side of its comparison to VARCHAR", which)
		}
	}
	if advice == "" {
		return err
	}
	return &RefusedError{Message: strings.TrimPrefix(text, "sql: "), Advice: advice}
}
