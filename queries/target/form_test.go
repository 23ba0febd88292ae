package target

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

const plainNames = `
struct m/tsdb.Head
method m/tsdb.Head.Init
function m/tsdb.Open
function m/tsdb.Many#_test m/tsdb/many_test.go
struct m/wal.Head
method m/wal.Head.Init
function m/wal.Open m/wal/open.go
function m/wal.Once
function m/deep/tsdb.Shut m/deep/tsdb/shut.go
function m/deep/wal.Shut m/deep/wal/shut.go
external function fmt.Println
external function fmt.Open
external function heap.Init
`

// TestTargetsAreReadMorePlainly shows that a target without a match gets a plainer form, and that the
// symbol has a note about it.
func TestTargetsAreReadMorePlainly(t *testing.T) {
	ix := openText(t, plainNames)
	for _, c := range []struct{ target, want string }{
		// quotes and punctuation
		{"`tsdb.Head.Init`", "tsdb.Head.Init"},
		{`"fmt.Println",`, "fmt.Println"},
		{"&tsdb.Open", "tsdb.Open"},
		{"'tsdb.Open'.", "tsdb.Open"},
		{"tsdb.Open;", "tsdb.Open"},
		{"`tsdb.Head.%`", "tsdb.Head.Init"},
		// calls
		{"tsdb.Open(dir, opts)", "tsdb.Open"},
		{`fmt.Println("a)", x.y(2), ')')`, "fmt.Println"},
		{"(*tsdb.Head).Init(ctx)", "tsdb.Head.Init"},
		{"tsdb.Open(dir", "unknown tsdb.Open wal.Open fmt.Open"},
		// declarations
		{"func Once(…) …", "wal.Once"},
		{"func (h *Head) Init(minValidTime int64) error", "ambiguous tsdb.Head.Init wal.Head.Init"},
		{"func (h *tsdb.Head[K, V]) Init(m map[K]V) error {", "tsdb.Head.Init"},
		{"(h *tsdb.Head) Init", "tsdb.Head.Init"},
		{"func Println(a ...any)", "fmt.Println"},
		{"method tsdb.Head.Init", "tsdb.Head.Init"},
		{"func Init(ctx", "ambiguous tsdb.Head.Init wal.Head.Init"}, // not the external function
		// the compiler's names of literals
		{"tsdb.Open.func1", "tsdb.Open"},
		{"m/tsdb.(*Head).Init.func2.1(0xc00011)", "tsdb.Head.Init"},
		{"tsdb.Open.gowrap1.func3-range1", "tsdb.Open"},
		{"tsdb.Open.func", "unknown"},
		// messages of compilers, and stack traces
		{"tsdb/many_test.go:1:1: undefined: x", "tsdb.Many#_test"},
		{"\t/src/example.com/m/tsdb/many_test.go:1 +0x1d", "tsdb.Many#_test"},
		{"example.com@v1.2.0/m/wal/open.go:1", "wal.Open"},
		{"/go/pkg/mod/example.com/v2@v2.0.1-rc/m/wal/open.go:1:1: no", "wal.Open"},
		{"/elsewhere/wal/open.go:1", "unknown"},
		// a type and its member
		{"tsdb.Head::Init", "tsdb.Head.Init"},
		{"tsdb::Head::Init", "tsdb.Head.Init"},
		{"tsdb.Head#Init", "tsdb.Head.Init"},
		{"Head#Init", "ambiguous tsdb.Head.Init wal.Head.Init"},
		{"tsdb.Many#_test", "tsdb.Many#_test"},
		// a file and a declaration in it
		{"m/tsdb/tsdb.go:Head.Init", "tsdb.Head.Init"},
		{"tsdb.go::Open", "tsdb.Open"},
		{"open.go:Open", "wal.Open"},
		{"pen.go:Open", "unknown"},
		{"shut.go:Shut", "ambiguous deep/tsdb.Shut deep/wal.Shut"},
		// lines
		{"m/tsdb/tsdb.go#L15", "tsdb.Head.Init"},
		{"m/tsdb/tsdb.go#L12-L18", "tsdb.Head.Init"},
		{"m/tsdb/tsdb.go:12-18", "tsdb.Head.Init"},
		{"m/tsdb/tsdb.go:12-28", "unknown tsdb.Head.Init"},
		{"m/tsdb/tsdb.go:18-12", "unknown"},
		{"tsdb/tsdb.go:15", "tsdb.Head.Init"},
		{"open.go:1:6", "wal.Open"},
		{"`open.go:2`", "wal.Open"},
		{"shut.go:2", "ambiguous m/deep/tsdb/shut.go m/deep/wal/shut.go"},
		{"db.go:15", "unknown"},
		// a slash for a dot
		{"tsdb/Head.Init", "tsdb.Head.Init"},
		{"m/tsdb/Open", "tsdb.Open"},
		{"example.com/m/wal/Head.Init", "wal.Head.Init"},
		{"tsdb/Once", "unknown wal.Once"},
	} {
		got := resolved(ix, c.target, callable)
		if c.want == "unknown" && strings.HasPrefix(got, "unknown") {
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.target, diff)
		}
		found, err := Resolve(context.Background(), ix, c.target, callable)
		if err == nil && (found[0].Reading == "") != (c.target == "tsdb.Many#_test") {
			t.Errorf("%q: has the reading %q", c.target, found[0].Reading)
		}
		var e *Error
		if errors.As(err, &e) && e.Target != c.target {
			t.Errorf("%q: the error is about %q", c.target, e.Target)
		}
	}
}

