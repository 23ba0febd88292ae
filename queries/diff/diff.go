package diff

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/selection"
	"github.com/cortex-index/cortex/schema"
)

//go:embed pairs.sql
var pairsSQL string

// Answer is the difference of two indexes.
type Answer struct {
	*answer.Head
	From         Side              `json:"base"`
	To           Side              `json:"head"`
	NotAlike     []string          `json:"not_alike"` // the options in which the indexes differ; any makes gates senseless
	Modules      []Module          `json:"modules"`
	Files        []File            `json:"files"`
	Moves        []Move            `json:"moves"`
	Changed      []Function        `json:"changed"`
	Types        []Type            `json:"types"`
	Edges        Edges             `json:"edges"`
	Dependencies []Dependency      `json:"dependencies"`
	Requirements []Requirement     `json:"requirements"` // declared dependencies with another version
	Cycles       []Cycle           `json:"cycles"`
	Unused       []Symbol          `json:"unused"`    // nothing can reach them any more
	Uncalled     []Uncalled        `json:"uncalled"`  // their last user outside tests is gone
	Untouched    []Untouched       `json:"untouched"` // another signature, and callers that are as before
	Blast        []Package         `json:"blast"`     // users of the changed symbols
	Owners       []Owner           `json:"owners"`    // of the changed files
	Tests        *Tests            `json:"tests"`     // the tests that can reach a change
	Others       int               `json:"others"`    // the other repositories in which a front end looked for uses of broken public symbols
	Elsewhere    []Elsewhere       `json:"elsewhere"` // those uses
	Findings     []queries.Finding `json:"findings"`  // the results that gates can refuse
	tests        int               // changed functions in tests, which reports count
	shown        []string          // the sections of a report; empty for all
}

// ConfigFile is the path of the file with the rules and gates of a repository. Package check reads it.
const ConfigFile = ".cortex.yaml"

// Side is one of the indexes.
type Side struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Dirty      bool   `json:"dirty"`
}

// Symbol is a symbol with its place.
type Symbol struct {
	Symbol string `json:"symbol"`
	Kind   string `json:"kind"`
	File   string `json:"file"`
	Line   int    `json:"line"`
}

// Elsewhere is the use of a symbol in another repository.
type Elsewhere struct {
	Symbol       string `json:"symbol"`
	Repository   string `json:"repository"`
	Commit       string `json:"commit"`
	Version      string `json:"version"`      // of the module, that the repository declares; may be empty
	Declarations int    `json:"declarations"` // that use the symbol
	Place        string `json:"place"`        // the first of them
}

// AddElsewhere adds the uses of broken public symbols in a number of other repositories.
func (a *Answer) AddElsewhere(uses []Elsewhere, others int) {
	a.Elsewhere, a.Others = append(a.Elsewhere, uses...), others
	for _, u := range uses {
		a.Part(u.Place, "elsewhere", u.Symbol, "%s in %s", answer.Plural(u.Declarations, "declaration"), u.Repository)
	}
}

// Broken returns the public symbols whose change can break code outside their module, each with the import path of its package.
func (a *Answer) Broken() (symbols []string, packages map[string]string) {
	packages = map[string]string{}
	for _, m := range a.Modules {
		for _, c := range m.Breaking {
			if _, ok := packages[c.Symbol]; !ok {
				symbols = append(symbols, c.Symbol)
			}
			packages[c.Symbol] = m.Module
		}
	}
	return symbols, packages
}

// Marker fills the table unused.state of an index with the symbols that nothing can reach.
type Marker func(ctx context.Context, ix *queries.Index) error

// args are the arguments of the operation. A front end that opens indexes reads base and head.
type args struct {
	Base string `arg:"base" required:"" positional:"" help:"compare with: an index or a git revision; a..b and a...b name both sides"`
	Head string `arg:"head" positional:"" help:"the changed index or revision (default: the working tree)"`

	Sections []string `arg:"sections" values:"api,changed,consequences,blast,owners,tests" help:"show only these sections after the summary; JSON has all"`
}

var errNoPair = &queries.UsageError{Message: "there is one index, and diff compares two", Advice: "run cortex diff BASE HEAD, or name two indexes in base and head"}

// All returns the operations of the package.
func All(mark Marker) []queries.Operation {
	return []queries.Operation{answer.Declare(queries.Operation{
		Name:    "diff",
		Pair:    true,
		Summary: "compare two indexes: changes of API, code and dependencies, their users and tests",
		Help: `Each of BASE and HEAD is the folder or zip of an index, or a revision of this git repository.
A revision is extracted into the user's cache, from a clone in a temporary folder. Without
HEAD, the working tree is compared. main...HEAD begins where HEAD left main. Public symbols
of Go modules are judged by the rules of apidiff: the verdict is the smallest step of a
semantic version. Other languages have a list of removed and changed symbols instead. Calls,
cycles and dependencies leave out tests. Renamed and moved code is paired by its body.`,
		Example: "diff old/.cortex/index new/.cortex/index",
	}, func(ctx context.Context, ix *queries.Index, args args, h *answer.Head) (*Answer, error) {
		a, err := compare(ctx, ix, h, mark)
		if err == nil {
			a.shown = args.Sections
		}
		return a, err
	})}
}

