package lake

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed callers.sql
	callersSQL string
	//go:embed callees.sql
	calleesSQL string
	//go:embed callers_named.sql
	callersNamedSQL string
	//go:embed callees_named.sql
	calleesNamedSQL string
	//go:embed references.sql
	referencesSQL string
	//go:embed dependents.sql
	dependentsSQL string
	//go:embed search.sql
	searchSQL string
	//go:embed target.sql
	targetSQL string
	//go:embed targets.sql
	targetsSQL string
	//go:embed packages.sql
	packagesSQL string
	//go:embed home.sql
	homeSQL string
	//go:embed versions.sql
	versionsSQL string
	//go:embed through.sql
	throughSQL string
	//go:embed gaps.sql
	gapsSQL string
)

// Operations returns the operations on a lake. They have the names of operations on an index.
func Operations() []queries.Operation {
	return []queries.Operation{
		answer.Declare(queries.Operation{Name: "callers", Summary: "list the callers of a function in all repositories of a lake"}, calls("callers", callersSQL, callersNamedSQL)),
		answer.Declare(queries.Operation{Name: "callees", Summary: "list the functions that a function calls, in all repositories of a lake"}, calls("callees", calleesSQL, calleesNamedSQL)),
		answer.Declare(queries.Operation{Name: "references", Summary: "list the declarations that use a symbol, in all repositories of a lake"}, references),
		answer.Declare(queries.Operation{Name: "dependents", Summary: "list the packages that import a package or Go module, in all repositories of a lake"}, dependents),
		answer.Declare(queries.Operation{Name: "search", Summary: "find symbols by name in all repositories of a lake"}, search),
	}
}

// choice says which commits count, and which results.
type choice struct {
	Repositories []string `arg:"repository" help:"only results in repositories with this name, or that match a pattern with *"`
	Branch       string   `arg:"branch" help:"only the newest commit of the branch NAME in each repository counts"`
	AllCommits   bool     `arg:"all_commits" help:"all stored commits count, and not only the newest of each branch"`
	Tests        bool     `arg:"include_tests" default:"true" help:"include results in tests"`
	MaxResults   int      `arg:"max_results" default:"200" min:"1" max:"100000" help:"the number of results"`
}

type targetArgs struct {
	Target string `arg:"target" required:"" positional:"" help:"the symbol"`
	choice
}

type walkArgs struct {
	Target string `arg:"target" required:"" positional:"" help:"the symbol; or the package, or the path of a Go module and /... for its packages"`
	Depth  int    `arg:"depth" default:"1" min:"1" max:"20" help:"the greatest distance"`
	choice
}

type searchArgs struct {
	Pattern string `arg:"pattern" required:"" positional:"" help:"a part of the name"`
	choice
}

// Result is a declaration or a package in one commit of a repository.
type Result struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Symbol     string `json:"symbol"` // of a package its path
	Name       string `json:"name"`   // that people type
	Kind       string `json:"kind"`
	Depth      int    `json:"depth,omitempty"`
	Relation   string `json:"relation,omitempty"` // call, use or implements
	Evidence   string `json:"evidence,omitempty"`
	IsTest     bool   `json:"is_test"`
	FilePath   string `json:"file_path"` // empty for symbols that no repository of the lake defines
	StartLine  int    `json:"start_line,omitempty"`
	Version    string `json:"version,omitempty"` // of the target's module, that the repository declares
}

// Answer is an answer about a lake.
type Answer struct {
	*answer.Head
	Target     string   `json:"target"`
	Repository int      `json:"repositories"` // in the results
	Total      int      `json:"total_found"`
	Results    []Result `json:"results"`

	name   string // of the target, as people type it
	things string // the noun for a result
}

// session is one question on a connection of its own.
type session struct {
	*sql.Conn
	choice
}

