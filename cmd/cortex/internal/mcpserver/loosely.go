package mcpserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// loosely reads what was given for some arguments as their declarations have it, where it
// is written otherwise but can mean one thing alone, and says what it read as what. What is
// right stays as it is, and so does what is not declared; what makes no sense is left to
// the operation, which judges it.
//
// DESIGN: models write "3" for 3, "False" for false, one text for a list, ["x"] for "x",
// includeTests and "Callers". Each was an error and cost a call, though nothing else can
// be meant. It is done here alone, so that operations stay strict, and the command line.
func loosely(declared []queries.Arg, given map[string]any) (args map[string]any, said []string, err error) {
	args = map[string]any{}
	from := map[string]string{} // as it was given, by its declared name
	for _, typed := range slices.Sorted(maps.Keys(given)) {
		a, ok := declaredAs(declared, typed)
		if !ok {
			args[typed] = given[typed]
			continue
		}
		if first, twice := from[a.Name]; twice {
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the argument %s is given twice, as %q and as %q", a.Name, cut(first), cut(typed)), Advice: "give it once, as " + a.Name}
		}
		from[a.Name] = typed
		v, changed := looseValue(a, given[typed])
		if list, several := v.([]any); several && a.Type == "string" && len(list) > 1 && (a.Name == "target" || a.Name == "to") {
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("argument %s is %s: one target a call", a.Name, queries.Shown(v)), Advice: "call once for each"}
		}
		args[a.Name] = v
		switch {
		case changed && typed == a.Name:
			said = append(said, a.Name+" as "+queries.Shown(v))
		case changed:
			said = append(said, clean(cut(typed))+" as "+a.Name+" "+queries.Shown(v))
		case typed != a.Name:
			said = append(said, clean(cut(typed))+" as "+a.Name)
		}
	}
	return args, said, nil
}

// withoutIdle are the arguments that were given, but for those that an operation does not take, others of
// its tool do, and that say what is so anyhow: nothing, or the default.
//
// DESIGN: models fill in all that a tool's schema names, each with its default: depth 3 and dispatch true
// for definition. What asks for something else is an error, because it would be passed over.
func withoutIdle(ops []queries.Operation, op queries.Operation, given map[string]any) map[string]any {
	out := maps.Clone(given)
	for _, other := range ops {
		for typed, v := range given {
			if _, takes := declaredAs(op.Args, typed); takes {
				continue
			}
			if a, known := declaredAs(other.Args, typed); known && isIdle(a, v) {
				delete(out, typed)
			}
		}
	}
	return out
}

// isIdle reports whether a value of an argument says what would be so without it.
func isIdle(a queries.Arg, given any) bool {
	switch v, _ := looseValue(a, given); v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || v == a.Default
	case []any:
		return len(v) == 0
	case bool:
		return v == a.Default
	case float64:
		return a.ZeroIsDefault && v == 0 || a.Default != nil && v == float64(rank(a, a.Default))
	}
	return false
}

// declaredAs is the argument of a name, or of the one name from which it differs no more
// than fold evens out.
func declaredAs(declared []queries.Arg, typed string) (queries.Arg, bool) {
	folded := fold(typed)
	for _, same := range []func(string) bool{
		func(name string) bool { return name == typed },
		func(name string) bool { return fold(name) == folded },
	} {
		if at := slices.IndexFunc(declared, func(a queries.Arg) bool { return same(a.Name) }); at >= 0 {
			return declared[at], true
		}
	}
	return queries.Arg{}, false
}

// fold is what spellings of a name have in common that differ only in case, - and _, and
// space around them.
func fold(name string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(strings.TrimSpace(name)))
}

// looseValue is what a value means as one of an argument, and whether that is another than
// was given.
func looseValue(a queries.Arg, given any) (v any, changed bool) {
	text, isText := given.(string)
	switch a.Type {
	case "integer":
		if n, err := strconv.Atoi(strings.TrimSpace(text)); isText && err == nil {
			return float64(n), true // as JSON has it
		}
	case "boolean":
		if word := strings.ToLower(strings.TrimSpace(text)); word == "true" || word == "false" {
			return word == "true", true
		}
	case "strings":
		return looseList(a, given)
	case "string":
		if list, ok := given.([]any); ok && len(list) == 1 {
			if text, isText = list[0].(string); isText {
				changed = true
			}
		}
		if isText {
			word := looseWord(a, text)
			return word, changed || word != text
		}
	}
	return given, false
}

// looseWord is the one of an argument's words that a text means, or the text.
func looseWord(a queries.Arg, text string) string {
	words := a.Values
	if a.Name == "kind" {
		words = schema.Kind("").Values()
	}
	if slices.Contains(words, text) {
		return text
	}
	folded := fold(text)
	if at := slices.IndexFunc(words, func(w string) bool { return fold(w) == folded }); at >= 0 {
		return words[at]
	}
	return text
}

// looseList is the list of texts that a value means.
func looseList(a queries.Arg, given any) (v any, changed bool) {
	list, ok := given.([]any)
	switch given := given.(type) {
	case string:
		list, ok, changed = textAsList(a, given), true, true
	case float64:
		list, ok = []any{given}, true
	}
	if !ok {
		return given, false
	}
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = e
		if n, isNumber := e.(float64); isNumber && math.Abs(n) < 1<<53 { // beyond, it may have been another
			out[i], changed = strconv.FormatFloat(n, 'f', -1, 64), true
		}
	}
	if !changed {
		return given, false
	}
	return out, true
}

// textAsList is the list that a text stands for: that of JSON, of kinds one with commas,
// else of the text alone.
func textAsList(a queries.Arg, text string) []any {
	var list []any
	switch {
	case strings.TrimSpace(text) == "":
		return []any{}
	case json.Unmarshal([]byte(text), &list) == nil && list != nil:
		return list
	case a.Name == "kinds":
		for _, kind := range strings.Split(text, ",") {
			list = append(list, strings.TrimSpace(kind))
		}
		return list
	}
	return []any{text}
}
