package graph

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed tables.sql
	tablesSQL string
	//go:embed targets.sql
	targetsSQL string
	//go:embed filter.sql
	filterSQL string
	//go:embed filter_initialisers.sql
	filterInitialisersSQL string
	//go:embed levels.sql
	levelsSQL string
	//go:embed results.sql
	resultsSQL string
	//go:embed shown.sql
	shownSQL string
)

// tool offers the operations.
const tool = "cortex_graph"

// maxResolved is the number of targets that an answer names when a pattern matches more.
const maxResolved = 100

// operation is the part of an operation that differs from the others. Each answer takes the same steps: resolve the target, find the
// results, filter and cut them, locate and describe the results that are shown, and read the unknowns.
type operation struct {
	name        string
	kinds       []schema.Kind // of targets; nil when targets are packages and files
	columns     []column      // of the answer as a table
	walks       bool          // over calls
	into        bool          // edges lead from the results to the symbol that they were reached through
	unused      bool          // a name of an imported external package may be a target without a symbol
	locals      bool          // the place of a local variable may be a target
	overridable bool          // a method that a subtype may override may be a target, when no other symbol is
	// statement returns the statement that finds the results, and its arguments.
	statement func(s *session) (text string, args []any)
	// prepare fills temporary tables that the arguments of the statement come from; it may be nil.
	prepare func(ctx context.Context, s *session) error
	// find fills the temporary table found.
	find func(ctx context.Context, s *session) error
	// asks returns the facts that the answer needs. Reasons that depend on the walk come from judge; it may be nil.
	asks  func(s *session) []completeness.Asked
	judge func(ctx context.Context, s *session) error
	// sites are statements that locate results without a place, each after the one before.
	sites []siting
	// finish completes the answer; it may be nil.
	finish func(ctx context.Context, s *session) error
}

// session is one operation on the way to an answer.
type session struct {
	operation
	arguments
	depth, maxPerLevel int
	dispatch           bool
	further            int // the number of steps that a walk goes beyond the depth

	ix       *queries.Index
	conn     *sql.Conn // with the temporary tables
	targets  []target.Symbol
	to       string          // where a path ends, as the user has it
	endings  []target.Symbol // the symbols that to names
	packages []string        // the import paths of the packages whose imports the answer needs
	reached  []reached       // the symbols of a walk that its limit does not cut
	reasons  []completeness.Reason
	answer   *answer
}

// siting is a statement that locates results.
type siting struct {
	text     string
	dispatch bool // its argument is whether the walk followed dynamic dispatch
}

// reached is a symbol of a walk.
type reached struct {
	id       int32
	depth    int
	abstract bool // it is an interface method
}

func newSession(o operation, ix *queries.Index, args arguments) *session {
	return &session{operation: o, arguments: args, depth: 1, maxPerLevel: args.MaxResults, dispatch: true, ix: ix,
		answer: &answer{Operation: o.name, Target: args.Target, Results: []result{}, Because: []completeness.Reason{},
			columns: o.columns, index: ix, walked: o.walks, symbols: o.kinds != nil, into: o.into}}
}

// run answers.
func (s *session) run(ctx context.Context) (_ *answer, err error) {
	began := time.Now()
	if err := s.resolve(ctx); err != nil {
		return nil, err
	}
	if queries.IsExplain(ctx) {
		return s.answer, s.explain(ctx)
	}
	if err := s.reply(ctx); errors.As(err, new(*queries.UsageError)) {
		return nil, err
	} else if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", s.name, s.Target, err)
	}
	a := s.answer
	if a.names, err = s.ix.Names(ctx); err != nil {
		return nil, err
	}
	s.note(s.targets)
	a.addVia(len(s.targets))
	a.known.depth, a.known.maxPerLevel, a.known.maxResults, a.known.targets, a.known.to = s.depth, s.maxPerLevel, s.MaxResults, len(s.targets), s.to
	a.conclude()
	m := s.ix.Manifest().Repository
	a.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "graph", Repository: m.Name, Commit: m.Commit, Reading: strings.Join(a.known.readings, "; ")}
	return a, nil
}

// explain gives the answer the statement that finds the results. It stops at the depth limit; an answer walks one step more, which tells
// whether the walk could go on.
func (s *session) explain(ctx context.Context) (err error) {
	if s.conn, err = s.ix.Conn(ctx); err != nil {
		return err
	}
	defer s.conn.Close()
	if err := s.begin(ctx); err != nil {
		return err
	}
	text, args := s.statement(s)
	s.answer.statement = queries.Inline(text, args)
	return nil
}

