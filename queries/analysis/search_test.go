package analysis_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/analysis"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// servers is a small repository of names that look alike.
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
	for _, op := range analysis.All() {
		if op.Name == name {
			return op
		}
	}
	t.Fatalf("there is no operation %s", name)
	return queries.Operation{}
}

// searched asks, and returns a line for each row: how it matches and its qualified name; and how many
// there are in all.
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
		// The very name before the same in another case, and code before tests.
		{"NewServer", []string{"exact http.NewServer", "exact http.newServer", "words http.NewHTTPServer", "words http.new_http_server", "words http.NewHTTPServerTest"}},
		{"Serve", []string{"exact internal/pool.Serve", "exact http.Server.Serve", "exact http.Server.serve", "prefix http.Server", "prefix http.ServeHTTPNew", "prefix http.Handler.ServeHTTP",
			"prefix internal/pool.servers", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers", "words http.newServer", "words http.new_http_server",
			"words http.NewHTTPServerTest", "substring http.Observer"}},
		// Humps, with the capitals of HTTP or without.
		{"NHS", []string{"humps http.NewHTTPServer", "humps http.new_http_server", "humps http.NewHTTPServerTest"}},
		{"nhs", []string{"humps http.NewHTTPServer", "humps http.new_http_server", "humps http.NewHTTPServerTest"}},
		{"NHTTPS", []string{"humps http.NewHTTPServer", "humps http.NewHTTPServerTest"}},
		// Words in any order and spelling. What is no word of the name may stand before it.
		{"server http", []string{"words http.Server", "words http.NewHTTPServer", "words http.new_http_server", "words http.NewHTTPServerTest", "words http.NewServer",
			"words http.MaxServers", "words http.newServer"}},
		{"serve server", []string{"words http.Server.Serve", "words http.Server.serve", "words http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers",
			"words http.newServer", "words http.new_http_server", "words internal/pool.servers", "words http.NewHTTPServerTest"}},
		{"server serve", []string{"words http.Server.Serve", "words http.Server.serve", "words http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.MaxServers",
			"words http.newServer", "words http.new_http_server", "words internal/pool.servers", "words http.NewHTTPServerTest"}},
		{"resolve pool", []string{"words internal/pool.Resolve"}},
		{"http_server", []string{"words http.NewHTTPServer", "words http.new_http_server", "words http.NewHTTPServerTest"}},
		// Typing errors: a letter too few, two changed places, one too many; none in short names.
		{"Hanlder", []string{"fuzzy http.Handler", "fuzzy http.Server.handler"}},
		{"Obsrver", []string{"fuzzy http.Observer"}},
		{"NewHTPPSever", []string{"fuzzy http.NewHTTPServer"}},
		{"Srv", nil},
		// What stands before the name.
		{"http.Server", []string{"exact http.Server", "words http.NewServer", "words http.NewHTTPServer", "words http.newServer", "words http.new_http_server",
			"words http.NewHTTPServerTest", "words http.MaxServers", "substring http.Observer"}},
		{"Server.Serve", []string{"exact http.Server.Serve", "exact http.Server.serve"}},
		{"(*Server).serve", []string{"exact http.Server.serve", "exact http.Server.Serve"}},
		{"internal/pool.Serve", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"Handler.", []string{"prefix http.Handler.ServeHTTP"}},
		{"pol.Resolve", nil},
		{"Handlr.ServeHTTP", []string{"fuzzy http.Handler.ServeHTTP"}},
		// Patterns of the whole name, which tell case when they hold a capital.
		{"New*Server", []string{"pattern http.NewServer", "pattern http.NewHTTPServer"}},
		{"new*server", []string{"pattern http.NewServer", "pattern http.NewHTTPServer", "pattern http.newServer", "pattern http.new_http_server"}},
		{"?erve", []string{"pattern internal/pool.Serve", "pattern http.Server.Serve", "pattern http.Server.serve"}},
		{"%olve", []string{"pattern internal/pool.Resolve"}},
		{"http.Server.*", []string{"pattern http.Server.Serve", "pattern http.Server.serve", "pattern http.Server.handler"}},
		{"%internal/%olve", []string{"pattern internal/pool.Resolve"}},
		{"%_%_%_%_%_%_%zz", nil},
		// Filters.
		{"serve is:external", []string{"exact net/http.Serve", "prefix net/http.Server"}},
		{"serve in:internal/", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"serve in:http/*_test.go", []string{"words http.NewHTTPServerTest"}},
		{"serve in:inter", []string{"exact internal/pool.Serve", "prefix internal/pool.servers"}},
		{"kind:interface,constant", []string{"http.Handler", "http.MaxServers"}},
		{"kind:type", []string{"http.Server", "http.Handler"}},
		{"handler -kind:field", []string{"exact http.Handler"}},
		{"NHS -is:test", []string{"humps http.NewHTTPServer", "humps http.new_http_server"}},
		{"NHS is:test", []string{"humps http.NewHTTPServerTest"}},
		{"NHS is:exported -in:http/server_test.go", []string{"humps http.NewHTTPServer"}},
		{"NHS lang:go -is:exported", []string{"humps http.new_http_server"}},
		{"Serve kind:func is:exported lang:go in:internal", []string{"exact internal/pool.Serve"}},
		{"NHS is:exported -is:exported", nil},
		{"NHS is:test -is:test", nil},
		{"kind:Interface,CONST lang:Go", []string{"http.Handler", "http.MaxServers"}},
		// In small letters the case is open; in others it is not.
		{"handler", []string{"exact http.Handler", "exact http.Server.handler"}},
		{"Handler", []string{"exact http.Handler", "exact http.Server.handler"}},
		{"Hndlre", []string{"fuzzy http.Handler", "fuzzy http.Server.handler"}},
		{"std::Server", nil},
		// What nobody wrote.
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

// A name is found first by itself, in whatever company, and a page is a part of the whole.
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
		"":                           "the pattern is empty",
		"  ":                         "the pattern is empty",
		"knd:type":                   "there is no filter knd:",
		"path:internal":              "there is no filter path:",
		"kind:":                      `the filter "kind:" says nothing`,
		"kind:struckt":               `the filter kind: takes no "struckt"`,
		"-is:public":                 `the filter -is: takes no "public"`,
		"lang:cobol":                 `the filter lang: takes no "cobol"`,
		"is:external -is:external x": "what is external, and what is not",
		"in:nowhere/":                `the scope "nowhere/" matches no file`,
		strings.Repeat("x", 1001):    "the pattern has 1001 bytes",
	} {
		_, err := operationNamed(t, "search").Run(context.Background(), ix, map[string]any{"pattern": pattern})
		var hint interface{ Hint() string }
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &hint) {
			t.Errorf("%.20q: got %v, want %s", pattern, err, want)
		}
	}
}
