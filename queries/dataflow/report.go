package dataflow

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

// Report lists the writes, the reads and the other steps: the place, the use and the next value. Of calls that drop a result it has the
// place, the code and the result.
func (a *flowAnswer) Report(r queries.Reading) queries.Report {
	title := fmt.Sprintf("%s: %s, %s", a.short(a.name), answer.Plural(a.Writes, "write"), answer.Plural(a.Reads, "read"))
	if a.Addresses > 0 {
		title += fmt.Sprintf(", address taken %s", answer.Plural(a.Addresses, "time"))
	}
	if a.ignored {
		title = fmt.Sprintf("%s: %s", a.short(a.name), plural(a.TotalFound, "call drops", "calls drop")+" it")
		if a.Target == "" {
			title = plural(a.TotalFound, "call drops", "calls drop") + " an error"
		}
	}
	var sections []queries.Section
	fold, code := r.Tests == queries.TestsFolded, slices.ContainsFunc(a.Steps, func(s step) bool { return !s.Test })
	for _, s := range a.Steps {
		if s.Test && fold && code {
			continue
		}
		head := heads[s.Role]
		if a.ignored {
			head = "calls"
		}
		if s.Test && code {
			head += " in tests"
		}
		if len(sections) == 0 || sections[len(sections)-1].Title != head {
			sections = append(sections, queries.Section{Title: head, Whole: true})
		}
		l := &sections[len(sections)-1].Lines
		*l = append(*l, queries.Line{Cells: a.cells(s)})
	}
	out := a.Head.Report(title, sections, r)
	if fold && code {
		out.Folded(a.tests)
	}
	return out
}

var heads = map[string]string{"write": "writes", "read": "reads", address: "address taken"}

func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// cells returns the cells of a step. The last one is a target.
func (a *flowAnswer) cells(s step) []string {
	evidence := ""
	if s.Evidence != string(schema.EvidenceStatic) {
		evidence = " (" + s.Evidence + ")"
	}
	at := answer.Position(s.File, s.Line)
	if a.ignored {
		return []string{at, cut(s.Text), a.short(s.Value) + evidence}
	}
	use := s.Use
	if a.several {
		use += " " + a.short(s.Value)
	}
	next := ""
	switch {
	case s.Next != "" && s.Role == "write":
		next = "← " + a.short(s.Next)
	case s.Next != "":
		next = "→ " + a.short(s.Next)
	}
	return []string{at, strings.TrimSpace(use + evidence), cut(s.Text), next}
}

// ofPlace matches a target that is a place.
var ofPlace = regexp.MustCompile(`:[0-9]+:[0-9]+$`)

// short shortens the symbol of a target.
func (a *flowAnswer) short(target string) string {
	if ofPlace.MatchString(target) {
		return target
	}
	if m := ofFunction.FindStringSubmatch(target); m != nil {
		return a.ShortName(m[1]) + ":" + m[2]
	}
	return a.ShortName(target)
}

// maxText is the number of characters of code in a line of a report.
const maxText = 80

func cut(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText-1]) + "…"
	}
	return text
}
