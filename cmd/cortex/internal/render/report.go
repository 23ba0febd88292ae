package render

import (
	"bufio"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/cortex-index/cortex/queries"
)

// minCell is the least width of a cut cell of a report.
const minCell = 15

// minName is the least width of a name before remarks and the elements of paths go.
const minName = 32

// minRemark is the least width of the last column before others are cut.
const minRemark = 28

// Report prints a report. On a terminal each line fits the width: the widest cells are cut first.
func (p Printer) Report(r queries.Report) error {
	if p.Colour {
		text.EnableColors()
	}
	b := bufio.NewWriter(p.Out)
	line := func(s string, style text.Colors) {
		if p.Colour && len(style) > 0 {
			s = style.Sprint(s)
		}
		b.WriteString(s + "\n")
	}
	wrapped := func(s string, style text.Colors) {
		for _, l := range p.wrap(Printable(s, false)) {
			line(l, style)
		}
	}
	if r.Title != "" {
		wrapped(r.Title, text.Colors{text.Bold})
	}
	for i, s := range r.Sections {
		if s.Title != "" {
			if i > 0 || r.Title != "" {
				b.WriteString("\n")
			}
			wrapped(s.Title, text.Colors{text.Bold})
		}
		if s.Title == "" && i > 0 {
			b.WriteString("\n")
		}
		if s.Text {
			for _, l := range s.Lines {
				b.WriteString(Printable(l.Cells[0], true) + "\n")
			}
			continue
		}
		for i, l := range p.columns(s) {
			if i == 0 && len(s.Heads) > 0 {
				line(l, text.Colors{text.Bold})
				continue
			}
			line(l, nil)
		}
	}
	if len(r.Sections) > 0 && len(r.Notes) > 0 && r.Title != "" {
		b.WriteString("\n")
	}
	for _, n := range r.Notes {
		wrapped(p.worded(n), text.Colors{text.Faint})
	}
	return b.Flush()
}

// wrap breaks a note into lines that fit; the later ones are indented.
func (p Printer) wrap(note string) []string { return p.wrapIn(note, 0) }

// wrapIn is wrap for the width without a margin.
func (p Printer) wrapIn(note string, margin int) []string {
	if p.Width == 0 {
		return []string{note}
	}
	const indent = "  "
	bare := strings.TrimLeft(note, " ")
	lead := note[:len(note)-len(bare)]
	lines := strings.Split(text.WrapSoft(bare, max(p.Width-margin-len(lead)-len(indent), minCell)), "\n")
	for i, l := range lines {
		if lines[i] = lead + strings.TrimRight(l, " "); i > 0 {
			lines[i] = indent + lines[i]
		}
	}
	return lines
}

