// Package contextpack packs the source to read before a change of a symbol into a budget. The source is
// the symbol, its callees and types, its uses, tests and implementations. All pieces have one ranking,
// and one pass fills the budget in that order.
package contextpack

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// All returns the operations of the package.
func All(rank Ranker) []queries.Operation {
	return []queries.Operation{contextOperation(), explore(rank)}
}

type contextArgs struct {
	Target      string `arg:"target" required:"" positional:"" help:"the symbol that is going to change, file:line:column, a package or a file"`
	Kind        string `arg:"kind" help:"only a target of this kind"`
	TokenBudget int    `arg:"token_budget" default:"4000" min:"200" max:"100000" help:"the maximum size, a token counted as 4 bytes"`
}

// piece is a part of a context.
type piece struct {
	Role      string `json:"role"`
	File      string `json:"file"` // empty for external declarations
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Text      string `json:"text"`   // of these lines; … marks omitted parts
	Symbol    string `json:"symbol"` // of callers and tests, the declaration around the place
	Note      string `json:"note,omitempty"`

	short string // the symbol for people
}

type contextAnswer struct {
	*answer.Head
	Target     target.Symbol  `json:"target"`
	Context    []piece        `json:"context"`
	TokenCount int            `json:"token_count"`
	LeftOut    map[string]int `json:"left_out"`           // the number of omitted pieces, by role
	Generated  map[string]int `json:"left_out_generated"` // the number of those in generated files, by role
}

const bytesPerToken = 4

func contextOperation() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "context",
		Summary: "collect the source to read before a change of a symbol, within a budget",
		Help: `Pieces of source, the nearest first, each with its role:
   source          the target with its doc; of a type its methods' signatures too
   receiver        the type that it belongs to
   constructor     of a type, the functions that return it
   callee, type    the symbols that it calls and names, the most used first, without bodies but
                   for private functions that are short or have no other callers
   caller          places that call or use it, spread over callers and packages; of an
                   interface first the calls of its methods, of a type also those, and
                   the calls of its constructors; those through an interface may mean
                   another method
   test            tests that use it, or call a function that does
   interface       the interfaces that it implements
   implementation  the types that implement it
Of a package or a file the pieces are its declarations, the exported and most used first.
The budget counts the pieces as the table format prints them, 4 bytes for a token. The roles
take turns, by their importance. A function of at most 400 lines comes whole, even above the
budget. Another target that takes more than half is folded in its middle.
Tests take a third at most, unless nothing is left but tests. left_out counts the other pieces.
Generated files come last, with at most 3 pieces of a role; left_out_generated counts the
others. Uses by reflection or through function values are not among the pieces.`,
		Example: "context queries.Open --token-budget 2000",
	}, func(ctx context.Context, ix *queries.Index, args contextArgs, h *answer.Head) (*contextAnswer, error) {
		kinds, err := answer.TargetKinds(args.Kind)
		if err != nil {
			return nil, err
		}
		t, err := h.One(ctx, ix, args.Target, kinds)
		var p *pack
		if err != nil {
			found, err := packages(ctx, ix, args.Target, err)
			if unknown := (*target.Error)(nil); errors.As(err, &unknown) && unknown.Nothing && len(strings.Fields(args.Target)) > 2 {
				unknown.Candidates, unknown.Advice = nil, "for a question use explore, which finds code by its words"
			}
			if err != nil {
				return nil, err
			}
			t = found[0]
			h.Read(t)
			p, err = gatherPackage(ctx, ix, t)
			if err != nil {
				return nil, fmt.Errorf("gather the declarations of %s: %w", t.Symbol, err)
			}
		} else if p, err = gather(ctx, ix, t, args.TokenBudget); err != nil {
			return nil, fmt.Errorf("gather the context of %s: %w", t.Symbol, err)
		}
		a := &contextAnswer{Head: h, Target: t, Generated: p.generated}
		used := 0
		a.Context, used, a.LeftOut = p.fill(args.TokenBudget * bytesPerToken)
		a.TokenCount = (used + bytesPerToken - 1) / bytesPerToken
		a.tabulate(args.TokenBudget)
		if t.File == "" {
			h.Reason(schema.ReasonOutsideBody, 1)
		}
		h.Reason(schema.ReasonNoContent, p.withoutText)
		if t.Kind == "package" || t.Kind == "file" {
			return a, h.AskDeclarations(ctx, ix)
		}
		return a, h.Ask(ctx, ix, asked(t)...)
	})
}

// asked returns the facts that a context depends on: the uses of the target, and its implementations.
func asked(t target.Symbol) (all []completeness.Asked) {
	about := []schema.About{schema.AboutReferences}
	switch kind := schema.Kind(t.Kind); {
	case kind.IsType():
		about = append(about, schema.AboutSubtypes)
	case kind == schema.KindInterfaceMethod:
		about = append(about, schema.AboutCallers, schema.AboutSubtypes)
	case answer.IsCallable(t.Kind):
		about = append(about, schema.AboutCallers)
	}
	for _, a := range about {
		all = append(all, completeness.Asked{About: a, IDs: []int32{t.ID}})
	}
	return all
}

// tabulate makes the table and its notes.
func (a *contextAnswer) tabulate(budget int) {
	a.Layout(queries.Table{Columns: []string{"position", "role", "symbol", "text"}, Subject: 2})
	for _, p := range a.Context {
		a.Add(p, answer.Position(p.File, p.StartLine), p.Role, p.Symbol, p.Text)
	}
	a.Note("about %d of %d tokens", a.TokenCount, budget)
	if left := byRole(a.LeftOut); left != "" {
		a.Partial()
		a.Note("left out: %s; raise token_budget for more", left)
	}
	if generated := byRole(a.Generated); generated != "" {
		a.Partial()
		a.Note("left out in generated files: %s", generated)
	}
}

func byRole(counts map[string]int) string {
	var out []string
	for _, role := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, fmt.Sprintf("%s %d", role, counts[role]))
	}
	return strings.Join(out, ", ")
}

// Text returns the pieces, each under a line with its place and its role.
func (a *contextAnswer) Text() string { return textOf(a.Context) }

func textOf(pieces []piece) string {
	var b strings.Builder
	for i, p := range pieces {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.heading() + "\n")
		for line := range strings.Lines(p.Text) {
			b.WriteString(strings.TrimRight(line, "\r\n") + "\n")
		}
	}
	return b.String()
}

func (p piece) heading() string {
	out := p.Role + " " + p.short
	if p.File != "" {
		out = fmt.Sprintf("%s:%d-%d %s", p.File, p.StartLine, p.EndLine, out)
	}
	if p.Note != "" {
		out += ", " + p.Note
	}
	return out
}

// size returns the maximum number of bytes of a piece in Text.
func (p piece) size() int { return len(p.heading()) + len(p.Text) + 3 }
