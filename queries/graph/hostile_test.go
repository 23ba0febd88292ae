package graph_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/target"
)

// Whatever stands for a target, the end of a path, a scope or what is left out: each question answers or says what is wrong
// with it, in time.
func FuzzQuestionsNeverBreak(f *testing.F) {
	for _, s := range []string{"%", strings.Repeat("**", 50), strings.Repeat("*a", 50_000), "'; DROP TABLE symbols; --", "a\x00b", "\xff", "$1", "a[T",
		"a/a.go:99999999999999999999"} { // package target has a fuzz target with more names
		f.Add(s, s, s)
	}
	ix := open(f, `
function a.F a/a.go
function b.TestF b/b_test.go
struct a.T
method a.T.M
interface a.I
interface_method a.I.M
override a.T.M => a.I.M
call a.F -> a.I.M interface
call b.TestF -> a.F
value a.F in b.TestF
external function fmt.Println
call a.F -> fmt.Println
import b/b_test.go a
untyped c/c.go
`, complete)
	operations := []queries.Operation{graph.Callers(), graph.Callees(), graph.Dependencies(), graph.Dependents(), graph.TypeUsages(), graph.Implementations(),
		graph.Implements(), graph.Path(), graph.Impact(), graph.References(), graph.Definition()}
	f.Fuzz(func(t *testing.T, about, to, scope string) {
		for _, op := range operations {
			for _, args := range []map[string]any{{"target": about}, {"target": "%", "scope": scope}, {"target": "%", "exclude_patterns": []string{scope, to}}} {
				if op.Name == "path" {
					args["to"] = to
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				answer, err := op.Run(ctx, ix, args)
				cancel()
				var named *target.Error
				var usage *queries.UsageError
				var scoped *target.ScopeError
				if err == nil {
					if answer == nil {
						t.Errorf("%s %s: neither an answer nor an error", op.Name, short(args))
					}
				} else if !errors.As(err, &named) && !errors.As(err, &usage) && !errors.As(err, &scoped) {
					t.Errorf("%s %s: %v", op.Name, short(args), err)
				}
			}
		}
	})
}

func short(args map[string]any) string { return fmt.Sprintf("%.300q", fmt.Sprint(args)) }
