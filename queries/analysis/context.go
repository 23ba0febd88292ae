package analysis

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

type contextArgs struct {
	Target      string `arg:"target" required:"" positional:"" help:"the symbol that is going to change, or file:line:column"`
	Kind        string `arg:"kind" help:"only a target of this kind"`
	TokenBudget int    `arg:"token_budget" default:"4000" min:"200" max:"100000" help:"how much to return at most, a token counted as 4 bytes"`
}

// contextPiece is a part of a context.
type contextPiece struct {
	Role      string `json:"role"`
	File      string `json:"file"` // empty for what is declared outside the repository
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Text      string `json:"text"`   // of these lines; … stands for what is left out of them
	Symbol    string `json:"symbol"` // of callers and tests, the declaration around the place
	Note      string `json:"note,omitempty"`
}

// contextAnswer is the answer of context.
type contextAnswer struct {
	*head
	Target     queries.Symbol `json:"target"`
	Context    []contextPiece `json:"context"`
	TokenCount int            `json:"token_count"`
	LeftOut    map[string]int `json:"left_out"`           // by role, how much more there is
	Generated  map[string]int `json:"left_out_generated"` // by role, of what stands in generated files
}

func contextOperation() queries.Operation {
	return declare(queries.Operation{
		Name:    "context",
		Summary: "what someone needs to read before changing a symbol, within a budget",
		Help: `Pieces of source, the nearest first, each with its role:
   source          the target with its doc; of a type its methods' signatures too
   receiver        the type that it belongs to
   constructor     of a type, the functions that return it
   callee, type    what it calls and names, the most used first, without bodies but for
                   those of private functions that are short or that nothing else calls
   caller          places that call or use it, spread over callers and packages; of an
                   interface first the calls of its methods, of a type also those, and
                   the calls of its constructors; those through an interface may mean
                   another method
   test            tests that use it, or call a function that does
   interface       what it satisfies
   implementation  what satisfies it
The budget counts the pieces as they are printed in the table format, 4 bytes for a
token. Each role gets a share, and what one does not need goes to others. A target that
takes more than half is folded in its middle. Tests take a third at most, unless there is
nothing else. left_out says how much more there is. What
stands in generated files comes last, and 3 of a role at most; left_out_generated counts
the others.
Places by reflection or through function values are not seen.`,
		Example: "context main.main --token-budget 2000",
	}, func(ctx context.Context, ix *queries.Index, args contextArgs, h *head) (*contextAnswer, error) {
		if err := ix.Attach(ctx, "symbols", "files", "refs", "calls", "functions", "parameters", "types", "overrides", "dispatches", "type_relations", "annotations"); err != nil {
			return nil, err
		}
		kinds, err := targetKinds(args.Kind)
		if err != nil {
			return nil, err
		}
		target, err := h.one(ctx, ix, args.Target, kinds)
		if err != nil {
			return nil, err
		}
		g := &gathering{ix: ix, target: target, wanted: max(minWanted, args.TokenBudget/tokensPerPart)}
		if err := g.gather(ctx); err != nil {
			return nil, err
		}
		if target.File == "" {
			h.doubt("outside_body", 1)
		}
		for _, d := range g.doubts {
			h.doubt(d.reason, d.count)
		}
		if err := h.doubtUses(ctx, ix, target); err != nil {
			return nil, err
		}
		if err := h.doubtRelations(ctx, ix, target); err != nil {
			return nil, err
		}
		a := &contextAnswer{head: h, Target: target, Generated: g.generated}
		var used int
		a.Context, used, a.LeftOut = g.within(args.TokenBudget * bytesPerToken)
		a.TokenCount = (used + bytesPerToken - 1) / bytesPerToken
		h.doubt(noContent, g.unseen)
		a.tabulate(args.TokenBudget)
		return a, nil
	})
}

// tabulate makes the table and its notes.
func (a *contextAnswer) tabulate(budget int) {
	a.table.Columns, a.table.Subject = []string{"position", "role", "symbol", "text"}, 2
	for _, p := range a.Context {
		a.add(p, fmt.Sprintf("%s:%d", p.File, p.StartLine), p.Role, p.Symbol, p.Text)
	}
	a.note("about %d of %d tokens", a.TokenCount, budget)
	left := byRole(a.LeftOut)
	if left != "" {
		a.note("left out: %s; raise token_budget for more", left)
	}
	generated := byRole(a.Generated)
	if generated != "" {
		a.note("left out in generated files: %s", generated)
	}
	a.table.Partial = a.table.Partial || left+generated != ""
}

// byRole writes how much there is of each role.
func byRole(counts map[string]int) string {
	var out []string
	for _, role := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[role]; n > 0 {
			out = append(out, fmt.Sprintf("%s %d", role, n))
		}
	}
	return strings.Join(out, ", ")
}

// Text is the pieces, each under a line that says where it stands and what it is.
func (a *contextAnswer) Text() string {
	var b strings.Builder
	for i, p := range a.Context {
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

func (p contextPiece) heading() string {
	out := p.Role + " " + queries.ShortName(p.Symbol)
	if p.File != "" {
		out = fmt.Sprintf("%s:%d-%d %s", p.File, p.StartLine, p.EndLine, out)
	}
	if p.Note != "" {
		out += ", " + p.Note
	}
	return out
}

// size is how many bytes Text makes of a piece at most.
func (p contextPiece) size() int { return len(p.heading()) + len(p.Text) + 3 }
