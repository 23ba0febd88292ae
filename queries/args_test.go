package queries

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type sampleArgs struct {
	Target string   `arg:"target" required:"" positional:"" help:"what"`
	Depth  int      `arg:"depth" default:"3" min:"1" max:"100" zero:"default" help:"how far"`
	Lines  int      `arg:"lines" default:"3" min:"0" max:"20"`
	Tests  bool     `arg:"tests" default:"true"`
	Level  string   `arg:"level" values:"file,module"`
	Leave  []string `arg:"leave"`
}

// call runs an operation and returns its decoded arguments.
func call(given map[string]any) (got sampleArgs, err error) {
	op := Declare(Operation{Name: "sample"}, func(_ context.Context, _ *Index, a sampleArgs) (Answer, error) {
		got = a
		return nil, nil
	})
	_, err = op.Run(context.Background(), &Index{}, given)
	return got, err
}

func TestArguments(t *testing.T) {
	for _, c := range []struct {
		name  string
		given map[string]any
		want  sampleArgs
	}{
		{"defaults", map[string]any{"target": "x"}, sampleArgs{"x", 3, 3, true, "", nil}},
		{"null is not given", map[string]any{"target": "x", "depth": nil}, sampleArgs{"x", 3, 3, true, "", nil}},
		{"0 is the default", map[string]any{"target": "x", "depth": 0}, sampleArgs{"x", 3, 3, true, "", nil}},
		{"0 is 0", map[string]any{"target": "x", "lines": 0}, sampleArgs{"x", 3, 0, true, "", nil}},
		{"numbers of JSON", map[string]any{"target": "x", "depth": 7.0, "lines": json.Number("4")}, sampleArgs{"x", 7, 4, true, "", nil}},
		{"all", map[string]any{"target": "x", "depth": 100, "tests": false, "level": "file", "leave": []any{"a", "b"}}, sampleArgs{"x", 100, 3, false, "file", []string{"a", "b"}}},
	} {
		got, err := call(c.given)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestArgumentsAreRefused(t *testing.T) {
	for _, c := range []struct {
		given map[string]any
		want  string
	}{
		{map[string]any{}, "argument target of sample is missing"},
		{map[string]any{"target": ""}, `argument target "" is empty`},
		{map[string]any{"target": 5}, "argument target 5 is not a string in UTF-8"},
		{map[string]any{"target": "x", "dept": 1}, `argument "dept" of sample is unknown | did you mean "depth"?`},
		{map[string]any{"target": "x", "limit": 1}, `argument "limit" of sample is unknown | sample takes: target, depth`},
		{map[string]any{"symbol": "x", "dept": 1, "zzz": 2}, `arguments "dept", "symbol", "zzz" of sample are unknown | did you mean "depth" for "dept", "target" for "symbol"? sample takes: target, `},
		{map[string]any{"target": map[string]any{"a": []any{"b", "c"}}}, `argument target {"a":["b","c"]} is not a string in UTF-8`},
		{map[string]any{"target": []any{"<a>", "b"}}, `argument target ["<a>","b"] is not a string`},
		{map[string]any{"target": "x", "tests": strings.Repeat("x", 300)}, `argument tests "` + strings.Repeat("x", 200) + `…" is not true or false`},
		{map[string]any{"target": "x", "depth": 101}, "argument depth 101 is not from 1 to 100"},
		{map[string]any{"target": "x", "depth": -1}, "argument depth -1 is not from 1 to 100"},
		{map[string]any{"target": "x", "depth": 1.5}, "argument depth 1.5 is not an integer"},
		{map[string]any{"target": "x", "depth": "3"}, `argument depth "3" is not an integer`},
		{map[string]any{"target": "x", "lines": 21}, "argument lines 21 is not from 0 to 20"},
		{map[string]any{"target": "x", "tests": "yes"}, `argument tests "yes" is not true or false`},
		{map[string]any{"target": "x", "level": "modul"}, `is not one of file, module | did you mean "module"?`},
		{map[string]any{"target": "x", "level": "rename"}, `argument level "rename" is not one of file, module | `},
		{map[string]any{"target": "\xff"}, `argument target "\xff" is not a string in UTF-8`},
		{map[string]any{"target": "a\x00b"}, "is not a string in UTF-8"},
		{map[string]any{"target": "x", "leave": []string{"\xff"}}, "is not a list of strings in UTF-8"},
		{map[string]any{"target": "x", "leave": []any{1}}, "is not a list of strings in UTF-8"},
	} {
		_, err := call(c.given)
		var e *UsageError
		if !errors.As(err, &e) {
			t.Errorf("%v: %v", c.given, err)
			continue
		}
		if got := e.Error() + " | " + e.Hint(); !strings.Contains(got, c.want) || e.ExitCode() != 2 {
			t.Errorf("%v: got %s, want %s", c.given, got, c.want)
		}
	}
}
