package search_test

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
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/queries/search"
	"github.com/cortex-index/cortex/schema"
)

// servers is a small repository with similar names.
const servers = `
struct http.Server
method http.Server.Serve
method http.Server.serve
field http.Server.handler
function http.NewHTTPServer
function http.NewServer
function http.newServer
function http.ServeHTTPNew
function http.NewHTTPServerTest http/server_test.go
function http.new_http_server
function http.Observer
interface http.Handler
interface_method http.Handler.ServeHTTP
constant http.MaxServers
synthetic http.init#package
variable internal/pool.servers
function internal/pool.Serve
function internal/pool.Resolve
function internal/pool.caller
external function net/http.Serve
external struct net/http.Server
value http.Server in internal/pool.caller
value http.NewServer in internal/pool.caller
`

func openSearch(t testing.TB, text string) *queries.Index {
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

func operationNamed(t testing.TB, name string) queries.Operation {
	t.Helper()
	for _, op := range search.All() {
		if op.Name == name {
			return op
		}
	}
	t.Fatalf("there is no operation %s", name)
	return queries.Operation{}
}

// searched searches, and returns a line for each row and the number of all rows. A line has the kind of
// match and the qualified name.
func searched(t testing.TB, ix *queries.Index, args map[string]any) (rows []string, total int) {
	t.Helper()
	a, err := operationNamed(t, "search").Run(context.Background(), ix, args)
	if err != nil {
		t.Fatalf("search %v: %v", args, err)
	}
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var reply struct {
		Symbols struct {
			Items         []struct{ Symbol string }
			TotalFound    int `json:"total_found"`
			TotalReturned int `json:"total_returned"`
		}
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		t.Fatal(err)
	}
	if reply.Symbols.TotalReturned != len(reply.Symbols.Items) {
		t.Errorf("search %v: total_returned is %d of %d", args, reply.Symbols.TotalReturned, len(reply.Symbols.Items))
	}
	for i, row := range a.Table().Rows {
		rows = append(rows, strings.TrimSpace(row[1].(string)+" "+strings.TrimPrefix(reply.Symbols.Items[i].Symbol, "example.com/")))
	}
	return rows, reply.Symbols.TotalFound
}

func TestSearchRanks(t *testing.T) {
	ix := openSearch(t, servers)
	for _, c := range []struct {
		pattern string
		want    []string
	}{
		// The exact name comes before the same name in another case, and code before tests.
		{"NewServer", []string{"exact http.NewServer", "exact http.newServer", "words http.NewHTTPServer", "words http.new_http_server", "words http.NewHTTPServerTest"}},
		{"Serve", []string{"exact internal/pool.Serve", "exact http.Server.Serve", "exact http.Server.serve", "prefix http.Server", "prefix http.ServeHTTPNew", "prefix http.Handler.ServeHTTP",
			"prefix internal/pool.servers", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers", "words http.newServer", "words http.new_http_server",
			"substring http.Observer", "words http.NewHTTPServerTest"}},
		// Humps, with the capitals of HTTP or without.
		{"NHS", []string{"humps http.NewHTTPServer", "humps http.new_http_server", "humps http.NewHTTPServerTest"}},
		{"nhs", []string{"humps http.NewHTTPServer", "humps http.new_http_server", "humps http.NewHTTPServerTest"}},
		{"NHTTPS", []string{"humps http.NewHTTPServer", "humps http.NewHTTPServerTest"}},
		// Words match in any order and case. A word that the name lacks may belong to the owner.
		{"server http", []string{"words http.Server", "words http.NewHTTPServer", "words http.new_http_server", "words http.NewServer",
			"words http.MaxServers", "words http.newServer", "words http.NewHTTPServerTest"}},
		{"serve server", []string{"words http.Server.Serve", "words http.Server.serve", "words http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers",
			"words http.newServer", "words http.new_http_server", "words internal/pool.servers", "words http.NewHTTPServerTest"}},
		{"server serve", []string{"words http.Server.Serve", "words http.Server.serve", "words http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers",
			"words http.newServer", "words http.new_http_server", "words internal/pool.servers", "words http.NewHTTPServerTest"}},
		{"resolve pool", []string{"words internal/pool.Resolve"}},
		{"http_server", []string{"words http.NewHTTPServer", "words http.new_http_server", "words http.NewHTTPServerTest"}},
		// Typing errors: a missing letter, two swapped letters, an extra letter; none in short names.
		{"Hanlder", []string{"fuzzy http.Handler", "fuzzy http.Server.handler"}},
		{"Obsrver", []string{"fuzzy http.Observer"}},
		{"NewHTPPSever", []string{"fuzzy http.NewHTTPServer"}},
		{"Srv", nil},
		// An owner before the name.
		{"http.Server", []string{"exact http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.newServer", "words http.new_http_server",
			"words http.MaxServers", "substring http.Observer", "words http.NewHTTPServerTest"}},
		{"Server.Serve", []string{"exact http.Server.Serve", "exact http.Server.serve"}},
		{"(*Server).serve", []string{"exact http.Server.serve", "exact http.Server.Serve"}},
		{"internal/pool.Serve", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"Handler.", []string{"prefix http.Handler.ServeHTTP"}},
		{"pol.Resolve", nil},
		// The owner ends at the end of a name, unless no symbol matches then: ver is no package or type.
		{"pool.", []string{"prefix internal/pool.Serve", "prefix internal/pool.Resolve", "prefix internal/pool.caller", "prefix internal/pool.servers"}},
		{"ver.Serve", []string{"substring http.Server.Serve", "substring http.Server.serve"}},
		// A whole symbol.
		{"example.com/internal/pool.Serve", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"Handlr.ServeHTTP", []string{"fuzzy http.Handler.ServeHTTP"}},
		// Patterns match the whole name, and case counts when they have a capital.
		{"New*Server", []string{"pattern http.NewServer", "pattern http.NewHTTPServer"}},
		{"new*server", []string{"pattern http.NewServer", "pattern http.NewHTTPServer", "pattern http.newServer", "pattern http.new_http_server"}},
		{"?erve", []string{"pattern internal/pool.Serve", "pattern http.Server.Serve", "pattern http.Server.serve"}},
		{"%olve", []string{"pattern internal/pool.Resolve"}},
		// A name after a slash.
		{"http/Handler", []string{"exact http.Handler"}},
		{"http.Server.*", []string{"pattern http.Server.Serve", "pattern http.Server.serve", "pattern http.Server.handler"}},
		{"%internal/%olve", []string{"pattern internal/pool.Resolve"}},
		{"%_%_%_%_%_%_%zz", nil},
		// Filters.
		{"serve is:external", []string{"exact net/http.Serve", "prefix net/http.Server"}},
		{"serve is:external -in:http/", []string{"exact net/http.Serve", "prefix net/http.Server"}},
		{"in:internal -in:internal", nil},
		// In a path every character is literal.
		{"internal/pool", []string{"substring internal/pool.Serve", "substring internal/pool.Resolve", "substring internal/pool.caller", "substring internal/pool.servers"}},
		{"internal_pool/", nil},
		{"interna_/pool", nil},
		{"serve in:internal/", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"serve in:http/*_test.go", []string{"words http.NewHTTPServerTest"}},
		{"serve in:intern*/**", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"kind:interface,constant", []string{"http.Handler", "http.MaxServers"}},
		{"kind:type", []string{"http.Server", "http.Handler"}},
		{"handler -kind:field", []string{"exact http.Handler"}},
		{"NHS -is:test", []string{"humps http.NewHTTPServer", "humps http.new_http_server"}},
		{"NHS is:test", []string{"humps http.NewHTTPServerTest"}},
		{"NHS is:exported -in:http/server_test.go", []string{"humps http.NewHTTPServer"}},
		{"NHS lang:go -is:exported", []string{"humps http.new_http_server"}},
		{"Serve kind:func is:exported lang:go in:internal", []string{"exact internal/pool.Serve"}},
		{"kind:Interface,CONST lang:Go", []string{"http.Handler", "http.MaxServers"}},
		// Case excludes no match.
		{"handler", []string{"exact http.Handler", "exact http.Server.handler"}},
		{"Handler", []string{"exact http.Handler", "exact http.Server.handler"}},
		{"Hndlre", []string{"fuzzy http.Handler", "fuzzy http.Server.handler"}},
		{"std::Server", nil},
		// Functions that cortex makes, and external symbols.
		{"init", nil},
	} {
		got, total := searched(t, ix, map[string]any{"pattern": c.pattern})
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.pattern, diff)
		}
		if total != len(got) {
			t.Errorf("%s: total_found is %d, and %d came", c.pattern, total, len(got))
		}
	}
}

