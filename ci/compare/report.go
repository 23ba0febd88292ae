package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// kinds are the kinds of difference in the order of the report.
var kinds = []string{"failed", "resolved", "symbols", "total", "depth", "evidence", "places", "detail", "length", "weakest", "completeness"}

// report prints the differences.
type report struct {
	w        io.Writer
	all      io.Writer // nil, or gets every difference
	examples int       // of each kind
	verbose  bool
}

// print reports a group of questions and returns the number of unwanted differences.
func (r *report) print(g group, pairs []pair, wanted []wanted) (left int) {
	byKind := map[string][]difference{}
	questions, wantedOf := map[string]int{}, map[string]int{}
	for _, p := range pairs {
		counted := map[string]bool{}
		for _, d := range compare(p) {
			if isWanted(wanted, g.operation, d) {
				wantedOf[d.kind]++
				continue
			}
			byKind[d.kind] = append(byKind[d.kind], d)
			if !counted[d.kind] {
				counted[d.kind] = true
				questions[d.kind]++
			}
		}
	}
	base, changed := newSummary(pairs, func(p pair) answer { return p.base }), newSummary(pairs, func(p pair) answer { return p.changed })
	fmt.Fprintf(r.w, "\n%s: %d questions, answered %d -> %d, exact %.1f %% -> %.1f %%, median %d -> %d ms, slowest tenth %d -> %d ms\n", g, len(pairs),
		base.answered, changed.answered, base.share(), changed.share(), base.quantile(50), changed.quantile(50), base.quantile(90), changed.quantile(90))
	for _, kind := range kinds {
		ds := byKind[kind]
		if len(ds)+wantedOf[kind] == 0 {
			continue
		}
		left += len(ds)
		fmt.Fprintf(r.w, "  %s: %d differences in %d questions, and %d wanted\n", kind, len(ds), questions[kind], wantedOf[kind])
		for i, d := range ds {
			if i < r.examples {
				fmt.Fprintf(r.w, "    %s\n", shorten(d.text))
			}
			if r.all != nil {
				fmt.Fprintf(r.all, "%s\t%s\t%s\n", g, kind, d.text)
			}
		}
	}
	if r.verbose {
		fmt.Fprintf(r.w, "  reasons of base: %s\n  reasons of new:  %s\n", base.reasons(), changed.reasons())
	}
	return left
}

func shorten(text string) string {
	if len(text) > 500 {
		return text[:500] + " ..."
	}
	return text
}

// summary sums up the answers of one program.
type summary struct {
	answered, exact int
	because         map[string]int
	took            []time.Duration // sorted
}

func newSummary(pairs []pair, of func(pair) answer) summary {
	s := summary{because: map[string]int{}}
	for _, p := range pairs {
		a := of(p)
		s.took = append(s.took, a.took)
		if a.failed != "" {
			continue
		}
		s.answered++
		if a.Completeness == "exact" {
			s.exact++
		}
		for _, reason := range a.reasons() {
			s.because[reason]++
		}
	}
	slices.Sort(s.took)
	return s
}

// share returns the percentage of exact answers.
func (s summary) share() float64 { return 100 * float64(s.exact) / float64(max(s.answered, 1)) }

// quantile returns a percentile of the times in milliseconds.
func (s summary) quantile(percent int) int64 {
	if len(s.took) == 0 {
		return 0
	}
	return s.took[len(s.took)*percent/100].Milliseconds()
}

func (s summary) reasons() string {
	var texts []string
	for _, reason := range slices.Sorted(maps.Keys(s.because)) {
		texts = append(texts, fmt.Sprintf("%s %d", reason, s.because[reason]))
	}
	return strings.Join(texts, ", ")
}
