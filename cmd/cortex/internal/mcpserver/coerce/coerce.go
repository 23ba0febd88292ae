// Package coerce reads a call as its operation declares the arguments, where an agent wrote
// something that can mean only one thing. Each call says which arguments it coerced.
package coerce

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// Call is a call of an operation.
type Call struct {
	Op      queries.Operation
	Index   string // selects an index; empty for all
	Reading queries.Reading
	Tokens  int            // the maximum of the answer
	Limited bool           // the call names Tokens
	Args    map[string]any // by their declared names; the operation checks them
	Read    []string       // one phrase for each coerced argument
}

// Read reads the arguments of a call of a tool. An error is a [*queries.UsageError].
//
// DESIGN: models write "3" for 3, "False" for false, a text for a list, ["x"] for "x",
// includeTests and "Callers". Each such error would cost a call although the meaning is plain.
// Operations and the command line stay strict.
func Read(tool string, given map[string]any) (Call, error) {
	ops := operationsOf(tool)
	var names []string
	for _, op := range ops {
		names = append(names, op.Name)
	}
	operation := queries.Arg{Name: "operation", Type: "string", Values: names}
	given, read, err := arguments([]queries.Arg{operation}, given)
	if err != nil {
		return Call{}, err
	}
	name, err := text(given, operation, "give one of "+strings.Join(names, ", "))
	if err != nil {
		return Call{}, err
	}
	if given[operation.Name] == nil {
		return Call{}, &queries.UsageError{Message: "the argument operation is missing", Advice: "give one of " + strings.Join(names, ", ")}
	}
	at := slices.Index(names, name)
	if at < 0 {
		return Call{}, &queries.UsageError{Message: fmt.Sprintf("operation %q is unknown", wording.Echo(name)), Advice: nearest(name, tool, names)}
	}
	delete(given, operation.Name)
	c := Call{Op: ops[at]}
	args, more, err := arguments(Taken(c.Op), withoutDefaults(ops, c.Op, given))
	if err != nil {
		return Call{}, err
	}
	c.Args, c.Read = args, append(read, more...)
	if err := c.serve(); err != nil {
		return Call{}, err
	}
	return c, nil
}

// text returns an argument that is a string, or empty when it is missing.
func text(args map[string]any, a queries.Arg, advice string) (string, error) {
	v := args[a.Name]
	s, ok := v.(string)
	if v != nil && !ok {
		e := a.Wrong(v, "not a string")
		e.Advice = advice
		return "", e
	}
	return s, nil
}

// arguments coerces the declared arguments. The rest stays as given, and the operation
// refuses senseless values.
func arguments(declared []queries.Arg, given map[string]any) (args map[string]any, read []string, err error) {
	args = map[string]any{}
	from := map[string]string{} // the names as given
	for _, typed := range slices.Sorted(maps.Keys(given)) {
		a, ok := declaredAs(declared, typed)
		if !ok {
			args[typed] = given[typed]
			continue
		}
		if first, twice := from[a.Name]; twice {
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the argument %s is given twice, as %q and as %q", a.Name, wording.Echo(first), wording.Echo(typed)), Advice: "give it once, as " + a.Name}
		}
		from[a.Name] = typed
		v, changed := value(a, given[typed])
		if list, ok := v.([]any); ok && a.Type == "string" && len(list) > 1 && (a.Name == "target" || a.Name == "to") {
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("argument %s is %s: one target a call", a.Name, queries.Shown(v)), Advice: "call once for each"}
		}
		args[a.Name] = v
		phrase := wording.Clean(wording.Echo(typed)) + " as"
		if typed != a.Name {
			phrase += " " + a.Name
		}
		if changed {
			phrase += " " + queries.Shown(v)
		}
		if changed || typed != a.Name {
			read = append(read, phrase)
		}
	}
	return args, read, nil
}

// withoutDefaults drops the arguments that only other operations of the tool take, if they are
// empty or have their default.
//
// DESIGN: models fill in every argument of a tool's schema: depth 3 and dispatch true for
// definition. A value other than the default stays an error, because no answer would heed it.
func withoutDefaults(ops []queries.Operation, op queries.Operation, given map[string]any) map[string]any {
	out := maps.Clone(given)
	for _, other := range ops {
		for typed, v := range given {
			if _, takes := declaredAs(Taken(op), typed); takes {
				continue
			}
			if a, known := declaredAs(Taken(other), typed); known && isDefault(a, v) {
				delete(out, typed)
			}
		}
	}
	return out
}

// Taken returns the arguments of a call of an operation.
func Taken(op queries.Operation) []queries.Arg { return append(slices.Clone(op.Args), Serving(op)...) }

// isDefault reports whether a value of an argument means the same as none.
func isDefault(a queries.Arg, given any) bool {
	switch v, _ := value(a, given); v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || v == a.Default
	case []any:
		return len(v) == 0
	case bool:
		return v == a.Default
	case float64:
		n, ok := a.Default.(int)
		return a.ZeroIsDefault && v == 0 || ok && v == float64(n)
	}
	return false
}

// declaredAs returns the argument of a name, or of a name that folds to the same.
func declaredAs(declared []queries.Arg, typed string) (queries.Arg, bool) {
	at := slices.IndexFunc(declared, func(a queries.Arg) bool { return a.Name == typed })
	if at < 0 {
		at = slices.IndexFunc(declared, func(a queries.Arg) bool { return fold(a.Name) == fold(typed) })
	}
	if at < 0 {
		return queries.Arg{}, false
	}
	return declared[at], true
}

// fold removes the case, - and _ from a name, and the space around it.
func fold(name string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(strings.TrimSpace(name)))
}