// TestSearchRanksByExactUses shows that the number of uses decides before the name, among names of the
// same length and kind with similar uses.
func TestSearchRanksByExactUses(t *testing.T) {
	var text strings.Builder
	text.WriteString("function a.ReadA\nfunction a.ReadB\nfunction a.ReadC\nfunction a.ReadWhole\n")
	for i, used := range []string{"ReadA 2", "ReadB 9", "ReadC 2", "ReadWhole 9", "ReadWhole 1"} {
		name, uses, _ := strings.Cut(used, " ")
		fmt.Fprintf(&text, "function a.caller%d\n", i)
		text.WriteString(strings.Repeat(fmt.Sprintf("value a.%s in a.caller%d\n", name, i), int(uses[0]-'0')))
	}
	ix := openSearch(t, text.String())
	got, _ := searched(t, ix, map[string]any{"pattern": "Read"})
	if diff := cmp.Diff([]string{"prefix a.ReadWhole", "prefix a.ReadB", "prefix a.ReadA", "prefix a.ReadC"}, got); diff != "" {
		t.Errorf("Read (-want +got):\n%s", diff)
	}
}

// TestSearchFindsTheNameFirst shows that a name is the first match of itself among similar names, and
// that pages are parts of the whole answer.
func TestSearchFindsTheNameFirst(t *testing.T) {
	ix := openSearch(t, servers)
	all, total := searched(t, ix, map[string]any{"visibility": "public"})
	private, more := searched(t, ix, map[string]any{"visibility": "private"})
	if total+more != 18 {
		t.Fatalf("found %d and %d symbols", total, more)
	}
	for _, symbol := range append(all, private...) {
		name := symbol[strings.LastIndexAny(symbol, "./")+1:]
		got, total := searched(t, ix, map[string]any{"pattern": name})
		if len(got) == 0 || !strings.HasPrefix(got[0], "exact ") || !strings.EqualFold(got[0][strings.LastIndexAny(got[0], "./")+1:], name) {
			t.Errorf("%s is not first of %q", name, got)
		}
		var pages []string
		for offset := 0; offset < total+2; offset += 2 {
			page, n := searched(t, ix, map[string]any{"pattern": name, "max_results": 2, "offset": offset})
			if n != total {
				t.Errorf("%s from %d on: total_found is %d, and was %d", name, offset, n, total)
			}
			pages = append(pages, page...)
		}
		if !slices.Equal(got, pages) {
			t.Errorf("%s: the pages are %q, and the whole is %q", name, pages, got)
		}
	}
}

