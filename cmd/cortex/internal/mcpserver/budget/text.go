package budget

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// Writer writes lines as long as there is room.
type Writer struct {
	out  strings.Builder
	room int // bytes
	lost int // lines
	size int // bytes of all lines
}

// Writer returns a writer of as much text as the budget allows.
func (b Budget) Writer() *Writer { return &Writer{room: b.text} }

// Line writes a line if there is room for it, and for all lines before it.
func (w *Writer) Line(text string) {
	w.size += len(text) + 1
	if free := w.room - w.out.Len() - len("…\n"); w.size > w.room && w.lost == 0 && w.out.Len() < w.room/2 && free > 0 && !strings.Contains(text, "\n") {
		w.out.WriteString(wording.Cut(text, free) + "\n") // one line is longer than half the room
		w.lost++
		return
	}
	if w.size > w.room {
		w.lost += 1 + strings.Count(text, "\n")
		return
	}
	w.out.WriteString(text + "\n")
}

// String returns the text. Its last line counts the lines that Line left out.
func (w *Writer) String() string {
	if w.lost == 0 {
		return w.out.String()
	}
	return w.out.String() + wording.Count(w.lost, "line was", "lines were") + " left out for want of room\n"
}

// Changed returns the changed file that a value names, as a path or a position in it, and its mark. Both are empty for other values.
type Changed func(value string) (file, mark string)

// wholly matches the note of a complete answer at its word for that.
var wholly = regexp.MustCompile(`^(complete|exact|[^;]*, exact)\b`)

// reserved is the room for the line that counts the left-out lines.
const reserved = 250

// maxNotes is the part of a budget that notes may take.
const maxNotes = 3

// Text returns an answer as text: the head, the report of the answer, and its notes. The last line counts
// the lines without room. Places in changed files are marked.
func (b Budget) Text(a queries.Answer, head []string, changed Changed) string {
	top, bottom := &Writer{room: b.text}, &Writer{room: b.text / maxNotes}
	for _, l := range head {
		top.Line(l)
	}
	body := &Writer{}
	report, isReport := b.report(a)
	if report.Title != "" {
		top.Line(wording.Clean(report.Title))
	}
	if files := changedIn(a.Table(), changed); len(files) > 0 && !isReport {
		top.Line("changed since: " + wording.List(files, 20))
	}
	for _, n := range report.Notes {
		if b.Of != "" {
			n = wholly.ReplaceAllString(n, "${1} for "+b.Of)
		}
		bottom.Line(wording.Hint(wording.Clean(n)))
	}
	body.room = b.text - top.out.Len() - bottom.out.Len() - reserved
	if isReport || len(report.Sections) > 0 {
		body.sections(report.Sections, changed)
	} else {
		body.rows(a.Table(), b.cells(), changed)
	}
	if x, ok := a.(queries.Excerpter); ok {
		body.excerpts(x.Excerpts(b.reading), changed)
	}
	out := top.out.String() + body.out.String() + bottom.out.String()
	if lost := body.lost + bottom.lost; lost > 0 {
		out += wording.Count(lost, "more line", "more lines") + b.further(top.size+body.size+bottom.size+reserved) + "\n"
	}
	return out
}

// report returns an answer in the form for people. An answer without one has its text, or rows, which
// are no report.
func (b Budget) report(a queries.Answer) (r queries.Report, isReport bool) {
	if x, ok := a.(queries.Reporter); ok {
		return x.Report(b.reading), true
	}
	r.Notes = a.Table().Notes
	if x, ok := a.(queries.Texter); ok {
		s := queries.Section{Text: true}
		for line := range strings.Lines(x.Text()) {
			s.Lines = append(s.Lines, queries.Line{Cells: []string{strings.TrimSuffix(line, "\n")}})
		}
		r.Sections = []queries.Section{s}
	}
	return r, false
}

// further says how to get the lines without room. The whole text has so many bytes.
func (b Budget) further(size int) string {
	const step = 100
	tokens := (size/bytesPerToken/step + 1) * step
	switch {
	case tokens <= coerce.MaxTokens && b.text < tokens*bytesPerToken:
		return fmt.Sprintf(": token_budget %d shows all", tokens)
	case b.text < coerce.MaxTokens*bytesPerToken:
		return fmt.Sprintf(": token_budget %d shows more%s", coerce.MaxTokens, b.narrower("; or narrow it with "))
	}
	return b.narrower(": narrow it with ")
}

// narrower names the arguments that make an answer smaller.
func (b Budget) narrower(how string) string {
	switch b.op.Name {
	case "sql":
		return how + "fewer columns, ORDER BY, LIMIT and OFFSET"
	case "query":
		return how + "fewer fields, or limit and offset in the query"
	}
	var names []string
	for _, a := range b.op.Args {
		if slices.Contains([]string{"scope", "exclude_patterns", "depth", "path_prefix", "kinds", "visibility", "module_path", "detail_level", "offset"}, a.Name) {
			names = append(names, a.Name)
		}
	}
	if names == nil {
		return ""
	}
	return how + strings.Join(names, ", ")
}

