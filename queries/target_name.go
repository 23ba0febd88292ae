package queries

import (
	"cmp"
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

//go:embed sql/target_name.sql
var targetNameSQL string

//go:embed sql/target_name_stored.sql
var targetNameStoredSQL string

// Go spells methods (*T).M and instances F[T].
var (
	receiver = regexp.MustCompile(`\(\*?([^()]*)\)`)
	instance = regexp.MustCompile(`\[[^\[\]]*\]`)
)

// PlainName is a target without Go's own notations: Head.Init of (*Head).Init, Cache.Put of Cache[K, V].Put.
func PlainName(target string) string {
	return instance.ReplaceAllString(receiver.ReplaceAllString(target, "$1"), "")
}

// lastIdentifier is the identifier that a name ends in.
func lastIdentifier(name string) string {
	base := schema.BaseSymbol(name)
	return base[strings.LastIndexAny(base, "./")+1:]
}

// named is a symbol that bears the name of a target.
type named struct {
	match
	qualified, pkg string
	external       bool
}

// byName resolves stable names, whole or but for their suffix, and ends of names.
func (r resolver) byName(ctx context.Context) ([]Symbol, error) {
	found, err := r.named(ctx, r.kinds)
	if err != nil {
		return nil, err
	}
	if len(found) > 1 {
		return nil, r.ambiguous(found)
	}
	if len(found) == 1 && found[0].File == "" && !strings.ContainsAny(r.plain, "./") { // the bare name of what is not here
		return r.reading(r.plain, symbols(found)), nil
	}
	return symbols(found), nil
}

// named returns the symbols of the kinds that the target names, in the first way
// in which it names any, sorted by their stable names.
func (r resolver) named(ctx context.Context, kinds []string) ([]match, error) {
	all, err := r.bearers(ctx)
	if err != nil {
		return nil, err
	}
	mains := map[string]bool{} // packages that hold a function main
	for _, n := range all {
		if n.Symbol.Symbol == n.pkg+".main" && n.Kind == string(schema.KindFunction) {
			mains[n.pkg] = true
		}
	}
	var found []named
	for _, n := range all {
		if n.Symbol.Symbol == schema.BuiltinError && r.plain == "error" && slices.Contains(kinds, n.Kind) {
			return []match{n.match}, nil // and no field that embeds it
		}
		if n.step = n.how(r.target, r.plain, mains); n.step > 0 && slices.Contains(kinds, n.Kind) {
			found = append(found, n)
		}
	}
	slices.SortFunc(found, func(a, b named) int {
		return cmp.Or(a.rank()-b.rank(), strings.Compare(a.Symbol.Symbol, b.Symbol.Symbol))
	})
	var out []match
	for _, n := range found {
		if n.rank() == found[0].rank() {
			out = append(out, n.match)
		}
	}
	return out, nil
}

// rank orders the ways of naming, and in each the repository's symbols first.
func (n named) rank() int {
	if n.external {
		return 2*n.step + 1
	}
	return 2 * n.step
}

// bearers returns all symbols with the target's last identifier, and those named main where
// they bear on what it means.
func (r resolver) bearers(ctx context.Context) ([]named, error) {
	name := lastIdentifier(r.plain)
	out, err := r.bearing(ctx, name)
	if err == nil && name != "main" && strings.HasPrefix(r.plain, "main.") {
		var mains []named // which say what packages are commands
		mains, err = r.bearing(ctx, "main")
		out = slices.Concat(out, mains)
	}
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", cut(r.target), err)
	}
	return out, nil
}

// bearing returns all symbols of a name, and remembers them.
func (r resolver) bearing(ctx context.Context, name string) ([]named, error) {
	if out, ok := r.bears[name]; ok {
		return out, nil
	}
	text, reads := targetNameStoredSQL, []string{"symbols", schema.SymbolNames.Name}
	if table := r.ix.table("symbols"); table != "symbols" || !r.ix.Has(schema.SymbolNames.Name) {
		text, reads = strings.Replace(targetNameSQL, "FROM symbols", "FROM "+table, 1), reads[:1]
	}
	if err := r.ix.Attach(ctx, reads...); err != nil {
		return nil, err
	}
	rows, err := r.ix.db.QueryContext(ctx, text, name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []named
	for rows.Next() {
		var n named
		var file, pkg sql.NullString
		var start, end sql.NullInt64
		if err := rows.Scan(&n.ID, &n.Symbol.Symbol, &n.Kind, &file, &start, &end, &n.qualified, &pkg, &n.external, &n.Refs); err != nil {
			return nil, err
		}
		n.File, n.StartLine, n.EndLine, n.pkg = file.String, int(start.Int64), int(end.Int64), pkg.String
		out = append(out, n)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	r.bears[name] = out
	return out, nil
}

// how says in which way the target, and it as a plain name, names the symbol: 1 by its whole stable name, 2
// by that but for what stands behind # or ~, 3 by an end of it, from a package's path
// element on, or of the qualified name, on name boundaries, 4 by such an end but for
// what stands behind # or ~, or as main.x where the last element of the package's
// path is not main; 0 not at all.
func (n named) how(target, plain string, mains map[string]bool) int {
	symbol := n.Symbol.Symbol
	base := schema.BaseSymbol(symbol)
	suffix := symbol[len(base):]
	switch {
	case symbol == target || symbol == plain:
		return 1
	case base == target || base == plain:
		return 2
	case endsAt(n.qualified+suffix, plain, '.'), endsAt(symbol, plain, '/'):
		return 3
	case endsAt(n.qualified, plain, '.'), endsAt(base, plain, '/'):
		return 4
	}
	if rest, ok := strings.CutPrefix(plain, "main."); ok && mains[n.pkg] && (base == n.pkg+"."+rest || symbol == n.pkg+"."+rest) {
		return 4
	}
	return 0
}

// endsAt reports whether s is the end, or ends in it right behind the boundary.
func endsAt(s, end string, boundary byte) bool {
	rest, ok := strings.CutSuffix(s, end)
	return ok && end != "" && (rest == "" || rest[len(rest)-1] == boundary)
}