// note keeps how the resolver read a target that names nothing as it stands.
func (s *session) note(targets []target.Symbol) {
	if reading := targets[0].Reading; reading != "" {
		s.answer.known.readings = append(s.answer.known.readings, reading)
	}
}

// resolve finds the targets and checks the filters.
func (s *session) resolve(ctx context.Context) (err error) {
	if s.kinds == nil {
		if s.targets, err = target.ResolvePackages(ctx, s.ix, s.Target, s.Kind); err == nil && s.to != "" {
			if s.endings, err = target.ResolvePackages(ctx, s.ix, s.to, ""); err != nil {
				err = fmt.Errorf("argument to: %w", err)
			}
		}
	} else {
		err = s.resolveSymbols(ctx)
	}
	if err != nil {
		return err
	}
	s.answer.Resolved = s.targets[:min(len(s.targets), maxResolved)]
	if t := s.targets[0]; t.Others != nil {
		s.answer.ResolvedAs, s.answer.OtherMatches = t.Symbol, t.Others
	}
	return s.checkPaths(ctx)
}

func (s *session) resolveSymbols(ctx context.Context) error {
	kinds, err := s.only(s.kinds)
	if err != nil {
		return err
	}
	resolve := target.Resolve
	if s.unused {
		resolve = target.ResolveUsed
	}
	s.targets, err = resolve(ctx, s.ix, s.Target, kinds)
	if other := (*target.Error)(nil); s.overridable && s.Kind == "" && errors.As(err, &other) && other.OtherKind == string(schema.KindMethod) {
		err = s.resolveOverridable(ctx, other)
	}
	if err != nil {
		return s.orLocal(ctx, err)
	}
	if s.to == "" {
		return nil
	}
	if s.endings, err = target.Resolve(ctx, s.ix, s.to, s.kinds); err != nil {
		return fmt.Errorf("argument to: %w", err)
	}
	return nil
}

// maxLookedUp is the number of exclude_patterns that are looked up: each costs a statement.
const maxLookedUp = 10

// checkPaths returns an error when the scope matches no file, and notes exclude_patterns that match none.
func (s *session) checkPaths(ctx context.Context) error {
	if err := target.CheckScope(ctx, s.ix, s.Scope); err != nil {
		return err
	}
	for _, p := range s.ExcludePatterns {
		if err := target.CheckPattern("exclude_patterns", p); err != nil {
			return err
		}
	}
	for _, p := range s.ExcludePatterns[:min(len(s.ExcludePatterns), maxLookedUp)] {
		found, err := target.Matches(ctx, s.ix, p)
		if err != nil {
			return err
		}
		if !found && p != "" {
			s.answer.known.idle = append(s.answer.known.idle, p)
		}
	}
	return nil
}

// reply finds, filters, cuts, locates and describes the results, and judges how complete they are.
func (s *session) reply(ctx context.Context) (err error) {
	if s.conn, err = s.ix.Conn(ctx); err != nil {
		return err
	}
	defer s.conn.Close()
	if err := s.begin(ctx); err != nil {
		return err
	}
	s.further = 1
	if err := s.find(ctx, s); err != nil {
		return err
	}
	if err := s.cutDepth(ctx); err != nil {
		return err
	}
	if err := s.filter(ctx); err != nil {
		return fmt.Errorf("filter the results: %w", err)
	}
	if err := s.show(ctx); err != nil {
		return fmt.Errorf("read the results: %w", err)
	}
	if err := s.locate(ctx); err != nil {
		return fmt.Errorf("locate the results: %w", err)
	}
	g, both := errgroup.WithContext(ctx)
	g.Go(func() error { return s.complete(both) })
	g.Go(func() error {
		if queries.IsBrief(ctx) || !s.IncludeContext {
			return nil
		}
		return s.answer.addContext(both, s.ix, s.ContextLines)
	})
	if err := g.Wait(); err != nil {
		return err
	}
	if s.finish != nil {
		return s.finish(ctx, s)
	}
	return nil
}

// begin makes the temporary tables, notes the targets, and prepares the statement.
func (s *session) begin(ctx context.Context) error {
	if err := s.exec(ctx, tablesSQL); err != nil {
		return err
	}
	if s.kinds == nil {
		return nil
	}
	names, kinds := make([]string, len(s.targets)), make([]string, len(s.targets))
	for i, t := range s.targets {
		names[i], kinds[i] = t.Symbol, t.Kind
	}
	if err := s.exec(ctx, targetsSQL, ids(s.targets), names, kinds); err != nil || s.prepare == nil {
		return err
	}
	return s.prepare(ctx, s)
}

