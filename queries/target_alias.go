package queries

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed sql/target_alias.sql
var targetAliasSQL string

// byAlias resolves a name as it stands in files that import its package under a name of their own:
// metav1.ListOptions. Where files give that name to several packages that have such a symbol, it is
// ambiguous.
func (r resolver) byAlias(ctx context.Context) ([]Symbol, error) {
	alias, rest, ok := strings.Cut(r.plain, ".")
	if !ok || alias == "" || rest == "" || strings.ContainsAny(alias, "/#*?%") {
		return nil, nil
	}
	all, err := r.bearing(ctx, lastIdentifier(rest))
	if err != nil || len(all) == 0 {
		return nil, err
	}
	packages, err := r.importedAs(ctx, alias)
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", cut(r.target), err)
	}
	var found []match
	for _, n := range all {
		of, ok := strings.CutSuffix(n.Symbol.Symbol, "."+rest)
		if ok && slices.Contains(packages, of) && r.takes(n.match) {
			found = append(found, n.match)
		}
	}
	if len(found) > 1 {
		return nil, r.ambiguous(found)
	}
	return symbols(found), nil
}

// importedAs are the paths of the packages that files import under a name.
func (r resolver) importedAs(ctx context.Context, alias string) ([]string, error) {
	if err := r.ix.Attach(ctx, "imports"); err != nil {
		return nil, err
	}
	rows, err := r.ix.db.QueryContext(ctx, targetAliasSQL, alias)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var path string
		if err := rows.Scan(&path); err != nil {
			return nil, err
		}
		out = append(out, path)
	}
	return out, rows.Err()
}
