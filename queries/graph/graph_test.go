package graph_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
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
	a, err := op.Run(context.Background(), ix, args)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	askOthers(t, ix, op, args, string(b))
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

// doubts writes the completeness and its reasons in one line.
func (r reply) doubts() string {
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
	if got.doubts() != "exact" || got.StoppedBy != "exhausted" {
		t.Errorf("got %s, stopped by %s", got.doubts(), got.StoppedBy)
	}
}

func TestCallersWithoutDispatchSayWhatIsMissing(t *testing.T) {
	ix := open(t, shapes, complete)
	got := ask(t, ix, graph.Callers(), map[string]any{"target": "c.Pipe.Read", "dispatch": false})
	if diff := cmp.Diff(text("1 static b.File.Read b/b.go:12", "2 static d.Direct d/d.go:12", "3 static d.Main d/d.go:23"), got.lines()); diff != "" {
		t.Errorf("callers (-want +got):\n%s", diff)
	}
	if want := "lower_bound dispatch_not_followed=2"; got.doubts() != want {
		t.Errorf("got %s, want %s", got.doubts(), want)
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
	if got.TotalFound != 0 || got.doubts() != "exact" {
		t.Errorf("got %d callers, %s", got.TotalFound, got.doubts())
	}
}

// Whatever could call a function unseen makes the answer a lower bound, and says so.
func TestDoubts(t *testing.T) {
	const base = "function a.F\nfunction a.G\nstruct a.T\nmethod a.T.M\nfunction b.H\n"
	for _, c := range []struct{ name, text, target, want string }{
		{"nothing", "", "a.F", "exact"},
		{"a value taken", "value a.F in b.H", "a.F", "lower_bound value_taken=1"},
		{"a value taken on the way", "call a.G -> a.F\nvalue a.G in b.H", "a.F", "lower_bound value_taken=1"},
		{"another's value taken", "value a.G in b.H", "a.F", "exact"},
		{"an outside interface", "external interface_method io.R.M\noverride a.T.M => io.R.M", "a.T.M", "lower_bound outside_interface=1"},
		{"a value of the interface's method", "interface b.I\ninterface_method b.I.M\noverride a.T.M => b.I.M\nvalue b.I.M in b.H", "a.T.M", "lower_bound value_taken=1"},
		{"linked by its own directive", "annotate a.F go:linkname F other.F", "a.F", "lower_bound linkname_or_export=1"},
		{"linked from elsewhere", "annotate b.H go:linkname h example.com/a.F", "a.F", "lower_bound linkname_or_export=1"},
		{"a method linked from elsewhere", "annotate b.H go:linkname h example.com/a.(*T).M", "a.T.M", "lower_bound linkname_or_export=1"},
		{"exported to C", "annotate a.F export F", "a.F", "lower_bound linkname_or_export=1"},
		{"another directive", "annotate a.F go:noinline", "a.F", "exact"},
		{"an unresolved site of the name", "call b.H -> ? unresolved x.F", "a.F", "lower_bound unresolved_sites=1"},
		{"an unresolved site of another name", "call b.H -> ? unresolved F.x", "a.F", "exact"},
		{"a heuristic site of the name", "function c.F\ncall b.H -> c.F heuristic", "a.F", "lower_bound heuristic_sites=1"},
		{"a function value called elsewhere", "call b.H -> ? dynamic f", "a.F", "exact"},
		{"an interface without a name", "variable b.V\ninterface_method b.V.M\ncall b.H -> b.V.M interface", "a.T.M", "exact"},
		{"an interface without a name or container", "interface_method b.x.M\ncall b.H -> b.x.M interface", "a.T.M", "exact"},
		{"a function that bears the name", "interface_method b.x.F\ncall b.H -> b.x.F interface", "a.F", "exact"},
		{"an interface without a name and another method", "interface_method b.x.N\ncall b.H -> b.x.N interface", "a.T.M", "exact"},
		{"an interface without a name that nobody calls", "interface_method b.x.M\ninterface_method b.x.N\ncall b.H -> b.x.N interface", "a.T.M", "exact"},
		{"an interface without a name that it stands in for", "interface_method b.x.M\ncall b.H -> b.x.M interface\noverride a.T.M => b.x.M", "a.T.M", "exact"},
		{"an interface with a name", "interface b.I\ninterface_method b.I.M\ncall b.H -> b.I.M interface", "a.T.M", "exact"},
		{"a file outside the build", "function b.W#b/b_windows.go b/b_windows.go", "b.W", "lower_bound outside_build=1"},
		{"a method, and a file outside the build", "function b.W#b/b_windows.go b/b_windows.go", "a.T.M", "exact"},
		{"a method, and a file outside the build that may take its value", "function b.W#b/b_windows.go b/b_windows.go\ntext b/b_windows.go g(a.b.M)", "a.T.M", "lower_bound untyped_values=1"},
		{"a method, and a file outside the build that may call it", "function b.W#b/b_windows.go b/b_windows.go\ntext b/b_windows.go b.M(a)", "a.T.M", "exact"},
		{"a method, and a file outside the build that may take the value of another", "function b.W#b/b_windows.go b/b_windows.go\ntext b/b_windows.go g(b.MM)", "a.T.M", "exact"},
		{"a method that only its package names, and a file outside the build of another", "method a.T.m\nfunction b.W#b/b_windows.go b/b_windows.go\ntext b/b_windows.go b.m", "a.T.m", "exact"},
		{"a method that only its package names, and a file outside its build", "method a.T.m\nfunction a.W#a/a_windows.go a/a_windows.go\ntext a/a_windows.go b.m", "a.T.m", "lower_bound untyped_values=1"},
		{"an init", "function b.init#b/b.go", "b.init", "exact"},
		{"an external test", "function b.W#_test b/b_test.go", "b.W", "exact"},
		{"a name that the library knows", "method a.T.Unwrap", "a.T.Unwrap", "lower_bound known_by_name=1"},
		{"a function of such a name", "function b.Is", "b.Is", "exact"},
		{"a method that tests add, and a name that others bear", "struct a.E\nmethod a.E.M a/a_test.go", "a.E.M", "lower_bound test_build=1"},
		{"a method that tests add, and a name that nothing else bears", "struct a.E\nmethod a.E.Own a/a_test.go", "a.E.Own", "exact"},
		{"a method that tests add, and a name that only functions and tests bear", "struct a.E\nmethod a.E.G a/a_test.go\nstruct a.D\nmethod a.D.G a/a_test.go", "a.E.G", "exact"},
		{"a method of a type of tests", "struct a.E a/a_test.go\nmethod a.E.M a/a_test.go", "a.E.M", "exact"},
		{"a function of tests that is named as a built-in one", "function a.max a/a_test.go", "a.max", "lower_bound test_build=1"},
		{"a function that is named as a built-in one", "function a.max", "a.max", "exact"},
		{"a function of tests", "function a.most a/a_test.go", "a.most", "exact"},
		{"an outside method and an interface that it may satisfy", "external method o.T.W\nexternal interface_method io.R.W\ncall b.H -> io.R.W interface", "o.T.W", "lower_bound outside_method=1"},
		{"an outside method and no such interface", "external method o.T.W\nexternal interface_method io.R.M\ncall b.H -> io.R.M interface", "o.T.W", "exact"},
		{"an untyped package that imports it", "broken c/c.go import\nimport c/c.go a", "a.F", "lower_bound untyped_packages=1"},
		{"an untyped package that imports what imports it", "broken c/c.go import\nimport b/b.go a\nimport c/c.go b", "a.F", "lower_bound untyped_packages=1"},
		{"an untyped package that cannot name it", "broken c/c.go import\nimport c/c.go b", "a.F", "exact"},
		{"an untyped package that it imports", "broken c/c.go import\nimport a/a.go c", "a.F", "lower_bound untyped_packages=1"},
		{"an untyped package that what names it imports", "broken c/c.go import\nimport b/b.go a\nimport b/b.go c", "a.F", "lower_bound untyped_packages=1"},
		{"an untyped package that names what is on the way", "broken c/c.go import\nimport c/c.go b\ncall b.H -> a.F", "a.F", "lower_bound untyped_packages=1"},
		{"a package of a module that could not be listed", "broken c/c.go load\nfunction c/d.X c/d/x.go\nuntyped c/d/x.go\nimport c/d/x.go a", "a.F", "lower_bound untyped_packages=2"},
		{"a package beside a module that could not be listed", "broken c/c.go load\nfunction cd.X cd/x.go\nuntyped cd/x.go\nimport cd/x.go a", "a.F", "exact"},
		{"code with errors, which may lack files that import it", "broken c/c.go", "a.F", "lower_bound untyped_packages=1"},
		{"a file that was not read to its end", "broken c/c.go parse", "a.F", "lower_bound untyped_packages=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, open(t, base+c.text, complete), graph.Callers(), map[string]any{"target": c.target})
			if got.doubts() != c.want {
				t.Errorf("got %s, want %s", got.doubts(), c.want)
			}
			if testing.Short() {
				return
			}
			got = ask(t, crowded(t, base+c.text, c.target), graph.Callers(), map[string]any{"target": c.target})
			if got.doubts() != c.want || got.TotalFound < many {
				t.Errorf("of %d callers got %s, want %s", got.TotalFound, got.doubts(), c.want)
			}
		})
	}
	t.Run("files outside the build without their text", func(t *testing.T) {
		for method, files := range map[string]string{"M": "b", "m": "a"} {
			text := fmt.Sprintf("%smethod a.T.m\nfunction %s.W#%[2]s/x_windows.go %[2]s/x_windows.go", base, files)
			got := ask(t, open(t, text, schema.Options{Tests: true}), graph.Callers(), map[string]any{"target": "a.T." + method})
			if want := "lower_bound untyped_values=1"; got.doubts() != want {
				t.Errorf("%s: got %s, want %s", method, got.doubts(), want)
			}
		}
	})
	t.Run("tests left out", func(t *testing.T) {
		got := ask(t, open(t, base, schema.Options{}), graph.Callers(), map[string]any{"target": "a.F"})
		if want := "lower_bound tests_left_out=1"; got.doubts() != want {
			t.Errorf("got %s, want %s", got.doubts(), want)
		}
	})
}

