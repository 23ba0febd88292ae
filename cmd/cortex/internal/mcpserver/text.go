package mcpserver

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

// What an answer may have, in bytes.
//
// DESIGN: hosts warn at 10,000 tokens and cut or refuse more, and what a model reads costs
// it. Four bytes are counted for a token, which English and code have; paths and numbers
// have fewer, so that there is room left.
const (
	defaultBudget = 16_000 // of a text, when the call says nothing of how much it wants
	defaultJSON   = 18_000 // of JSON then
	maxBudget     = 36_000 // of a text or of JSON, whatever the call wants
)

// writer makes a text within a budget.
type writer struct {
	strings.Builder
	room  int    // bytes
	lost  int    // lines that there was no room for, and of which nothing is said yet
	short string // is left away in rows; may be empty
}

// String is the text. Its last line says that some are lost.
func (w *writer) String() string {
	if w.lost == 0 {
		return w.Builder.String()
	}
	return w.Builder.String() + plural(w.lost, "line was", "lines were") + " left out for want of room\n"
}

// line adds a line if there is room for it; else it is counted as lost.
func (w *writer) line(text string) bool {
	if w.Len()+len(text)+1 > w.room {
		w.lost++
		return false
	}
	w.WriteString(text)
	w.WriteByte('\n')
	return true
}

// text is an answer to a call as a compact text: what it says as a whole, its rows under
// the names of their columns, with tabs between them, and then as much of the source as
// there is room for. It ends with what was left out. Names stand without short, the path
// that they begin with; changed reports whether a file is not as it was.
func (c call) text(a queries.Answer, budget int, short string, changed func(file string) bool) string {
	t := a.Table()
	w := &writer{room: budget - 400, short: short} // for what is said at the end
	for _, note := range t.Notes {
		w.line(inTools(clean(note)))
	}
	head, shown := w.Len(), len(t.Rows)
	var last []string
	if x, ok := a.(queries.Texter); ok {
		if files := changedIn(t, changed); len(files) > 0 {
			w.line("changed since: " + someOf(files, 20))
		}
		if left := w.lines(x.Text()); left > 0 {
			last = append(last, plural(left, "more line was", "more lines were")+" left out for want of room"+c.narrower())
		}
	} else if len(t.Rows) > 0 {
		if left := w.rows(t, changed); left > 0 {
			shown -= left
			last = append(last, fmt.Sprintf("%d of %d rows were left out for want of room%s", left, len(t.Rows), c.further(a, shown)))
		}
	}
	if x, ok := a.(queries.Excerpter); ok {
		if left := w.excerpts(x.Excerpts(), changed); left > 0 {
			last = append(last, fmt.Sprintf("the source of %d more was left out for want of room: ask for fewer results, or for one of them", left))
		}
	}
	for _, l := range last {
		w.WriteString(l + "\n")
	}
	text := w.String()
	return recounted(text[:head], len(t.Rows), shown) + text[head:]
}

// recounted are notes that count the rows of a table, of which fewer are shown.
func recounted(notes string, rows, shown int) string {
	if shown == rows {
		return notes
	}
	counts := regexp.MustCompile(fmt.Sprintf(`\b%d( shown| of \d+ rows| rows)\b`, rows))
	return counts.ReplaceAllString(notes, fmt.Sprintf("%d${1}", shown))
}

// text is an answer as a compact text, where nobody gave arguments.
func text(a queries.Answer, budget int, short string, changed func(file string) bool) string {
	return call{}.text(a, budget, short, changed)
}

// further says how to see the rows behind those that are shown.
func (c call) further(a queries.Answer, shown int) string {
	paged := slices.ContainsFunc(c.op.Args, func(a queries.Arg) bool { return a.Name == "offset" })
	if l, ok := a.(queries.Lister); ok && paged && len(l.List()) == len(a.Table().Rows) {
		offset, _ := count(c.args["offset"])
		return fmt.Sprintf(": offset %d goes on", offset+shown)
	}
	return c.narrower()
}