// exec runs statements; the arguments are those of the last one.
func (s *session) exec(ctx context.Context, text string, args ...any) error {
	_, err := s.conn.ExecContext(ctx, text, args...)
	return err
}

// walk runs a statement that gives a symbol, its depth and the rank of its evidence, into the table reached. Rows below the depth limit
// say that the walk could go on.
func (s *session) walk(ctx context.Context) error {
	text, args := s.statement(s)
	if err := s.exec(ctx, "INSERT INTO reached\n"+text, args...); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	all, err := queries.Collect(ctx, s.conn.QueryContext, func(r *reached) []any { return []any{&r.id, &r.depth, &r.abstract} },
		"SELECT r.symbol_id, r.depth, s.kind = 'interface_method' FROM reached r JOIN symbols s ON s.symbol_id = r.symbol_id")
	if err != nil {
		return fmt.Errorf("read the walk: %w", err)
	}
	for _, r := range all {
		if r.depth <= s.depth {
			s.reached = append(s.reached, r)
		}
	}
	return nil
}

// cutDepth removes the results below the depth limit and notes whether there are any.
func (s *session) cutDepth(ctx context.Context) error {
	r, err := s.conn.ExecContext(ctx, "DELETE FROM found WHERE depth > $1::INTEGER", s.depth)
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	s.answer.known.beyond = s.answer.known.beyond || n > 0
	return err
}

// filter marks the results that the filters leave out.
func (s *session) filter(ctx context.Context) error {
	var scope, excluded any
	if s.Scope != "" {
		scope = target.PathExpression(s.ix, s.Scope)
	}
	var patterns []string
	for _, p := range s.ExcludePatterns {
		if p != "" {
			patterns = append(patterns, "(?:"+target.PathExpression(s.ix, p)+")")
		}
	}
	if patterns != nil {
		excluded = strings.Join(patterns, "|")
	}
	alone := queries.IsTestsAlone(ctx) && !isChain(s.name)
	if scope == nil && excluded == nil && s.IncludeTests && !alone {
		return nil
	}
	if err := s.exec(ctx, filterSQL, scope, excluded, s.IncludeTests, alone); err != nil {
		return err
	}
	if s.into && s.walks && (scope != nil || excluded != nil) {
		return s.exec(ctx, filterInitialisersSQL, scope, excluded, s.IncludeTests, alone)
	}
	return nil
}

// show counts the results and reads those that the answer shows.
func (s *session) show(ctx context.Context) error {
	type row struct{ depth, found, left, tests, run int }
	levels, err := queries.Collect(ctx, s.conn.QueryContext, func(r *row) []any { return []any{&r.depth, &r.found, &r.left, &r.tests, &r.run} }, levelsSQL)
	if err != nil {
		return err
	}
	left := 0
	for _, l := range levels {
		if l.found > 0 {
			s.answer.known.levels = append(s.answer.known.levels, level{depth: l.depth, found: l.found})
		}
		left += l.left
		s.answer.known.tests += l.tests
		s.answer.known.run += l.run
	}
	if names := s.filterNames(); left > 0 && len(names) > 0 { // --tests only leaves code out without a filter
		s.answer.known.filtered = fmt.Sprintf("%d more left out by %s", left, strings.Join(names, ", "))
	}
	rows, err := s.conn.QueryContext(ctx, resultsSQL, s.maxPerLevel, s.MaxResults)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		r, err := scanResult(rows)
		if err != nil {
			return err
		}
		s.answer.Results = append(s.answer.Results, r)
	}
	return rows.Err()
}

// filterNames are the names of the filter arguments that are given.
func (s *session) filterNames() []string {
	var names []string
	if slices.ContainsFunc(s.ExcludePatterns, func(p string) bool { return p != "" }) {
		names = append(names, "exclude_patterns")
	}
	if !s.IncludeTests {
		names = append(names, "include_tests")
	}
	if s.Scope != "" {
		names = append(names, "scope")
	}
	return names
}

