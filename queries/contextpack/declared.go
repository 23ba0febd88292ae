package contextpack

import (
	"strings"

	"github.com/cortex-index/cortex/queries/internal/fold"
)

// maxBare is the maximum number of lines of a declaration that fold cannot shorten and that is shown
// whole: a field, a constant, another language.
const maxBare = 8

// declared is a declaration of the repository with its source.
type declared struct {
	*neighbor
	content  string // of its file
	docFrom  int    // the byte where its doc begins, or the line of the declaration
	docLines int
	text     string // doc and declaration, in whole lines
}

// newDeclared returns a declaration with its source; nil when the index lacks the source.
func newDeclared(n *neighbor, texts map[int32]string) *declared {
	content := texts[n.file]
	if n.to > len(content) || n.from >= n.to {
		return nil
	}
	d := &declared{neighbor: n, content: content}
	start := strings.LastIndexByte(content[:n.from], '\n') + 1
	d.docFrom = fold.DocStart(content, start)
	d.docLines = strings.Count(content[d.docFrom:start], "\n")
	to := len(content)
	if end := strings.IndexByte(content[n.to:], '\n'); end >= 0 {
		to = n.to + end + 1
	}
	d.text = content[d.docFrom:to]
	return d
}

// piece returns a text of the declaration in a role. The text begins at an offset of the file.
func (d *declared) piece(role string, from int, text string) piece {
	start := d.start
	if from < d.from {
		start -= d.docLines
	}
	return piece{Role: role, File: d.path, StartLine: start, EndLine: d.end, Text: strings.TrimRight(text, " \t\r\n"), Symbol: d.symbol, short: d.short}
}

// split returns the doc, and the lines of the declaration.
func (d *declared) split() (doc, code string) {
	line := strings.LastIndexByte(d.content[:d.from], '\n') + 1
	return d.content[d.docFrom:line], d.text[line-d.docFrom:]
}

// folded returns the declaration in a role at a level of detail, with the members that keep keeps.
func (d *declared) folded(role string, level fold.Detail, keep fold.Keeper) piece {
	from := d.docFrom
	if level.Docs == fold.NoDocs {
		from = d.from
	}
	if text := d.declaration(); text != "" {
		if folded, ok := fold.One(text, level, keep); ok {
			return d.piece(role, from, folded)
		}
	}
	doc, code := d.split()
	if doc = fold.Brief(doc); level.Docs == fold.NoDocs {
		doc = ""
	}
	if lines := fold.Lines(code); len(lines) > maxBare {
		code = lines[0] + "…"
	}
	return d.piece(role, from, doc+code)
}

// declaration returns the Go text of a function or type with its doc; empty for any other declaration.
func (d *declared) declaration() string {
	own, whole := d.content[d.from:d.to], d.content[d.docFrom:d.to]
	switch {
	case !strings.HasSuffix(d.path, ".go") || !d.isType() && d.kind != "function" && d.kind != "method":
		return ""
	case strings.HasPrefix(own, "func"), strings.HasPrefix(own, "type"):
		return whole
	}
	return "type (\n" + whole + "\n)"
}

// unsourced returns a declaration without source: its signature.
func unsourced(role string, n *neighbor) piece {
	return piece{Role: role, File: n.path, StartLine: n.start, EndLine: n.end, Text: n.signature, Symbol: n.symbol, short: n.short}
}