// TestDeclarationsSayTheirKind shows that a declaration names only symbols of its kind.
func TestDeclarationsSayTheirKind(t *testing.T) {
	ix := openText(t, "struct a.Head\nmethod a.DB.Head\nstruct a.DB\ninterface a.Appender\nstruct b.Appender\n")
	for _, c := range []struct{ target, want string }{
		{"type Head struct {", "a.Head"}, {"type Head", "a.Head"}, {"struct Head", "a.Head"}, {"interface Head", "a.Head"},
		{"&a.Head{}", "a.Head"}, {"a.Head[int]{a: b{}}", "a.Head"},
		{"interface Appender", "a.Appender"}, {"struct Appender", "b.Appender"}, {"type Appender", "ambiguous example.com/a.Appender example.com/b.Appender"},
	} {
		if got := strings.TrimPrefix(resolved(ix, c.target, []schema.Kind{schema.KindStruct, schema.KindInterface}), "example.com/"); got != c.want {
			t.Errorf("%s: got %s", c.target, got)
		}
	}
	_, err := Resolve(context.Background(), ix, "type Head struct", callable)
	var e *Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Hint(), "this operation takes a") {
		t.Errorf("got %v", err)
	}
}

func TestPackagesAreReadMorePlainly(t *testing.T) {
	ix := openText(t, plainNames)
	for _, c := range []struct{ target, want string }{
		{"package wal", "ambiguous"}, {"package m/wal", "m/wal"}, {"`m/wal`", "m/wal"}, {`import "example.com/m/wal"`, "m/wal"},
		{"m/deep/...", "m/deep/tsdb m/deep/wal"}, {"example.com/m/deep/...", "m/deep/tsdb m/deep/wal"}, {"m/tsdb/...", "m/tsdb"},
		{"./...", "m/deep/tsdb m/deep/wal m/tsdb m/wal"}, {"...", "m/deep/tsdb m/deep/wal m/tsdb m/wal"}, {"m/nope/...", "unknown"},
	} {
		found, err := ResolvePackages(context.Background(), ix, c.target, "package")
		var out []string
		for _, s := range found {
			out = append(out, s.File)
			if s.Reading == "" {
				t.Errorf("%s: has no reading", c.target)
			}
		}
		var e *Error
		if errors.As(err, &e) {
			out = []string{problem(e)}
		}
		if got := strings.Join(out, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", c.target, got, c.want)
		}
	}
}

