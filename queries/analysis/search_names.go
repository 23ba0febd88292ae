package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed search_names.sql
var searchNamesSQL string

// spelling is how a symbol is named.
type spelling struct {
	id        int64
	name      string
	qualified string // ends in the name
	lowered   string // the name in lower case
	owner     string // what stands before the name and its dot in the qualified name, in lower case
}

// spellingsOf returns how all symbols of an index are named, by their ids. What cortex alone
// names is left out.
//
// DESIGN: names are compared here and not by DuckDB. Of 200,000 names each comparison takes
// that 5 to 10 ms, and a search makes a dozen: 25 to 45 ms, where this takes 10. They come
// in one text, because the driver takes 0.5 µs for each row and column.
func spellingsOf(ctx context.Context, ix *queries.Index) ([]spelling, error) {
	all, err := ix.Remember("spellings", func() (any, error) {
		if err := ix.Attach(ctx, "symbols"); err != nil {
			return nil, err
		}
		rows, err := ix.Query(ctx, searchNamesSQL)
		if err != nil {
			return nil, fmt.Errorf("read the names of symbols: %w", err)
		}
		defer rows.Close()
		var text sql.NullString
		for rows.Next() {
			if err := rows.Scan(&text); err != nil {
				return nil, fmt.Errorf("read the names of symbols: %w", err)
			}
		}
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("read the names of symbols: %w", err)
		}
		return parseSpellings(text.String)
	})
	if err != nil {
		return nil, err
	}
	return all.([]spelling), nil
}

func parseSpellings(text string) ([]spelling, error) {
	if text == "" {
		return nil, nil
	}
	out := make([]spelling, 0, strings.Count(text, "\n")+1)
	for line := range strings.SplitSeq(text, "\n") {
		id, rest, _ := strings.Cut(line, " ")
		length, qualified, _ := strings.Cut(rest, " ")
		number, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("read the name of a symbol: %w", err)
		}
		n, err := strconv.Atoi(length)
		if err != nil {
			return nil, fmt.Errorf("read the name of a symbol: %w", err)
		}
		s := spelling{id: number, qualified: qualified, name: qualified[max(len(qualified)-n, 0):]}
		lowered := strings.ToLower(qualified)
		if len(lowered) == len(qualified) {
			s.lowered = lowered[len(lowered)-len(s.name):]
		} else { // some letters are shorter in lower case
			s.lowered = strings.ToLower(s.name)
		}
		s.owner = lowered[:max(len(lowered)-len(s.lowered)-1, 0)]
		out = append(out, s)
	}
	return out, nil
}