// session is a comparison on one connection, whose temporary tables pair the symbols.
type session struct {
	ix   *queries.Index
	conn *sql.Conn
	a    *Answer
}

func compare(ctx context.Context, ix *queries.Index, h *answer.Head, mark Marker) (*Answer, error) {
	if ix.Base() == nil {
		return nil, errNoPair
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	before, after := ix.Base().Manifest(), ix.Manifest()
	a := &Answer{Head: h, From: side(before), To: side(after), NotAlike: notAlike(before, after), Elsewhere: []Elsewhere{}, Modules: []Module{}, Files: []File{}, Moves: []Move{}, Changed: []Function{},
		Types: []Type{}, Edges: Edges{[]Edge{}, []Edge{}}, Dependencies: []Dependency{}, Requirements: []Requirement{}, Cycles: []Cycle{}, Unused: []Symbol{}, Uncalled: []Uncalled{},
		Untouched: []Untouched{}, Blast: []Package{}, Owners: []Owner{}, Findings: []queries.Finding{},
		Tests: &Tests{Selected: []selection.Test{}, Commands: []string{}, Files: []selection.Cause{}, Ignored: []string{}, Untested: []Symbol{}}}
	s := &session{ix, conn, a}
	if _, err := conn.ExecContext(ctx, pairsSQL); err != nil {
		return nil, fmt.Errorf("pair the symbols: %w", err)
	}
	for _, step := range []struct {
		what string
		run  func(context.Context) error
	}{
		{"files", s.files}, {"moves", s.moves}, {"functions", s.functions}, {"types", s.types}, {"public symbols", s.api}, {"calls", s.edges},
		{"dependencies", s.dependencies}, {"versions", s.requirements}, {"cycles", s.cycles},
		{"unused symbols", func(ctx context.Context) error { return s.unused(ctx, mark) }},
		{"users", s.users}, {"tests", s.selectTests}, {"owners", s.owners}, {"gaps", s.ask},
	} {
		if err := step.run(ctx); err != nil {
			return nil, fmt.Errorf("compare %s: %w", step.what, err)
		}
		if len(a.Files) == 0 && len(a.NotAlike) == 0 {
			break // nothing else can differ
		}
	}
	a.Tabulate()
	return a, nil
}

func side(m schema.Manifest) Side {
	return Side{m.Repository.FullName(), m.Repository.Commit, m.Repository.Dirty}
}

// notAlike returns the options in which two indexes differ.
func notAlike(a, b schema.Manifest) []string {
	out := []string{}
	differ := func(name string, x, y any) {
		if fmt.Sprint(x) != fmt.Sprint(y) {
			out = append(out, fmt.Sprintf("%s: %v and %v", name, x, y))
		}
	}
	differ("repository", a.Repository.FullName(), b.Repository.FullName())
	differ("version of cortex", a.Generator.Version, b.Generator.Version)
	differ("goos", a.Options.GOOS, b.Options.GOOS)
	differ("goarch", a.Options.GOARCH, b.Options.GOARCH)
	differ("tags", a.Options.Tags, b.Options.Tags)
	differ("tests", a.Options.Tests, b.Options.Tests)
	differ("vendored", a.Options.Vendored, b.Options.Vendored)
	if a.Options.GoVersion != "" && b.Options.GoVersion != "" { // a tree without Go code has none
		differ("go version", a.Options.GoVersion, b.Options.GoVersion)
	}
	differ("SCIP", tools(a), tools(b))
	differ("max file size", a.Options.MaxFileSize, b.Options.MaxFileSize)
	return out
}

// tools lists the indexers of the SCIP indexes that an extraction read.
func tools(m schema.Manifest) string {
	var names []string
	for _, x := range m.Options.SCIP {
		names = append(names, x.Tool)
	}
	slices.Sort(names)
	return cmp.Or(strings.Join(slices.Compact(names), ", "), "none")
}

// NotAlike returns the options in which two indexes differ.
func NotAlike(a, b schema.Manifest) []string { return notAlike(a, b) }

// read runs a statement on the session's connection.
func read[T any](ctx context.Context, s *session, fields func(*T) []any, text string, args ...any) ([]T, error) {
	return queries.Collect(ctx, s.conn.QueryContext, fields, text, args...)
}

// find adds a finding: breaking, new-cycle, new-unused or new-dependency. Gates decide which of them are errors.
func (s *session) find(name, file string, line int, symbol, format string, args ...any) {
	s.a.Findings = append(s.a.Findings, queries.Finding{Name: name, Severity: queries.SeverityWarning, File: file, Line: line, Symbol: symbol, Message: fmt.Sprintf(format, args...)})
}

// ask adds the reasons why users of the changed symbols may be missing.
func (s *session) ask(ctx context.Context) error {
	var ids []int32
	for _, f := range s.a.Changed {
		if f.id != 0 && !f.IsTest && f.isChanged() {
			ids = append(ids, f.id)
		}
	}
	slices.Sort(ids)
	if len(ids) == 0 {
		return nil
	}
	return s.a.Head.Ask(ctx, s.ix, completeness.Asked{About: schema.AboutCallers, IDs: ids})
}
