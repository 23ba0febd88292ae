package target

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

const names = `
struct m/tsdb.Head
method m/tsdb.Head.Init
method m/tsdb.Head.init
interface m/tsdb.Reader
interface_method m/tsdb.Reader.Read
function m/tsdb.Open
function m/tsdb.Open#_test m/tsdb/x_test.go
function m/tsdb.only#_test m/tsdb/x_test.go
synthetic m/tsdb.init#package
function m/tsdb.init#m/tsdb/tsdb.go
struct m/wal.Head
method m/wal.Head.Init
function m/wal.Println
function m/cmd/prom.main
function m/cmd/prom.run
external function fmt.Println
external function fmt.Sprint
external interface_method io.Reader.Read
call m/cmd/prom.run -> m/tsdb.Open
call m/cmd/prom.run -> fmt.Sprint
`

func openText(t testing.TB, text string) *queries.Index {
	t.Helper()
	dir := t.TempDir()
	indextest.Write(t, dir, indextest.Parse(t, text), schema.Options{Tests: true, Content: true})
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

var callable = []schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod}

// resolved formats the result for a target on one line.
func resolved(ix *queries.Index, target string, kinds []schema.Kind) string {
	found, err := Resolve(context.Background(), ix, target, kinds)
	var out []string
	for _, s := range found {
		out = append(out, strings.TrimPrefix(s.Symbol, "example.com/m/"))
	}
	var e *Error
	switch {
	case errors.As(err, &e):
		out = append(out, problem(e))
		for _, c := range e.Candidates {
			out = append(out, strings.TrimPrefix(c.Symbol, "example.com/m/"))
		}
	case err != nil:
		out = append(out, err.Error())
	}
	return strings.Join(out, " ")
}

// problem returns a word for an error.
func problem(e *Error) string {
	switch {
	case e.Ambiguous:
		return "ambiguous"
	case e.OtherKind != "":
		return "target"
	}
	return "unknown"
}

func TestResolve(t *testing.T) {
	ix := openText(t, names)
	for _, c := range []struct{ target, want string }{
		// whole stable names
		{"example.com/m/tsdb.Head.Init", "tsdb.Head.Init"},
		{"example.com/m/tsdb.Open", "tsdb.Open"},
		{"example.com/m/tsdb.Open#_test", "tsdb.Open#_test"},
		{"example.com/m/tsdb.only", "tsdb.only#_test"},
		{"example.com/m/tsdb.init", "ambiguous tsdb.init#m/tsdb/tsdb.go tsdb.init#package"},
		{"fmt.Sprint", "fmt.Sprint"},
		// ends of names
		{"tsdb.Head.Init", "tsdb.Head.Init"},
		{"m/tsdb.Head.Init", "tsdb.Head.Init"},
		{"Head.Init", "ambiguous tsdb.Head.Init wal.Head.Init"},
		{"Head.init", "tsdb.Head.init"},
		{"Init", "ambiguous tsdb.Head.Init wal.Head.Init"},
		{"tsdb.Open", "tsdb.Open"},
		{"Open#_test", "tsdb.Open#_test"},
		{"tsdb.init#package", "tsdb.init#package"},
		{"run", "cmd/prom.run"},
		{"prom.main", "cmd/prom.main"},
		{"main", "cmd/prom.main"},
		{"main.main", "cmd/prom.main"},
		{"main.run", "cmd/prom.run"},
		// Go's notations
		{"(*Head).init", "tsdb.Head.init"},
		{"(*tsdb.Head).Init", "tsdb.Head.Init"},
		{"example.com/m/tsdb.(*Head).Init", "tsdb.Head.Init"},
		{"tsdb.Head[T].Init", "tsdb.Head.Init"},
		// external symbols count last
		{"Println", "wal.Println"},
		{"Reader.Read", "tsdb.Reader.Read"},
		{"Sprint", "fmt.Sprint"},
		// no name boundary
		{"ead.Init", "unknown tsdb.Head.Init wal.Head.Init tsdb.Head.init tsdb.init#m/tsdb/tsdb.go tsdb.init#package"},
		{"db.Open", "unknown"},
		{"", `target "" is empty`},
		// positions
		{"m/tsdb/tsdb.go:11", "tsdb.Head.Init"},
		{"m/tsdb/tsdb.go:15", "tsdb.Head.Init"},
		{"./m/tsdb/tsdb.go:21:6", "tsdb.Head.init"},
		{"m/cmd/prom/prom.go:12:3", "tsdb.Open"},
		{"m/cmd/prom/prom.go:13:3", "fmt.Sprint"},
		{"m/cmd/prom/prom.go:14:1", "unknown"},
		{"m/tsdb/tsdb.go:1:6", "target tsdb.Head"},
		{"m/tsdb/tsdb.go:999", "unknown"},
		// patterns
		{"tsdb.Head.%", "tsdb.Head.Init tsdb.Head.init"},
		{"%.Head._nit", "tsdb.Head.Init tsdb.Head.init wal.Head.Init"},
		{"*.Head.Init", "tsdb.Head.Init wal.Head.Init"},
		{"example.com/*/tsdb.Head.?nit", "tsdb.Head.Init tsdb.Head.init"},
		{"m/wal/**", "wal.Head.Init wal.Println"},
		{"fmt.*", "fmt.Println fmt.Sprint"},
		{"fmt.?", "unknown"},
	} {
		got := resolved(ix, c.target, callable)
		if strings.HasPrefix(got, "unknown") && c.want == "unknown" {
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.target, diff)
		}
	}
}

