package target

import (
	"cmp"
	"context"
	"fmt"
	"go/types"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// unknown returns the error for a target that no step resolves: a place that does not exist, a symbol
// of another kind, or the nearest names.
func (r resolver) unknown(ctx context.Context) error {
	if err := r.belowOne(ctx); err != nil {
		return err
	}
	if p, ok := ParsePlace(r.target); ok {
		if _, err := r.complete(ctx, &p, endOfPath); err != nil {
			return err
		}
		return r.nothingAt(ctx, p)
	}
	typed := r.target
	for _, f := range plainer(r.target) {
		kinds := f.kinds
		if kinds == nil {
			kinds = allKinds()
		}
		other, err := r.as(f).namedAs(ctx, kinds)
		if err != nil {
			return err
		}
		if len(other) > 0 {
			if err := r.as(f).orPackage(ctx, other); err != nil {
				break // a package rather than a field
			}
			return r.otherKind(ctx, other)
		}
		if !f.dotted {
			typed = f.text
		}
	}
	e := &Error{Target: r.target}
	if found, err := r.anyPackage(ctx, ""); err == nil && len(found) > 0 {
		e.OtherKind, e.Advice = found[0].Kind, r.takesKinds()+"; dependencies, dependents and skeleton take "+article(found[0].Kind)
		return e
	}
	near, err := r.near(ctx, nameOf(typed))
	if err != nil {
		return err
	}
	e.Candidates, e.Total, e.Nothing = near, len(near), true
	if types.Universe.Lookup(r.target) != nil {
		e.Reason = "it is built into Go, and the index does not have such names"
	}
	if e.Reason == "" {
		if e.Reason, err = r.swallowed(ctx, nameOf(typed).last); err != nil {
			return err
		}
	}
	e.Advice = "the nearest names are:"
	if wider, is := Wider(r.target); is {
		e.Nothing = false
		e.Advice = wider + ". The nearest names are:"
	}
	if e.Total == 0 {
		e.Advice = fmt.Sprintf("find names by their parts with cortex query search: no %s has a similar name", either(r.kinds))
	}
	return e
}

// swallowed returns why a name may be declared in a file with syntax errors, and empty where it is in no such file.
func (r resolver) swallowed(ctx context.Context, name string) (string, error) {
	type place struct {
		file string
		line int
	}
	found, err := queries.Collect(ctx, r.ix.Query, func(p *place) []any { return []any{&p.file, &p.line} }, statement("swallowed"), name)
	if err != nil {
		return "", fmt.Errorf("look for files with syntax errors: %w", err)
	}
	if len(found) == 0 {
		return "", nil
	}
	at := fmt.Sprintf("%s:%d", queries.Echo(found[0].file), found[0].line)
	if n := len(found) - 1; n > 0 {
		at += fmt.Sprintf(" and %d more files", n)
	}
	return "declarations may be missing after syntax errors at " + at, nil
}

// takesKinds returns a sentence with the kinds that the operation takes.
func (r resolver) takesKinds() string { return "this operation takes " + article(either(r.kinds)) }

// either lists kinds in a sentence.
func either(kinds []string) string {
	last := len(kinds) - 1
	switch {
	case len(kinds) == len(allKinds()):
		return "symbol"
	case last < 1:
		return strings.Join(kinds, "")
	}
	return strings.Join(kinds[:last], ", ") + " or " + kinds[last]
}

// otherKind returns the error for a target that names symbols of kinds that the operation does not take. Of several symbols the target
// means the type. The candidates are the members of the type that the operation takes.
func (r resolver) otherKind(ctx context.Context, others []match) error {
	isType := func(m match) bool { return schema.Kind(m.Kind).IsType() }
	other, take := others[0], "references and impact"
	e := &Error{Target: r.target}
	if i := slices.IndexFunc(others, isType); i >= 0 {
		other, take = others[i], "references, impact, type_usages and type_hierarchy"
		var err error
		if e.Candidates, err = r.near(ctx, nameOf(schema.BaseSymbol(other.Symbol.Symbol)+".")); err != nil {
			return err
		}
	}
	e.OtherKind, e.Advice = other.Kind, fmt.Sprintf("%s; %s take %s", r.takesKinds(), take, article(other.Kind))
	if e.Total = len(e.Candidates); e.Total > 0 {
		e.Advice += ". Did you mean:"
	}
	return e
}

// name is a name of a user in its parts.
type name struct {
	directory string // the path before the last path element of the package; may be empty
	holder    string // package, type or both, with a dot between; may be empty
	last      string // empty for any member of the holder
}

func nameOf(typed string) name {
	rest := strings.ReplaceAll(schema.BaseSymbol(PlainName(typed)), ":", ".")
	var n name
	if i := strings.LastIndexByte(rest, '/'); i >= 0 {
		n.directory, rest = rest[:i], rest[i+1:]
	}
	i := strings.LastIndexByte(rest, '.')
	n.holder, n.last = rest[:max(i, 0)], rest[i+1:]
	if n.holder == "" && n.directory != "" { // storage/NewFanout
		i := strings.LastIndexByte(n.directory, '/')
		n.directory, n.holder = n.directory[:max(i, 0)], n.directory[i+1:]
	}
	return n
}

// meansType reports whether the holder of the name looks like a type, not a package.
func (n name) meansType() bool {
	return strings.Contains(n.holder, ".") || strings.ContainsFunc(n.holder, unicode.IsUpper)
}

// near returns the symbols of the kinds that a name most likely means.
func (r resolver) near(ctx context.Context, n name) ([]Candidate, error) {
	found, err := queries.Collect(ctx, r.ix.Query, func(s *Symbol) []any { return []any{&s.Symbol, &s.Kind, &s.File, &s.StartLine} },
		statement("nearest"), ending(n.last), ending(n.holder), ending(n.directory), n.meansType(), r.kinds, maxNearest)
	if err != nil {
		return nil, fmt.Errorf("look for names like %q: %w", queries.Echo(r.target), err)
	}
	var out []Candidate
	for _, s := range found {
		out = append(out, candidate(s))
	}
	return out, nil
}

// aZero matches a place whose line or column is 0 or less.
var aZero = lazily(`^(.+?)(?:#L|:L?)(?:(?:0+|-[0-9]+)(?::-?[0-9]+)?|([1-9][0-9]*):(?:0+|-[0-9]+))$`)

// belowOne returns the error for a line or column of a file that is 0 or less, or nil.
func (r resolver) belowOne(ctx context.Context) error {
	m := aZero().FindStringSubmatch(unquoted(r.target))
	if m == nil {
		return nil
	}
	if !strings.HasSuffix(m[1], ".go") {
		if files, err := endOfPath(ctx, r.ix, slashed(m[1])); err != nil || len(files) == 0 {
			return err
		}
	}
	e := &Error{Target: r.target, Reason: "lines and columns count from 1"}
	if m[2] != "" {
		e.Advice = withoutColumn
	}
	return e
}

// nothingAt returns the error for a place without a symbol of the kinds: the file or the line does not
// exist, or something different is there.
func (r resolver) nothingAt(ctx context.Context, p Place) error {
	e := &Error{Target: r.target}
	lines, err := linesOf(ctx, r.ix, []string{p.File})
	if err != nil {
		return err
	}
	switch n, is := lines[p.File]; {
	case !is:
		return r.noFile(ctx, p, e)
	case p.Line > n:
		e.Reason, e.Nothing, e.Advice = fmt.Sprintf("%s has %d lines", p.File, n), true, "name a symbol, or a line of the file"
		return e
	}
	if err := CheckColumn(ctx, r.ix, r.target, p); err != nil {
		return err
	}
	e.Reason = fmt.Sprintf("there is no %s at %s", either(r.kinds), p)
	around, err := r.query(ctx, "position", p.File, p.Line, p.Column)
	if err != nil {
		return err
	}
	for _, m := range around[:min(len(around), maxNearest)] {
		e.Advice = "the declarations around it:"
		e.Candidates = append(e.Candidates, candidate(m.Symbol))
	}
	e.Total = len(e.Candidates)
	if e.Total > 0 {
		return e
	}
	e.Advice = "name a symbol, or a line of a declaration"
	if p.End > 0 {
		return e
	}
	imported, err := queries.Collect(ctx, r.ix.Query, func(s *string) []any { return []any{s} },
		"SELECT imported_module FROM imports WHERE file_path = $1 AND start_line = $2", p.File, p.Line)
	if err != nil {
		return fmt.Errorf("look for an import at %s: %w", p, err)
	}
	if len(imported) > 0 {
		e.Advice = fmt.Sprintf("the line imports %s: use dependents for its importers, and dependencies for its imports", queries.Echo(imported[0]))
	}
	return e
}

// noFile completes the error for a file that the index does not have.
func (r resolver) noFile(ctx context.Context, p Place, e *Error) error {
	e.Reason, e.Nothing = fmt.Sprintf("no file %s in the index", queries.Echo(p.File)), true
	near, err := nearestPaths(ctx, r.ix, p.File, maxNearest, "file")
	if err != nil {
		return err
	}
	if e.Candidates, err = inFiles(ctx, r.ix, near, p); err != nil {
		return err
	}
	if e.Total = len(near); e.Total > 0 {
		e.Advice = "the nearest files are:"
	}
	return e
}

// linesOf returns the numbers of lines of files by path. It leaves out files that the index does not have.
func linesOf(ctx context.Context, ix *queries.Index, files []string) (map[string]int, error) {
	type file struct {
		path  string
		lines int
	}
	found, err := queries.Collect(ctx, ix.Query, func(f *file) []any { return []any{&f.path, &f.lines} },
		"SELECT file_path, lines_total FROM files WHERE list_contains($1::VARCHAR[], file_path)", files)
	if err != nil {
		return nil, fmt.Errorf("count the lines of files: %w", err)
	}
	lines := map[string]int{}
	for _, f := range found {
		lines[f.path] = f.lines
	}
	return lines, nil
}

// inFiles returns files as candidates for a place. A file with enough lines has the position.
func inFiles(ctx context.Context, ix *queries.Index, files []string, p Place) ([]Candidate, error) {
	lines, err := linesOf(ctx, ix, files)
	if err != nil {
		return nil, err
	}
	var out []Candidate
	for _, f := range files {
		c := Candidate{Symbol: f, Kind: "file"}
		if max(p.Line, p.End) <= lines[f] {
			c.Position = Place{File: f, Line: p.Line, End: p.End}.String()
		}
		out = append(out, c)
	}
	return out, nil
}

// unknownName returns the error for an identifier at a place that is no symbol of the index. It is a
// local or built-in name or a package's, or the code around it was not type-checked.
func (r resolver) unknownName(ctx context.Context, name string, p Place) error {
	const instead = "leave the column out for the declaration around it"
	var problem string
	var untyped bool
	if err := r.ix.QueryRow(ctx, statement("untyped"), p.File, p.Line).Scan(&problem, &untyped); err != nil {
		return fmt.Errorf("look at line %d of %s: %w", p.Line, p.File, err)
	}
	imported, err := queries.Collect(ctx, r.ix.Query, func(s *string) []any { return []any{s} }, statement("import"), p.File, name)
	if err != nil {
		return fmt.Errorf("look at the imports of %s: %w", p.File, err)
	}
	e := &Error{Target: r.target}
	switch {
	case name == "_":
		e.Advice = "the blank identifier is no symbol; " + instead
		return e
	case len(imported) > 0 && problem == "":
		e.Advice = fmt.Sprintf("%s is the name of the package %s there: use package-summary, dependents or dependencies for the package", name, imported[0])
		return e
	case problem != "":
		e.Advice = fmt.Sprintf("the meaning of %s there is unknown because of an error on the line: %s; name the symbol, or %s", name, queries.CutLine(problem), instead)
	case untyped:
		e.Advice = fmt.Sprintf("the meaning of %s there is unknown, because the file was not fully type-checked; name the symbol, or %s", name, instead)
	default:
		e.Advice = fmt.Sprintf("%s is a local name, a label or a built-in name there, which the index does not have; %s", name, instead)
		return e
	}
	named, err := r.withName(ctx, name)
	if err != nil {
		return err
	}
	named = slices.DeleteFunc(slices.Clone(named), func(m match) bool { return !r.takes(m) })
	elsewhere := func(m match) int {
		if path.Dir(m.File) == path.Dir(p.File) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(named, func(a, b match) int { return cmp.Compare(elsewhere(a), elsewhere(b)) })
	for _, m := range named[:min(len(named), maxNearest)] {
		e.Candidates = append(e.Candidates, candidate(m.Symbol))
	}
	if e.Total = len(named); e.Total > 0 {
		e.Advice += "; the symbols with the name:"
	}
	return e
}