// changedIn returns the changed files in a table.
func changedIn(t queries.Table, changed Changed) (files []string) {
	for _, row := range t.Rows {
		for _, v := range row {
			s, _ := v.(string)
			if file, _ := changed(s); file != "" && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// mark returns a cell on one line, with a mark when it is a place in a changed file.
func mark(c string, changed Changed) string {
	_, mark := changed(c)
	return wording.Clean(c) + mark
}

// sections writes the sections of a report. The lines of a tree are indented, cells have two spaces
// between them, and source stays as it is.
func (w *Writer) sections(all []queries.Section, changed Changed) {
	for i, s := range all {
		switch {
		case s.Title != "":
			w.Line(strings.Repeat("\n", min(i, 1)) + mark(s.Title, changed))
		case i > 0:
			w.Line("")
		}
		if len(s.Heads) > 0 {
			w.table(s, changed)
			continue
		}
		for _, l := range merged(s, changed) {
			if s.Text {
				w.Line(wording.Plain(l.Cells[0]))
				continue
			}
			var cells []string
			for _, c := range l.Cells {
				if strings.HasPrefix(c, "…") { // it counts results, and says how to list them
					c = wording.Hint(c)
				}
				if c != "" {
					cells = append(cells, mark(c, changed))
				}
			}
			w.Line(strings.Repeat("  ", l.Depth) + strings.Join(cells, "  "))
		}
	}
}

// table writes the lines of a section under their heads, as rows does. A column without a head has places.
func (w *Writer) table(s queries.Section, changed Changed) {
	heads := make([]string, len(s.Heads))
	for i, h := range s.Heads {
		heads[i] = cmp.Or(h, "PLACE")
	}
	w.Line(strings.Join(heads, "\t"))
	for _, l := range s.Lines {
		cells := make([]string, len(l.Cells))
		for i, c := range l.Cells {
			cells[i] = mark(c, changed)
		}
		w.Line(strings.Join(cells, "\t"))
	}
}

// maxMerged is the number of names on one line.
const maxMerged = 10

// merged returns the lines of a section. Neighbours that differ in their first cells alone share lines, because an agent pays for each
// repetition.
func merged(s queries.Section, changed Changed) (lines []queries.Line) {
	if s.Tree || s.Text {
		return s.Lines
	}
	for rest := s.Lines; len(rest) > 0; {
		n := 1
		for n < min(len(rest), maxMerged) && len(rest[0].Cells) > 1 && slices.Equal(rest[n].Cells[1:], rest[0].Cells[1:]) {
			n++
		}
		if n < 3 {
			n = 1
		}
		l := queries.Line{Depth: rest[0].Depth, Cells: slices.Clone(rest[0].Cells)}
		for _, other := range rest[1:n] {
			l.Cells[0] = mark(l.Cells[0], changed) + ", " + mark(other.Cells[0], changed)
		}
		lines, rest = append(lines, l), rest[n:]
	}
	return lines
}

// cells returns the maximum number of bytes of a cell in a row. Rows of statements show whole values.
func (b Budget) cells() int {
	if b.op.Name == "sql" || b.op.Name == "query" {
		return b.text
	}
	return maxCell
}

// rows writes the rows of a table with tabs between their cells. It cuts the cells of a first row without room.
func (w *Writer) rows(t queries.Table, most int, changed Changed) {
	if len(t.Rows) == 0 {
		return
	}
	w.Line(strings.Join(t.Columns, "\t"))
	cells := make([]string, len(t.Columns))
	for n, row := range t.Rows {
		size := 0
		for i, v := range row {
			if cells[i] = cell(v, most); v == nil && t.Symbols {
				cells[i] = ""
			}
			if s, ok := v.(string); ok {
				_, mark := changed(s)
				cells[i] += mark
			}
			size += len(cells[i]) + 1
		}
		if n == 0 && w.size+size > w.room {
			for i, v := range row {
				cells[i] = cell(v, max(0, (w.room-w.size)/len(row)-len("…\t\"\"")))
			}
			w.out.WriteString(wording.Cut(strings.Join(cells, "\t"), w.room-w.size) + "\n")
			w.lost, w.size = w.lost+1, w.size+maxBytes // a larger budget shows more of it
			continue
		}
		w.Line(strings.Join(cells, "\t"))
	}
}

// excerpts writes sources, each under its place.
func (w *Writer) excerpts(all []queries.Excerpt, changed Changed) {
	for _, e := range all {
		w.Line("\n" + mark(e.Place, changed) + "\n" + wording.Plain(strings.TrimSuffix(e.Text, "\n")))
	}
}

// maxCell is the part of a value that a row shows, in bytes.
const maxCell = 1000

// cell returns a value as a cell of a row, of at most that many bytes.
func cell(v any, most int) string {
	out := ""
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		out = v
	case bool, int, int64, float64:
		return fmt.Sprint(v)
	case queries.Numeral:
		return string(v)
	default:
		b, err := json.Marshal(v)
		if err != nil {
			return fmt.Sprint(v)
		}
		out = string(b)
	}
	out = wording.Cut(out, most)
	if most != maxCell && strings.ContainsAny(out, "\n\t") {
		out = strconv.Quote(wording.Plain(out)) // the value is exact, on one line
	}
	return wording.Clean(out)
}