func TestResolveTakesOnlyItsKinds(t *testing.T) {
	ix := openText(t, names)
	if got := resolved(ix, "tsdb.Head", []schema.Kind{schema.KindStruct}); got != "tsdb.Head" {
		t.Errorf("got %s", got)
	}
	_, err := Resolve(context.Background(), ix, "tsdb.Head", callable)
	var e *Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Hint(), "this operation takes a function, method or interface_method; references, impact, type_usages and type_hierarchy take a struct") {
		t.Errorf("got %v", err)
	}
}

// TestPatternsOfParts shows that the error for a pattern that matches only a part of a name advises a wider one.
func TestPatternsOfParts(t *testing.T) {
	ix := openText(t, names)
	for target, want := range map[string]string{
		"Head.*":   `a pattern matches whole names; "*Head.*" would match inside them too. The nearest names are:`,
		"Head.In%": `a pattern matches whole names; "%Head.In%" would match inside them too. The nearest names are:`,
		"*.Haed.*": "find names by their parts with cortex query search: no function, method or interface_method has a similar name",
		"Head.Int": "the nearest names are:",
	} {
		_, err := Resolve(context.Background(), ix, target, callable)
		var e *Error
		if !errors.As(err, &e) || !strings.HasPrefix(e.Hint(), want) {
			t.Errorf("%s: got %v, want %s", target, err, want)
			continue
		}
		if _, wider, is := strings.Cut(e.Hint(), "whole names; \""); is {
			pattern, _, _ := strings.Cut(wider, `"`)
			if found, err := Resolve(context.Background(), ix, pattern, callable); err != nil || len(found) == 0 {
				t.Errorf("%s: the advised pattern %s finds nothing: %v", target, pattern, err)
			}
		}
	}
}

// TestPlacesThatAreNotThere shows that the error for a place that does not exist lists files and
// declarations around it, and no similar names.
func TestPlacesThatAreNotThere(t *testing.T) {
	ix := openText(t, names+"variable m/tsdb.V m/tsdb/vars.go\n")
	for _, c := range []struct{ target, want, hint string }{
		{"nope.go:3", `no file nope.go in the index`, ""},
		{"wall.go:3", `no file wall.go in the index`, "the nearest files are:\n  m/wal/wal.go"},
		{"tsdb.go:3", "there is no function, method or interface_method at m/tsdb/tsdb.go:3", "the declarations around it:\n  tsdb.Head  struct  m/tsdb/tsdb.go:1"},
		{"tsdb.go:3-14", "there is no function, method or interface_method at m/tsdb/tsdb.go:3-14", "the declarations around it:\n  tsdb.Head  struct  m/tsdb/tsdb.go:1"},
		{"m/tsdb/tsbd.go:3:1", `no file m/tsdb/tsbd.go in the index`, "the nearest files are:\n  m/tsdb/tsdb.go  file  m/tsdb/tsdb.go:3\n"},
		{"m/wal/wal.go:999999", "m/wal/wal.go has 30 lines", "name a symbol, or a line of the file"},
		{"m/wal/wal.go:5", "there is no function, method or interface_method at m/wal/wal.go:5", "the declarations around it:\n  wal.Head  struct  m/wal/wal.go:1"},
		{"m/tsdb/vars.go:3", "there is no function, method or interface_method at m/tsdb/vars.go:3", "the declarations around it:\n  tsdb.V  variable  m/tsdb/vars.go:1"},
	} {
		_, err := Resolve(context.Background(), ix, c.target, callable)
		var e *Error
		if !errors.As(err, &e) || e.Error() != fmt.Sprintf("target %q is unknown: %s", c.target, c.want) || !strings.HasPrefix(e.Hint(), c.hint) || c.hint == "" && e.Hint() != "" {
			t.Errorf("%s: got %v", c.target, err)
			if e != nil {
				t.Error(e.Hint())
			}
			continue
		}
		for _, near := range e.Candidates {
			if place, _, _ := strings.Cut(c.target, ":"); near.Kind != "file" && !strings.Contains(near.Position, place+":") {
				t.Errorf("%s: %s is elsewhere", c.target, near.Symbol)
			}
		}
	}
}