// TestPromotedMembers shows that a type has the members of its embedded types, the nearest first, as in Go.
func TestPromotedMembers(t *testing.T) {
	rows := indextest.Parse(t, `
interface a.Tx
interface_method a.Tx.Commit
interface a.Appender
interface_method a.Appender.Append
struct a.Base
method a.Base.Close
method a.Base.Flush
struct a.Mid
method a.Mid.Flush
struct a.Other
method a.Other.Stop
struct a.More
method a.More.Stop
struct a.Outer
field a.Outer.Close
struct a.Both
external struct sync.Mutex
external method sync.Mutex.Lock
`)
	id := map[string]int32{}
	for _, s := range rows.Symbols {
		id[strings.TrimPrefix(s.Symbol, "example.com/")] = s.SymbolID
	}
	embeds := [][2]string{{"a.Appender", "a.Tx"}, {"a.Mid", "a.Base"}, {"a.Base", "a.Mid"}, {"a.Outer", "a.Mid"}, {"a.Outer", "sync.Mutex"}, {"a.Both", "a.Other"}, {"a.Both", "a.More"}, {"a.Both", "a.Mid"}}
	for i, e := range embeds {
		rows.Members = append(rows.Members, schema.Member{TypeID: id[e[0]], Kind: "embedded", Ordinal: int32(i + 1), Name: e[1], TypeExpr: e[1], MemberTypeID: id[e[1]]})
	}
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{Tests: true, Content: true})
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for _, c := range []struct{ target, want string }{
		{"a.Appender.Commit", "unknown a.Tx.Commit"}, // other types have it too
		{"Appender.Commit", "unknown a.Tx.Commit"},
		{"(*a.Outer).Flush", "a.Mid.Flush"},         // not Base.Flush, below it
		{"a.Both.Close", "a.Base.Close"},            // two types deep, and they embed each other
		{"a.Outer.Lock", "unknown sync.Mutex.Lock"}, // external
		{"func (b Both) Flush()", "a.Mid.Flush"},
		{"a.Both.Stop", "ambiguous a.More.Stop a.Other.Stop"},
		{"a.Outer.Close", "other kind"}, // a field hides the method
		{"a.Outer.Nope", "unknown"},
	} {
		got := strings.ReplaceAll(resolved(ix, c.target, callable), "example.com/", "")
		if c.want == "unknown" && strings.HasPrefix(got, "unknown") || c.want == "other kind" && strings.HasPrefix(got, "target") {
			continue
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.target, got, c.want)
		}
	}
}

// TestNearestNames shows the order of nearest names: the same name in another case, then the members of
// the named type or package.
func TestNearestNames(t *testing.T) {
	ix := openText(t, `
struct m/storage/remote.writeHandler
method m/storage/remote.writeHandler.write
method m/storage/remote.writeHandler.appendSamples
struct m/storage/remote.readHandler
method m/storage/remote.readHandler.ServeHTTP
function m/tsdb/index.NewPostings
function m/tsdb/index.Unrelated
function m/tsdb.NewPostingsHep
function m/tsdb.NewHead
struct m/tsdb.Head
method m/tsdb.Head.Init
method m/tsdb.Head.Close
function m/storage.NewFanout
call m/tsdb.NewHead -> m/tsdb.Head.Init
external function net/http.ServeHTTPS
external function fmt.Println
external function fmt.Fprintln
`)
	for _, c := range []struct{ target, want string }{
		{"storage/remote.writeHandler.ServeHTTP", "storage/remote.writeHandler.appendSamples storage/remote.writeHandler.write storage/remote.readHandler.ServeHTTP net/http.ServeHTTPS"},
		{"writeHandler.ServeHTTP", "storage/remote.writeHandler.appendSamples storage/remote.writeHandler.write storage/remote.readHandler.ServeHTTP net/http.ServeHTTPS"},
		{"tsdb/index.NewPostingsHeap", "tsdb/index.NewPostings tsdb.NewPostingsHep"},
		{"tsdb.head.inti", "tsdb.Head.Init tsdb.Head.Close"},
		{"fmt.println", "fmt.Println fmt.Fprintln"},
		{"storage.NewHead", "tsdb.NewHead"},
		{"tsdb.Head", "tsdb.Head.Init tsdb.Head.Close"}, // the members of the type, the most used first
		{"type Head struct", "tsdb.Head.Init tsdb.Head.Close"},
		{"tsdb.go:NewHaed", "tsdb.NewHead"},
		{"zzzz", ""},
	} {
		got := strings.TrimPrefix(strings.TrimPrefix(resolved(ix, c.target, callable), "unknown"), "target")
		if !strings.HasPrefix(got+" ", strings.TrimRight(" "+c.want, " ")+" ") {
			t.Errorf("%s: got%s, want %s", c.target, got, c.want)
		}
	}
	_, err := Resolve(context.Background(), ix, "zzzz", callable)
	var e *Error
	if !errors.As(err, &e) || e.Hint() != "find names by their parts with cortex query search: no function, method or interface_method has a similar name" {
		t.Errorf("got %v", err)
	}
}