// begin makes the view chosen.
func begin(ctx context.Context, ix *queries.Index, c choice) (*session, error) {
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	from := "current"
	if c.AllCommits {
		from = commits
	}
	if _, err := conn.ExecContext(ctx, `CREATE TEMP TABLE chosen AS SELECT DISTINCT repository, "commit" FROM `+from+` WHERE ? IN ('', branch)`, c.Branch); err != nil {
		conn.Close()
		return nil, fmt.Errorf("choose the commits: %w", err)
	}
	s := &session{conn, c}
	if err := s.known(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return s, nil
}

// arguments makes the view args: a row for each hash and package.
func (s *session) arguments(ctx context.Context, hashes []int64, packages []string, depth int) error {
	if _, err := s.ExecContext(ctx, `CREATE TEMP TABLE args (symbol_hash BIGINT, package VARCHAR, repository VARCHAR, "commit" VARCHAR, last INTEGER, text VARCHAR)`); err != nil {
		return err
	}
	for i := range max(len(hashes), len(packages)) {
		hash, p := int64(0), ""
		if len(hashes) > 0 {
			hash = hashes[i]
		} else {
			p = packages[i]
		}
		if _, err := s.ExecContext(ctx, "INSERT INTO args VALUES (?, ?, '', '', ?, '')", hash, p, depth); err != nil {
			return err
		}
	}
	return nil
}

// symbol is a symbol that a name means.
type symbol struct {
	schema.Kind
	name, short, language, pkg string
	external                   bool
	branch, commit, repository string // of a definition
	definitions                int    // the repositories that define it
}

func (s *symbol) fields() []any {
	return []any{&s.name, &s.short, &s.Kind, &s.language, &s.pkg, &s.external, &s.branch, &s.commit, &s.repository, &s.definitions}
}

// constructors are the names of the methods that run when code calls a class.
var constructors = []string{"__init__", "<init>", "constructor", "initialize", "__construct"}

// hashes returns the hash of the symbol. Of a class, which code calls by its constructor, they are those of its possible constructors too.
func (s symbol) hashes() []int64 {
	out := []int64{schema.HashSymbol(s.name)}
	if s.Kind == schema.KindClass {
		for _, c := range constructors {
			out = append(out, schema.HashSymbol(s.name+"."+c))
		}
	}
	return out
}

// callables are the kinds of symbols that code calls.
var callables = []string{"", string(schema.KindFunction), string(schema.KindMethod), string(schema.KindInterfaceMethod), string(schema.KindClass), string(schema.KindMacro)}

// resolve returns the one symbol that a name means.
func (s *session) resolve(ctx context.Context, text string, kinds []string) (symbol, error) {
	found, err := queries.Collect(ctx, s.QueryContext, (*symbol).fields, targetSQL, text)
	for _, written := range []string{text, strings.NewReplacer("::", ".", `\`, ".", "#", ".").Replace(text)} {
		if err == nil && len(found) == 0 {
			found, err = queries.Collect(ctx, s.QueryContext, (*symbol).fields, targetsSQL, written, kinds)
		}
	}
	switch {
	case err != nil:
		return symbol{}, err
	case len(found) == 0:
		return symbol{}, &queries.UsageError{Message: fmt.Sprintf("target %q names no symbol of the lake", text), Advice: "cortex query search finds symbols that a repository of the lake defines; name others in whole: net/http.Get"}
	case len(found) == 1:
		return found[0], nil
	}
	var names []string
	for _, f := range found[:min(len(found), 10)] {
		where := fmt.Sprintf("%s of %s", f.Kind, f.repository)
		if f.external {
			where = string(f.Kind) + ", external"
		}
		names = append(names, "  "+f.name+"  ("+where+")")
	}
	if len(found) > 10 {
		names = append(names, "  and others")
	}
	return symbol{}, &queries.UsageError{Message: fmt.Sprintf("target %q names several symbols:\n%s", text, strings.Join(names, "\n")), Advice: "name one of them in whole"}
}

// found runs a statement and keeps the results that the choice asks for.
func (s *session) found(ctx context.Context, a *Answer, columns string, fields func(*Result) []any, statement string) error {
	where, values := []string{"true"}, []any(nil)
	if !s.Tests {
		where = append(where, "is_test::INTEGER = 0")
	}
	if queries.IsTestsAlone(ctx) {
		where = append(where, "is_test::INTEGER = 1")
	}
	if len(s.Repositories) > 0 {
		var any []string
		for _, r := range s.Repositories {
			any = append(any, "repository GLOB ?")
			values = append(values, glob(r))
		}
		where = append(where, "("+strings.Join(any, " OR ")+")")
	}
	if _, err := s.ExecContext(ctx, "CREATE TEMP TABLE found AS\n"+statement); err != nil {
		return err
	}
	var err error
	from := " FROM found WHERE " + strings.Join(where, " AND ")
	if err = s.QueryRowContext(ctx, "SELECT count(*), count(DISTINCT repository)"+from, values...).Scan(&a.Total, &a.Repository); err != nil {
		return err
	}
	a.Results, err = queries.Collect(ctx, s.QueryContext, fields, fmt.Sprintf("SELECT %s%s ORDER BY is_test, rowid LIMIT %d", columns, from, s.MaxResults), values...)
	return err
}

// known returns an error for a branch or a repository in the choice that the lake lacks.
func (s *session) known(ctx context.Context) error {
	var n int
	if err := s.QueryRowContext(ctx, "SELECT count(*) FROM chosen").Scan(&n); err != nil {
		return err
	}
	if n == 0 && s.Branch != "" {
		return &queries.UsageError{Message: fmt.Sprintf("branch %q is not in the lake", s.Branch), Advice: "cortex lake list prints the branches"}
	}
	for _, r := range s.Repositories {
		var n int
		if err := s.QueryRowContext(ctx, "SELECT count(*) FROM chosen WHERE repository GLOB ?", glob(r)).Scan(&n); err != nil {
			return err
		}
		if n == 0 {
			return &queries.UsageError{Message: fmt.Sprintf("repository %q is not in the lake", r), Advice: "cortex lake list prints the repositories; a pattern has *"}
		}
	}
	return nil
}

// glob returns a name in which only * is special.
func glob(name string) string { return strings.NewReplacer("[", "[[]", "?", "[?]").Replace(name) }

func calls(name, walk, named string) func(context.Context, *queries.Index, walkArgs, *answer.Head) (*Answer, error) {
	return func(ctx context.Context, ix *queries.Index, args walkArgs, h *answer.Head) (*Answer, error) {
		s, err := begin(ctx, ix, args.choice)
		if err != nil {
			return nil, err
		}
		defer s.Close()
		t, err := s.resolve(ctx, args.Target, callables)
		if err != nil {
			return nil, err
		}
		if err := s.arguments(ctx, t.hashes(), nil, args.Depth); err != nil {
			return nil, err
		}
		if _, err := s.ExecContext(ctx, "CREATE TEMP TABLE walked AS\n"+walk); err != nil {
			return nil, err
		}
		a := &Answer{Head: h, Target: t.name, name: t.short, things: strings.TrimSuffix(name, "s")}
		err = s.found(ctx, a, "repository, \"commit\", symbol, name, kind, is_test, coalesce(file_path, ''), coalesce(start_line, 0), depth, evidence_rank", func(r *Result) []any {
			return []any{&r.Repository, &r.Commit, &r.Symbol, &r.Name, &r.Kind, &r.IsTest, &r.FilePath, &r.StartLine, &r.Depth, &rank{&r.Evidence}}
		}, named)
		if err != nil {
			return nil, err
		}
		about := schema.AboutCallers
		if name == "callees" {
			about = schema.AboutCallees
		}
		if err := s.complete(ctx, a, t, about, args.Depth); err != nil {
			return nil, err
		}
		return a.finish(name == "callers"), nil
	}
}

// rank scans the rank of evidence into its name.
type rank struct{ into *string }

// Scan implements [sql.Scanner].
func (r *rank) Scan(v any) error {
	n, ok := v.(int32)
	*r.into = string(schema.EvidenceOf(int(n)))
	if !ok {
		return fmt.Errorf("evidence %v is no rank", v)
	}
	return nil
}

func references(ctx context.Context, ix *queries.Index, args targetArgs, h *answer.Head) (*Answer, error) {
	s, err := begin(ctx, ix, args.choice)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	t, err := s.resolve(ctx, args.Target, []string{""})
	if err != nil {
		return nil, err
	}
	if err := s.arguments(ctx, []int64{schema.HashSymbol(t.name)}, nil, 1); err != nil {
		return nil, err
	}
	a := &Answer{Head: h, Target: t.name, name: t.short, things: "use"}
	err = s.found(ctx, a, "repository, \"commit\", symbol, name, kind, is_test, coalesce(file_path, ''), coalesce(start_line, 0), relation, evidence", func(r *Result) []any {
		return []any{&r.Repository, &r.Commit, &r.Symbol, &r.Name, &r.Kind, &r.IsTest, &r.FilePath, &r.StartLine, &r.Relation, &r.Evidence}
	}, referencesSQL)
	if err != nil {
		return nil, err
	}
	if err := s.complete(ctx, a, t, schema.AboutReferences, 0); err != nil {
		return nil, err
	}
	return a.finish(true), nil
}

func dependents(ctx context.Context, ix *queries.Index, args walkArgs, h *answer.Head) (*Answer, error) {
	s, err := begin(ctx, ix, args.choice)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	packages, err := queries.Collect(ctx, s.QueryContext, func(p *string) []any { return []any{p} }, packagesSQL, args.Target)
	if err != nil {
		return nil, err
	}
	if len(packages) == 0 {
		return nil, &queries.UsageError{Message: fmt.Sprintf("target %q is no package and no Go module that the lake has or imports", args.Target), Advice: "name an import path in whole"}
	}
	if err := s.arguments(ctx, nil, packages, args.Depth); err != nil {
		return nil, err
	}
	a := &Answer{Head: h, Target: args.Target, name: args.Target, things: "package"}
	err = s.found(ctx, a, "repository, \"commit\", package, is_test = 1, file_path, depth", func(r *Result) []any {
		r.Kind = "package"
		return []any{&r.Repository, &r.Commit, &r.Symbol, &r.IsTest, &r.FilePath, &r.Depth}
	}, dependentsSQL)
	if err != nil {
		return nil, err
	}
	home := symbol{pkg: packages[0], language: "go"}
	err = s.QueryRowContext(ctx, homeSQL, packages[0]).Scan(&home.repository, &home.commit, &home.branch, &home.definitions)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if home.definitions > 1 {
		a.Reason(schema.ReasonSameNames, home.definitions)
	}
	if err := s.versions(ctx, a, home); err != nil {
		return nil, err
	}
	for _, r := range a.Results {
		if !strings.HasSuffix(r.FilePath, ".go") {
			a.Reason(schema.ReasonNamesApart, 1)
		}
	}
	return a.finish(true), nil
}

// complete adds the reasons why results may be missing, and the versions. A walk asks about the target and about all results above its
// depth; for callees it asks about the possible callees of each result too.
func (s *session) complete(ctx context.Context, a *Answer, t symbol, about schema.About, depth int) error {
	asked := "SELECT ?::VARCHAR AS about, ?::BIGINT AS symbol_hash"
	values := []any{string(about), schema.HashSymbol(t.name)}
	if depth > 0 {
		asked += " UNION SELECT ?, symbol_hash FROM found WHERE depth < ?"
		values = append(values, string(about), depth)
	}
	if about == schema.AboutCallees {
		asked += " UNION SELECT ?, symbol_hash FROM found UNION SELECT ?, ?"
		values = append(values, string(schema.AboutPossibleCallees), string(schema.AboutPossibleCallees), schema.HashSymbol(t.name))
	}
	if _, err := s.ExecContext(ctx, "CREATE TEMP TABLE asked AS "+asked, values...); err != nil {
		return err
	}
	type gap struct {
		reason schema.Reason
		count  int
	}
	gaps, err := queries.Collect(ctx, s.QueryContext, func(g *gap) []any { return []any{&g.reason, &g.count} }, gapsSQL)
	if err != nil {
		return err
	}
	for _, g := range gaps {
		a.Reason(g.reason, g.count)
	}
	if t.language != "go" {
		a.Reason(schema.ReasonNamesApart, 1)
	}
	if t.definitions > 1 {
		a.Reason(schema.ReasonSameNames, t.definitions)
	}
	methods := 0
	if depth > 0 {
		if err := s.QueryRowContext(ctx, "SELECT count(*) FROM found WHERE kind IN ('method', 'interface_method') AND depth < ?", depth).Scan(&methods); err != nil {
			return err
		}
	}
	if t.Kind == schema.KindMethod || t.Kind == schema.KindInterfaceMethod || t.Kind == schema.KindInterface {
		methods++
	}
	var repositories int
	if err := s.QueryRowContext(ctx, "SELECT count(DISTINCT repository) FROM chosen").Scan(&repositories); err != nil {
		return err
	}
	if repositories > 1 {
		a.Reason(schema.ReasonAcrossIndexes, methods)
	}
	if about == schema.AboutCallees {
		if t.external {
			a.Reason(schema.ReasonOutsideBody, 1)
		}
		other := map[string]bool{}
		for _, r := range a.Results {
			if r.Repository != t.repository && r.FilePath != "" {
				other[r.Repository] = true
			}
		}
		a.Reason(schema.ReasonVersionSkew, len(other))
		return nil
	}
	if about == schema.AboutReferences && t.Kind == schema.KindMethod {
		var n int
		if err := s.QueryRowContext(ctx, throughSQL, schema.HashSymbol(t.name)).Scan(&n); err != nil {
			return err
		}
		a.Reason(schema.ReasonDispatchNotFollowed, n)
	}
	return s.versions(ctx, a, t)
}

// versions gives each result the version of the target's module that its repository declares.
func (s *session) versions(ctx context.Context, a *Answer, t symbol) error {
	if t.pkg == "" || t.language != "go" {
		return nil
	}
	of, err := s.declared(ctx, t.pkg)
	if err != nil {
		return err
	}
	skewed := map[string]bool{}
	for i := range a.Results {
		r := &a.Results[i]
		if r.Repository == t.repository {
			continue
		}
		r.Version = of[[2]string{r.Repository, r.Commit}]
		if r.Version != "" && t.commit != "" && !t.is(r.Version) {
			skewed[r.Repository] = true
		}
	}
	a.Reason(schema.ReasonVersionSkew, len(skewed))
	return nil
}

// declared returns the versions of the module around a package, by repository and commit.
func (s *session) declared(ctx context.Context, pkg string) (map[[2]string]string, error) {
	type version struct{ repository, commit, version string }
	all, err := queries.Collect(ctx, s.QueryContext, func(v *version) []any { return []any{&v.repository, &v.commit, &v.version} }, versionsSQL, pkg)
	of := map[[2]string]string{}
	for _, v := range all {
		of[[2]string{v.repository, v.commit}] = v.version
	}
	return of, err
}

// is reports whether a version of a Go module is the commit that the lake has of it: by its tag, or as a pseudo-version.
func (s symbol) is(version string) bool {
	if tag, ok := strings.CutPrefix(s.branch, "refs/tags/"); ok && path.Base(tag) == version {
		return true
	}
	at := strings.LastIndexByte(version, '-')
	return at >= 0 && len(version)-at == 13 && strings.HasPrefix(s.commit, version[at+1:])
}

func search(ctx context.Context, ix *queries.Index, args searchArgs, h *answer.Head) (*Answer, error) {
	args.Pattern = strings.ReplaceAll(args.Pattern, "::", ".")
	if strings.ContainsAny(args.Pattern, ` ":*`) {
		return nil, &queries.UsageError{Message: fmt.Sprintf("pattern %q has filters or several words", args.Pattern), Advice: "with --lake, give a part of one name, and --repository to narrow it"}
	}
	s, err := begin(ctx, ix, args.choice)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.arguments(ctx, nil, []string{""}, 0); err != nil {
		return nil, err
	}
	if _, err := s.ExecContext(ctx, "UPDATE args SET text = ?", strings.ToLower(args.Pattern)); err != nil {
		return nil, err
	}
	a := &Answer{Head: h, Target: args.Pattern, name: args.Pattern, things: "symbol"}
	err = s.found(ctx, a, "repository, \"commit\", symbol, name, kind, is_test, coalesce(file_path, ''), coalesce(start_line, 0)", func(r *Result) []any {
		return []any{&r.Repository, &r.Commit, &r.Symbol, &r.Name, &r.Kind, &r.IsTest, &r.FilePath, &r.StartLine}
	}, searchSQL)
	if err != nil {
		return nil, err
	}
	return a.finish(false), nil
}

// finish fills the table.
func (a *Answer) finish(versions bool) *Answer {
	columns := []string{"repository", "position", "depth", "relation", "evidence", "kind", "symbol", "version", "commit"}
	of := func(r Result) []any {
		var depth any
		if r.Depth > 0 {
			depth = int64(r.Depth)
		}
		return []any{r.Repository, answer.Position(r.FilePath, r.StartLine), depth, r.Relation, r.Evidence, r.Kind, r.Symbol, r.Version, r.Commit}
	}
	var keep []int
	for i, c := range columns {
		if c != "version" || versions {
			if slices.ContainsFunc(a.Results, func(r Result) bool { v := of(r)[i]; return v != nil && v != "" }) || len(a.Results) == 0 {
				keep = append(keep, i)
			}
		}
	}
	t := queries.Table{}
	for _, i := range keep {
		t.Columns = append(t.Columns, columns[i])
		if columns[i] == "symbol" {
			t.Subject = len(t.Columns) - 1
		}
	}
	a.Layout(t)
	for _, r := range a.Results {
		var row []any
		for _, i := range keep {
			row = append(row, of(r)[i])
		}
		a.Add(r, row...)
	}
	if len(a.Results) < a.Total {
		a.Partial()
		a.Count("%s; %d shown: raise max_results for others", answer.Plural(a.Total, a.things), len(a.Results))
	} else {
		a.Count("%s", answer.Plural(a.Total, a.things))
	}
	return a
}

// Report lists the results by repository.
func (a *Answer) Report(r queries.Reading) queries.Report {
	var sections []queries.Section
	fold, listed, code := r.Tests == queries.TestsFolded, 0, false
	for _, res := range a.Results {
		code = code || !res.IsTest
	}
	at := map[string]int{}
	for _, res := range a.Results {
		if res.IsTest && fold && code {
			continue
		}
		if res.IsTest {
			listed++
		}
		title := fmt.Sprintf("%s %.7s", res.Repository, res.Commit)
		if res.Version != "" {
			title += ", which declares " + res.Version
		}
		i, ok := at[title]
		if !ok {
			i = len(sections)
			at[title] = i
			sections = append(sections, queries.Section{Title: title})
		}
		cells := []string{cmp.Or(res.Name, res.Symbol), answer.Position(res.FilePath, res.StartLine)}
		if res.Relation != "" {
			cells = append(cells, res.Relation)
		} else if a.things == "symbol" {
			cells = append(cells, answer.KindWord(res.Kind))
		}
		note := ""
		if res.Evidence != "" && res.Evidence != string(schema.EvidenceStatic) {
			note = res.Evidence
		}
		if res.Depth > 1 {
			note = strings.TrimSpace(fmt.Sprintf("depth %d %s", res.Depth, note))
		}
		sections[i].Lines = append(sections[i].Lines, queries.Line{Cells: append(cells, note)})
	}
	out := a.Head.Report(a.title(), sections, r)
	if fold && code {
		tests := 0
		for _, res := range a.Results {
			if res.IsTest {
				tests++
			}
		}
		out.Folded(tests - listed)
	}
	return out
}

// title is the question and the number of results.
func (a *Answer) title() string {
	repositories := answer.Plural(a.Repository, "repository")
	if a.Repository != 1 {
		repositories = answer.Thousands(a.Repository) + " repositories"
	}
	verb := map[string]string{"caller": "callers of ", "callee": "callees of ", "use": "uses of ", "package": "dependents of ", "symbol": "symbols like "}[a.things]
	return fmt.Sprintf("%s%s: %s in %s", verb, a.name, answer.Plural(a.Total, a.things), repositories)
}
