package budget

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// Writer writes lines as long as there is room.
type Writer struct {
	out  strings.Builder
	room int // bytes
	lost int // lines
}

// Writer returns a writer of as much text as the budget allows.
func (b Budget) Writer() *Writer { return &Writer{room: b.text} }

// Line writes a line if there is room for it.
func (w *Writer) Line(text string) {
	if !w.add(text) {
		w.lost++
	}
}

// add writes a line and returns true, or returns false when there is no room.
func (w *Writer) add(text string) bool {
	if w.out.Len()+len(text)+1 > w.room {
		return false
	}
	w.out.WriteString(text)
	w.out.WriteByte('\n')
	return true
}

// String returns the text. Its last line counts the lines that Line left out.
func (w *Writer) String() string {
	if w.lost == 0 {
		return w.out.String()
	}
	return w.out.String() + wording.Count(w.lost, "line was", "lines were") + " left out for want of room\n"
}

// Changed returns the changed file that a value names, as a path or a position in it.
type Changed func(value string) (file string, ok bool)

// reserved is the room for the lines at the end of a text, which count the left-out parts.
const reserved = 400

// Text returns an answer as text: the head, the notes, the rows with tabs between their cells,
// and as much source as there is room for. The last lines count the left-out parts. Names in
// rows lack the prefix short. Places in changed files are marked.
func (b Budget) Text(a queries.Answer, head []string, short string, changed Changed) string {
	first := ""
	if len(head) > 0 {
		first = strings.Join(head, "\n") + "\n"
	}
	t := a.Table()
	w := &Writer{room: b.text - reserved - len(first)}
	for _, note := range t.Notes {
		w.Line(wording.Hint(wording.Clean(note)))
	}
	notes, shown := w.out.Len(), len(t.Rows)
	var last []string
	if x, ok := a.(queries.Texter); ok {
		if files := changedIn(t, changed); len(files) > 0 {
			w.Line("changed since: " + wording.List(files, 20))
		}
		if left := w.lines(x.Text()); left > 0 {
			last = append(last, wording.Count(left, "more line was", "more lines were")+" left out for want of room"+b.narrower())
		}
	} else if len(t.Rows) > 0 {
		if left := w.rows(t, b.cells(), short, changed); left > 0 {
			shown -= left
			last = append(last, fmt.Sprintf("%d of %d rows were left out for want of room%s", left, len(t.Rows), b.further(a, shown)))
		}
	}
	if x, ok := a.(queries.Excerpter); ok {
		if left := w.excerpts(x.Excerpts(), changed); left > 0 {
			last = append(last, fmt.Sprintf("the source of %d more was left out for want of room: ask for fewer results, or for one of them", left))
		}
	}
	for _, l := range last {
		w.out.WriteString(l + "\n")
	}
	text := w.String()
	return first + recount(text[:notes], len(t.Rows), shown) + text[notes:]
}

// recount replaces the number of rows in notes by the number that is shown.
func recount(notes string, rows, shown int) string {
	if shown == rows {
		return notes
	}
	counts := regexp.MustCompile(fmt.Sprintf(`\b%d( shown| of \d+ rows| rows)\b`, rows))
	return counts.ReplaceAllString(notes, fmt.Sprintf("%d${1}", shown))
}

// further says how to get the rows after those that are shown.
func (b Budget) further(a queries.Answer, shown int) string {
	paged := slices.ContainsFunc(b.op.Args, func(a queries.Arg) bool { return a.Name == "offset" })
	if l, ok := a.(queries.Lister); ok && paged && len(l.List()) == len(a.Table().Rows) {
		offset, _ := Int(b.given["offset"])
		return fmt.Sprintf(": offset %d goes on", offset+shown)
	}
	return b.narrower()
}

// narrower names the arguments that make an answer smaller.
func (b Budget) narrower() string {
	switch b.op.Name {
	case "sql":
		return ": select fewer columns, or page with ORDER BY, LIMIT and OFFSET"
	case "query":
		return ": name fewer fields, or page with limit and offset in the query"
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
	return ": narrow it with " + strings.Join(names, ", ")
}

// changedIn returns the changed files in a table.
func changedIn(t queries.Table, changed Changed) (files []string) {
	for _, row := range t.Rows {
		for _, v := range row {
			s, _ := v.(string)
			if file, ok := changed(s); ok && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// changedMark follows the place of a changed file.
const changedMark = " (changed)"

// cells returns the maximum number of bytes of a cell.
func (b Budget) cells() int {
	if b.op.Name == "sql" || b.op.Name == "query" {
		return b.text
	}
	return maxCell
}

// rows writes the rows of a table, and returns the number without room. It cuts the cells of a first row without room.
func (w *Writer) rows(t queries.Table, most int, short string, changed Changed) (left int) {
	if !w.add(strings.Join(t.Columns, "\t")) {
		return len(t.Rows)
	}
	cells := make([]string, len(t.Columns))
	for n, row := range t.Rows {
		marked := false
		for i, v := range row {
			if cells[i] = cell(v, most); v == nil && t.Symbols {
				cells[i] = ""
			}
			s, isText := v.(string)
			if !isText {
				continue
			}
			if _, ok := changed(s); ok && !marked {
				cells[i] += changedMark
				marked = true
			} else if t.Columns[i] != "position" { // which begins with a path of a file
				cells[i] = shorten(cells[i], short)
			}
		}
		for share := most; !w.add(strings.Join(cells, "\t")); share /= 2 {
			if n > 0 || share <= maxCell {
				return len(t.Rows) - n
			}
			for i, v := range row {
				cells[i] = cell(v, share/2+1)
			}
		}
	}
	return 0
}

// shorten removes a path where a name begins with it.
func shorten(text, path string) string {
	if path == "" || !strings.Contains(text, path) {
		return text
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, path)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if r, _ := utf8.DecodeLastRuneInString(before); before != "" && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("/._-~", r)) {
			b.WriteString(path) // the middle of another path
		}
		text = after
	}
}

// lines writes a text, and returns the number of lines without room.
func (w *Writer) lines(text string) (left int) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for n, l := range lines {
		if !w.add(wording.Plain(l)) {
			return len(lines) - n
		}
	}
	return 0
}

// excerpts writes sources, each as a whole, and returns the number without room.
func (w *Writer) excerpts(all []queries.Excerpt, changed Changed) (left int) {
	for n, e := range all {
		place := wording.Clean(e.Place)
		if _, ok := changed(e.Place); ok {
			place += changedMark
		}
		if !w.add("\n" + place + "\n" + wording.Plain(strings.TrimSuffix(e.Text, "\n"))) {
			return len(all) - n
		}
	}
	return 0
}

// maxCell is the part of a value that a row shows, in bytes. Rows of statements show whole values.
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
