// Package suggest finds the name that a user most likely means when the typed name does not exist. It knows names from other tools, words and
// edit distances.
package suggest

import (
	"slices"
	"strings"
)

// synonyms maps names from other tools to the names of arguments and operations here, the best first.
var synonyms = map[string][]string{
	"limit": {"max_results", "top_n"}, "max_results": {"limit", "top_n"}, "top_n": {"max_results", "limit"},
	"symbol": {"target", "pattern"}, "name": {"target", "pattern"}, "function": {"target", "pattern"},
	"file": {"target", "path_prefix"}, "path": {"target", "path_prefix", "module_path"}, "from": {"target"},
	"query": {"pattern", "target"}, "target": {"pattern"}, "pattern": {"target"}, "sql": {"query"},

	"usages": {"references"}, "refs": {"references"}, "uses": {"references"}, "find_references": {"references"}, "dead_code": {"unused_symbols"}, "blast_radius": {"impact"},
	"imports": {"dependencies"}, "implementors": {"implementations"}, "who_implements": {"implementations"}, "who_calls": {"callers"},
	"outline": {"skeleton"}, "grep": {"text", "search"}, "rg": {"text"}, "text": {"pattern"}, "find_symbol": {"search"},
}

// Meant returns the name that a user most likely means: a synonym, then a word of the text, then a near name. It is empty when there is none.
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

// Nearest returns the first name with the least edit distance from the text; it is empty without names.
func Nearest(typed string, names []string) string {
	best, least := "", int(^uint(0)>>1)
	for _, n := range names {
		if d := distance(strings.ToLower(typed), strings.ToLower(n)); d < least {
			best, least = n, d
		}
	}
	return best
}

// Near returns the nearest name with an edit distance of at most 2 and at most a third of the text's length. Otherwise it returns the first name
// that begins with the text, or that the text begins with; it is empty when there is none.
func Near(typed string, all []string) string {
	most := min(2, len(typed)/3)
	names := slices.DeleteFunc(slices.Clone(all), func(n string) bool { // the distance is at least the difference in length
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

// minBeginning is the minimum number of bytes of such a beginning.
const minBeginning = 3

// distance returns the Levenshtein distance in bytes.
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
