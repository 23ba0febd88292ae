package queries

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries/suggest"
)

// argField is an argument and the field for its value.
type argField struct {
	Arg
	index      []int // as reflect.Value.FieldByIndex takes it
	positional bool
}

func argFields[A any]() []argField {
	var fields []argField
	for _, field := range reflect.VisibleFields(reflect.TypeFor[A]()) {
		tag := field.Tag
		name, ok := tag.Lookup("arg")
		if !ok {
			continue
		}
		f := argField{Arg: Arg{Name: name, Help: tag.Get("help")}, index: field.Index}
		switch field.Type {
		case reflect.TypeFor[string]():
			f.Type = "string"
		case reflect.TypeFor[int]():
			f.Type = "integer"
		case reflect.TypeFor[bool]():
			f.Type = "boolean"
		case reflect.TypeFor[[]string]():
			f.Type = "strings"
		case reflect.TypeFor[json.RawMessage]():
			f.Type = "object"
		default:
			panic(fmt.Sprintf("queries: argument %s: no type for %s", name, field.Type))
		}
		_, f.Required = tag.Lookup("required")
		_, f.positional = tag.Lookup("positional")
		_, f.File = tag.Lookup("file")
		_, f.Local = tag.Lookup("local")
		f.ZeroIsDefault = tag.Get("zero") == "default"
		f.Min, f.Max = tagInt(tag, "min"), tagInt(tag, "max")
		if v := tag.Get("values"); v != "" {
			f.Values = strings.Split(v, ",")
		}
		if v, ok := tag.Lookup("default"); ok {
			f.Default = tagValue(f.Type, v)
		}
		fields = append(fields, f)
	}
	return fields
}

func tagInt(tag reflect.StructTag, key string) int {
	v, ok := tag.Lookup(key)
	if !ok {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		panic(fmt.Sprintf("queries: tag %s: %v", key, err))
	}
	return n
}

func tagValue(kind, v string) any {
	switch kind {
	case "integer":
		n, err := strconv.Atoi(v)
		if err != nil {
			panic(fmt.Sprintf("queries: default %q: %v", v, err))
		}
		return n
	case "boolean":
		return v == "true"
	case "strings":
		return strings.Split(v, ",")
	}
	return v
}

// ArgsOf returns the arguments that the tags of a struct declare, as [Declare] reads them.
func ArgsOf[A any]() (args []Arg) {
	for _, f := range argFields[A]() {
		args = append(args, f.Arg)
	}
	return args
}

// DecodeArgs checks arguments, and stores them and the defaults of the others in a struct of such tags.
func DecodeArgs[A any](operation string, given map[string]any, into *A) error {
	return decodeArgs(operation, argFields[A](), given, into)
}

// decodeArgs stores the checked arguments, and the defaults of the others, in the struct that into points to. A nil value counts as not
// given.
func decodeArgs(operation string, fields []argField, given map[string]any, into any) error {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	unknown := slices.DeleteFunc(slices.Sorted(maps.Keys(given)), func(name string) bool { return slices.Contains(names, name) })
	if len(unknown) > 0 {
		return unknownArgs(operation, unknown, names)
	}
	v := reflect.ValueOf(into).Elem()
	for _, f := range fields {
		x, err := f.value(given[f.Name])
		if err != nil {
			return err
		}
		if x == nil && f.Required {
			return &UsageError{Message: fmt.Sprintf("argument %s of %s is missing", f.Name, operation), Advice: f.Help}
		}
		if x != nil {
			v.FieldByIndex(f.index).Set(reflect.ValueOf(x))
		}
	}
	return nil
}

// unknownArgs returns the error for unknown arguments.
func unknownArgs(operation string, unknown, names []string) error {
	quoted := make([]string, len(unknown))
	var meant []string
	for i, name := range unknown {
		quoted[i] = strconv.Quote(Echo(name))
		switch m := suggest.Meant(name, names); {
		case m != "" && len(unknown) == 1:
			meant = append(meant, strconv.Quote(m))
		case m != "":
			meant = append(meant, fmt.Sprintf("%q for %s", m, quoted[i]))
		}
	}
	e := &UsageError{
		Message: fmt.Sprintf("argument %s of %s is unknown", quoted[0], operation),
		Advice:  fmt.Sprintf("%s takes: %s", operation, strings.Join(names, ", ")),
	}
	if len(unknown) > 1 {
		e.Message = fmt.Sprintf("arguments %s of %s are unknown", strings.Join(quoted, ", "), operation)
	}
	if meant != nil {
		e.Advice = fmt.Sprintf("did you mean %s? %s", strings.Join(meant, ", "), e.Advice)
	}
	return e
}

