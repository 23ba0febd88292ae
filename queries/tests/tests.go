// Package tests lists the tests that can reach a target, and the functions that no test can reach.
package tests

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/selection"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// All returns the operations of the package.
func All() []queries.Operation { return []queries.Operation{tests(), untested()} }

var (
	//go:embed declared.sql
	declaredSQL string
	//go:embed untested.sql
	untestedSQL string
)

type testsArgs struct {
	Target string `arg:"target" required:"" positional:"" help:"a symbol, package, file or position that changes"`
	Kind   string `arg:"kind" help:"only a target of this kind: package, file, function, method, …"`
	Tests  string `arg:"tests" default:"list" values:"list,args" help:"list the tests, or print the commands that run them"`
	answer.Pages
}

// testsAnswer is the answer of tests.
type testsAnswer struct {
	*answer.Head
	Tests         []selection.Test  `json:"selected"`
	Commands      []string          `json:"commands"`
	Files         []selection.Cause `json:"files"`
	Ignored       []string          `json:"ignored_files"`
	TotalFound    int               `json:"total_found"`
	TotalReturned int               `json:"total_returned"`
	TotalTests    int               `json:"total_tests"`     // of the index
	Importing     int               `json:"importing_tests"` // the tests of the packages that import the target

	target string
	args   bool
}

func tests() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "tests",
		Summary: "list the tests that can reach a symbol, package or file",
		Help: `The tests to run after a change of the target. No test that runs the target is left out, as far
as the index has the facts. The list may have tests that do not run it.
A test reaches the symbols that its code uses, and those that they use. It reaches a method
without using its name when it has values of the type, and code may call the interface.
Calls from outside the repository count. Only the packages count that the
package of the test imports, directly or through others.
Code that runs before each test counts: TestMain, init, and variables at package level. Test
data selects the tests of its package. An embedded file selects the tests of all importers;
data in a folder with code selects the tests around it. go.mod and other unknown files select
every test. Documents, licences and the configuration of linters and CI select none.
Benchmarks are no tests here. In Python a test is a file that imports the target's file.
"--tests args" prints commands: go test with -run for each package, and pytest.`,
		Example: "tests queries.Open --tests args",
	}, func(ctx context.Context, ix *queries.Index, args testsArgs, h *answer.Head) (*testsAnswer, error) {
		of, err := subjectOf(ctx, ix, args, h)
		if err != nil {
			return nil, err
		}
		if of.paths == nil {
			return nil, &target.Error{Target: args.Target, Reason: "it is external, and no change of the repository changes it"}
		}
		found, err := selection.Of(ctx, ix, of.change)
		if err != nil {
			return nil, fmt.Errorf("select tests: %w", err)
		}
		a := &testsAnswer{Head: h, Commands: selection.Commands(found.Tests), Files: found.Causes, Ignored: found.Ignored, TotalFound: len(found.Tests),
			TotalTests: found.All, Importing: found.Importing, target: of.name, args: args.Tests == "args"}
		from := min(args.Offset, len(found.Tests))
		a.Tests = found.Tests[from:min(from+args.MaxResults, len(found.Tests))]
		a.TotalReturned = len(a.Tests)
		h.Layout(queries.Table{Columns: []string{"position", "symbol", "evidence", "depth", "via"}, Subject: 1})
		for _, t := range a.Tests {
			h.Add(t, answer.Position(t.File, t.Line), t.Symbol, t.Evidence, int64(t.Depth), t.Via)
		}
		if a.args { // the commands run all tests
			h.Page("test", a.TotalFound, a.TotalFound, 0)
		} else {
			h.Page("test", a.TotalFound, a.TotalReturned, args.Offset)
		}
		for _, c := range found.Causes {
			h.Note("%s selects %s", c.File, c.Rule)
		}
		for _, f := range found.Ignored {
			h.Note("%s is ignored: no build and no test reads it", f)
		}
		if a.TotalFound == 0 {
			h.Note("no test can reach the target: running none shows nothing about it")
		}
		if err := h.AskRules(ctx, ix, of.paths); err != nil {
			return nil, err
		}
		return a, h.AskWhole(ctx, ix)
	})
}

// subject is the change that an answer is about, with its short name, and the paths of its files and packages. External targets have none.
type subject struct {
	change selection.Change
	name   string
	paths  []string
}

// subjectOf resolves the target: a symbol, or otherwise a package or file.
func subjectOf(ctx context.Context, ix *queries.Index, args testsArgs, h *answer.Head) (*subject, error) {
	if args.Kind == "package" || args.Kind == "file" {
		return ofPaths(ctx, ix, args.Target, args.Kind, h)
	}
	kinds, err := answer.TargetKinds(args.Kind)
	if err != nil {
		return nil, err
	}
	found, err := target.Resolve(ctx, ix, args.Target, kinds)
	if errors.As(err, new(*target.Error)) && args.Kind == "" {
		if s, notPath := ofPaths(ctx, ix, args.Target, "", h); notPath == nil {
			return s, nil
		}
	}
	if err != nil {
		return nil, err
	}
	names, err := ix.Names(ctx)
	if err != nil {
		return nil, err
	}
	h.Read(found[0])
	s := &subject{name: args.Target}
	if len(found) == 1 {
		s.name = queries.Readable(names.Short(found[0].Symbol))
	}
	for _, f := range found {
		if f.File != "" {
			s.change.Symbols, s.paths = append(s.change.Symbols, f.ID), append(s.paths, f.File)
		}
	}
	return s, nil
}