// The uses of a target may be missing where code that is not fully type-checked can name it.
func TestUsesInUntypedPackages(t *testing.T) {
	const base = "function a.F\nfunction b.H\nexternal function fmt.Println\nbroken c/c.go import\n"
	for _, c := range []struct{ text, target, want string }{
		{"import c/c.go b", "a.F", "exact"},
		{"import c/c.go a", "a.F", "lower_bound untyped_packages=1"},
		{"import b/b.go a\nimport b/b.go c", "a.F", "lower_bound untyped_packages=1"},
		{"", "fmt.Println", "lower_bound untyped_packages=1"},
	} {
		if got := ask(t, open(t, base+c.text, complete), graph.References(), map[string]any{"target": c.target}); got.doubts() != c.want {
			t.Errorf("%q: of %s got %s, want %s", c.text, c.target, got.doubts(), c.want)
		}
	}
}

// What is doubted does not hang on dispatch, nor on how often something is called.
func TestCalleesDoubtsWithoutDispatch(t *testing.T) {
	const base = "function a.F\nfunction a.G\ninterface b.I\ninterface_method b.I.m\nstruct b.T\nmethod b.T.m\nexternal interface_method io.R.M\n"
	for text, want := range map[string]string{
		"call a.F -> io.R.M interface":                                                                                    "lower_bound outside_interface=1",
		"call a.F -> io.R.M interface\ncall a.F -> io.R.M interface":                                                      "lower_bound outside_interface=1",
		"call a.F -> a.G\ncall a.G -> io.R.M interface":                                                                   "lower_bound outside_interface=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> b.I.m interface":                               "lower_bound dispatch_not_followed=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> a.G\ncall a.G -> b.I.m interface":              "lower_bound dispatch_not_followed=1",
		"override b.T.m => b.I.m\ncall a.F -> b.I.m interface\ncall a.F -> b.I.m heuristic\ncall a.F -> io.R.M interface": "lower_bound dispatch_not_followed=1 heuristic_sites=1 outside_interface=1",
	} {
		for _, depth := range []int{2, 7} {
			got := ask(t, open(t, base+text, complete), graph.Callees(), map[string]any{"target": "a.F", "dispatch": false, "depth": depth})
			if got.doubts() != want {
				t.Errorf("%q to depth %d: got %s, want %s", text, depth, got.doubts(), want)
			}
		}
	}
}

