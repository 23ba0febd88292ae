package registry_test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries/registry"
)

// TestOperationsAreWellDeclared checks the declarations, because front ends build commands, schemas and
// help from them without checks.
func TestOperationsAreWellDeclared(t *testing.T) {
	word := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	tools := []string{"cortex_graph", "cortex_analysis", "cortex_files"}
	seen := map[string]bool{}
	for _, op := range registry.All() {
		if !word.MatchString(op.Name) || seen[op.Name] {
			t.Errorf("%q is no name, or is listed twice", op.Name)
		}
		seen[op.Name] = true
		if !slices.Contains(tools, op.Tool) || op.Summary == "" || op.Run == nil || strings.Contains(op.Summary, "\n") {
			t.Errorf("%s: the tool, the summary or Run is missing", op.Name)
		}
		if !strings.HasPrefix(op.Example, cmp.Or(op.Command, op.Name)+" ") {
			t.Errorf("%s: the example is %q", op.Name, op.Example)
		}
		args := map[string]bool{}
		for _, a := range op.Args {
			if !word.MatchString(a.Name) || args[a.Name] || a.Help == "" || !slices.Contains([]string{"string", "integer", "boolean", "strings", "object"}, a.Type) {
				t.Errorf("%s: argument %+v", op.Name, a)
			}
			if a.Type == "integer" && a.Max == 0 {
				t.Errorf("%s: argument %s has no range", op.Name, a.Name)
			}
			args[a.Name] = true
		}
		for _, p := range op.Positional {
			if !args[p] {
				t.Errorf("%s: there is no argument %s", op.Name, p)
			}
		}
	}
	for _, want := range []string{"callers", "callees", "sql"} {
		if !seen[want] {
			t.Errorf("there is no operation %s", want)
		}
	}
}
