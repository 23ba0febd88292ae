package dataflow

import (
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

// Report lists the writes and then the reads: the place, the use and the next value.
func (a *flowAnswer) Report(r queries.Reading) queries.Report {
	title := fmt.Sprintf("%s: %s, %s", a.short(a.name), answer.Plural(a.Writes, "write"), answer.Plural(a.Reads, "read"))
	var sections []queries.Section
	fold, code := r.Tests == queries.TestsFolded, a.tests < len(a.Steps)
	for _, s := range a.Steps {
		if s.Test && fold && code {
			continue
		}
		head := s.Role + "s"
		if s.Test && code {
			head += " in tests"
		}
		if len(sections) == 0 || sections[len(sections)-1].Title != head {
			sections = append(sections, queries.Section{Title: head})
		}
		use := s.Use
		if a.several {
			use = strings.TrimSpace(use + " " + a.short(s.Value))
		}
		if s.Evidence != string(schema.EvidenceStatic) {
			use = strings.TrimSpace(use + " (" + s.Evidence + ")")
		}
		next := ""
		if s.Next != "" {
			next = "→ " + a.short(s.Next)
			if s.Role == "write" {
				next = "← " + a.short(s.Next)
			}
		}
		l := &sections[len(sections)-1].Lines
		*l = append(*l, queries.Line{Cells: []string{answer.Position(s.File, s.Line), use, cut(s.Text), next}})
	}
	out := a.Head.Report(title, sections, r)
	if fold && code {
		out.Folded(a.tests)
	}
	return out
}

// short shortens the symbol of a target.
func (a *flowAnswer) short(target string) string {
	symbol, part, ok := strings.Cut(target, ":")
	if !ok || strings.ContainsAny(part, ":") {
		return a.shortSymbol(target)
	}
	return a.shortSymbol(symbol) + ":" + part
}

func (a *flowAnswer) shortSymbol(symbol string) string {
	if strings.Contains(symbol, ":") {
		return symbol // a place
	}
	return a.ShortName(symbol)
}

// maxText is the number of characters of code in a line of a report.
const maxText = 80

func cut(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return text
}
