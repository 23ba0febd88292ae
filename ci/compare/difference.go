package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// difference is one difference between two answers.
type difference struct{ kind, text string }

// compare returns the differences between two answers to a question.
func compare(p pair) []difference {
	var ds []difference
	differ := func(kind, of string, base, changed any) {
		if base != changed {
			ds = append(ds, difference{kind, fmt.Sprintf("%s: %sbase %v, new %v", p.question, of, base, changed)})
		}
	}
	if (p.base.failed == "") != (p.changed.failed == "") {
		differ("failed", "", orAnswers(p.base.failed), orAnswers(p.changed.failed))
	}
	if p.base.failed != "" || p.changed.failed != "" {
		return ds
	}
	differ("resolved", "", resolved(p.base), resolved(p.changed))
	if p.base.Completeness != p.changed.Completeness {
		differ("completeness", "", fmt.Sprint(p.base.Completeness, " ", p.base.reasons()), fmt.Sprint(p.changed.Completeness, " ", p.changed.reasons()))
	}
	if p.operation == "path" {
		differ("length", "", len(p.base.Results), len(p.changed.Results))
		differ("weakest", "", weakest(p.base), weakest(p.changed))
		return ds
	}
	if p.base.Truncated || p.changed.Truncated {
		differ("total", "", p.base.TotalFound, p.changed.TotalFound)
	}
	base, changed := bySymbol(p.base), bySymbol(p.changed)
	for _, symbol := range slices.Sorted(maps.Keys(base)) {
		if _, both := changed[symbol]; !both && !p.changed.Truncated {
			ds = append(ds, difference{"symbols", fmt.Sprintf("%s: only base has %s, depth %d, %s", p.question, symbol, base[symbol].depth, base[symbol].evidence)})
		}
	}
	for _, symbol := range slices.Sorted(maps.Keys(changed)) {
		b, both := base[symbol]
		c := changed[symbol]
		if !both {
			if !p.base.Truncated {
				ds = append(ds, difference{"symbols", fmt.Sprintf("%s: only new has %s, depth %d, %s", p.question, symbol, c.depth, c.evidence)})
			}
			continue
		}
		differ("depth", symbol+": ", b.depth, c.depth)
		differ("evidence", symbol+": ", b.evidence.String(), c.evidence.String())
		if len(b.places) < 2 && len(c.places) < 2 || !p.base.Truncated && !p.changed.Truncated {
			differ("places", symbol+": ", b.places.String(), c.places.String())
			differ("detail", symbol+": ", b.details.String(), c.details.String())
		}
	}
	return ds
}

func orAnswers(failed string) string {
	if failed == "" {
		return "answers"
	}
	return failed
}

func resolved(a answer) string {
	s := set{}
	for _, r := range a.Resolved {
		s[r.Symbol] = true
	}
	return s.String()
}

// set is a set of texts; it prints sorted.
type set map[string]bool

func (s set) String() string { return strings.Join(slices.Sorted(maps.Keys(s)), ", ") }

// fact holds all results about one symbol: some operations have one for each use.
type fact struct {
	depth                     int
	evidence, places, details set
}

// bySymbol groups the results of an answer by their symbol.
func bySymbol(a answer) map[string]*fact {
	facts := map[string]*fact{}
	for _, r := range a.Results {
		node, _ := r["node"].(map[string]any)
		symbol := fmt.Sprint(node["symbol"])
		depth, _ := r["depth"].(float64)
		f := facts[symbol]
		if f == nil {
			f = &fact{int(depth), set{}, set{}, set{}}
			facts[symbol] = f
		}
		f.depth = min(f.depth, int(depth))
		f.evidence[fmt.Sprint(r["evidence"])] = true
		place := "none"
		if site, ok := r["site"].(map[string]any); ok {
			place = fmt.Sprint(site["file"], ":", site["line"], ":", site["column"])
		}
		f.places[place] = true
		detail := fmt.Sprint(node["kind"], " ", node["file"], ":", node["start_line"], "-", node["end_line"])
		for _, key := range slices.Sorted(maps.Keys(r)) {
			switch key {
			case "node", "depth", "evidence", "site", "context", "via": // compared above, text, or one of several right answers
			default:
				detail += fmt.Sprint(" ", key, "=", r[key])
			}
		}
		f.details[detail] = true
	}
	return facts
}

// evidence lists the values from the strongest to the weakest.
var evidence = []string{"", "static", "literal", "interface", "value", "dynamic", "heuristic", "unresolved"}

// weakest returns the weakest evidence of an answer; a value that evidence lacks is weaker than all others.
func weakest(a answer) string {
	found := ""
	rank := func(e string) int {
		if i := slices.Index(evidence, e); i >= 0 {
			return i
		}
		return len(evidence)
	}
	for _, r := range a.Results {
		if e := fmt.Sprint(r["evidence"]); rank(e) > rank(found) {
			found = e
		}
	}
	return found
}
