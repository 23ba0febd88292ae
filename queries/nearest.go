package queries

import (
	"slices"
	"strings"
)

// synonyms are what arguments and operations are called elsewhere, with what they are called
// here, the best first. Where a list of names lacks the first, the next is meant.
var synonyms = map[string][]string{
	"limit": {"max_results", "top_n"}, "max_results": {"limit", "top_n"}, "top_n": {"max_results", "limit"},
	"symbol": {"target", "pattern"}, "name": {"target", "pattern"}, "function": {"target", "pattern"},
	"file": {"target", "path_prefix"}, "path": {"target", "path_prefix", "module_path"}, "from": {"target"},
	"query": {"pattern", "target"}, "target": {"pattern"}, "pattern": {"target"}, "sql": {"query"},

	"usages": {"references"}, "refs": {"references"}, "uses": {"references"}, "find_references": {"references"}, "dead_code": {"unused_symbols"}, "blast_radius": {"impact"},
	"imports": {"dependencies"}, "implementors": {"implementations"}, "who_implements": {"implementations"}, "who_calls": {"callers"},
	"outline": {"skeleton"}, "grep": {"search"}, "text": {"search", "pattern"}, "find_symbol": {"search"},
}

// Meant is the one of some names that is called otherwise elsewhere, or stands among the
// words of what was typed, or is near to it, in this order; empty when there is none.
func Meant(typed string, names []string) string {
	words := strings.FieldsFunc(strings.ToLower(typed), func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	for _, n := range synonyms[strings.Join(words, "_")] {
		if slices.Contains(names, n) {
			return n
		}
	}
	for _, n := range names {
		if slices.Contains(words, n) {
			return n
		}
	}
	return Near(typed, names)
}

// Nearest returns the name that needs the fewest edits to become what was
// typed, the first of equals; empty when there are no names.
func Nearest(typed string, names []string) string {
	best, least := "", int(^uint(0)>>1)
	for _, n := range names {
		if d := distance(strings.ToLower(typed), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	return best
}

// Near is Nearest of the names that need no more edits than a third of what was
// typed, rounded up; where there are none, the first that begins as what was typed or is
// the beginning of it; empty when there is none either.
func Near(typed string, all []string) string {
	most := (len(typed) + 2) / 3
	names := slices.DeleteFunc(slices.Clone(all), func(n string) bool { // nor is time spent on what is much longer
		return len(n) < len(typed)-most || len(n) > len(typed)+most
	})
	best := Nearest(typed, names)
	if best != "" && distance(strings.ToLower(typed), strings.ToLower(best)) <= most {
		return best
	}
	for _, n := range all {
		if least := min(len(n), len(typed)); least >= minBeginning && strings.EqualFold(n[:least], typed[:least]) {
			return n
		}
	}
	return ""
}

// minBeginning is how many bytes two names share at least when one is the beginning of the
// other.
const minBeginning = 3

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
