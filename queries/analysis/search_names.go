package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed search_names.sql
var searchNamesSQL string

// spelling is how a symbol is named, and what searches choose and order it by.
type spelling struct {
	id             int64
	symbol         string
	qualified      string // ends in the name
	name           string
	lowered        string // the name in lower case
	owner          string // what stands before the name and its dot in the qualified name, in lower case
	kind, language string
	file           int64 // its id, or -1
	refs           int64
	rank           uint64 // among equals the lower first
	external       bool
	exported       bool
	test           bool
}

// spellingsOf returns how all symbols of an index are named, by their ids. What cortex alone
// names is left out.
//
// DESIGN: symbols are chosen and ordered here and not by DuckDB. Of 200,000 names each
// comparison takes that 5 to 10 ms, and a search makes a dozen: 25 to 45 ms, where this takes
// 10; and to fetch 100,000 of them and order them takes it 120. They come in one text,
// because the driver takes 0.5 µs for each row and column.
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
		s, err := parseSpelling(line)
		if err != nil {
			return nil, fmt.Errorf("read the name of a symbol: %w", err)
		}
		out = append(out, s)
	}
	return out, nil
}

// parseSpelling reads a line of searchNamesSQL.
func parseSpelling(line string) (s spelling, err error) {
	next := func() (field string) {
		field, line, _ = strings.Cut(line, " ")
		return field
	}
	number := func() (n int64) {
		if err == nil {
			n, err = strconv.ParseInt(next(), 10, 64)
		}
		return n
	}
	s.id = number()
	s.kind, s.language = next(), next()
	flags := next()
	s.external, s.exported, s.test = strings.Contains(flags, "x"), strings.Contains(flags, "e"), strings.Contains(flags, "t")
	s.file, s.refs = number(), number()
	name, qualified := int(number()), int(number())
	switch {
	case err != nil:
		return s, err
	case name < 0 || qualified < 0 || name > qualified || qualified > len(line):
		return s, fmt.Errorf("%d bytes of %d in %q", name, qualified, line)
	case strings.Contains(flags, "q"):
		s.qualified, s.symbol = line[:qualified], line[qualified:]
	default:
		s.qualified, s.symbol = line[len(line)-qualified:], line
	}
	s.name = s.qualified[qualified-name:]
	s.lowered = strings.ToLower(s.name) // apart, because letters may be shorter or longer in lower case
	s.owner = strings.ToLower(s.qualified[:max(qualified-name-1, 0)])
	s.rank = rank(&s)
	return s, nil
}

// rank orders symbols that match equally well: code before tests, exported before others,
// much used before little used (0, 1 to 9, 10 to 99, …), types and functions before methods,
// variables and fields, and short names before long ones.
func rank(s *spelling) uint64 {
	class := uint64(0)
	switch schema.Kind(s.kind) {
	case schema.KindField, schema.KindProperty, schema.KindEnumMember:
		class = 3
	case schema.KindVariable, schema.KindConstant, schema.KindMacro:
		class = 2
	case schema.KindMethod, schema.KindInterfaceMethod:
		class = 1
	}
	unused := uint64(15)
	for n := s.refs; n > 0; n /= 10 {
		unused--
	}
	out := uint64(0)
	if s.test {
		out |= 1 << 37
	}
	if !s.exported {
		out |= 1 << 36
	}
	return out | min(unused, 15)<<32 | class<<30 | uint64(min(utf8.RuneCountInString(s.name), 1<<30-1))
}
