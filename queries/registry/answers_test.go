package registry_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/schema"
)

// TestListsAreNeverNull shows that an empty list in an answer is not null, because a program that
// iterates over it would fail. The index has a symbol of each kind of target, and few rows about each.
func TestListsAreNeverNull(t *testing.T) {
	dir := t.TempDir()
	rows := indextest.Parse(t, "struct a.T\ninterface a.I\nmethod a.T.M\nfunction a.F\nfunction a.G\nvariable a.V\ncall a.G -> a.F\n")
	rows.Scopes = []schema.Scope{{FileID: rows.Files[0].FileID, Kind: schema.ScopeFile, StartLine: 1, StartColumn: 1, EndLine: 50, EndColumn: 1}}
	indextest.Write(t, dir, rows, schema.Options{})
	ix, err := queries.OpenPair(t.Context(), 0, dir, dir) // which diff needs
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for _, op := range registry.All() {
		answered := 0
		var last error
		for _, target := range []string{"a.F", "a.G", "a.T", "a.I", "a.T.M", "a.V", "a", "a/a.go:2:1", "package"} {
			for _, more := range []map[string]any{{}, {"offset": 400}} {
				args := arguments(op, target, more)
				if args == nil {
					continue
				}
				answer, err := op.Run(t.Context(), ix, args)
				if err != nil {
					last = err
					continue
				}
				answered++
				for _, path := range nulls(reflect.ValueOf(answer), op.Name) {
					t.Errorf("%s %v: %s is null", op.Name, args, path)
				}
			}
		}
		if answered == 0 {
			t.Errorf("%s: no question was answered: %v", op.Name, last)
		}
	}
}

// arguments returns the required arguments of an operation, and more; nil when the operation does not
// take them.
func arguments(op queries.Operation, target string, more map[string]any) map[string]any {
	args := map[string]any{}
	for _, a := range op.Args {
		switch value, given := more[a.Name]; {
		case given:
			args[a.Name] = value
		case a.Name == "query" && a.Type == "object":
			args[a.Name] = map[string]any{"from": "symbols", "limit": 1}
		case a.Name == "query":
			args[a.Name] = "SELECT 1 WHERE false"
		case a.Name == "to" && op.Name == "why":
			args[a.Name] = "a"
		case a.Name == "to" && a.Required:
			args[a.Name] = "a.F"
		case a.Name == "pattern" || a.Name == "target" || a.Required:
			args[a.Name] = target
		}
	}
	for name := range more {
		if _, taken := args[name]; !taken {
			return nil
		}
	}
	return args
}

// nulls returns the paths of the lists and maps of an answer that are null in its JSON.
func nulls(v reflect.Value, path string) (found []string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			found = nulls(v.Elem(), path)
		}
	case reflect.Slice:
		for i := range v.Len() {
			found = append(found, nulls(v.Index(i), path)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			tag := field.Tag.Get("json")
			switch at := path + "." + field.Name; {
			case !field.IsExported() && !field.Anonymous || tag == "-" || strings.Contains(tag, "omitempty") && v.Field(i).IsZero():
			case (field.Type.Kind() == reflect.Slice || field.Type.Kind() == reflect.Map) && v.Field(i).IsNil():
				found = append(found, at)
			default:
				found = append(found, nulls(v.Field(i), at)...)
			}
		}
	}
	return found
}
