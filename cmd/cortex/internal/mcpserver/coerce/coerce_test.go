package coerce

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// operation returns an operation by its name.
func operation(t *testing.T, name string) queries.Operation {
	t.Helper()
	ops := registry.All()
	at := slices.IndexFunc(ops, func(op queries.Operation) bool { return op.Name == name })
	if at < 0 {
		t.Fatalf("there is no operation %s", name)
	}
	return ops[at]
}

// Arguments that can mean only one thing are coerced, and reported. Correct ones and senseless
// ones stay as they are.
func TestArguments(t *testing.T) {
	for _, c := range []struct{ operation, given, want, said string }{
		{"callers", `{"target":"x","depth":3,"include_tests":false,"exclude_patterns":["a, b"]}`, "", ""},
		{"callers", `{"depth":null,"include_tests":0,"max_results":2.5,"target":7,"kind":"x","index":"y","unknown":"3"}`, "", ""},
		{"callers", `{"depth":"three","max_results":"2.5","include_tests":"yes","context_lines":""}`, "", ""},
		{"callers", `{"depth":["3"],"include_tests":["true"],"target":{},"scope":["a","b"],"exclude_patterns":[["a"]]}`, "", ""},
		{"callers", `{"depth":"3","max_results":" 5 ","context_lines":"-1"}`, `{"depth":3,"max_results":5,"context_lines":-1}`, "context_lines as -1, depth as 3, max_results as 5"},
		{"callers", `{"include_tests":"False","include_context":"TRUE"}`, `{"include_tests":false,"include_context":true}`, "include_context as true, include_tests as false"},
		{"callers", `{"exclude_patterns":"*_test.go, cmd/**"}`, `{"exclude_patterns":["*_test.go, cmd/**"]}`, `exclude_patterns as ["*_test.go, cmd/**"]`},
		{"callers", `{"exclude_patterns":"[\"a\",\"b\"]"}`, `{"exclude_patterns":["a","b"]}`, `exclude_patterns as ["a","b"]`},
		{"callers", `{"exclude_patterns":"[ab]*.go"}`, `{"exclude_patterns":["[ab]*.go"]}`, `exclude_patterns as ["[ab]*.go"]`},
		{"callers", `{"exclude_patterns":""}`, `{"exclude_patterns":[]}`, `exclude_patterns as []`},
		{"callers", `{"target":["x"]}`, `{"target":"x"}`, `target as "x"`},
		{"callers", `{"target":"x","kind":"Function"}`, `{"target":"x","kind":"function"}`, `kind as "function"`},
		{"callers", `{"kind":["Interface-Method "]}`, `{"kind":"interface_method"}`, `kind as "interface_method"`},
		{"callers", `{"includeTests":false,"max-results":"5","Target":"x"}`, `{"include_tests":false,"max_results":5,"target":"x"}`, "Target as target, includeTests as include_tests, max-results as max_results 5"},
		{"impact", `{"change_type":"Signature"}`, `{"change_type":"signature"}`, `change_type as "signature"`},
		{"symbols", `{"kinds":"function, Method","sort":"externalRefs"}`, `{"kinds":["function","Method"],"sort":"external_refs"}`, `kinds as ["function","Method"], sort as "external_refs"`},
		{"sql", `{"args":[30,"a",-1.5,9007199254740992]}`, `{"args":["30","a","-1.5",9007199254740992]}`, `args as ["30","a","-1.5",9007199254740992]`},
		{"sql", `{"args":30}`, `{"args":["30"]}`, `args as ["30"]`},
		{"sql", `{"query":["SELECT 1"]}`, `{"query":"SELECT 1"}`, `query as "SELECT 1"`},
		{"query", `{"query":"{\"from\":\"files\"}"}`, "", ""},
	} {
		var given, want map[string]any
		if c.want == "" {
			c.want = c.given
		}
		if err := errors.Join(json.Unmarshal([]byte(c.given), &given), json.Unmarshal([]byte(c.want), &want)); err != nil {
			t.Fatal(err)
		}
		got, said, err := arguments(operation(t, c.operation).Args, given)
		if err != nil {
			t.Errorf("%s: %v", c.given, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.given, diff)
		}
		if got := strings.Join(said, ", "); got != c.said {
			t.Errorf("%s: says %s, want %s", c.given, got, c.said)
		}
	}
}

func TestArgumentsRefused(t *testing.T) {
	for _, c := range []struct {
		given map[string]any
		want  string
	}{
		{map[string]any{"include_tests": true, "includeTests": true}, `the argument include_tests is given twice, as "includeTests" and as "include_tests"`},
		{map[string]any{"IncludeTests": true, "include-tests": false}, `as "IncludeTests" and as "include-tests"`},
		{map[string]any{"target": []any{"a", "b"}}, `argument target is ["a","b"]: one target a call`},
	} {
		_, _, err := arguments(operation(t, "callers").Args, c.given)
		var usage *queries.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.given, err, c.want)
		}
	}
}

// An argument that the operation does not take is dropped if it has the default of another
// operation. Other values stay, for the operation to refuse.
func TestWithoutDefaults(t *testing.T) {
	ops := operationsOf("cortex_graph")
	for _, c := range []struct{ operation, given, want string }{
		{"definition", `{"target":"x","depth":3,"dispatch":true,"to":"","max_per_level":50,"change_type":"signature"}`, `{"target":"x"}`},
		{"dependencies", `{"target":"x","depth":1,"Dispatch":"true","change_type":null}`, `{"target":"x","depth":1}`},
		{"references", `{"target":"x","depth":"3","max_results":100}`, `{"target":"x","max_results":100}`},
		{"references", `{"target":"x","depth":2,"dispatch":false,"to":"y","change_type":"removal","limit":1,"zzz":""}`, ""},
	} {
		var given, want map[string]any
		if c.want == "" {
			c.want = c.given
		}
		if err := errors.Join(json.Unmarshal([]byte(c.given), &given), json.Unmarshal([]byte(c.want), &want)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, withoutDefaults(ops, operation(t, c.operation), given)); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", c.operation, c.given, diff)
		}
	}
}
