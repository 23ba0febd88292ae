package graph

import (
	"context"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// maxContextLines is how many lines a snippet has at most.
const maxContextLines = 60

// excerpt is the file and the lines of the source that belong to a result: those
// around its site, or else its declaration and those around that.
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

// snippet returns lines of a text, both ends included and counted from 1, below a
// line that says which they are. Lines end in \n, whatever they end in in the
// text; long ones and too many of them are cut, and the snippet says so, but what stands
// at a place remains, if one is given. It is empty when the text has no such line.
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
