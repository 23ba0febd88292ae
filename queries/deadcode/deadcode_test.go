package deadcode

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

func TestReason(t *testing.T) {
	for _, c := range []struct {
		row  row
		refs int
		want string
	}{
		{row{}, 0, "no use in the index"},
		{row{}, 2, "used only by itself"},
		{row{ownMethods: 2}, 5, "used only by its own methods"},
		{row{users: 2, ownMethods: 1, names: "a.com/x/y.F\na.com/x/y.T.m#_test"}, 3, "only reached from unused y.F, y.T.m#_test"},
		{row{users: 5, names: "y.F\ny.G\ny.H"}, 9, "only reached from unused y.F, y.G, y.H and 2 more"},
		{row{owner: "a.com/x/y.T"}, 0, "no use in the index; its type y.T is unused"},
		{row{calls: true, generated: true}, 0, "no use in the index; its initialiser runs all the same (generated file)"},
		{row{rule: schema.ReasonEmbed}, 0, "embed: variables with a go:embed directive count as used"},
	} {
		c.row.SymbolInfo = answer.SymbolInfo{RefCount: c.refs}
		if got := c.row.reason(nil); got != c.want {
			t.Errorf("%+v: %q, want %q", c.row, got, c.want)
		}
	}
}

// code has a command with used symbols (kept…), unused ones (gone…), and symbols that only an
// assumption keeps (perhaps…).
const code = `
function cmd.main
function cmd.keptByMain
function cmd.goneAlone
function cmd.goneCaller
function cmd.goneCallee
struct cmd.keptType
method cmd.keptType.keptMethod
method cmd.keptType.PerhapsByReflection
method cmd.keptType.goneMethod
method cmd.keptType.perhapsNamed
struct cmd.goneType
method cmd.goneType.GoneMethod
interface cmd.keptFace
interface_method cmd.keptFace.keptMethod
function cmd.perhapsByUnreadCode
function cmd.perhapsUsedByThat
variable cmd.goneVariable
function lib.PerhapsExported
function lib.perhapsByExported
function lib.goneInLib
call cmd.main -> cmd.keptByMain
call cmd.goneCaller -> cmd.goneCallee
value cmd.keptType in cmd.keptByMain
value cmd.keptFace in cmd.keptByMain
override cmd.keptType.keptMethod => cmd.keptFace.keptMethod
call cmd.perhapsByUnreadCode -> cmd.perhapsUsedByThat
call lib.PerhapsExported -> lib.perhapsByExported
`

func openCode(t *testing.T) *queries.Index {
	t.Helper()
	rows := indextest.Parse(t, code)
	rows.Unknowns = []schema.Unknown{
		{About: schema.AboutReferences, Name: "perhapsByUnreadCode", Language: "go", Scope: "example.com/cmd", Reason: schema.ReasonExcludedByBuild, Count: 1},
		{About: schema.AboutReferences, Name: "goneAlone", Language: "go", Scope: "example.com/other", Reason: schema.ReasonExcludedByBuild, Count: 1},
		{About: schema.AboutCallers, Name: "perhapsNamed", Language: "go", Scope: "example.com/cmd", Reason: schema.ReasonTypeErrors, Count: 1},
		{About: schema.AboutCallers, Reason: schema.ReasonUnreadFolder, Count: 1},
	}
	indextest.Sort(rows)
	dir := t.TempDir()
	indextest.Write(t, dir, rows, schema.Options{Tests: true, Content: true})
	ix, err := queries.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// listed returns the names and reasons of an answer, and its reasons with their counts.
func listed(t *testing.T, ix *queries.Index, args map[string]any) (symbols, because string) {
	t.Helper()
	a, err := unusedSymbols().Run(context.Background(), ix, args)
	if err != nil {
		t.Fatal(err)
	}
	var names, reasons []string
	for _, s := range a.(*unusedAnswer).Symbols.Items {
		reason, _, _ := strings.Cut(s.Reason, ":")
		names = append(names, strings.TrimPrefix(s.Symbol, "example.com/")+": "+reason)
	}
	for _, r := range a.(*unusedAnswer).Because {
		reasons = append(reasons, fmt.Sprintf("%s %d", r.Reason, r.Count))
	}
	return strings.Join(names, "\n"), strings.Join(reasons, ", ")
}

func TestUnusedSymbols(t *testing.T) {
	ix := openCode(t)
	const gone = `cmd.goneAlone: no use in the index
cmd.goneCaller: no use in the index
cmd.goneCallee: only reached from unused cmd.goneCaller
cmd.keptType.goneMethod: no use in the index
cmd.goneType: no use in the index
cmd.goneType.GoneMethod: no use in the index; its type cmd.goneType is unused
cmd.goneVariable: no use in the index
`
	for _, c := range []struct {
		mode             string
		includeExported  bool
		symbols, because string
	}{
		{"unreachable", false, gone + "lib.goneInLib: no use in the index",
			"excluded_by_build 2, exported_assumed_used 2, kept_by_reflection 1, type_errors 1, unread_folder 1"},
		{"unreachable", true, gone + "lib.PerhapsExported: no use in the index\nlib.perhapsByExported: only reached from unused lib.PerhapsExported\nlib.goneInLib: no use in the index",
			"excluded_by_build 2, kept_by_reflection 1, type_errors 1, unread_folder 1"},
		{"unreferenced", false, strings.Replace(gone, "cmd.goneCallee: only reached from unused cmd.goneCaller\n", "", 1) + "lib.goneInLib: no use in the index",
			"excluded_by_build 2, exported_assumed_used 2, kept_by_reflection 1, type_errors 1, unread_folder 1"},
		{"kept", false, `cmd.keptType.perhapsNamed: type_errors
cmd.perhapsByUnreadCode: excluded_by_build
cmd.perhapsUsedByThat: excluded_by_build
cmd.keptType.PerhapsByReflection: kept_by_reflection
lib.PerhapsExported: exported_assumed_used
lib.perhapsByExported: exported_assumed_used`, ""},
	} {
		symbols, because := listed(t, ix, map[string]any{"mode": c.mode, "include_exported": c.includeExported})
		if diff := cmp.Diff(c.symbols, symbols); diff != "" {
			t.Errorf("%s, include_exported %t (-want +got):\n%s", c.mode, c.includeExported, diff)
		}
		if diff := cmp.Diff(c.because, because); diff != "" {
			t.Errorf("%s, include_exported %t: reasons (-want +got):\n%s", c.mode, c.includeExported, diff)
		}
	}
}