func TestTargetErrorsShowPlaces(t *testing.T) {
	ix := openText(t, names)
	_, err := Resolve(context.Background(), ix, "Head.Init", callable)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatal(err)
	}
	want := "target \"Head.Init\" is ambiguous: 2 symbols match\nname one of them:\n" +
		"  tsdb.Head.Init  method  m/tsdb/tsdb.go:11\n  wal.Head.Init  method  m/wal/wal.go:11"
	if diff := cmp.Diff(want, e.Error()+"\n"+e.Hint()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestManyCandidatesAreCut(t *testing.T) {
	var text strings.Builder
	for i := range 12 {
		fmt.Fprintf(&text, "function p%02d.F\n", i)
	}
	_, err := Resolve(context.Background(), openText(t, text.String()), "F", callable)
	var e *Error
	if !errors.As(err, &e) || len(e.Candidates) != 10 || e.Total != 12 || !strings.HasSuffix(e.Hint(), "… and 2 more") {
		t.Errorf("got %v", err)
	}
}

// TestGlobAgreesWithDoublestar compares globs with doublestar, on patterns with ** as a whole element.
func TestGlobAgreesWithDoublestar(t *testing.T) {
	ix := openText(t, "function a.F")
	paths := []string{"a", "a.go", "a/b", "a/b.go", "a/b/c", "a/b/c/d.go", "b/a", "ab", "a/x+y", ".a", "a/.b/c"}
	for _, glob := range []string{"a", "*", "**", "a/*", "a/**", "**/b", "**/*.go", "a/**/c", "a/*/c", "?", "a?b", "*/?", "a/x+y", "**/a/**", "a/**/*", "*.go"} {
		for _, name := range paths {
			want, err := doublestar.Match(glob, name)
			if err != nil {
				t.Fatal(err)
			}
			var got bool
			if err := ix.QueryRow(t.Context(), "SELECT regexp_full_match(?, ?)", name, globExpression(glob)).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s on %s: got %t, want %t", glob, name, got, want)
			}
		}
	}
}

func TestPathExpression(t *testing.T) {
	ix := openText(t, "function a.F")
	for _, c := range []struct {
		filter, path string
		want         bool
	}{
		{"a/b", "a/b", true}, {"a/b", "a/b/c.go", true}, {"a/b", "a/bc", false}, {"./a/b/", "a/b/c.go", true}, {".", "x/y.go", true},
		{"%.go", "a/b.go", true}, {"a_b%", "axb/c", true}, {"a_b", "axb", false}, {"a/...", "a/b/c.go", true}, {"a/...", "ab/c.go", false}, {"./a/...", "a", true}, {"./...", "x/y.go", true}, {"...", "x.go", true}, {"*/b/...", "a/b/c.go", true}, {"*.go", "a/b.go", true}, {"./*.go", "a/b.go", false}, {"b*", "a/b/c.go", false}, {"**/*.go", "a/b.go", true}, {"a.b", "aXb", false},
	} {
		var got bool
		if err := ix.QueryRow(t.Context(), "SELECT regexp_full_match(?, ?)", c.path, PathExpression(nil, c.filter)).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != c.want {
			t.Errorf("%s lets %s through: got %t, want %t", c.filter, c.path, got, c.want)
		}
	}
}

// FuzzTargetNeverSplices shows that no text breaks out of a statement: every target is found, or is
// unknown or ambiguous.
func FuzzTargetNeverSplices(f *testing.F) {
	for _, s := range []string{strings.Repeat("**", 50), strings.Repeat("**/", 33_000), strings.Repeat("**/", 600), strings.Repeat("e?*", 30_000), strings.Repeat("x", 100_000), strings.Repeat("%", 50), "\U0001f600.F", "./a", "../..", "a/a.go", "a.F", "' OR 1=1 --", "%", "*", "a/a.go:1:6", "(*T).M", "\x00", "?'", "a[", "\\", "a.F#x", "~2", "**/[", "$1", "\x80\xffF"} {
		f.Add(s)
	}
	for _, s := range []string{"func (t *T) M(", "a::F", "a.go:1-2", "`a/F`", "a.go:F(\")", strings.Repeat("ab.", 33_000), strings.Repeat("(", 50_000) + strings.Repeat(")", 50_000), "a/..."} {
		f.Add(s)
	}
	ix := openText(f, names)
	f.Fuzz(func(t *testing.T, target string) {
		if strings.TrimSpace(target) == "" {
			return // an empty target is wrong usage
		}
		for _, resolve := range []func() ([]Symbol, error){
			func() ([]Symbol, error) { return Resolve(context.Background(), ix, target, callable) },
			func() ([]Symbol, error) { return ResolvePackages(context.Background(), ix, target, "") },
		} {
			found, err := resolve()
			var e *Error
			if err == nil && len(found) == 0 {
				t.Errorf("%q: an empty success", target)
			}
			if err != nil && !errors.As(err, &e) {
				t.Errorf("%q: %v", target, err)
			}
			if _, isPlace := ParsePlace(target); isPlace || strings.ContainsAny(target, "%*?") || strings.Contains(target, "...") {
				continue // which may find other names
			}
			for _, s := range found {
				if name := lastIdentifier(s.Symbol); !strings.Contains(target, name) {
					t.Errorf("%q finds %s, and does not name it", target, s.Symbol)
				}
			}
		}
	})
}
