package lake

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed users.sql
var usersSQL string

// Use is the use of a symbol in the newest commit of a branch of a repository.
type Use struct {
	Symbol       string
	Repository   string
	Commit       string
	Version      string // of the symbol's module, that the repository declares; empty when it declares none
	Declarations int    // that use the symbol
	Place        string // file:line of the first of them
}

// Users returns the uses of symbols in the current commits of a lake, by symbol in the given order. Each symbol has the import path of its package.
func Users(ctx context.Context, ix *queries.Index, symbols []string, packages map[string]string) ([]Use, error) {
	s, err := begin(ctx, ix, choice{Tests: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.arguments(ctx, nil, nil, 1); err != nil {
		return nil, err
	}
	of := map[int64]string{}
	for _, name := range symbols {
		hash := schema.HashSymbol(name)
		if of[hash] == "" {
			if _, err := s.ExecContext(ctx, "INSERT INTO args BY NAME SELECT ? AS symbol_hash", hash); err != nil {
				return nil, err
			}
		}
		of[hash] = name
	}
	type row struct {
		Use
		hash int64
	}
	rows, err := queries.Collect(ctx, s.QueryContext, func(r *row) []any {
		return []any{&r.hash, &r.Repository, &r.Commit, &r.Declarations, &r.Place}
	}, usersSQL)
	if err != nil {
		return nil, err
	}
	versions := map[string]map[[2]string]string{}
	all := []Use{}
	for _, name := range symbols {
		for _, r := range rows {
			if of[r.hash] != name {
				continue
			}
			r.Symbol = name
			pkg := packages[name]
			if versions[pkg] == nil && pkg != "" {
				if versions[pkg], err = s.declared(ctx, pkg); err != nil {
					return nil, err
				}
			}
			r.Version = versions[pkg][[2]string{r.Repository, r.Commit}]
			all = append(all, r.Use)
		}
	}
	return all, nil
}