// narrower says which arguments make an answer smaller.
func (c call) narrower() string {
	switch c.op.Name {
	case "sql":
		return ": select fewer columns, or page with ORDER BY, LIMIT and OFFSET"
	case "query":
		return ": name fewer fields, or page with limit and offset in the query"
	}
	var names []string
	for _, a := range c.op.Args {
		if slices.Contains([]string{"scope", "exclude_patterns", "depth", "path_prefix", "kinds", "visibility", "module_path", "detail_level", "offset"}, a.Name) {
			names = append(names, a.Name)
		}
	}
	if names == nil {
		return ""
	}
	return ": narrow it with " + strings.Join(names, ", ")
}

// changedIn are the files in a table that are not as they were.
func changedIn(t queries.Table, changed func(string) bool) (files []string) {
	for _, row := range t.Rows {
		for _, v := range row {
			if s, ok := v.(string); ok && changed(fileOf(s)) && !slices.Contains(files, fileOf(s)) {
				files = append(files, fileOf(s))
			}
		}
	}
	return files
}

// changedMark stands behind the place of what is not as it was.
const changedMark = " (changed)"

// rows adds the rows of a table and returns how many there was no room for.
func (w *writer) rows(t queries.Table, changed func(string) bool) (left int) {
	if !w.add(strings.Join(t.Columns, "\t")) {
		return len(t.Rows)
	}
	cells := make([]string, len(t.Columns))
	for n, row := range t.Rows {
		marked := false
		for i, v := range row {
			cells[i] = cell(v)
			switch s, ok := v.(string); {
			case !ok:
			case !marked && changed(fileOf(s)):
				cells[i] += changedMark
				marked = true
			case t.Columns[i] != "position": // which begins with a path
				cells[i] = shorten(cells[i], w.short)
			}
		}
		if !w.add(strings.Join(cells, "\t")) {
			return len(t.Rows) - n
		}
	}
	return 0
}

// add adds a line if there is room for it, and leaves it to the caller to tell.
func (w *writer) add(text string) bool {
	lost := w.lost
	ok := w.line(text)
	w.lost = lost
	return ok
}

// shorten leaves a path away where a name begins with it.
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
			b.WriteString(path) // the middle of another
		}
		text = after
	}
}

// lines adds a text and returns how many of its lines there was no room for.
func (w *writer) lines(text string) (left int) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for n, l := range lines {
		if !w.add(strings.Map(plain, l)) {
			return len(lines) - n
		}
	}
	return 0
}

// excerpts adds sources, each whole or not at all, and returns for how many there was no
// room.
func (w *writer) excerpts(all []queries.Excerpt, changed func(string) bool) (left int) {
	for n, e := range all {
		place := clean(e.Place)
		if changed(fileOf(e.Place)) {
			place += changedMark
		}
		if !w.add("\n" + place + "\n" + strings.Map(plain, strings.TrimSuffix(e.Text, "\n"))) {
			return len(all) - n
		}
	}
	return 0
}

// fileOf is the path in a cell of a row: file:line:column, or file, which may have a colon in
// its name.
func fileOf(cell string) string { return placed.ReplaceAllString(cell, "") }

var placed = regexp.MustCompile(`(:\d+){1,2}$`)

// maxCell is how much of a value a row shows, in bytes.
const maxCell = 1000

// cell is a value in a row of text.
func cell(v any) string {
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
	if len(out) > maxCell {
		out = strings.ToValidUTF8(out[:maxCell], "") + "…"
	}
	return clean(out)
}

// clean is a text on one line without tabs and controls.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return plain(r)
	}, text)
}

// plain replaces controls and what turns the direction of text, which could make one
// thing look like another.
func plain(r rune) rune {
	if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
		return unicode.ReplacementChar
	}
	return r
}
