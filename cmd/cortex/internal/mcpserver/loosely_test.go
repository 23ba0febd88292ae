package mcpserver

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

// sought is an operation's argument by its name.
func sought(t *testing.T, operation string) []queries.Arg {
	t.Helper()
	op, ok := operationNamed(operation)
	if !ok {
		t.Fatalf("no operation %s", operation)
	}
	return op.Args
}

// What can mean one thing alone is read as that, and told; what is right stays as it is, and
// what makes no sense too.
func TestLoosely(t *testing.T) {
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
		got, said, err := loosely(sought(t, c.operation), given)
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

func TestLooselyRefuses(t *testing.T) {
	for _, c := range []struct {
		given map[string]any
		want  string
	}{
		{map[string]any{"include_tests": true, "includeTests": true}, `the argument include_tests is given twice, as "includeTests" and as "include_tests"`},
		{map[string]any{"IncludeTests": true, "include-tests": false}, `as "IncludeTests" and as "include-tests"`},
		{map[string]any{"target": []any{"a", "b"}}, `argument target is ["a","b"]: one target a call`},
	} {
		_, _, err := loosely(sought(t, "callers"), c.given)
		var usage *queries.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.given, err, c.want)
		}
	}
}

// What an operation does not take is passed over where it says what is so anyhow, and left to be
// refused where it asks for something else, or no operation of the tool takes it.
func TestWithoutIdle(t *testing.T) {
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
		op, _ := operationNamed(c.operation)
		if diff := cmp.Diff(want, withoutIdle(ops, op, given)); diff != "" {
			t.Errorf("%s of %s (-want +got):\n%s", c.operation, c.given, diff)
		}
	}
}
