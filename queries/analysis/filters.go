package analysis

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed chosen.sql
var chosenSQL string

// filters choose symbols of the repository. A statement takes them as
// FROM chosen($1, $2, $3, $4, $5, $6), after Prepare of chosenSQL, with bound.
type filters struct {
	Kinds        []string `arg:"kinds" help:"only symbols of these kinds: function, method, struct, …; type, func, var and const stand for all of theirs"`
	Visibility   string   `arg:"visibility" values:"public,private" help:"only what other packages can name, or only what they can't"`
	PathPrefix   string   `arg:"path_prefix" help:"only symbols in files whose path begins so"`
	RefCountMin  int      `arg:"ref_count_min" default:"0" min:"0" max:"2147483647" help:"only symbols with at least so many uses"`
	RefCountMax  int      `arg:"ref_count_max" default:"-1" min:"-1" max:"2147483647" help:"only symbols with at most so many uses, -1 for any number"`
	IncludeTests bool     `arg:"include_tests" default:"true" help:"return what is in test files too"`
}

// pages are the arguments of answers that come in pages.
type pages struct {
	MaxResults int `arg:"max_results" default:"100" min:"1" max:"500" help:"how much to return"`
	Offset     int `arg:"offset" default:"0" min:"0" max:"2147483647" help:"how much to pass over"`
}

// bound are the values for the six parameters of chosen.
func (f filters) bound() ([]any, error) {
	var split []string
	for _, k := range f.Kinds {
		split = append(split, strings.Split(k, ",")...)
	}
	chosen, err := chosenKinds(split, nil)
	if err != nil {
		return nil, err
	}
	var kinds, visible any
	if chosen != nil {
		kinds = chosen
	}
	if f.Visibility != "" {
		visible = f.Visibility == "public"
	}
	most := int64(f.RefCountMax)
	if most < 0 {
		most = 1<<31 - 1
	}
	if int64(f.RefCountMin) > most {
		return nil, &queries.UsageError{Message: fmt.Sprintf("ref_count_min is %d, and ref_count_max %d", f.RefCountMin, most), Advice: "no symbol has so many uses"}
	}
	return []any{kinds, visible, beginning(f.PathPrefix), int64(f.RefCountMin), most, f.IncludeTests}, nil
}

// SymbolInfo is a symbol in a list.
type SymbolInfo struct {
	Name             string `json:"name"`
	Symbol           string `json:"symbol"`
	Kind             string `json:"kind"`
	Visibility       string `json:"visibility"` // public or private
	File             string `json:"file"`       // empty for outside symbols
	StartLine        int    `json:"start_line,omitempty"`
	EndLine          int    `json:"end_line,omitempty"`
	Signature        string `json:"signature"`
	RefCount         int    `json:"ref_count"`
	ExternalRefCount int    `json:"external_ref_count"`
	Reason           string `json:"reason,omitempty"` // of unused_symbols
	Match            string `json:"match,omitempty"`  // of search: exact, prefix, humps, words, substring, fuzzy or pattern
}

// info returns where to scan the columns name, symbol, kind, is_exported, file_path,
// start_line, end_line, signature, ref_count and external_ref_count of symbols into, and
// what makes a SymbolInfo of them.
func info() (into []any, made func() SymbolInfo) {
	var s SymbolInfo
	var exported bool
	var file sql.NullString
	var start, end sql.NullInt64
	return []any{&s.Name, &s.Symbol, &s.Kind, &exported, &file, &start, &end, &s.Signature, &s.RefCount, &s.ExternalRefCount}, func() SymbolInfo {
		s.Visibility = "private"
		if exported {
			s.Visibility = "public"
		}
		s.File, s.StartLine, s.EndLine = file.String, int(start.Int64), int(end.Int64)
		return s
	}
}

// position is the place to jump to; empty for outside symbols.
func (s SymbolInfo) position() string {
	if s.StartLine > 0 {
		return fmt.Sprintf("%s:%d", s.File, s.StartLine)
	}
	return s.File
}

// symbolList is a page of symbols.
type symbolList struct {
	Items         []SymbolInfo `json:"items"`
	TotalFound    int          `json:"total_found"`
	TotalReturned int          `json:"total_returned"`
}

// symbolsAnswer is the answer of questions for lists of symbols.
type symbolsAnswer struct {
	*head
	Symbols    symbolList `json:"symbols"`
	Suggestion string     `json:"suggestion,omitempty"` // where nothing was found: what else to look for
}

// beginning is the prefix of paths that an argument names.
func beginning(argument string) string {
	if prefix := strings.TrimPrefix(argument, "./"); prefix != "." {
		return prefix
	}
	return ""
}

// checkPrefix returns an error when no path begins so. Statements that ask for a prefix come
// after it.
func checkPrefix(ctx context.Context, ix *queries.Index, prefix string) error {
	return ix.CheckPrefix(ctx, beginning(prefix))
}
