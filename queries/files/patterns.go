package files

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The limits of arguments that decide how long a function works in one step, which DuckDB cannot
// interrupt.
const (
	maxWildcards   = 4   // % or * in a pattern
	maxReplacement = 100 // bytes of a replacement
	maxStructure   = 100 // brackets of a JSON structure
)

// backtracking lists the functions that try out a pattern. Each wildcard but the last multiplies the
// steps by the length of the text.
//
// DESIGN: '%_a%a%a%a%a%b' on 4 KB and ILIKE '%a%a%b' on 16 KB ran for more than 8 s. LIKE with a
// pattern of only text and % does not backtrack: DuckDB searches for its pieces, 0.2 s over 60 MB.
var backtracking = []string{"~~*", "!~~*", "~~~", "like_escape", "not_like_escape", "ilike_escape", "not_ilike_escape"}

// replacing lists the functions that replace each match by a text, in memory that DuckDB does not
// limit. 128 KB for each of 128 KB took 4 GB and more.
var replacing = []string{"replace", "regexp_replace"}

// structured lists the functions that recurse into their second argument: 30,000 brackets ended the
// process.
var structured = []string{"json_transform", "json_transform_strict", "from_json", "from_json_strict"}

// limitedArg is an argument with a limit that is given as a value: the number of its ?, and its function.
type limitedArg struct{ number, function string }

// arguments checks the limited arguments of a call.
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
		return checkArgument(name, text)
	case arg["class"] == "PARAMETER":
		g.limited[limitedArg{fmt.Sprint(arg["identifier"]), name}] = true
	case must && value["is_null"] != true:
		return &RefusedError{Message: fmt.Sprintf("%s takes a text or ? there, not a computed value", name),
			Advice: "write the text itself: a computed value may have any size"}
	}
	return nil
}

// checkArgument refuses a text as argument of a function.
func checkArgument(name, text string) error {
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
			return &RefusedError{Message: fmt.Sprintf("%s may replace a match by at most %d bytes, not %d", name, maxReplacement, len(text)), Advice: "use a shorter text"}
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

// checkLimited checks the given values of limited arguments. A named ? has no value.
func (j accepted) checkLimited(given []string) error {
	for _, h := range j.limited {
		n, err := strconv.Atoi(h.number)
		if err != nil || n < 1 || n > len(given) {
			continue
		}
		if err := checkArgument(h.function, given[n-1]); err != nil {
			return err
		}
	}
	return nil
}
