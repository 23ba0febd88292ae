package graph

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

//go:embed context.sql
var contextSQL string

const (
	maxContextLines = 60  // of one snippet
	maxContextBytes = 400 // of one line
)

// addContext gives each result the code around its call, where the index holds it.
func (a *answer) addContext(ctx context.Context, ix *queries.Index, around int) error {
	var files []int32
	for _, r := range a.Results {
		if r.Site != nil {
			files = append(files, r.Site.fileID)
		}
	}
	if files == nil {
		return nil
	}
	slices.Sort(files)
	files = slices.Compact(files)
	if err := ix.Attach(ctx, "contents"); err != nil {
		return err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, contextSQL, files, files[0], files[len(files)-1])
	if err != nil {
		return err
	}
	defer rows.Close()
	texts := map[int32]string{}
	for rows.Next() {
		var id int32
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		texts[id] = text
	}
	for i, r := range a.Results {
		if r.Site == nil {
			continue
		}
		if text, ok := texts[r.Site.fileID]; ok {
			a.Results[i].Context = snippet(text, r.Site.Line-around, r.Site.Line+around)
		}
	}
	return rows.Err()
}

// snippet returns lines of a text, both ends included and counted from 1, below a
// line that says which they are. Lines end in \n, whatever they end in in the
// text; long ones and too many of them are cut, and the snippet says so. It is
// empty when the text has no such line.
func snippet(text string, from, to int) string {
	from = max(from, 1)
	cut := to-from >= maxContextLines
	if cut {
		to = from + maxContextLines - 1
	}
	var b strings.Builder
	last := 0
	n := 0
	for line := range strings.Lines(text) {
		n++
		if n < from {
			continue
		}
		if n > to {
			break
		}
		last = n
		b.WriteString(shorten(strings.TrimRight(line, "\r\n")))
		b.WriteByte('\n')
	}
	if last == 0 {
		return ""
	}
	head := fmt.Sprintf("// Lines %d-%d\n", from, last)
	if cut && last == to {
		head = fmt.Sprintf("// Lines %d-%d (cut at %d lines)\n", from, last, maxContextLines)
	}
	return head + strings.TrimSuffix(b.String(), "\n")
}

// shorten cuts a long line between two characters.
func shorten(line string) string {
	if len(line) <= maxContextBytes {
		return line
	}
	end := maxContextBytes
	for end > 0 && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end] + "…"
}
