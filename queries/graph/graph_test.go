package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var complete = schema.Options{Tests: true, Content: true}

// reply is the part of an answer that tests look at.
type reply struct {
	Resolved []struct{ Symbol string }
	Results  []struct {
		Node struct {
			ID, Symbol, Kind, File string
			External               bool
			StartLine              int `json:"start_line"`
		}
		Depth    int
		Evidence string
		Site     *struct {
			File         string
			Line, Column int
		}
		Context  string
		Via      string
		Severity string
	}
	TotalFound       int `json:"total_found"`
	TotalReturned    int `json:"total_returned"`
	Truncated        bool
	TruncatedAtDepth int `json:"truncated_at_depth"`
	Completeness     string
	Because          []struct {
		Reason string
		Count  int
		Uses   []struct {
			Symbol, File string
			Line         int
		}
	} `json:"incomplete_because"`
	Summary struct {
		ExternalPackages int `json:"external_packages"`
	}
	StoppedBy  string `json:"stopped_by"`
	Suggestion string
}

func ask(t testing.TB, ix *queries.Index, op queries.Operation, args map[string]any) reply {
	t.Helper()
	args = maps.Clone(args)
	if _, given := args["depth"]; !given && (op.Name == "callers" || op.Name == "callees" || op.Name == "path") {
		args["depth"] = 3 // most tests are about walks
	}
	a, err := op.Run(context.Background(), ix, args)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var r reply
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// lines writes results as `depth evidence symbol file:line`.
func (r reply) lines() string {
	var b strings.Builder
	for _, x := range r.Results {
		fmt.Fprintf(&b, "%d %s %s", x.Depth, x.Evidence, x.Node.ID)
		if x.Site != nil {
			fmt.Fprintf(&b, " %s:%d", x.Site.File, x.Site.Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// completeness writes the completeness and its reasons in one line.
func (r reply) completeness() string {
	s := r.Completeness
	for _, d := range r.Because {
		s += fmt.Sprintf(" %s=%d", d.Reason, d.Count)
	}
	return s
}

func sorted(lines []string) string {
	slices.Sort(lines)
	return text(lines...)
}

func text(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

const shapes = `
# An interface with two methods standing in, one of them by way of a second interface.
interface a.Reader
interface_method a.Reader.Read
struct b.File
method b.File.Read
struct c.Pipe
method c.Pipe.Read
function d.Use
function d.Direct
function d.Main
function e.Alone
call d.Use -> a.Reader.Read interface
call d.Direct -> b.File.Read
call d.Main -> d.Use
call d.Main -> d.Direct
call b.File.Read -> c.Pipe.Read
override b.File.Read => a.Reader.Read
override c.Pipe.Read => a.Reader.Read
`

func TestCallersFollowDispatch(t *testing.T) {
	ix := open(t, shapes, complete)
	got := ask(t, ix, graph.Callers(), map[string]any{"target": "c.Pipe.Read"})
	want := text(
		"1 static b.File.Read b/b.go:12",
		"1 interface d.Use d/d.go:2",
		"2 static d.Direct d/d.go:12",
		"2 interface d.Main d/d.go:22",
	)
	if diff := cmp.Diff(want, got.lines()); diff != "" {
		t.Errorf("callers (-want +got):\n%s", diff)
	}
	if got.completeness() != "exact" || got.StoppedBy != "exhausted" {
		t.Errorf("got %s, stopped by %s", got.completeness(), got.StoppedBy)
	}
}

func TestCallersWithoutDispatchSayWhatIsMissing(t *testing.T) {
	ix := open(t, shapes, complete)
	got := ask(t, ix, graph.Callers(), map[string]any{"target": "c.Pipe.Read", "dispatch": false})
	if diff := cmp.Diff(text("1 static b.File.Read b/b.go:12", "2 static d.Direct d/d.go:12", "3 static d.Main d/d.go:23"), got.lines()); diff != "" {
		t.Errorf("callers (-want +got):\n%s", diff)
	}
	if want := "lower_bound dispatch_not_followed=2"; got.completeness() != want {
		t.Errorf("got %s, want %s", got.completeness(), want)
	}
}

func TestCalleesHoldTheInterfaceMethodAndItsCandidates(t *testing.T) {
	ix := open(t, shapes, complete)
	got := ask(t, ix, graph.Callees(), map[string]any{"target": "d.Main"})
	want := text(
		"1 static d.Direct d/d.go:23",
		"1 static d.Use d/d.go:22",
		"2 interface a.Reader.Read d/d.go:2",
		"2 static b.File.Read d/d.go:12",
		"2 interface c.Pipe.Read d/d.go:2",
	)
	if diff := cmp.Diff(want, got.lines()); diff != "" {
		t.Errorf("callees (-want +got):\n%s", diff)
	}
	got = ask(t, ix, graph.Callees(), map[string]any{"target": "a.Reader.Read"})
	if diff := cmp.Diff(text("1 interface c.Pipe.Read b/b.go:12"), got.lines()); diff != "" {
		t.Errorf("callees of an interface method are those of its candidates (-want +got):\n%s", diff)
	}
}

func TestNobodyCalls(t *testing.T) {
	ix := open(t, shapes, complete)
	got := ask(t, ix, graph.Callers(), map[string]any{"target": "e.Alone"})
	if got.TotalFound != 0 || got.completeness() != "exact" {
		t.Errorf("got %d callers, %s", got.TotalFound, got.completeness())
	}
}

// Each gap that could hide a caller makes the answer a lower bound with a reason.
func TestReasonsOfCallers(t *testing.T) {
	const base = "function a.F\nfunction a.G\nstruct a.T\nmethod a.T.M\nfunction b.H\n"
	for _, c := range []struct{ name, text, target, want string }{
		{"nothing", "", "a.F", "exact"},
		{"a value taken", "value a.F in b.H", "a.F", "lower_bound value_taken=1"},
		{"a value taken on the way", "call a.G -> a.F\nvalue a.G in b.H", "a.F", "lower_bound value_taken=1"},
		{"another's value taken", "value a.G in b.H", "a.F", "exact"},
		{"an external interface", "external interface_method io.R.M\noverride a.T.M => io.R.M", "a.T.M", "lower_bound outside_interface=1"},
		{"a value of the interface's method", "interface b.I\ninterface_method b.I.M\noverride a.T.M => b.I.M\nvalue b.I.M in b.H", "a.T.M", "lower_bound value_taken=1"},
		{"an unresolved site of the name", "call b.H -> ? unresolved x.F", "a.F", "lower_bound unresolved_calls=1"},
		{"an unresolved site of another name", "call b.H -> ? unresolved F.x", "a.F", "exact"},
		{"an unresolved site of an unexported name", "function a.f\ncall a.G -> ? unresolved f", "a.f", "lower_bound unresolved_calls=1"},
		{"an unresolved site of an unexported name in another package", "function a.f\ncall b.H -> ? unresolved f", "a.f", "exact"},
		{"a heuristic site of the name", "function c.F\ncall b.H -> c.F heuristic", "a.F", "lower_bound heuristic_calls=1"},
		{"a function value called elsewhere", "call b.H -> ? dynamic f", "a.F", "exact"},
		{"an interface without a name", "variable b.V\ninterface_method b.V.M\ncall b.H -> b.V.M interface", "a.T.M", "exact"},
		{"an interface without a name that it implements", "interface_method b.x.M\ncall b.H -> b.x.M interface\noverride a.T.M => b.x.M", "a.T.M", "exact"},
		{"an interface with a name", "interface b.I\ninterface_method b.I.M\ncall b.H -> b.I.M interface", "a.T.M", "exact"},
		{"an external method and an interface that it may implement", "external method o.T.W\nexternal interface_method io.R.W\ncall b.H -> io.R.W interface", "o.T.W", "lower_bound outside_method=1"},
		{"an external method and no such interface", "external method o.T.W\nexternal interface_method io.R.M\ncall b.H -> io.R.M interface", "o.T.W", "exact"},
		{"a gap about the symbol", "unknown callers linkname symbol a.F", "a.F", "lower_bound linkname=1"},
		{"a gap about the symbol on the way", "call a.G -> a.F\nunknown callers linkname symbol a.G", "a.F", "lower_bound linkname=1"},
		{"a gap about another kind of fact", "unknown callees linkname symbol a.F", "a.F", "exact"},
		{"a gap about the name", "unknown callers type_errors name F language go in b/b.go", "a.F", "lower_bound type_errors=1"},
		{"a gap about the name in another language", "unknown callers type_errors name F language python", "a.F", "exact"},
		{"a gap about another name", "unknown callers type_errors name X in b/b.go", "a.F", "exact"},
		{"a gap about the package", "unknown callers unread_file scope example.com/a", "a.F", "lower_bound unread_file=1"},
		{"a gap about another package", "unknown callers unread_file scope example.com/b", "a.F", "exact"},
		{"a gap about exported symbols", "unknown callers unread_file scope *", "a.F", "lower_bound unread_file=1"},
		{"a gap about exported symbols, and another one", "function a.f\nunknown callers unread_file scope *", "a.f", "exact"},
		{"a gap about everything", "unknown callers tests_left_out", "a.F", "lower_bound tests_left_out=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, open(t, base+c.text, complete), graph.Callers(), map[string]any{"target": c.target})
			if got.completeness() != c.want {
				t.Errorf("got %s, want %s", got.completeness(), c.want)
			}
		})
	}
}

// Without dispatch the reasons say which steps the walk did not take.
func TestReasonsOfCalleesWithoutDispatch(t *testing.T) {
	const base = "function a.F\nfunction a.G\ninterface b.I\ninterface_method b.I.m\nstruct b.T\nmethod b.T.m\nexternal interface_method io.R.M\n"
	for text, want := range map[string]string{
		"call a.F -> io.R.M interface":                                                                                    "lower_bound dispatch_not_followed=1",
		"call a.F -> io.R.M interface\ncall a.F -> io.R.M interface":                                                      "lower_bound dispatch_not_followed=1",
		"call a.F -> a.G\ncall a.G -> io.R.M interface":                                                                   "lower_bound dispatch_not_followed=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> b.I.m interface":                               "lower_bound dispatch_not_followed=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> a.G\ncall a.G -> b.I.m interface":              "lower_bound dispatch_not_followed=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> b.I.m heuristic\ncall a.F -> io.R.M interface": "lower_bound dispatch_not_followed=2 heuristic_calls=1",
	} {
		ix := open(t, base+text, complete)
		for _, depth := range []int{2, 7} {
			got := ask(t, ix, graph.Callees(), map[string]any{"target": "a.F", "dispatch": false, "depth": depth})
			if got.completeness() != want {
				t.Errorf("%q to depth %d: got %s, want %s", text, depth, got.completeness(), want)
			}
		}
	}
}

func TestReasonsOfCallees(t *testing.T) {
	const base = "function a.F\nfunction a.G\nfunction b.H\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "call a.F -> a.G", "exact"},
		{"a function value", "call a.F -> ? dynamic f", "lower_bound dynamic_calls=1"},
		{"an outside interface", "external interface_method io.R.M\ncall a.F -> io.R.M interface", "lower_bound outside_interface=1"},
		{"an outside function", "external function fmt.Println\ncall a.F -> fmt.Println", "exact"},
		{"an unresolved site", "call a.F -> ? unresolved x.y", "lower_bound unresolved_calls=1"},
		{"a function value on the way", "call a.F -> a.G\ncall a.G -> ? dynamic f", "lower_bound dynamic_calls=1"},
		{"a function value elsewhere", "call b.H -> ? dynamic f", "exact"},
		{"an interface without a name", "interface_method b.x.M\ncall a.F -> b.x.M interface", "lower_bound outside_types=1"},
		{"an interface without a name elsewhere", "interface_method b.x.M\ncall b.H -> b.x.M interface", "exact"},
		{"an interface with a name", "interface b.I\ninterface_method b.I.M\ncall a.F -> b.I.M interface", "lower_bound outside_types=1"},
		{"an interface that types outside can't satisfy", "interface b.I\ninterface_method b.I.m\ncall a.F -> b.I.m interface", "exact"},
		{"an outside interface that may run", "interface b.I\ninterface_method b.I.m\ncall a.F -> b.I.m interface\nexternal interface_method io.R.m\noverride io.R.m => b.I.m", "lower_bound outside_interface=1"},
		{"a gap about the function", "unknown callees excluded_by_build symbol a.F", "lower_bound excluded_by_build=1"},
		{"a gap about a callee at the last depth", "call a.F -> a.G\nunknown callees excluded_by_build symbol b.H", "exact"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, open(t, base+c.text, complete), graph.Callees(), map[string]any{"target": "a.F"})
			if got.completeness() != c.want {
				t.Errorf("got %s, want %s", got.completeness(), c.want)
			}
		})
	}
}

// Generic interfaces, and those that embed one, are not compared with types.
func TestInterfacesThatAreNotCompared(t *testing.T) {
	const text = "struct a.T\nmethod a.T.M\nfunction b.H\ninterface b.I\ninterface_method b.I.M\ninterface b.J\ncall b.H -> b.I.M interface"
	for _, c := range []struct {
		name    string
		generic string
		embeds  bool // b.I embeds b.J
		want    string
	}{
		{"methods only", "", false, "exact"},
		{"generic", "b.I", false, "lower_bound generic_instance=1"},
		{"embeds an interface of methods", "", true, "exact"},
		{"embeds a generic interface", "b.J", true, "lower_bound generic_instance=1"},
		{"another is generic", "b.J", false, "exact"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := parse(t, text)
			id := map[string]int32{}
			for i := range rows.Types {
				o := &rows.Types[i]
				id[o.QualifiedName], o.IsGeneric = o.TypeID, o.QualifiedName == c.generic
			}
			if c.embeds {
				rows.Members = []schema.Member{{TypeID: id["b.I"], Kind: schema.MemberEmbedded, Ordinal: 1, Name: "J", TypeExpr: "J", MemberTypeID: id["b.J"], StartLine: 1}}
			}
			ix := openRows(t, rows, complete)
			if got := ask(t, ix, graph.Callers(), map[string]any{"target": "a.T.M"}).completeness(); got != c.want {
				t.Errorf("callers: got %s, want %s", got, c.want)
			}
			if got, want := ask(t, ix, graph.Callees(), map[string]any{"target": "b.H"}).completeness(), withOutsideTypes(c.want); got != want {
				t.Errorf("callees: got %s, want %s", got, want)
			}
		})
	}
}

// A scope in which there is no file is a mistake, and must not look like a proof.
func TestScopeWithoutFiles(t *testing.T) {
	ix := open(t, fan(), complete)
	const takes = "a scope is a path in the repository, a glob, or a LIKE pattern"
	for scope, hint := range map[string]string{"bb": `did you mean "b"? A scope is`, "b/c.go": `did you mean "b/b.go"?`, "xyz/**": takes, "%.rs": takes} {
		_, err := graph.Callers().Run(context.Background(), ix, map[string]any{"target": "a.F", "scope": scope})
		var e *target.ScopeError
		if !errors.As(err, &e) || e.ExitCode() != 1 || !strings.Contains(e.Error(), fmt.Sprintf("%q", scope)) || !strings.HasPrefix(e.Hint(), hint) {
			t.Errorf("%s: got %v, %s", scope, err, e.Hint())
		}
	}
	if r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F", "exclude_patterns": []string{"nowhere"}}); r.TotalFound != 10 {
		t.Errorf("what is excluded may match nothing: got %d", r.TotalFound)
	}
}

// withOutsideTypes adds the reason outside_types, as callees of an exported interface method have it.
func withOutsideTypes(want string) string {
	if want == "exact" {
		return "lower_bound outside_types=1"
	}
	return want + " outside_types=1"
}
