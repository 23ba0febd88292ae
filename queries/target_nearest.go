package queries

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/schema"
)

//go:embed sql/target_nearest.sql
var targetNearestSQL string

// unknown says what the target may have meant: a place that is not there, a symbol of
// another kind, or the nearest names of the right kinds.
func (r resolver) unknown(ctx context.Context) error {
	if err := r.zeroth(ctx); err != nil {
		return err
	}
	if p, ok := ParsePlace(r.target); ok {
		if _, err := r.within(ctx, &p, r.ix.filesEnding); err != nil {
			return err
		}
		return r.nowhere(ctx, p)
	}
	typed := r.target
	for _, f := range plainer(r.target) {
		kinds := f.kinds
		if kinds == nil {
			kinds = allKinds()
		}
		other, err := r.as(f).named(ctx, kinds)
		if err != nil {
			return err
		}
		if len(other) > 0 {
			return r.ofOtherKind(ctx, other)
		}
		if !f.dotted {
			typed = f.text
		}
	}
	e := &TargetError{Target: r.target}
	if found, err := r.anyPackage(ctx, ""); err == nil && len(found) > 0 {
		e.OtherKind, e.Advice = true, r.itIs(found[0].Kind)+"; dependencies, dependents and skeleton take it"
		return e
	}
	near, err := r.near(ctx, nameOf(typed))
	if err != nil {
		return err
	}
	e.Candidates, e.Total = near, len(near)
	e.Nothing = true
	if types.Universe.Lookup(r.target) != nil {
		e.Reason = "it is built into Go, and such names are not indexed"
	}
	e.Advice = "the nearest names are:"
	if wider, is := Wider(r.target); is {
		e.Nothing = false
		e.Advice = wider + ". The nearest names are:"
	}
	if e.Total == 0 {
		e.Advice = fmt.Sprintf("no %s has a name like it; cortex query search finds names by their parts", either(r.kinds))
	}
	return e
}

// itIs says that the target is something else than what the operation takes.
func (r resolver) itIs(kind string) string {
	return fmt.Sprintf("it is %s, and here a target has to be one of: %s", article(kind), strings.Join(r.kinds, ", "))
}

// ofOtherKind says that the target names symbols of kinds that the operation does not take,
// which operations do, and what may have been meant: of a type, the members of it that the
// operation takes. Where there are several, the type is meant.
func (r resolver) ofOtherKind(ctx context.Context, others []match) error {
	e := &TargetError{Target: r.target, OtherKind: true}
	isType := func(m match) bool { return schema.Kind(m.Kind).IsType() }
	other, take := others[0], "references and impact take it"
	if i := slices.IndexFunc(others, isType); i >= 0 {
		other, take = others[i], "references, impact, type_usages and type_hierarchy take it"
		var err error
		if e.Candidates, err = r.near(ctx, nameOf(schema.BaseSymbol(other.Symbol.Symbol)+".")); err != nil {
			return err
		}
	}
	e.Advice = r.itIs(other.Kind) + "; " + take
	if e.Total = len(e.Candidates); e.Total > 0 {
		e.Advice += ". Did you mean:"
	}
	return e
}

// name is a name that was typed, taken apart.
type name struct {
	directory string // what stands before the package's last path element; may be empty
	holder    string // package, type or both, with a dot between; may be empty
	last      string // empty when any of the holder's members will do
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

// meansType reports whether what holds the name seems to be a type, not a package.
func (n name) meansType() bool {
	return strings.Contains(n.holder, ".") || strings.ContainsFunc(n.holder, unicode.IsUpper)
}

// near returns the symbols of the kinds that are likeliest to have been meant by a name.
func (r resolver) near(ctx context.Context, n name) ([]Candidate, error) {
	if err := r.ix.Attach(ctx, "symbols"); err != nil {
		return nil, err
	}
	rows, err := r.ix.db.QueryContext(ctx, targetNearestSQL, ending(n.last), ending(n.holder), ending(n.directory), n.meansType(), r.kinds, maxNearest)
	if err != nil {
		return nil, fmt.Errorf("look for names like %q: %w", cut(r.target), err)
	}
	defer rows.Close()
	var out []Candidate
	for rows.Next() {
		var s Symbol
		var file sql.NullString
		var line sql.NullInt64
		if err := rows.Scan(&s.Symbol, &s.Kind, &file, &line); err != nil {
			return nil, fmt.Errorf("look for names like %q: %w", cut(r.target), err)
		}
		s.File, s.StartLine = file.String, int(line.Int64)
		out = append(out, candidate(s))
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("look for names like %q: %w", cut(r.target), err)
	}
	return slices.Clip(out), nil
}

// article is a noun with the article before it.
func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
