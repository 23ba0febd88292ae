package contextpack

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed match.sql
	matchSQL string
	//go:embed callers.sql
	callersSQL string
)

// Ranker returns the symbols that fit a question in plain words, the best first.
type Ranker func(ctx context.Context, ix *queries.Index, question string) ([]answer.Ranked, error)

type exploreArgs struct {
	Pattern     string `arg:"pattern" required:"" positional:"" help:"a question in plain words: where are requests retried"`
	TokenBudget int    `arg:"token_budget" default:"4000" min:"200" max:"100000" help:"the maximum size, a token counted as 4 bytes"`
}

type exploreAnswer struct {
	*answer.Head
	Matches    []piece `json:"matches"` // the best first
	TokenCount int     `json:"token_count"`
	TotalFound int     `json:"total_found"`

	names string // the list above the declarations; empty without room
}

const (
	match        = "match" // the role of the pieces of an answer to a question
	maxMatches   = 20
	shownCallers = 2  // of each match
	bytesPerName = 60 // of a line of the list of names, on average
)

func explore(rank Ranker) queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "explore",
		Summary: "find the code that a plain question asks about, best first, within a budget",
		Help: `The answer is a selection of declarations that have the words of the question, in any form: retried
is also retry and retries. A word counts more the rarer it is, and in the name more than in the owner,
the doc comment, the path and the text. Tests, examples and generated files come last.
Each declaration names the words that it has and where, and two callers outside tests.
All come without bodies first, at most 20 of them. The rest of the budget goes to the bodies of the best.
cortex knows no synonyms: ask with the words that the code may use, and then read callers, detail or context.`,
		Example: `explore "where is the memory of DuckDB limited" --token-budget 1000`,
	}, func(ctx context.Context, ix *queries.Index, args exploreArgs, h *answer.Head) (*exploreAnswer, error) {
		ranked, err := rank(ctx, ix, args.Pattern)
		if err != nil {
			return nil, err
		}
		p, err := gatherMatches(ctx, ix, ranked[:min(len(ranked), maxMatches)])
		if err != nil {
			return nil, fmt.Errorf("gather the declarations that match: %w", err)
		}
		a := &exploreAnswer{Head: h, TotalFound: len(ranked)}
		used := 0
		room := 0 // for the list of names
		if least := min(len(ranked), maxMatches) * bytesPerName; least*4 <= args.TokenBudget*bytesPerToken {
			room = least
		}
		if a.Matches, used, _ = p.fill(args.TokenBudget*bytesPerToken - room); a.Matches == nil {
			a.Matches = []piece{} // a list in JSON
		}
		a.names = namesOf(a.Matches, room)
		a.TokenCount = (used + len(a.names) + bytesPerToken - 1) / bytesPerToken
		h.Layout(queries.Table{Columns: []string{"position", "why", "symbol", "text"}, Subject: 2})
		for _, m := range a.Matches {
			h.Add(m, answer.Position(m.File, m.StartLine), m.Note, m.Symbol, m.Text)
		}
		if len(a.Matches) < len(ranked) {
			h.Partial()
		}
		h.Note("the best %d of %s that have words of the question; about %d of %d tokens", len(a.Matches), answer.Plural(len(ranked), "declaration"), a.TokenCount, args.TokenBudget)
		if !ix.Manifest().Options.Content {
			h.Note("the index has no text of files: extract it without --no-content")
		}
		h.Reason(schema.ReasonNoContent, p.withoutText)
		return a, h.AskDeclarations(ctx, ix)
	})
}

// gatherMatches reads the declarations of the symbols that fit a question, and their callers.
func gatherMatches(ctx context.Context, ix *queries.Index, ranked []answer.Ranked) (*pack, error) {
	p := &pack{target: &neighbor{}, more: map[string]int{}, generated: map[string]int{}, split: map[int32][]string{}}
	ids := []int32{0} // the driver cannot bind an empty list
	for _, r := range ranked {
		ids = append(ids, r.ID)
	}
	found, err := queries.Collect(ctx, ix.Query, (*neighbor).fields, matchSQL, ids)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b neighbor) int { return slices.Index(ids, a.id) - slices.Index(ids, b.id) })
	type caller struct {
		of     int32
		symbol string
	}
	callers, err := queries.Collect(ctx, ix.Query, func(c *caller) []any { return []any{&c.of, &c.symbol} }, callersSQL, ids)
	if err != nil {
		return nil, err
	}
	names, err := ix.Names(ctx)
	if err != nil {
		return nil, err
	}
	by := map[int32][]string{}
	for _, c := range callers {
		by[c.of] = append(by[c.of], queries.Readable(names.Short(c.symbol)))
	}
	var files []int32
	for _, n := range found {
		files = append(files, n.file)
	}
	if p.texts, err = ix.Sources(ctx, files); err != nil {
		return nil, err
	}
	p.withoutText = len(slices.Compact(slices.Sorted(slices.Values(files)))) - len(p.texts)
	for i, n := range found {
		n.short = queries.Readable(names.Short(n.symbol))
		note := ranked[i].Why
		if all := by[n.id]; len(all) > 0 {
			note += "; used by " + strings.Join(all[:min(len(all), shownCallers)], ", ")
			if more := len(all) - shownCallers; more > 0 {
				note += fmt.Sprintf(" and %d more", more)
			}
		}
		first, forms := p.growing(match, &n)
		for at, form := range forms {
			forms[at] = func() piece {
				out := form()
				out.Note = note
				return out
			}
		}
		p.add(match, first, forms)
	}
	return p, nil
}

// namesOf lists the places and names of pieces, as far as there is room.
func namesOf(pieces []piece, room int) string {
	var b strings.Builder
	for _, p := range pieces {
		line := fmt.Sprintf("%s %s\n", answer.Position(p.File, p.StartLine), p.short)
		if b.Len()+len(line)+1 > room {
			break
		}
		b.WriteString(line)
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// Text returns the list of names, and the declarations, each under a line with its place and the words that it has.
func (a *exploreAnswer) Text() string { return a.names + textOf(a.Matches) }