func TestCalleesDoubts(t *testing.T) {
	const base = "function a.F\nfunction a.G\nfunction b.H\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "call a.F -> a.G", "exact"},
		{"a function value", "call a.F -> ? dynamic f", "lower_bound dynamic_calls=1"},
		{"an outside interface", "external interface_method io.R.M\ncall a.F -> io.R.M interface", "lower_bound outside_interface=1"},
		{"an outside function", "external function fmt.Println\ncall a.F -> fmt.Println", "exact"},
		{"an unresolved site", "call a.F -> ? unresolved x.y", "lower_bound unresolved_sites=1"},
		{"a function value on the way", "call a.F -> a.G\ncall a.G -> ? dynamic f", "lower_bound dynamic_calls=1"},
		{"a function value elsewhere", "call b.H -> ? dynamic f", "exact"},
		{"an interface without a name", "interface_method b.x.M\ncall a.F -> b.x.M interface", "lower_bound outside_types=1"},
		{"an interface without a name elsewhere", "interface_method b.x.M\ncall b.H -> b.x.M interface", "exact"},
		{"an interface with a name", "interface b.I\ninterface_method b.I.M\ncall a.F -> b.I.M interface", "lower_bound outside_types=1"},
		{"an interface that types outside can't satisfy", "interface b.I\ninterface_method b.I.m\ncall a.F -> b.I.m interface", "exact"},
		{"an outside interface that stands in", "interface b.I\ninterface_method b.I.m\ncall a.F -> b.I.m interface\nexternal interface_method io.R.m\noverride io.R.m => b.I.m", "lower_bound outside_interface=1"},
		{"a callee that another build has too", "call a.F -> a.G\nfunction a.G#a/g_windows.go a/g_windows.go", "lower_bound other_builds=1"},
		{"a variable that another build has too", "call a.F -> a.G\nvariable a.v\nvariable a.v#a/v_windows.go a/v_windows.go\nvalue a.v in a.F", "lower_bound other_builds=1"},
		{"a variable elsewhere that another build has too", "call a.F -> a.G\nvariable a.v\nvariable a.v#a/v_windows.go a/v_windows.go\nvalue a.v in b.H", "exact"},
		{"a function elsewhere that another build has too", "call a.F -> a.G\nfunction b.H#b/h_windows.go b/h_windows.go", "exact"},
		{"another package is untyped", "broken b/b.go", "exact"},
		{"its package is untyped", "broken a/a.go", "lower_bound untyped_packages=1"},
		{"another package is untyped, and a method of an interface is called", "interface b.I\ninterface_method b.I.M\ncall a.F -> b.I.M interface\nbroken c/c.go", "lower_bound outside_types=1 untyped_packages=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ask(t, open(t, base+c.text, complete), graph.Callees(), map[string]any{"target": "a.F"})
			if got.doubts() != c.want {
				t.Errorf("got %s, want %s", got.doubts(), c.want)
			}
		})
	}
}

