package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

type contextArgs struct {
	Target      string `arg:"target" required:"" positional:"" help:"the symbol that is going to change, or file:line:column"`
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
	LeftOut    map[string]int `json:"left_out"` // by role, how much more there is
}

func contextOperation() queries.Operation {
	return declare(queries.Operation{
		Name:    "context",
		Summary: "what someone needs to read before changing a symbol, within a budget",
		Help: `Pieces of source, the nearest first, each with its role:
   source          the target with its doc; of a type its methods' signatures too
   receiver        the type that it belongs to
   constructor     of a type, the functions that return it
   callee, type    what it calls and names, without bodies, the most used first
   caller          places that call or use it, spread over callers and packages; those
                   through an interface may mean another method
   test            tests that use it, or call a function that does
   interface       what it satisfies
   implementation  what satisfies it
The budget counts the pieces as they are printed in the table format, 4 bytes for a
token. Each role gets a share, and what one does not need goes to others. A target that
takes more than half is folded in its middle. left_out says how much more there is.
Places by reflection or through function values are not seen.`,
		Example: "context main.main --token-budget 2000",
	}, func(ctx context.Context, ix *queries.Index, args contextArgs, h *head) (queries.Answer, error) {
		if err := ix.Attach(ctx, "symbols", "files", "refs", "calls", "functions", "parameters", "overrides", "type_relations", "annotations"); err != nil {
			return nil, err
		}
		target, err := resolveOne(ctx, ix, args.Target)
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
		a := &contextAnswer{head: h, Target: target}
		var used int
		a.Context, used, a.LeftOut = g.within(args.TokenBudget * bytesPerToken)
		a.TokenCount = (used + bytesPerToken - 1) / bytesPerToken
		h.doubt(noContent, g.unseen)
		a.tabulate(args.TokenBudget)
		return a, nil
	})
}

// resolveOne returns the symbol that a target means. A pattern that means several is an
// ambiguous target.
func resolveOne(ctx context.Context, ix *queries.Index, target string) (queries.Symbol, error) {
	var kinds []schema.Kind
	for _, k := range schema.Kind("").Values() {
		kinds = append(kinds, schema.Kind(k))
	}
	found, err := ix.Resolve(ctx, target, kinds)
	if err != nil {
		return queries.Symbol{}, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := &queries.TargetError{Target: target, Ambiguous: true, Total: len(found), Advice: "a context is of one symbol; name one of them:"}
	for _, s := range found[:min(len(found), 10)] {
		e.Candidates = append(e.Candidates, queries.Candidate{Symbol: s.Symbol, Kind: s.Kind, Position: fmt.Sprintf("%s:%d", s.File, s.StartLine)})
	}
	return queries.Symbol{}, e
}

// tabulate makes the table and its notes.
func (a *contextAnswer) tabulate(budget int) {
	a.table.Columns, a.table.Subject = []string{"position", "role", "symbol", "text"}, 2
	for _, p := range a.Context {
		a.add(p, fmt.Sprintf("%s:%d", p.File, p.StartLine), p.Role, p.Symbol, p.Text)
	}
	a.note("about %d of %d tokens", a.TokenCount, budget)
	var left []string
	for role, n := range a.LeftOut {
		left = append(left, fmt.Sprintf("%s %d", role, n))
	}
	if len(left) > 0 {
		slices.Sort(left)
		a.table.Partial = true
		a.note("left out: %s; raise token_budget for more", strings.Join(left, ", "))
	}
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
	out := p.Role + " " + short(p.Symbol)
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
