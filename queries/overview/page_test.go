package overview

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// hostile lists names that would break out of a page or its script without escapes.
var hostile = []string{
	`</script><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`<!--`, `]]>`, "{{.}}${1}`", `\u003c'&amp;`, "é\u2028\u2029",
}

// hostileRows returns an index with a module and a symbol for each hostile name, each used by the next.
func hostileRows() *schema.Rows {
	rows := &schema.Rows{}
	n := int32(len(hostile))
	for i, name := range hostile {
		id, file := int32(i+1), name+"/x.go"
		user := id%n + 1
		rows.Files = append(rows.Files, schema.File{FileID: id, FilePath: file, Language: "go", ModulePath: name, LinesTotal: 3, Status: schema.StatusOK})
		rows.Modules = append(rows.Modules, schema.Module{ModulePath: name, Language: "go", FileCount: 1, TotalLines: 3})
		rows.Symbols = append(rows.Symbols, schema.Symbol{SymbolID: id, Symbol: "example.com." + name, Name: name, QualifiedName: name, Kind: schema.KindVariable, Language: "go",
			FileID: id, FilePath: file, ModulePath: name, StartLine: 1, EndLine: 1, Signature: name, RefCount: 1, ExternalRefCount: 1})
		rows.Refs = append(rows.Refs, schema.Ref{SymbolID: id, FileID: user, StartLine: 1, StartColumn: 1, EndColumn: 2, Role: schema.RoleRead, EnclosingID: user})
		rows.Imports = append(rows.Imports, schema.Import{ImportID: id, FileID: id, FilePath: file, ModulePath: name, ImportedModule: "x", ImportedModulePath: hostile[user-1], StartLine: 2})
	}
	indextest.Sort(rows)
	return rows
}

// pageOf returns the page of an index.
func pageOf(t *testing.T, rows *schema.Rows, args map[string]any) string {
	t.Helper()
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{Tests: true})
	var pages []string
	for range 2 {
		ix, err := queries.Open(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := dependencyGraph().Run(context.Background(), ix, args)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := answer.(queries.Pager).WritePage(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, b.String())
		ix.Close()
	}
	if pages[0] != pages[1] {
		t.Error("the same index gives two pages")
	}
	return pages[0]
}

var (
	verbatim = regexp.MustCompile(`(?s)(<script[^>]*>|<style>)(.*?)(</script>|</style>)`)
	outside  = regexp.MustCompile(`(?i)https?:|\bfetch\(|XMLHttpRequest|WebSocket|\bimport\(|url\(|@import|innerHTML`)
)

// elements parses a page without its script and style as XML. It checks that the page loads nothing
// from outside.
func elements(t *testing.T, page string) (count map[string]int) {
	t.Helper()
	count = map[string]int{}
	d := xml.NewDecoder(strings.NewReader(verbatim.ReplaceAllString(page, "$1$3")))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		count[e.Name.Local]++
		if slices.Contains([]string{"link", "img", "iframe", "object", "embed", "base", "form"}, e.Name.Local) {
			t.Errorf("the page has an element %s", e.Name.Local)
		}
		for _, a := range e.Attr {
			if a.Name.Local == "src" || strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
				t.Errorf("the page has %s=%q", a.Name.Local, a.Value)
			}
		}
	}
}

// dataOf returns the input of the script of a page.
func dataOf(t *testing.T, page string) (d pageData) {
	t.Helper()
	for _, m := range verbatim.FindAllStringSubmatch(page, -1) {
		if strings.Contains(m[1], "application/json") {
			if err := json.Unmarshal([]byte(m[2]), &d); err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatal("the page has no data")
	return d
}

func TestPageOfHostileNames(t *testing.T) {
	page := pageOf(t, hostileRows(), nil)
	got := elements(t, page)
	if got["script"] != 2 || got["style"] != 1 || got["tr"] != 1+len(hostile) {
		t.Errorf("the page has elements from a name: %v", got)
	}
	var names []string
	d := dataOf(t, page)
	for _, m := range d.Modules {
		names = append(names, m.Name)
	}
	want := slices.Sorted(slices.Values(hostile))
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if len(d.Imports) != len(hostile) {
		t.Errorf("%d imports, want %d", len(d.Imports), len(hostile))
	}
	for _, name := range hostile[:2] {
		if strings.Contains(page, name) {
			t.Errorf("the page has %s without escapes", name)
		}
	}
}

func TestPageAsksForNothing(t *testing.T) {
	page := pageOf(t, indextest.Random(rand.New(rand.NewPCG(1, 1)), indextest.Shape{Functions: 100, Methods: 10, Calls: 300}), nil)
	elements(t, page)
	if found := outside.FindAllString(page, -1); found != nil {
		t.Errorf("the page reaches outside: %q", found)
	}
	if !strings.Contains(page, "default-src 'none'") {
		t.Error("nothing keeps the page from it")
	}
}

func TestPageOfNothing(t *testing.T) {
	page := pageOf(t, &schema.Rows{}, nil)
	elements(t, page)
	if d := dataOf(t, page); d.Modules == nil || d.Imports == nil || len(d.Modules) > 0 {
		t.Errorf("data %+v", d)
	}
	if !strings.Contains(page, "Nothing uses a symbol.") {
		t.Error("the page does not say that nothing is used")
	}
}
