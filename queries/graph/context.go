package graph

import (
	"context"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// maxContextLines is how many lines a snippet has at most.
const maxContextLines = 60

// excerpt returns the file and the lines of a result: the lines around its site, or around its declaration.
func (r result) excerpt(around int) (fileID int32, from, to int) {
	switch {
	case r.Site != nil:
		return r.Site.fileID, r.Site.Line - around, r.Site.Line + around
	case r.Node.StartLine > 0:
		return r.Node.fileID, r.Node.StartLine - around, r.Node.EndLine + around
	}
	return 0, 0, 0
}

// addContext gives each result its source, where the index holds it.
func (a *answer) addContext(ctx context.Context, ix *queries.Index, around int) error {
	var files []int32
	for _, r := range a.Results {
		if id, _, _ := r.excerpt(around); id > 0 {
			files = append(files, id)
		}
	}
	texts, err := ix.Sources(ctx, files)
	if err != nil {
		return err
	}
	for i, r := range a.Results {
		id, from, to := r.excerpt(around)
		if text, ok := texts[id]; ok {
			a.Results[i].Context = snippet(text, from, to, r.Site)
		}
	}
	return nil
}

// snippet returns the lines from and to, counted from 1, after a line with their numbers. Every line ends in \n. It cuts long lines,
// but keeps the text at the given place, and it cuts too many lines and says so. It is empty when the text has no such line.
func snippet(text string, from, to int, at *site) string {
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
		column := 1
		if at != nil && at.Line == n {
			column = at.Column
		}
		b.WriteString(queries.CutLineAround(strings.TrimRight(line, "\r\n"), column-1))
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