func TestSearchRefusesWhatItWouldMisread(t *testing.T) {
	ix := openSearch(t, servers)
	for pattern, want := range map[string]string{
		"":                                      "is empty",
		"  ":                                    "is empty",
		"knd:type":                              "filter knd: is unknown",
		"dir:internal":                          "filter dir: is unknown",
		"kind:":                                 `filter "kind:" has no value`,
		"kind:struckt":                          `filter kind: takes no "struckt"`,
		"-is:public":                            `filter -is: takes no "public"`,
		"lang:cobol":                            `filter lang: takes no "cobol"`,
		"is:external -is:external x":            "external symbols, and for no external ones",
		"in:nowhere/":                           `scope "nowhere/" is unknown: it matches no file`,
		"x in:/http/":                           `scope "/http/" is unknown: it matches no file`,
		"x in:/":                                `scope "/" is unknown: it matches no file`,
		"x in:,":                                "a filter path: is empty",
		"(*)":                                   "is empty",
		"[]":                                    "is empty",
		".":                                     "is empty",
		"NHS is:exported -is:exported":          "exported symbols, and for no exported ones",
		"NHS is:test -is:test":                  "symbols in tests, and for none in tests",
		"kind:func -kind:func":                  "the filters exclude every kind",
		"lang:go -lang:go":                      "the filters exclude every kind or language",
		"serve is:external in:http":             "external symbols have no file",
		"serve is:external is:test":             "external symbols have no file",
		"a b c d e f g h i j k l m n o p q a Q": "the pattern has 17 words, and may have 16",
		strings.Repeat("x", 1001):               "the pattern has 1001 bytes",
	} {
		_, err := operationNamed(t, "search").Run(context.Background(), ix, map[string]any{"pattern": pattern})
		var hint interface{ Hint() string }
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &hint) {
			t.Errorf("%.20q: got %v, want %s", pattern, err, want)
		}
	}
	for want, args := range map[string]map[string]any{
		"exported symbols, and for no exported ones": {"pattern": "is:exported", "visibility": "private"},
		"symbols in tests, and for none in tests":    {"pattern": "is:test", "include_tests": false},
		"the filters exclude every kind":             {"pattern": "kind:func", "kinds": []string{"struct"}},
		"external symbols have no file":              {"pattern": "is:external", "path_prefix": "http/"},
		"ref_count_min 5 is above ref_count_max 3":   {"pattern": "x", "ref_count_min": 5, "ref_count_max": 3},
	} {
		if _, err := operationNamed(t, "search").Run(context.Background(), ix, args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: got %v, want %s", args, err, want)
		}
	}
}