// columns returns the lines of a section with their cells in columns.
func (p Printer) columns(s queries.Section) []string {
	lines := s.Lines
	if len(s.Heads) > 0 {
		s = filled(s)
		lines = s.Lines
		lines = append([]queries.Line{{Cells: s.Heads}}, lines...)
	}
	rows := make([][]string, len(lines))
	for i, l := range lines {
		cells := make([]string, len(l.Cells))
		for j, c := range l.Cells {
			cells[j] = Printable(c, false)
		}
		rows[i] = cells
	}
	tails := make([]string, len(rows))
	room := p.Width
	if s.Whole && p.Width > 0 {
		widest := 0
		for i, r := range rows {
			last := len(r) - 1
			rows[i], tails[i] = r[:last], r[last]
			widest = max(widest, text.StringWidthWithoutEscSequences(r[last]))
		}
		room -= min(widest+len(gap), p.Width*2/5)
	}
	var widths []int
	prefixes := make([]string, len(rows))
	if s.Tree {
		prefixes = branches(lines)
	}
	right := numbers(s)
	for i, r := range rows {
		if lines[i].Note {
			continue
		}
		for j, c := range r {
			w := text.StringWidthWithoutEscSequences(c)
			if j == 0 {
				w += text.StringWidthWithoutEscSequences(prefixes[i])
			}
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], w)
		}
	}
	const margin = "  "
	indent := margin
	if s.Title == "" {
		indent = ""
	}
	if p.Width > 0 {
		narrow(widths, placeWidths(rows), room-len(indent))
	}
	var out []string
	for i, r := range rows {
		if lines[i].Note {
			blank := strings.Repeat(" ", text.StringWidthWithoutEscSequences(prefixes[i]))
			for n, l := range p.wrapIn(r[0], len(indent)+len(blank)) {
				out = append(out, indent+map[bool]string{true: prefixes[i], false: blank}[n == 0]+l)
			}
			continue
		}
		var b strings.Builder
		b.WriteString(indent)
		used := len(indent) + total(widths) + len(gap)
		alone := tails[i] != "" && used+text.StringWidthWithoutEscSequences(tails[i]) > p.Width
		for j, c := range r {
			room, prefix := widths[j], ""
			if alone && j == len(r)-1 {
				room = max(room, p.Width-used+len(gap)+room)
			}
			if j == 0 {
				prefix = prefixes[i]
				room -= text.StringWidthWithoutEscSequences(prefix)
			}
			if p.Width > 0 {
				c = shorten(c, max(room, 1))
			}
			pad := strings.Repeat(" ", max(0, room-text.StringWidthWithoutEscSequences(c)))
			if right[j] {
				c, pad = pad+c, ""
			}
			b.WriteString(prefix + c)
			if j < len(r)-1 || tails[i] != "" {
				b.WriteString(pad + gap)
			}
		}
		if alone {
			out = append(out, strings.TrimRight(b.String(), " "))
			b.Reset()
			b.WriteString(indent + margin)
		}
		b.WriteString(tails[i])
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

// filled leaves out the columns of a section that are empty but for their heads.
func filled(s queries.Section) queries.Section {
	var kept []int
	for j := range s.Heads {
		if slices.ContainsFunc(s.Lines, func(l queries.Line) bool { return l.Cells[j] != "" }) {
			kept = append(kept, j)
		}
	}
	pick := func(cells []string) (out []string) {
		for _, j := range kept {
			out = append(out, cells[j])
		}
		return out
	}
	out := queries.Section{Title: s.Title, Heads: pick(s.Heads)}
	for _, l := range s.Lines {
		out.Lines = append(out.Lines, queries.Line{Cells: pick(l.Cells)})
	}
	return out
}

// numbers are the columns with a head and numbers only, which stand at the right.
func numbers(s queries.Section) map[int]bool {
	out := map[int]bool{}
	for j := range s.Heads {
		out[j] = !slices.ContainsFunc(s.Lines, func(l queries.Line) bool {
			return j < len(l.Cells) && (l.Cells[j] == "." || strings.Trim(l.Cells[j], "0123456789,.") != "")
		})
	}
	return out
}

// narrow takes cells from the widths until they fit, the widest first, and a long last column before the others. Names keep
// minName while other columns are wide. Places keep their last two path elements while other columns are wide, and their last one while
// these have minCell.
func narrow(widths []int, places [3][]int, room int) {
	for _, least := range []struct {
		of    int
		place []int
	}{{minName, places[2]}, {minSubject, places[2]}, {minSubject, places[1]}, {minCell, places[1]}, {minCell, places[0]}} {
		floor := func(j int) int {
			if last := len(widths) - 1; j == last && last > 1 {
				return max(min(least.of, minSubject), least.place[j])
			}
			return max(least.of, least.place[j])
		}
		for total(widths) > room {
			widest := hidden
			for j, w := range widths {
				if w > floor(j) && (widest == hidden || w > widths[widest]) {
					widest = j
				}
			}
			if last := len(widths) - 1; last > 1 && widths[last] > max(minRemark, floor(last)) {
				widest = last
			}
			if widest == hidden {
				break
			}
			widths[widest]--
		}
	}
}

// placeWidths returns by column the width of the places with none, one and two of their path elements, and 0 for other columns.
func placeWidths(rows [][]string) (out [3][]int) {
	for _, r := range rows {
		for j, c := range r {
			for n := range out {
				if j == len(out[n]) {
					out[n] = append(out[n], 0)
				}
				if n > 0 && place.MatchString(c) {
					out[n][j] = max(out[n][j], text.StringWidthWithoutEscSequences(lastElements(c, n)))
				}
			}
		}
	}
	return out
}

// lastElements returns the last n elements of a path, after an ellipsis for the others.
func lastElements(path string, n int) string {
	at := len(path)
	for range n {
		if at = strings.LastIndexByte(path[:at], '/'); at < 0 {
			return path
		}
	}
	return "…" + path[at:]
}

// branches returns the lines that join the nodes of trees to their parents.
func branches(lines []queries.Line) []string {
	out := make([]string, len(lines))
	var open []bool // by depth: whether a later line is a sibling
	for i := len(lines) - 1; i >= 0; i-- {
		depth := lines[i].Depth
		for len(open) <= depth {
			open = append(open, false)
		}
		if depth > 0 {
			var b strings.Builder
			for d := 1; d < depth; d++ {
				b.WriteString(map[bool]string{true: "│  ", false: "   "}[open[d]])
			}
			b.WriteString(map[bool]string{true: "├─ ", false: "└─ "}[open[depth]])
			out[i] = b.String()
		}
		for d := depth + 1; d < len(open); d++ {
			open[d] = false
		}
		open[depth] = true
	}
	return out
}