// value returns the checked value with the type of the field, or nil when there is none.
func (f argField) value(x any) (any, error) {
	if x == nil {
		return f.Default, nil
	}
	switch f.Type {
	case "integer":
		n, ok := integer(x)
		if !ok {
			return nil, f.Wrong(x, "not an integer")
		}
		if n == 0 && f.ZeroIsDefault {
			return f.Default, nil
		}
		if (f.Min != 0 || f.Max != 0) && (n < f.Min || n > f.Max) {
			return nil, f.Wrong(x, fmt.Sprintf("not from %d to %d", f.Min, f.Max))
		}
		return n, nil
	case "boolean":
		if b, ok := x.(bool); ok {
			return b, nil
		}
		return nil, f.Wrong(x, "not true or false")
	case "strings":
		s, ok := stringList(x)
		if !ok || slices.ContainsFunc(s, func(e string) bool { return !isText(e) }) {
			return nil, f.Wrong(x, "not a list of strings in UTF-8 without zero bytes")
		}
		for _, e := range s {
			if f.Values != nil && !slices.Contains(f.Values, e) {
				return nil, f.NotOne(e, f.Values)
			}
		}
		return s, nil
	}
	if f.Type == "object" {
		return f.object(x)
	}
	s, ok := x.(string)
	if !ok || !isText(s) {
		return nil, f.Wrong(x, "not a string in UTF-8 without zero bytes")
	}
	if f.Required && s == "" {
		return nil, f.Wrong(x, "empty")
	}
	if f.Values != nil && s != "" && !slices.Contains(f.Values, s) {
		return nil, f.NotOne(s, f.Values)
	}
	return s, nil
}

// object returns the JSON of an object that is given as text or decoded.
func (f argField) object(x any) (any, error) {
	if s, ok := x.(string); ok {
		return json.RawMessage(s), nil
	}
	if _, ok := x.(map[string]any); !ok {
		return nil, f.Wrong(x, "not an object")
	}
	text, err := json.Marshal(x)
	if err != nil {
		return nil, f.Wrong(x, "not an object")
	}
	return json.RawMessage(text), nil
}

// Wrong returns the error for a wrong value of an argument.
func (a Arg) Wrong(given any, problem string) *UsageError {
	return &UsageError{Message: fmt.Sprintf("argument %s %s is %s", a.Name, Shown(given), problem)}
}

// NotOne returns the error for a value of an argument that is none of the values, with the one that is meant.
func (a Arg) NotOne(given string, values []string) *UsageError {
	e := a.Wrong(given, "not one of "+strings.Join(values, ", "))
	if near := suggest.Near(given, values); near != "" {
		e.Advice = fmt.Sprintf("did you mean %q?", near)
	}
	return e
}

// Shown formats a value of an argument for an error: in JSON, shortened.
func Shown(given any) string {
	if s, ok := given.(string); ok {
		return strconv.Quote(Echo(s)) // also a string that is not UTF-8
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(given); err != nil {
		return "something that is not JSON" // a caller in Go
	}
	return Echo(strings.TrimSpace(b.String()))
}

// isText reports whether a statement can bind a string. DuckDB ends the process when a list has a string that is not UTF-8, and cuts
// strings at a zero byte.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func integer(x any) (int, bool) {
	switch n := x.(type) {
	case int:
		return n, true
	case int64:
		return int(n), true
	case float64:
		return int(n), n == math.Trunc(n) && math.Abs(n) < 1<<31
	case json.Number:
		i, err := strconv.Atoi(n.String())
		return i, err == nil
	}
	return 0, false
}

func stringList(x any) ([]string, bool) {
	switch l := x.(type) {
	case []string:
		return l, true
	case []any:
		out := make([]string, len(l))
		for i, e := range l {
			s, ok := e.(string)
			if !ok {
				return nil, false
			}
			out[i] = s
		}
		return out, true
	}
	return nil, false
}
