package files

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What an argument may hold that decides how much a function works in one step, in which
// DuckDB cannot be interrupted.
const (
	maxWildcards   = 4   // % or * in a pattern
	maxReplacement = 100 // bytes that replace what was found
	maxStructure   = 100 // brackets of a JSON structure
)

// backtracking are the functions that try a pattern out: each wildcard but the last takes as
// many steps as the text has characters, for each one before it.
//
// DESIGN: '%_a%a%a%a%a%b' on 4 KB and ILIKE '%a%a%b' on 16 KB ran for more than 8 s. LIKE
// with a pattern of nothing but text and % is none of them: DuckDB searches for its
// pieces, 0.2 s over 60 MB.
var backtracking = []string{"~~*", "!~~*", "~~~", "like_escape", "not_like_escape", "ilike_escape", "not_ilike_escape"}

// replacing are the functions that put a text in the place of each match, in memory that
// DuckDB's limit does not hold: 128 KB in the place of each of 128 KB took 4 GB and more.
var replacing = []string{"replace", "regexp_replace"}

// structured are the functions whose second argument they follow to its depth: with 30,000
// brackets the process ended.
var structured = []string{"json_transform", "json_transform_strict", "from_json", "from_json_strict"}

// held is an argument that is given as a value: the number of its ?, and what it is for.
type held struct{ number, function string }

// arguments holds those of a call to what may stand there.
func (g gate) arguments(name string, call map[string]any) error {
	args, _ := call["children"].([]any)
	at, must := 1, false
	switch {
	case slices.Contains(replacing, name):
		at, must = 2, true
	case slices.Contains(structured, name):
		must = true
	case name != "~~" && name != "!~~" && !slices.Contains(backtracking, name):
		return nil
	}
	if at >= len(args) {
		return nil
	}
	arg, _ := args[at].(map[string]any)
	value, _ := arg["value"].(map[string]any)
	text, isText := value["value"].(string)
	switch {
	case isText:
		return holdTo(name, text)
	case arg["class"] == "PARAMETER":
		g.held[held{fmt.Sprint(arg["identifier"]), name}] = true
	case must && value["is_null"] != true:
		return &RefusedError{Message: fmt.Sprintf("%s takes a text or ? there, and nothing that is computed", name),
			Advice: "write the text itself: what is computed may be of any size"}
	}
	return nil
}

// holdTo refuses a text as argument of a function.
func holdTo(name, text string) error {
	wildcards := strings.Count(text, "%")
	switch {
	case name == "~~~":
		wildcards = strings.Count(text, "*")
	case (name == "~~" || name == "!~~") && !strings.Contains(text, "_"):
		wildcards = 0
	}
	switch {
	case slices.Contains(replacing, name):
		if len(text) > maxReplacement {
			return &RefusedError{Message: fmt.Sprintf("%s may put %d bytes in the place of what it finds, not %d", name, maxReplacement, len(text)), Advice: "use a shorter text"}
		}
	case slices.Contains(structured, name):
		if n := strings.Count(text, "[") + strings.Count(text, "{"); n > maxStructure {
			return &RefusedError{Message: fmt.Sprintf("%s takes a structure with %d brackets, not %d", name, maxStructure, n), Advice: "use a smaller structure, or json_extract"}
		}
	case wildcards > maxWildcards:
		return &RefusedError{Message: fmt.Sprintf("a pattern with %d wildcards may take forever, and only %d are allowed here", wildcards, maxWildcards),
			Advice: "LIKE takes any number of % when there is no _ and no ESCAPE; in place of ILIKE, compare lower(…); regexp_matches is fast with all patterns"}
	}
	return nil
}

// checkHeld holds the given values to what they are for. A ? that is named, and not
// numbered, has no value.
func (j judged) checkHeld(given []string) error {
	for _, h := range j.held {
		n, err := strconv.Atoi(h.number)
		if err != nil || n < 1 || n > len(given) {
			continue
		}
		if err := holdTo(h.function, given[n-1]); err != nil {
			return err
		}
	}
	return nil
}
