package answer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
)

// Report lays out lines under a title, with the notes of the answer.
func (h *Head) Report(title string, sections []queries.Section, r queries.Reading) queries.Report {
	notes := h.table.Notes[:len(h.table.Notes)-len(h.Because)]
	notes = slices.Clone(notes)
	if last := len(notes) - 1; h.counted == 0 && h.Completeness == completeness.Exact {
		notes[last] = "complete"
	} else if h.counted == 0 { // the reasons say it
		notes = notes[:last]
	}
	return queries.Report{Title: title, Sections: sections, Notes: append(notes, completeness.Brief(h.Because, r.Why, h.ShortName)...)}
}

// PartsReport lays out a table of parts: a section for each part, and the name, the detail and the place in each line.
func (h *Head) PartsReport(title string, r queries.Reading) queries.Report {
	var sections []queries.Section
	for _, row := range h.table.Rows {
		part, detail, name, position := fmt.Sprint(row[0]), fmt.Sprint(row[1]), fmt.Sprint(row[2]), fmt.Sprint(row[3])
		if len(sections) == 0 || sections[len(sections)-1].Title != part {
			sections = append(sections, queries.Section{Title: part})
		}
		s := &sections[len(sections)-1]
		s.Lines = append(s.Lines, queries.Line{Cells: []string{h.short(name), position, detail}})
	}
	return h.Report(title, sections, r)
}

// short is the short name of a symbol; a package keeps its path.
func (h *Head) short(name string) string {
	if !strings.ContainsAny(name, " (") && strings.Contains(path.Base(name), ".") { // no declaration
		return h.ShortName(name)
	}
	return name
}

// kindWords are the words of Go for the kinds that have shorter ones.
var kindWords = map[string]string{"function": "func", "interface_method": "method", "variable": "var", "constant": "const", "type_alias": "alias"}

// KindWord is the word of Go for a kind, in few letters.
func KindWord(kind string) string { return cmp.Or(kindWords[kind], strings.ReplaceAll(kind, "_", " ")) }

// Report lists symbols: the place first when they are unused, otherwise the kind and the name.
func (a *SymbolsAnswer) Report(r queries.Reading) queries.Report {
	var s queries.Section
	fold, listed, code := r.Tests == queries.TestsFolded, 0, false
	for _, i := range a.Symbols.Items {
		code = code || !i.Test
		if i.Test {
			if fold && code {
				continue
			}
			listed++
		}
		kind, name := KindWord(i.Kind), a.ShortName(i.Symbol)
		cells := []string{kind, name, cmp.Or(i.Position(), "external")}
		if a.Counts() {
			cells = append(cells, Plural(i.RefCount, "use"))
		}
		if i.Reason != "" {
			cells = []string{i.Position(), kind, name, strings.TrimLeft(strings.Replace(i.Reason, usualReason, "", 1), "; ")}
		}
		s.Lines = append(s.Lines, queries.Line{Cells: cells})
	}
	if len(s.Lines) == 0 {
		return a.Head.Report("", nil, r)
	}
	out := a.Head.Report("", []queries.Section{s}, r)
	if fold && code {
		out.Folded(a.Symbols.TestCount - listed)
	}
	return out
}

// usualReason is the reason of most unused symbols, which a report leaves out.
const usualReason = "no use in the index"

// ShortName returns a symbol as people type it.
func (h *Head) ShortName(symbol string) string { return queries.Readable(h.names.Short(symbol)) }
