package analysis

import (
	"go/ast"
	"strings"
)

// declared is a declaration of the repository with its source.
type declared struct {
	neighbor
	content string // of its file
	doc     struct {
		from   int // byte where it begins; that of the declaration where there is none
		before int // lines that it takes
	}
	text string // doc and declaration: whole lines

	wasParsed bool
	node      ast.Node // of Go
	folder    *folder  // of the node; nil for other things
}

// newDeclared finds a declaration in the text of its file.
func newDeclared(r *neighbor, content string) *declared {
	if r.to > len(content) || r.from >= r.to {
		return nil
	}
	d := &declared{neighbor: *r, content: content}
	start := strings.LastIndexByte(content[:r.from], '\n') + 1
	d.doc.from = docStart(content, start)
	d.doc.before = strings.Count(content[d.doc.from:start], "\n")
	to := len(content)
	if n := strings.IndexByte(content[r.to:], '\n'); n >= 0 {
		to = r.to + n + 1
	}
	d.text = content[d.doc.from:to]
	return d
}

// docStart is where the comment begins that ends right above a line; the line's own
// start where there is none.
func docStart(content string, line int) int {
	from, block := line, false
	for from > 0 {
		above := strings.LastIndexByte(content[:from-1], '\n') + 1
		text := strings.TrimSpace(content[above:from])
		switch {
		case block:
			block = !strings.HasPrefix(text, "/*")
		case strings.HasSuffix(text, "*/"):
			if !strings.Contains(text, "/*") {
				block = true
			} else if !strings.HasPrefix(text, "/*") {
				return from
			}
		case !strings.HasPrefix(text, "//"):
			return from
		}
		from = above
	}
	if block {
		return line
	}
	return from
}

// piece is a text of the declaration in a role. The text begins at an offset of the file.
func (d *declared) piece(role string, from int, text string) contextPiece {
	start := d.start
	if from < d.from {
		start -= d.doc.before
	}
	return contextPiece{Role: role, File: d.path, StartLine: start, EndLine: d.end, Text: strings.TrimRight(text, " \t\r\n"), Symbol: d.symbol}
}

// split is the first sentence of the doc, with a mark when there is more of it, and the
// lines of the declaration.
func (d *declared) split() (doc, code string) {
	lines := strings.LastIndexByte(d.content[:d.from], '\n') + 1
	return briefly(d.content[d.doc.from:lines]), d.text[lines-d.doc.from:]
}

// briefly is the first sentence of a comment, with a mark when there is more of it.
func briefly(doc string) string {
	if n := sentence(doc); n < len(strings.TrimRight(doc, " \t\r\n")) {
		return doc[:n] + " …\n"
	}
	return doc
}

// commented makes a doc that has no markers a comment.
func commented(doc string) string {
	var b strings.Builder
	for line := range strings.Lines(doc) {
		b.WriteString(strings.TrimRight("// "+line, " \t\r\n") + "\n")
	}
	return b.String()
}

// folded is the declaration in a role at a level of detail. Of its members only those
// stay that keep names, unless that is nil.
func (d *declared) folded(role string, level grain, keep keeper) contextPiece {
	from := d.doc.from
	if level.docs == noDocs {
		from = d.from
	}
	d.parse()
	if f := d.folder; f != nil {
		f.level, f.fields, f.marked = level, keep, keep != nil
		doc := docOf(d.node)
		if doc == nil || level.docs == noDocs {
			from, doc = d.from, nil
		}
		return d.piece(role, from, f.declaration(d.node, doc))
	}
	doc, code := d.split()
	if level.docs == noDocs {
		doc = ""
	}
	if len(splitLines(code)) > maxBare {
		code = splitLines(code)[0] + "…"
	}
	return d.piece(role, from, doc+code)
}

// maxBare is how many lines a declaration may have that is shown as it stands: a field,
// a constant, anything that is not in Go.
const maxBare = 8

// parse reads a function or type in Go. The body of a function is passed over where that
// can be done without reading it.
func (d *declared) parse() {
	if d.wasParsed {
		return
	}
	d.wasParsed = true
	own := d.content[d.from:d.to]
	switch text := "package p\n" + d.content[d.doc.from:d.to]; {
	case !strings.HasSuffix(d.path, ".go") || !d.isType() && d.kind != "function" && d.kind != "method":
	case strings.HasPrefix(own, "func"):
		signature, _, found := strings.Cut(own, "{\n")
		if !found || !d.parseText("package p\n"+d.content[d.doc.from:d.from]+signature+"{\n;\n}") {
			d.parseText(text)
		}
	case strings.HasPrefix(own, "type"):
		d.parseText(text)
	default:
		d.parseText("package p\ntype (\n" + d.content[d.doc.from:d.to] + "\n)")
	}
}

// parseText reads the one declaration of a text, and reports whether it is one.
func (d *declared) parseText(text string) bool {
	f := parsedGo(text)
	if f == nil || len(f.parsed.Decls) != 1 {
		return false
	}
	d.folder, d.node = f, f.parsed.Decls[0]
	if g, ok := d.node.(*ast.GenDecl); ok && g.Lparen.IsValid() && len(g.Specs) == 1 {
		d.node = g.Specs[0]
	}
	return true
}

// splitLines cuts a text into lines with their ends.
func splitLines(text string) []string {
	return strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
}