// locate gives each result without a place the first one that a statement of sites finds.
func (s *session) locate(ctx context.Context) error {
	var places map[int32]*result
	for _, statement := range s.sites {
		var id, depth, rank []int32
		places = map[int32]*result{}
		for i := range s.answer.Results {
			if r := &s.answer.Results[i]; r.Site == nil && r.Depth > 0 {
				places[r.id] = r
				id, depth, rank = append(id, r.id), append(depth, int32(r.Depth)), append(rank, int32(r.rank))
			}
		}
		if len(id) == 0 {
			return nil
		}
		if err := s.exec(ctx, "DELETE FROM shown; "+shownSQL, id, depth, rank); err != nil {
			return err
		}
		if err := s.locateBy(ctx, statement, places); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) locateBy(ctx context.Context, by siting, places map[int32]*result) error {
	var args []any
	if by.dispatch {
		args = []any{s.dispatch}
	}
	rows, err := s.conn.QueryContext(ctx, by.text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int32
		var at site
		var via string
		var parent int32
		var sites int
		if err := rows.Scan(&id, &at.fileID, &at.File, &at.Line, &at.Column, &via, &parent, &sites); err != nil {
			return err
		}
		r := places[id]
		r.Site, r.Via, r.parent, r.Sites = &at, via, parent, sites
	}
	return rows.Err()
}

// complete gathers the reasons why the answer may be incomplete.
func (s *session) complete(ctx context.Context) error {
	if err := s.readReasons(ctx); err != nil {
		return fmt.Errorf("judge completeness: %w", err)
	}
	s.add(schema.ReasonUnreadableIndex, queries.Lacking(ctx))
	s.answer.Because, s.answer.Completeness = s.reasons, completeness.Level(s.reasons)
	return nil
}

func (s *session) readReasons(ctx context.Context) error {
	if err := completeness.Begin(ctx, s.conn); err != nil {
		return err
	}
	reasons := []completeness.Reason{} // a list in JSON, if an empty one
	if s.asks != nil {
		asked := s.asks(s)
		for _, a := range slices.Clone(asked) {
			asked = append(asked, s.askedUnused(a.About)...)
		}
		for _, a := range asked {
			if err := completeness.Ask(ctx, s.conn, a); err != nil {
				return err
			}
		}
		if len(asked) > 0 {
			var err error
			if reasons, err = completeness.Read(ctx, s.conn); err != nil {
				return err
			}
		}
	}
	s.reasons = append(reasons, s.reasons...)
	slices.SortStableFunc(s.reasons, func(a, b completeness.Reason) int { return strings.Compare(a.Reason, b.Reason) })
	for _, t := range s.targets {
		s.add(schema.ReasonOutsideEmbedding, t.Promoted, completeness.Place{Symbol: t.Symbol})
	}
	if s.judge == nil {
		return nil
	}
	return s.judge(ctx, s)
}

// askedUnused returns the kind of fact for the targets that have no symbol.
func (s *session) askedUnused(about schema.About) []completeness.Asked {
	var asked []completeness.Asked
	for _, t := range s.targets {
		if t.ID == target.Unused {
			name := t.Symbol[strings.LastIndexByte(t.Symbol, '.')+1:]
			asked = append(asked, completeness.Asked{About: about, Packages: []string{t.Package}, Name: name})
		}
	}
	return asked
}

// add adds a reason that the unknowns do not hold, with its first places.
func (s *session) add(reason schema.Reason, count int, places ...completeness.Place) {
	s.reasons = completeness.Add(s.reasons, reason, count, places...)
}

// count runs a statement that gives one number.
func (s *session) count(ctx context.Context, statement string) (n int, err error) {
	err = s.conn.QueryRowContext(ctx, statement).Scan(&n)
	return n, err
}

// ids are the ids of symbols.
func ids(symbols []target.Symbol) []int32 {
	out := make([]int32, len(symbols))
	for i, t := range symbols {
		out[i] = t.ID
	}
	return out
}

// targetsAre reports whether a target is of one of the kinds.
func (s *session) targetsAre(kinds ...schema.Kind) bool {
	return slices.ContainsFunc(s.targets, func(t target.Symbol) bool { return slices.Contains(kinds, schema.Kind(t.Kind)) })
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// scanResult reads a row of results.sql.
func scanResult(rows *sql.Rows) (result, error) {
	var r result
	var siteID, line, column, fileID, start, end sql.NullInt32
	var file, name, signature sql.NullString
	n := &r.Node
	if err := rows.Scan(&r.Depth, &r.rank, &r.id, &n.Symbol, &n.Kind, &n.External, &n.Test, &n.File, &siteID, &file, &line, &column, &r.Via, &r.label,
		&name, &fileID, &start, &end, &signature); err != nil {
		return r, err
	}
	if r.Depth > 0 { // the start of a path has no edge
		r.Evidence = string(schema.EvidenceOf(r.rank))
	}
	n.ID = path.Base(n.Symbol) // of a package or file
	if name.Valid {
		n.ID, n.Signature, n.fileID, n.StartLine, n.EndLine = name.String, signature.String, fileID.Int32, int(start.Int32), int(end.Int32)
	}
	if siteID.Valid {
		r.Site = &site{File: file.String, Line: int(line.Int32), Column: int(column.Int32), fileID: siteID.Int32}
	}
	return r, nil
}
