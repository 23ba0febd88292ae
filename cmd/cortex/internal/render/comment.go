package render

import (
	"fmt"
	"html"
	"io"
	"net/url"
	"regexp"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// maxComment is the maximum number of bytes of a report for a comment: GitHub takes 65,536 characters.
const maxComment = 60_000

// Comment writes a report as Markdown for a comment: the first section as a table, and each other one collapsed. Places link to the
// lines below the URLs of the trees of head and base; without one they are text. Names from the code are code spans, in which no markup counts. Sections
// that do not fit are cut.
func Comment(w io.Writer, r queries.Report, head, base string) error {
	c := comment{head, base}
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n", code(r.Title, false))
	for i, s := range r.Sections {
		text := c.section(s, i > 0, maxComment-b.Len()-reserve(r))
		b.WriteString("\n" + text)
	}
	for _, n := range r.Notes {
		if b.Len()+len(n) < maxComment {
			b.WriteString("\n" + calm(EscapeMarkdown(n)) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// reserve is the room for the notes of a report.
func reserve(r queries.Report) int {
	n := 400
	for _, note := range r.Notes {
		n += len(note) + 2
	}
	return min(n, maxComment/4)
}

type comment struct{ head, base string }

// section writes a section within a number of bytes.
func (c comment) section(s queries.Section, collapsed bool, room int) string {
	columns := 1
	for _, l := range s.Lines {
		columns = max(columns, len(l.Cells))
	}
	var head, tail string
	if collapsed {
		head = fmt.Sprintf("<details><summary>%s (%d)</summary>\n\n", calm(html.EscapeString(Printable(s.Title, false))), lines(s))
		tail = "\n</details>\n"
	}
	heads := make([]string, columns)
	for i := range heads {
		if i < len(s.Heads) {
			heads[i] = EscapeMarkdown(s.Heads[i])
		}
	}
	head += "| " + strings.Join(heads, " | ") + " |\n|" + strings.Repeat(" --- |", columns) + "\n"
	var b strings.Builder
	b.WriteString(head)
	left := 0
	for _, l := range s.Lines {
		cells := make([]string, columns)
		for i, cell := range l.Cells {
			cells[i] = c.cell(cell)
		}
		if l.Note && columns > 1 { // the sentence belongs to the line above
			cells[columns-1], cells[0] = cells[0], ""
		}
		row := "| " + strings.Join(cells, " | ") + " |\n"
		if left > 0 || b.Len()+len(row)+len(tail)+80 > room {
			left++
			continue
		}
		b.WriteString(row)
	}
	if left == len(s.Lines) && left > 0 {
		b.Reset()
		if room < 300 {
			return ""
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n%s left out: cortex diff shows all.\n", Plural(left, "line"))
	}
	if b.Len() > 0 && strings.HasPrefix(b.String(), "<details>") {
		b.WriteString(tail)
	}
	return b.String()
}

// lines is the number of lines without sentences about others.
func lines(s queries.Section) (n int) {
	for _, l := range s.Lines {
		if !l.Note {
			n++
		}
	}
	return n
}

// placeIn matches a place at the beginning of a cell.
var placeIn = regexp.MustCompile(`^([^ ]+):(\d+)( |$)`)

// plain matches cells of numbers and small words, which need no code span.
var plain = regexp.MustCompile(`^[a-z0-9 ,.→+-]*$`)

func (c comment) cell(s string) string {
	if m := placeIn.FindStringSubmatch(s); m != nil && c.head != "" {
		tree := c.head
		if strings.HasPrefix(s[len(m[0]):], "(base)") {
			tree = c.base
		}
		link := code(m[1]+":"+m[2], true)
		if tree != "" {
			link = fmt.Sprintf("[%s](%s/%s#L%s)", link, tree, pathURL(m[1]), m[2])
		}
		if rest := strings.TrimSpace(s[len(m[0]):]); rest != "" {
			link += " " + c.cell(rest)
		}
		return link
	}
	if plain.MatchString(s) {
		return s
	}
	return code(s, true)
}

// code returns a code span. In a table a pipe needs a backslash even there.
func code(s string, inTable bool) string {
	s = strings.TrimSpace(Printable(s, false))
	if s == "" {
		return ""
	}
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	if inTable {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// calm keeps text outside code spans from mentioning people.
func calm(s string) string { return strings.ReplaceAll(s, "@", "@\u200b") }

// pathURL returns a path as part of a URL, in which nothing ends a Markdown link.
func pathURL(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
