package analysis

import (
	"fmt"
	"strings"
)

// tabulate makes the detail a table of parts, which stand apart, for people.
func (d *detailAnswer) tabulate() {
	d.table.Columns, d.table.GroupBy, d.table.Subject = []string{"position", "part", "text"}, 2, 2
	i := d.Detail
	s := i.Symbol
	add := func(position, part, text string) {
		d.table.Rows = append(d.table.Rows, []any{position, part, strings.ReplaceAll(text, "\t", "    ")})
	}
	add(s.position(), "symbol", s.Symbol)
	add(s.position(), "symbol", s.Signature)
	used := fmt.Sprintf("%s %s, used %s", s.Visibility, strings.ReplaceAll(s.Kind, "_", " "), times(s.RefCount))
	if s.ExternalRefCount > 0 {
		used += fmt.Sprintf(", %d of that in other modules", s.ExternalRefCount)
	}
	add(s.position(), "symbol", used)
	if calls := fmt.Sprintf("called by %s, calls %d", plural(i.CallerCount, "function"), i.CalleeCount); i.Complexity > 0 {
		add(s.position(), "symbol", fmt.Sprintf("%s, complexity %d", calls, i.Complexity))
	} else if i.CallerCount+i.CalleeCount > 0 {
		add(s.position(), "symbol", calls)
	}
	if i.Doc != "" {
		for line := range strings.Lines(i.Doc) {
			add(s.position(), "doc", strings.TrimRight(line, "\n"))
		}
	}
	for _, a := range i.Annotations {
		add(position(s.File, a.line), "annotations", strings.TrimSpace(a.Name+" "+a.Arguments))
	}
	for _, p := range i.TypeParams {
		add(s.position(), "type parameters", p.Name+" "+p.Constraints)
	}
	for _, p := range i.Parameters {
		part := "parameters"
		switch {
		case p.IsReceiver:
			part = "receiver"
		case p.IsReturn:
			part = "results"
		}
		add(s.position(), part, strings.TrimSpace(p.Name+" "+p.TypeExpr))
	}
	for _, m := range i.Members {
		text := m.TypeExpr
		if m.Kind != "method" && m.Kind != "embedded" {
			text = strings.TrimSpace(m.Name + " " + m.TypeExpr)
		}
		add(m.position, strings.ReplaceAll(m.Kind, "_", " "), text)
	}
	head, lines, _ := strings.Cut(i.Context, "\n")
	var first, last int
	if _, err := fmt.Sscanf(head, "// Lines %d-%d", &first, &last); err != nil {
		return
	}
	for n, line := range strings.Split(lines, "\n") {
		if at := first + n; i.Doc == "" || at >= s.StartLine { // the doc stands above already
			add(position(s.File, at), "source", line)
		}
	}
	if strings.Contains(head, "cut") {
		d.table.Partial = true
		d.note("the source is cut at %d lines: it ends in line %d", maxSourceLines, s.EndLine)
	}
}
