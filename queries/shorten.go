package queries

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/schema"
)

//go:embed names.sql
var namesSQL string

// Names are the names that the packages declare, by import path, where another element ends the path.
type Names map[string]string

// Names returns the names of the packages in the index.
func (ix *Index) Names(ctx context.Context) (Names, error) {
	ix.namesMu.Lock()
	defer ix.namesMu.Unlock()
	if ix.names != nil {
		return ix.names, nil
	}
	names := Names{}
	all, err := Collect(ctx, ix.Query, func(n *[2]string) []any { return []any{&n[0], &n[1]} }, namesSQL)
	if err != nil {
		return nil, fmt.Errorf("read the names of packages: %w", err)
	}
	for _, n := range all {
		names[n[0]] = n[1]
	}
	ix.names = names
	return names, nil
}

// Short returns a stable name for people: the declared name of the package for its path, and the names in it. A name from an external test
// package has no own path, and keeps the mark of such a package.
func (n Names) Short(symbol string) string {
	base, suffix, _ := strings.Cut(symbol, "#")
	slash := strings.LastIndexByte(base, '/') + 1
	if slash == 0 { // py:flask.app.Flask
		slash = strings.IndexByte(base, ':') + 1
	}
	short := base[slash:]
	for i, c := range short {
		if declared, ok := n[base[:slash+i]]; ok && c == '.' {
			short = declared + short[i:]
			break
		}
	}
	if suffix == "" {
		return short
	}
	return short + "#" + suffix
}

// Readable returns a stable name for people, with the text after # or ~ in words.
func Readable(symbol string) string {
	base := schema.BaseSymbol(symbol)
	suffix, ordinal, several := strings.Cut(symbol[len(base):], "~")
	suffix = strings.TrimPrefix(suffix, "#")
	switch suffix {
	case "_test":
		suffix = "external test"
	case schema.InitPackage:
		suffix = "package variables"
	case schema.InitTest, schema.InitXTest:
		suffix = "package variables of tests"
	}
	if several {
		suffix = strings.TrimPrefix(suffix+", number "+ordinal, ", ")
	}
	if suffix == "" {
		return symbol
	}
	return base + " (" + suffix + ")"
}

// MaxLine is the maximum number of bytes of a source line in an answer.
const MaxLine = 400

// CutLine cuts a longer source line at a character boundary near MaxLine.
func CutLine(line string) string { return CutLineAround(line, 0) }

// CutLineAround is [CutLine] that keeps the text around a byte of the line, counted from 0.
func CutLineAround(line string, at int) string {
	if len(line) <= MaxLine {
		return line
	}
	start := 0
	if at >= MaxLine/2 {
		start = min(at, len(line)) - MaxLine/2
	}
	end := min(start+MaxLine, len(line))
	start, end = characterAt(line, start), characterAt(line, end)
	out := line[start:end]
	if start > 0 {
		out = "…" + out
	}
	if end < len(line) {
		out += "…"
	}
	return out
}

// characterAt returns the start of the character at a byte of a text.
func characterAt(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}
