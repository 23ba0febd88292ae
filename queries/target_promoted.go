package queries

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

//go:embed sql/target_embedded.sql
var targetEmbeddedSQL string

//go:embed sql/target_called.sql
var targetCalledSQL string

// embedded is a type that is embedded in another.
type embedded struct {
	id     int32
	symbol string
}

// byPromotion resolves a member that a type has from a type embedded in it, as Go does: to
// the one at the least depth, and ambiguous where there are several.
func (r resolver) byPromotion(ctx context.Context) ([]Symbol, error) {
	i := strings.LastIndexByte(r.plain, '.')
	if i < 1 {
		return nil, nil
	}
	types, err := r.as(form{text: r.plain[:i]}).named(ctx, typeKinds())
	if err != nil || len(types) == 0 {
		return nil, err
	}
	bearers, err := r.bearing(ctx, r.plain[i+1:])
	if err != nil {
		return nil, fmt.Errorf("resolve target %q: %w", cut(r.target), err)
	}
	members := map[string][]match{} // that bear the name, by the type that declares them
	for _, m := range bearers {
		if holder, ok := strings.CutSuffix(schema.BaseSymbol(m.Symbol.Symbol), r.plain[i:]); ok {
			members[holder] = append(members[holder], m.match)
		}
	}
	if len(members) == 0 {
		return nil, nil
	}
	found, err := r.promoted(ctx, types, members)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		if found, err = r.calledThrough(ctx, types, bearers); err != nil {
			return nil, err
		}
	}
	switch {
	case len(found) > 1:
		return nil, r.ambiguous(found)
	case len(found) == 1 && (found[0].Kind == string(schema.KindInterfaceMethod) || found[0].File == ""):
		// An answer about it would be about all that have it: much more than was asked.
		return nil, &TargetError{Target: r.target, Reason: fmt.Sprintf("%s has it from what it embeds, as others may", cut(r.plain[:i])),
			Candidates: []Candidate{candidate(found[0].Symbol)}, Total: 1, Advice: "ask about that, for all that have it:"}
	}
	return symbols(found), nil
}

// calledThrough returns the methods that are called through one of the types, which has them from types outside
// of which nobody knows what they embed.
func (r resolver) calledThrough(ctx context.Context, types []match, bearers []named) ([]match, error) {
	if err := r.ix.Attach(ctx, "calls", "symbols"); err != nil {
		return nil, err
	}
	ids := make([]int32, len(types))
	for i, t := range types {
		ids[i] = t.ID
	}
	rows, err := r.ix.db.QueryContext(ctx, targetCalledSQL, ids, lastIdentifier(r.plain))
	if err != nil {
		return nil, fmt.Errorf("look for what is called through a type: %w", err)
	}
	defer rows.Close()
	var found []match
	for rows.Next() {
		var id int32
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("look for what is called through a type: %w", err)
		}
		for _, n := range bearers {
			if n.ID == id {
				found = append(found, n.match)
			}
		}
	}
	return found, rows.Err()
}

// promoted returns those of the members that each of the types has, itself or from those
// embedded in it, at the least depth at which it has any. Those of a kind that is not taken
// hide others all the same.
func (r resolver) promoted(ctx context.Context, types []match, members map[string][]match) ([]match, error) {
	type walk struct {
		level []embedded
		seen  map[int32]bool
	}
	var walks []*walk
	for _, t := range types {
		walks = append(walks, &walk{[]embedded{{t.ID, t.Symbol.Symbol}}, map[int32]bool{t.ID: true}})
	}
	embeds := map[int32][]embedded{} // by the types that embed them
	var found []match
	for len(walks) > 0 {
		var ids []int32
		walks = slices.DeleteFunc(walks, func(w *walk) bool {
			ended := len(w.level) == 0
			for _, e := range w.level {
				ids = append(ids, e.id)
				for _, m := range members[schema.BaseSymbol(e.symbol)] {
					ended = true
					if r.takes(m) && !slices.ContainsFunc(found, func(f match) bool { return f.ID == m.ID }) {
						found = append(found, m)
					}
				}
			}
			return ended
		})
		if len(walks) == 0 {
			break
		}
		if err := r.ix.embeddedIn(ctx, ids, embeds); err != nil {
			return nil, err
		}
		for _, w := range walks {
			var next []embedded
			for _, e := range w.level {
				for _, in := range embeds[e.id] {
					if !w.seen[in.id] {
						w.seen[in.id] = true
						next = append(next, in)
					}
				}
			}
			w.level = next
		}
	}
	return found, nil
}

// embeddedIn adds the types that are embedded in any of the types.
func (ix *Index) embeddedIn(ctx context.Context, types []int32, embeds map[int32][]embedded) error {
	if err := ix.Attach(ctx, "members", "symbols"); err != nil {
		return err
	}
	rows, err := ix.db.QueryContext(ctx, targetEmbeddedSQL, types)
	if err != nil {
		return fmt.Errorf("look for embedded types: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var in int32
		var e embedded
		if err := rows.Scan(&in, &e.id, &e.symbol); err != nil {
			return fmt.Errorf("look for embedded types: %w", err)
		}
		embeds[in] = append(embeds[in], e)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("look for embedded types: %w", err)
	}
	return nil
}