// TestSearchFindsStableNames shows that a stable name with a suffix finds its symbol, alone or by its
// end. Without the suffix, all symbols of that name match.
func TestSearchFindsStableNames(t *testing.T) {
	ix := openSearch(t, "function a.run#a/one.go a/one.go\nfunction a.run#a/two.go a/two.go\nfunction a.run a/three.go\nfunction a.init~2\nfunction a.init\nfunction b.go\n")
	for pattern, want := range map[string][]string{
		"example.com/a.run#a/two.go": {"exact a.run#a/two.go", "exact a.run", "exact a.run#a/one.go"},
		"a.run#a/two.go":             {"exact a.run#a/two.go", "exact a.run", "exact a.run#a/one.go"},
		"run#a/one.go":               {"exact a.run#a/one.go", "exact a.run", "exact a.run#a/two.go"},
		"example.com/a.init~2":       {"exact a.init~2", "exact a.init"},
		"example.com/a.run":          {"exact a.run", "exact a.run#a/one.go", "exact a.run#a/two.go"},
		"a.run#a/four.go":            {"exact a.run", "exact a.run#a/one.go", "exact a.run#a/two.go"},
	} {
		got, _ := searched(t, ix, map[string]any{"pattern": pattern})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
		a, err := operationNamed(t, "symbols").Run(context.Background(), ix, map[string]any{"pattern": pattern})
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(pattern, "example.com/") && len(a.Table().Rows) != 1 {
			t.Errorf("symbols --pattern %s: %v", pattern, a.Table().Rows)
		}
	}
}

// TestSymbolsByPattern shows that a pattern with a dot matches the end of a qualified name. The answer
// tells when a pattern matches nothing because it must match a whole name.
func TestSymbolsByPattern(t *testing.T) {
	ix := openSearch(t, "struct a.Head\nmethod a.Head.Init\nmethod a.Head.Close\nstruct b.Headers\nmethod b.Ahead.Init\n")
	const wider = `a pattern matches whole names; "*ead.*" would match inside them too`
	for pattern, want := range map[string]string{
		"Head.*":    "a.Head.Close a.Head.Init",
		"Head.Init": "a.Head.Init",
		"a.Head":    "a.Head",
		"Head*":     "a.Head b.Headers",
		"Head%":     "a.Head b.Headers",
		"*ead.*":    "a.Head.Close a.Head.Init b.Ahead.Init",
		"ead.*":     wider,
		"ead.Init":  "",
	} {
		a, err := operationNamed(t, "symbols").Run(context.Background(), ix, map[string]any{"pattern": pattern})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, row := range a.Table().Rows {
			got = append(got, strings.TrimPrefix(row[2].(string), "example.com/"))
		}
		if suggested := suggestion(t, a); suggested != "" {
			got = append(got, suggested)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
	a, err := operationNamed(t, "search").Run(context.Background(), ix, map[string]any{"pattern": "ead.*"})
	if err != nil {
		t.Fatal(err)
	}
	if got := suggestion(t, a); got != wider {
		t.Errorf("search: got %q, want %q", got, wider)
	}
}

// suggestion returns the suggestion of an answer's JSON.
func suggestion(t *testing.T, a queries.Answer) string {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var reply struct{ Suggestion string }
	if err := json.Unmarshal(text, &reply); err != nil {
		t.Fatal(err)
	}
	return reply.Suggestion
}

// TestSearchSuggestsWhatIsOutside shows that an answer mentions external symbols of the name when the
// repository has only similar names.
func TestSearchSuggestsWhatIsOutside(t *testing.T) {
	ix := openSearch(t, servers+"external function net/http.Handlers\nexternal function net/http.Observer\n")
	for pattern, want := range map[string]string{
		"Handlers":             "1 outside the repository: add is:external to the pattern",
		"Observer":             "",
		"Handlers in:http":     "",
		"Handlers is:external": "",
	} {
		a, err := operationNamed(t, "search").Run(context.Background(), ix, map[string]any{"pattern": pattern})
		if err != nil {
			t.Fatal(err)
		}
		if got := suggestion(t, a); got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
}

// TestSearchEndsWithItsContext shows that a search ends when its context ends.
func TestSearchEndsWithItsContext(t *testing.T) {
	ix := openSearch(t, servers)
	searched(t, ix, map[string]any{"pattern": "server"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := operationNamed(t, "search").Run(ctx, ix, map[string]any{"pattern": "server"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
