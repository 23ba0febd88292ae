package analysis

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
	"github.com/cortex-index/cortex/schema"
)

//go:embed type_hierarchy.sql
var typeHierarchySQL string

//go:embed type_hierarchy_aliases.sql
var typeHierarchyAliasesSQL string

// hierarchy is what a type is related to.
type hierarchy struct {
	Symbol        string    `json:"symbol"`
	AliasOf       string    `json:"alias_of,omitempty"` // the type that it is another name of, whose relations these are
	Implements    []related `json:"implements"`
	ImplementedBy []related `json:"implemented_by"`
	Composes      []related `json:"composes"`
	ComposedBy    []related `json:"composed_by"`
	TotalFound    int       `json:"total_found"` // of all four
	TotalReturned int       `json:"total_returned"`
}

type related struct {
	Symbol     SymbolInfo `json:"symbol"`
	Kind       string     `json:"kind"` // interface_impl, inheritance, embedding or composition
	Depth      int        `json:"depth"`
	ViaPointer bool       `json:"via_pointer,omitempty"` // only the pointer to the type implements the interface
}

type hierarchyAnswer struct {
	*head
	Hierarchy hierarchy `json:"hierarchy"`
}

type hierarchyArgs struct {
	Target       string `arg:"target" required:"" positional:"" help:"a type: a name, file:line[:column]"`
	IncludeTests bool   `arg:"include_tests" default:"true" help:"return what is in test files too"`
	pages
}

// typeKinds are the kinds of types.
func typeKinds() []schema.Kind {
	var out []schema.Kind
	for _, k := range schema.Kind("").Values() {
		if schema.Kind(k).IsType() {
			out = append(out, schema.Kind(k))
		}
	}
	return out
}

func typeHierarchy() queries.Operation {
	return declare(queries.Operation{
		Name:    "type_hierarchy",
		Summary: "what a type implements, is implemented by, embeds, and is embedded in",
		Help: `What is embedded in what a type embeds stands at a depth of 2, and so on. Fields of
another type are its composition, at a depth of 1: pointers to it, slices and maps of it
count. An interface is implemented by what has all its methods, so that depth is always 1.`,
		Example: "type_hierarchy error",
	}, func(ctx context.Context, ix *queries.Index, args hierarchyArgs, h *head) (*hierarchyAnswer, error) {
		target, err := h.one(ctx, ix, args.Target, typeKinds())
		if err != nil {
			return nil, err
		}
		a := &hierarchyAnswer{head: h, Hierarchy: hierarchy{Symbol: target.Symbol, Implements: []related{}, ImplementedBy: []related{}, Composes: []related{}, ComposedBy: []related{}}}
		if err := a.read(ctx, ix, target.ID, args); err != nil {
			return nil, fmt.Errorf("type hierarchy of %s: %w", target.Symbol, err)
		}
		meant, err := a.unalias(ctx, ix, target)
		if err != nil {
			return nil, fmt.Errorf("type hierarchy of %s: %w", target.Symbol, err)
		}
		h.Because, err = graph.RelationDoubts(ctx, ix, append(meant, target))
		return a, err
	})
}

// unalias says what the target is another name of, and returns that.
func (a *hierarchyAnswer) unalias(ctx context.Context, ix *queries.Index, target queries.Symbol) ([]queries.Symbol, error) {
	if target.Kind != string(schema.KindTypeAlias) {
		return nil, nil
	}
	rows, err := ix.Query(ctx, typeHierarchyAliasesSQL, target.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var meant []queries.Symbol
	for rows.Next() {
		var s queries.Symbol
		if err := rows.Scan(&s.ID, &s.Symbol, &s.Kind, &s.File); err != nil {
			return nil, err
		}
		meant = append(meant, s)
	}
	if len(meant) == 0 {
		a.note("%s is an alias, and of no type that has a name in the index", queries.ShortName(target.Symbol))
		return nil, rows.Err()
	}
	a.Hierarchy.AliasOf = meant[len(meant)-1].Symbol
	a.note("%s is an alias: the relations are those of %s", queries.ShortName(target.Symbol), a.Hierarchy.AliasOf)
	return meant, rows.Err()
}

// one returns the one symbol that a target names, and notes how it was read.
func (h *head) one(ctx context.Context, ix *queries.Index, target string, kinds []schema.Kind) (queries.Symbol, error) {
	found, err := ix.Resolve(ctx, target, kinds)
	if err != nil {
		return queries.Symbol{}, err
	}
	if len(found) > 1 {
		e := &queries.TargetError{Target: target, Ambiguous: true, Total: len(found), Advice: "name one of them:"}
		for _, s := range found[:min(len(found), 10)] {
			c := queries.Candidate{Symbol: s.Symbol, Kind: s.Kind, Position: s.File}
			if s.StartLine > 0 {
				c.Position = fmt.Sprintf("%s:%d", s.File, s.StartLine)
			}
			e.Candidates = append(e.Candidates, c)
		}
		return queries.Symbol{}, e
	}
	h.read(found[0])
	return found[0], nil
}

func (a *hierarchyAnswer) read(ctx context.Context, ix *queries.Index, id int32, args hierarchyArgs) error {
	if err := prepare(ctx, ix); err != nil {
		return err
	}
	rows, err := ix.Query(ctx, typeHierarchySQL, id, args.IncludeTests, args.MaxResults, args.Offset)
	if err != nil {
		return err
	}
	defer rows.Close()
	t := &a.table
	t.Columns, t.GroupBy, t.Order, t.Subject = []string{"position", "relation", "how", "depth", "kind", "symbol", "via_pointer"}, 2, 1, 5
	parts := map[string]*[]related{"implements": &a.Hierarchy.Implements, "implemented_by": &a.Hierarchy.ImplementedBy, "composes": &a.Hierarchy.Composes, "composed_by": &a.Hierarchy.ComposedBy}
	for rows.Next() {
		var r related
		var part string
		into, made := info()
		if err := rows.Scan(append(into, &part, &r.Kind, &r.Depth, &r.ViaPointer, &a.Hierarchy.TotalFound)...); err != nil {
			return err
		}
		r.Symbol = made()
		*parts[part] = append(*parts[part], r)
		a.add(r, r.Symbol.position(), part, r.Kind, int64(r.Depth), r.Symbol.Kind, r.Symbol.Symbol, r.ViaPointer)
	}
	if len(t.Rows) == 0 && args.Offset > 0 { // how many there are stands in rows
		first := &hierarchyAnswer{head: &head{}}
		args := args
		args.MaxResults, args.Offset = 1, 0
		if err := first.read(ctx, ix, id, args); err != nil {
			return err
		}
		a.Hierarchy.TotalFound = first.Hierarchy.TotalFound
	}
	a.Hierarchy.TotalReturned = len(t.Rows)
	a.page(a.Hierarchy.TotalFound, a.Hierarchy.TotalReturned, args.Offset)
	return rows.Err()
}