// Implementations are looked for of interfaces that are nothing but named methods.
func TestInterfacesThatNobodyCompares(t *testing.T) {
	const text = "struct a.T\nmethod a.T.M\nfunction b.H\ninterface b.I\ninterface_method b.I.M\ninterface b.J\ncall b.H -> b.I.M interface"
	for _, c := range []struct {
		name   string
		member schema.Member // of b.I
		other  schema.Member // of b.J
		want   string
	}{
		{"methods only", schema.Member{Kind: schema.MemberInterfaceMethod, Name: "M", TypeExpr: "func()", IsExported: true}, schema.Member{}, "exact"},
		{"generic", schema.Member{Kind: schema.MemberTypeParameter, Name: "E", TypeExpr: "any"}, schema.Member{}, "lower_bound uncompared_interface=1"},
		{"a type element", schema.Member{Kind: schema.MemberTypeElement, TypeExpr: "~int"}, schema.Member{}, "lower_bound uncompared_interface=1"},
		{"comparable", schema.Member{Kind: schema.MemberEmbedded, Name: "comparable", TypeExpr: "comparable"}, schema.Member{}, "lower_bound uncompared_interface=1"},
		{"embeds an interface of methods", schema.Member{Kind: schema.MemberEmbedded, Name: "J", TypeExpr: "J"}, schema.Member{}, "exact"},
		{"embeds a constraint", schema.Member{Kind: schema.MemberEmbedded, Name: "J", TypeExpr: "J"}, schema.Member{Kind: schema.MemberTypeElement, TypeExpr: "~int"}, "lower_bound uncompared_interface=1"},
		{"another is a constraint", schema.Member{}, schema.Member{Kind: schema.MemberTypeElement, TypeExpr: "~int"}, "exact"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows := parse(t, text)
			id := map[string]int32{}
			for _, s := range rows.Symbols {
				id[s.QualifiedName] = s.SymbolID
			}
			for name, m := range map[string]schema.Member{"b.I": c.member, "b.J": c.other} {
				if m.TypeID, m.Ordinal, m.StartLine = id[name], 1, 1; m.Kind == "" {
					continue
				}
				if m.Name == "J" {
					m.MemberTypeID = id["b.J"]
				}
				rows.Members = append(rows.Members, m)
			}
			ix := openRows(t, rows, complete)
			if got := ask(t, ix, graph.Callers(), map[string]any{"target": "a.T.M"}).doubts(); got != c.want {
				t.Errorf("callers: got %s, want %s", got, c.want)
			}
			if got, want := ask(t, ix, graph.Callees(), map[string]any{"target": "b.H"}).doubts(), orOutside(c.want); got != want {
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
		var e *queries.ScopeError
		if !errors.As(err, &e) || e.ExitCode() != 1 || !strings.Contains(e.Error(), fmt.Sprintf("%q", scope)) || !strings.HasPrefix(e.Hint(), hint) {
			t.Errorf("%s: got %v, %s", scope, err, e.Hint())
		}
	}
	if r := ask(t, ix, graph.Callers(), map[string]any{"target": "a.F", "exclude_patterns": []string{"nowhere"}}); r.TotalFound != 10 {
		t.Errorf("what is excluded may match nothing: got %d", r.TotalFound)
	}
}
