package coerce

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// value returns a value as the argument's type has it, and whether it changed.
func value(a queries.Arg, given any) (v any, changed bool) {
	text, isText := given.(string)
	switch a.Type {
	case "integer":
		if n, err := strconv.Atoi(strings.TrimSpace(text)); isText && err == nil {
			return float64(n), true // the type of a number in JSON
		}
	case "boolean":
		if word := strings.ToLower(strings.TrimSpace(text)); word == "true" || word == "false" {
			return word == "true", true
		}
	case "strings":
		return list(a, given)
	case "string":
		if list, ok := given.([]any); ok && len(list) == 1 {
			if text, isText = list[0].(string); isText {
				changed = true
			}
		}
		if isText {
			word := word(a, text)
			return word, changed || word != text
		}
	}
	return given, false
}

// word returns the value of the argument's closed list that folds to the same as a text, or
// the text.
func word(a queries.Arg, text string) string {
	words := a.Values
	if a.Name == "kind" {
		words = schema.Kind("").Values()
	}
	if slices.Contains(words, text) {
		return text
	}
	if at := slices.IndexFunc(words, func(w string) bool { return fold(w) == fold(text) }); at >= 0 {
		return words[at]
	}
	return text
}

// list returns the list of texts that a text, a number or a list with numbers means.
func list(a queries.Arg, given any) (v any, changed bool) {
	elements, ok := given.([]any)
	switch given := given.(type) {
	case string:
		elements, ok, changed = split(a, given), true, true
	case float64:
		elements, ok = []any{given}, true
	}
	if !ok {
		return given, false
	}
	out := slices.Clone(elements)
	for i, e := range elements {
		if n, isNumber := e.(float64); isNumber && math.Abs(n) < 1<<53 { // a larger one may have lost digits
			out[i], changed = strconv.FormatFloat(n, 'f', -1, 64), true
		}
	}
	if !changed {
		return given, false
	}
	return out, true
}

// split returns the list in a text: JSON, kinds between commas, or the text alone.
func split(a queries.Arg, text string) (elements []any) {
	switch {
	case strings.TrimSpace(text) == "":
		return []any{}
	case json.Unmarshal([]byte(text), &elements) == nil && elements != nil:
		return elements
	case a.Name == "kinds":
		for kind := range strings.SplitSeq(text, ",") {
			elements = append(elements, strings.TrimSpace(kind))
		}
		return elements
	}
	return []any{text}
}