// TestPathsInTheRepository shows that a path through the repository's name means the path of the index in it.
func TestPathsInTheRepository(t *testing.T) {
	of := func(name, path, prefix string) queries.Repository {
		return queries.Repository{Repository: schema.Repository{Name: name, Path: path}, Prefix: prefix}
	}
	whole, folder, short := []queries.Repository{of("example.com/m", "", "")}, []queries.Repository{of("example.com/m", "sub", "")}, []queries.Repository{of("lib", "", "")}
	for _, c := range []struct {
		repositories []queries.Repository
		file, want   string
	}{
		{whole, "/go/pkg/mod/example.com/m@v1.2.3/a.go", "a.go"},
		{whole, "example.com/m/v2@v2.0.0/x/a.go", "x/a.go"},
		{whole, "/src/example.com/m/a.go", "a.go"},
		{whole, "/src/example.com/mm/a.go", ""},
		{folder, "example.com/m@v1.2.3/a.go", ""},
		{folder, "example.com/m@v1.2.3/sub/a.go", "a.go"},
		{short, "/usr/lib/a.go", ""},
		{append(folder, of("example.com/n", "x", "example.com/n/x/")), "/src/example.com/n/x/a.go", "example.com/n/x/a.go"},
	} {
		if got := inRepository(c.repositories, c.file); got != c.want {
			t.Errorf("%s of %v is %q, want %q", c.file, c.repositories[0].Name, got, c.want)
		}
	}
}

// TestFewForms shows that a target with deeply nested literals has few forms.
func TestFewForms(t *testing.T) {
	for _, part := range []string{".1", ".func1", "-range1", ".gowrap2"} {
		if forms := plainer("x.func1" + strings.Repeat(part, 10_000)); len(forms) > maxLiterals+5 {
			t.Errorf("%s: %d forms", part, len(forms))
		}
	}
}

// TestExternalNames shows that calls through an interface tell its methods from external types. `error`
// is the predeclared type, even when other symbols have the name.
func TestExternalNames(t *testing.T) {
	ix := openText(t, `
interface m/x.Encoder
external interface_method io.Closer.Close
external interface_method io.Other.Close
external interface builtin.error
struct m/x.T
field m/x.T.error
function m/x.F
call m/x.F -> io.Closer.Close interface through m/x.Encoder
call m/x.F -> io.Other.Close interface
`)
	_, err := Resolve(t.Context(), ix, "x.Encoder.Close", callable)
	var unknown *Error
	if !errors.As(err, &unknown) || len(unknown.Candidates) != 1 || unknown.Candidates[0].Symbol != "io.Closer.Close" {
		t.Errorf("x.Encoder.Close: %v", err)
	}
	var all []schema.Kind
	for _, k := range allKinds() {
		all = append(all, schema.Kind(k))
	}
	if got := resolved(ix, "error", all); got != "builtin.error" {
		t.Errorf("error: %s", got)
	}
}
