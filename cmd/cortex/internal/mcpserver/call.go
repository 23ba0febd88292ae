package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/budget"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/target"
)

// handler returns the handler of a tool.
func (s *Server) handler(tool string) server.ToolHandlerFunc {
	return func(ctx context.Context, r mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		defer s.recover(tool, func() { result, err = mcp.NewToolResultError("internal error: the server's log has more"), nil })
		if m, ok := r.Params.Arguments.(refusal); ok {
			return mcp.NewToolResultError(string(m)), nil
		}
		given, ok := r.Params.Arguments.(map[string]any)
		if !ok && r.Params.Arguments != nil {
			return mcp.NewToolResultError("the arguments have to be an object"), nil
		}
		c, err := coerce.Read(tool, given)
		if err == nil {
			var token mcp.ProgressToken
			if r.Params.Meta != nil {
				token = r.Params.Meta.ProgressToken
			}
			result, err = s.call(ctx, c, token)
		}
		if err != nil { // an error of the protocol might be hidden from the model
			return mcp.NewToolResultError(s.explain(err)), nil
		}
		return result, nil
	}
}

// refusal takes the place of a call's arguments, and says why the call has no answer.
type refusal string

// redirect gives a call of an unknown tool to the tool that its name means, which refuses it. For
// other names mcp-go says that there is no such tool.
func (s *Server) redirect(_ context.Context, _ any, r *mcp.CallToolRequest) {
	if s.MCP.GetTool(r.Params.Name) != nil {
		return
	}
	if tool, message := coerce.Alias(r.Params.Name, r.Params.Arguments); tool != "" {
		r.Params.Name, r.Params.Arguments = tool, refusal(message)
	}
}

// recover keeps a panic from ending the server and from showing its inside to the caller.
func (s *Server) recover(what string, then func()) {
	if p := recover(); p != nil {
		s.log("%s: panic: %v\n%s", what, p, debug.Stack())
		then()
	}
}

// use opens the selected indexes and calls do with them.
func (s *Server) use(ctx context.Context, selector string, do func(ix *catalog.Open, others []*catalog.Entry) error) error {
	err := s.catalog.Use(ctx, selector, do)
	if errors.Is(err, catalog.ErrNone) {
		return s.noIndex()
	}
	return err
}

// run runs an operation within the limits of time and of calls at once.
func (s *Server) run(ctx context.Context, l limiter, do func(context.Context) error) error {
	release, err := l.acquire(ctx, s.timeout/2)
	if err != nil {
		return s.interrupted(ctx, err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	return s.interrupted(ctx, do(ctx))
}

// call answers a call. The token is nil for a client that wants no progress.
func (s *Server) call(ctx context.Context, c coerce.Call, token mcp.ProgressToken) (result *mcp.CallToolResult, err error) {
	if c.Op.Pair {
		err = s.compare(ctx, c, token, func(ctx context.Context, x exchange) (err error) {
			result, err = x.result(ctx, s.structured)
			return err
		})
		return result, err
	}
	err = s.run(ctx, s.limiters.of(c.Op), func(ctx context.Context) error {
		return s.use(ctx, c.Index, func(ix *catalog.Open, others []*catalog.Entry) (err error) {
			x := exchange{Call: c, server: s, ix: ix, others: others}
			if x.state, x.reason = s.compareOpen(ctx, ix.Of); x.state != nil {
				x.Call = c.InCheckout(s.watcher.Top(), ix.Of)
			}
			if c.Index == "" {
				x.broken = s.catalog.Broken()
			}
			result, err = x.result(queries.Without(ctx, len(x.broken)), s.structured)
			return err
		})
	})
	return result, err
}

// exchange is a call, its answer, and the state of the indexes that answered.
type exchange struct {
	coerce.Call
	server *Server
	ix     *catalog.Open
	others []*catalog.Entry // as in catalog.Use
	broken []*catalog.Entry // that the call would use too
	state  *freshness.State
	reason string   // why there is no state
	notes  []string // decisions about the indexes of a comparison
	now    string   // says that changed files were read as they are; empty for an answer of the index
	budget budget.Budget
	answer queries.Answer
}

// result runs the operation and returns its answer within the budget.
func (x *exchange) result(ctx context.Context, structured bool) (*mcp.CallToolResult, error) {
	x.budget = budget.For(x.Call)
	var err error
	if x.answer, x.now, err = x.server.runNow(ctx, x.Op, x.ix, x.state, x.budget.Args); err != nil {
		return nil, withState(err, x.Call, x.state)
	}
	var changed budget.Changed
	x.budget.Of, changed = marks(x.state, x.now)
	result := mcp.NewToolResultText(x.budget.Text(x.answer, x.head(), changed))
	if structured {
		more := budget.Metadata{Read: x.Read, Freshness: x.state, Uncompared: uncompared(x.reason), Now: x.now}
		result.StructuredContent, err = budget.JSON(x.answer, more)
	}
	return result, err
}

// marks returns the name of the code of an answer with a note of runNow, and the marks of its files. An answer from changed files alone
// has none.
func marks(state *freshness.State, now string) (of string, changed budget.Changed) {
	switch now {
	case "":
		return state.Indexed(), state.Mark
	case linesNow:
		return "the files as they are now", state.Mark
	}
	return "the changed files alone", func(string) (file, mark string) { return "", "" }
}

// head returns the lines with which the text begins.
func (x *exchange) head() (lines []string) {
	if line := compared(x.state, x.reason); line != "" {
		lines = append(lines, line)
	}
	if x.now != "" {
		lines = append(lines, x.now)
	} else if a, ok := x.answer.(interface{ Targets() []target.Symbol }); ok {
		for _, t := range a.Targets() {
			if moved := x.state.Moved(t.File, t.At); t.At > 0 && moved != "" {
				lines = append(lines, moved)
				break
			}
		}
	}
	lines = append(lines, x.notes...)
	if len(x.Read) > 0 {
		lines = append(lines, "read "+wording.List(x.Read, 5))
	}
	if len(x.broken) > 0 {
		lines = append(lines, "left out, because they can't be read: "+wording.List(labels(x.broken), 5)+"; cortex://index says why")
	}
	if len(x.others) > 0 {
		lines = append(lines, fmt.Sprintf("answered from %s; not asked, unless index names it: %s", wording.List(catalog.Names(x.ix.Of), 5), wording.List(catalog.Names(x.others), 5)))
	}
	if x.budget.Limited() {
		lines = append(lines, fmt.Sprintf("answered for token_budget %d, the maximum", coerce.MaxTokens))
	}
	return lines
}

// compared returns the line about the checkout; empty when there is nothing to say.
func compared(state *freshness.State, reason string) string {
	if state != nil {
		return state.Line()
	}
	return uncompared(reason)
}

func uncompared(reason string) string {
	if reason == "" {
		return ""
	}
	return "not compared with the checkout that was named: " + reason
}

func labels(entries []*catalog.Entry) (labels []string) {
	for _, e := range entries {
		labels = append(labels, e.Label)
	}
	return labels
}
