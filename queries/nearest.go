package queries

import "strings"

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
// typed, rounded up; empty when there are none.
func Near(typed string, names []string) string {
	best := Nearest(typed, names)
	if 3*distance(strings.ToLower(typed), strings.ToLower(best)) > len(typed)+2 {
		return ""
	}
	return best
}

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