// ofPaths is subjectOf for packages and files. Their declarations change.
func ofPaths(ctx context.Context, ix *queries.Index, text, kind string, h *answer.Head) (*subject, error) {
	found, err := target.ResolvePackages(ctx, ix, text, kind)
	if err != nil {
		return nil, err
	}
	s := &subject{name: text}
	if len(found) == 1 {
		s.name = queries.Readable(found[0].Symbol)
	}
	directories, files := []string{""}, []int32{0} // the driver cannot bind an empty list
	for _, p := range found {
		switch {
		case p.Kind == "file":
			files = append(files, p.ID)
		case p.File != "":
			directories = append(directories, p.File)
		default:
			continue
		}
		s.paths = append(s.paths, p.File)
	}
	h.Read(found[0])
	type row struct {
		symbol int32
		path   string
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any { return []any{answer.OrZero(&r.symbol), answer.OrZero(&r.path)} }, declaredSQL, directories, files)
	if err != nil {
		return nil, fmt.Errorf("read the declarations of %s: %w", text, err)
	}
	for _, r := range rows {
		if r.symbol != 0 {
			s.change.Symbols = append(s.change.Symbols, r.symbol)
		} else {
			s.change.Files = append(s.change.Files, selection.File{Path: r.path, Whole: !strings.HasSuffix(r.path, ".go")})
		}
	}
	return s, nil
}

// Report lists the tests of each package, or prints the commands that run them.
func (a *testsAnswer) Report(r queries.Reading) queries.Report {
	if a.args {
		return a.script(r)
	}
	title := fmt.Sprintf("%d of %s can reach %s", a.TotalFound, answer.Plural(a.TotalTests, "test"), a.target)
	if a.Importing > a.TotalFound {
		title += fmt.Sprintf(" (imports alone allow %d)", a.Importing)
	}
	var sections []queries.Section
	for i, t := range a.Tests {
		if i == 0 || a.Tests[i-1].Package != t.Package {
			sections = append(sections, queries.Section{Title: t.Package})
		}
		s := &sections[len(sections)-1]
		s.Lines = append(s.Lines, queries.Line{Cells: []string{t.Name, answer.Position(t.File, t.Line), a.way(t)}})
	}
	return a.Head.Report(title, sections, r)
}

// way says how a test reaches the target.
func (a *testsAnswer) way(t selection.Test) string {
	switch {
	case t.Evidence == string(schema.EvidenceInterface):
		return "through an interface"
	case t.Evidence == string(schema.EvidenceHeuristic):
		return "by imports"
	case t.Depth == 0:
		return "is the target"
	case t.Depth == 1:
		return "uses it"
	}
	return fmt.Sprintf("%d steps, by %s", t.Depth, a.ShortName(t.Via))
}

// script is a report that a shell can run: the notes are comments.
func (a *testsAnswer) script(r queries.Reading) queries.Report {
	s := queries.Section{Text: true}
	line := func(text string) { s.Lines = append(s.Lines, queries.Line{Cells: []string{text}}) }
	for _, c := range a.Commands {
		line(c)
	}
	if len(a.Commands) == 0 {
		line("exit 1 # no command runs a test that can reach the target")
	}
	out := a.Head.Report("", []queries.Section{s}, r)
	for i, n := range out.Notes {
		out.Notes[i] = "# " + strings.ReplaceAll(n, "\n", " ")
	}
	return out
}

type untestedArgs struct {
	answer.Filters
	answer.Pages
}

func untested() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "untested",
		Summary: "list the functions that no test can reach",
		Help: `Functions and methods that no test runs, whatever its input: see the operation tests for the ways
by which a test reaches a function. A function that is not in the list may have no test either.
Tests, vendored code and test data are left out. In Python a function is in
the list when no test file imports its file.`,
		Example: "untested --visibility public",
	}, func(ctx context.Context, ix *queries.Index, args untestedArgs, h *answer.Head) (*answer.SymbolsAnswer, error) {
		bound, err := args.Filters.Bind(ctx, ix)
		if err != nil {
			return nil, err
		}
		ids, err := selection.Untested(ctx, ix)
		if err != nil {
			return nil, fmt.Errorf("find untested functions: %w", err)
		}
		a := &answer.SymbolsAnswer{Head: h}
		rows, total, err := answer.ReadPage(ctx, ix, args.Pages, func(s *answer.SymbolInfo) []any { return a.Symbols.WithTests(s) }, untestedSQL,
			append(bound, append(ids, 0))...)
		if err != nil {
			return nil, fmt.Errorf("read untested functions: %w", err)
		}
		a.Symbols.Items, a.Symbols.TotalFound, a.Symbols.TotalReturned = rows, total, len(rows)
		h.Layout(queries.Table{Columns: []string{"position", "kind", "symbol", "uses"}, Subject: 2})
		for _, s := range rows {
			h.Add(s, s.Position(), s.Kind, s.Symbol, int64(s.RefCount))
		}
		h.Page("function", total, len(rows), args.Offset)
		if err := h.AskRules(ctx, ix, nil); err != nil {
			return nil, err
		}
		return a, h.AskWhole(ctx, ix)
	})
}
