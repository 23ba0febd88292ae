package budget

import (
	"slices"
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

// Only a limit above its default asks for more.
func TestAsksForMore(t *testing.T) {
	for _, c := range []struct {
		operation string
		args      map[string]any
		want      bool
	}{
		{"impact", nil, false},
		{"impact", map[string]any{"include_context": false, "context_lines": 3.0, "max_results": 5.0, "max_per_level": 50.0}, false},
		{"impact", map[string]any{"include_context": true}, false},
		{"impact", map[string]any{"max_results": nil}, false},
		{"impact", map[string]any{"max_results": 101.0}, true},
		{"impact", map[string]any{"max_per_level": 51.0}, true},
		{"impact", map[string]any{"context_lines": 4.0}, true},
		{"impact", map[string]any{"context_lines": 20.0, "include_context": false}, false},
		{"impact", map[string]any{"depth": 100.0}, false},
		{"summary", map[string]any{"top_n": 11.0}, true},
		{"top_files", map[string]any{"limit": 20.0}, false},
		{"top_files", map[string]any{"limit": 21.0}, true},
		{"sql", map[string]any{"limit": 1000.0}, false},
		{"context", map[string]any{"token_budget": 2000.0}, false},
		{"context", map[string]any{"token_budget": 4001.0}, true},
		{"skeleton", map[string]any{"detail_level": "signatures"}, false},
		{"skeleton", map[string]any{"detail_level": "compact", "max_results": 500.0}, false},
		{"skeleton", map[string]any{"detail_level": "full"}, true},
		{"skeleton", map[string]any{"detail_level": "nonsense"}, false},
		{"detail", map[string]any{"include_context": true}, false},
	} {
		if got := asksForMore(operation(t, c.operation), c.args); got != c.want {
			t.Errorf("%s %v: %t", c.operation, c.args, got)
		}
	}
}

// An incomplete answer names the limits of its operation.
func TestLeftOutBecause(t *testing.T) {
	for _, c := range []struct {
		operation string
		budget    int
		want      string
	}{
		{"summary", usualJSON, "this answer has at most 18000 bytes; where more than usual is asked for, by top_n above its default, 36000"},
		{"impact", usualJSON, "this answer has at most 18000 bytes; where more than usual is asked for, by context_lines or max_results or max_per_level above its default, 36000"},
		{"skeleton", usualJSON, "this answer has at most 18000 bytes; where more than usual is asked for, by detail_level above its default, 36000"},
		{"detail", usualJSON, "this answer has at most 18000 bytes"},
		{"impact", maxBytes, "no answer has more than 36000 bytes"},
	} {
		left := Budget{op: operation(t, c.operation), json: c.budget}.left(map[string]any{"max_results": 3}, nil)
		if left == nil {
			t.Fatalf("%s: the answer lacks nothing", c.operation)
		}
		if diff := cmp.Diff(c.want, left.Because); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.operation, diff)
		}
	}
}
