package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/cortex-index/cortex/queries"
)

// handler answers the calls of a tool.
func (s *Server) handler(tool string) server.ToolHandlerFunc {
	ops := operationsOf(tool)
	return func(ctx context.Context, r mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		defer s.recover(tool, func() { result, err = failed("internal error: the server's log has more"), nil })
		if m, ok := r.Params.Arguments.(misnamed); ok {
			return failed(string(m)), nil
		}
		given, ok := r.Params.Arguments.(map[string]any)
		if !ok && r.Params.Arguments != nil {
			return failed("the arguments have to be an object"), nil
		}
		c, err := s.read(tool, ops, given)
		if err != nil {
			return failed(tell(err, nil)), nil
		}
		return s.call(ctx, c), nil
	}
}

// recover keeps a fault of the program from ending the server, and from showing what is
// inside it to the caller.
func (s *Server) recover(what string, then func()) {
	if p := recover(); p != nil {
		s.log("%s: panic: %v\n%s", what, p, debug.Stack())
		then()
	}
}

// call is a question as a tool's arguments ask it.
type call struct {
	op       queries.Operation
	index    string
	args     map[string]any
	held     map[string]any // args, held to what a call may want
	said     []string       // what was read as what
	generous bool           // it asks for more than usual
	alone    string         // why the indexes are not compared with the checkout, where that is to be told
}

// read takes the operation and the index out of what was given. The operation checks the
// rest.
func (s *Server) read(tool string, ops []queries.Operation, given map[string]any) (call, error) {
	names := namesOfAll(ops)
	asked := queries.Arg{Name: "operation", Type: "string", Values: names}
	given, said, err := loosely([]queries.Arg{asked}, given)
	if err != nil {
		return call{}, err
	}
	v := given[asked.Name]
	name, ok := v.(string)
	switch {
	case v == nil:
		return call{}, &queries.UsageError{Message: "the argument operation is missing", Advice: "give one of " + strings.Join(names, ", ")}
	case !ok:
		e := asked.Wrong(v, "a string")
		e.Advice = "give one of " + strings.Join(names, ", ")
		return call{}, e
	}
	at := slices.Index(names, name)
	if at < 0 {
		return call{}, &queries.UsageError{Message: fmt.Sprintf("unknown operation %q", cut(name)), Advice: meantBy(name, tool, names)}
	}
	c := call{op: ops[at]}
	delete(given, asked.Name)
	index := queries.Arg{Name: indexArgument, Type: "string"}
	args, more, err := loosely(append(slices.Clone(c.op.Args), index), withoutIdle(ops, c.op, given))
	if err != nil {
		return call{}, err
	}
	c.args, c.said = args, append(said, more...)
	if v := c.args[indexArgument]; v != nil {
		if c.index, ok = v.(string); !ok {
			e := index.Wrong(v, "a string")
			e.Advice = "cortex://index lists them"
			return call{}, e
		}
	}
	delete(c.args, indexArgument)
	c.generous = asksForMore(c.op, c.args)
	c.held = maps.Clone(c.args)
	if b, ok := count(c.args["token_budget"]); ok && b > maxTokens {
		c.held["token_budget"] = float64(maxTokens)
	}
	return c, nil
}

// maxTokens is the largest budget of a call that has one of its own.
const maxTokens = 8000

// call answers a question.
func (s *Server) call(ctx context.Context, c call) *mcp.CallToolResult {
	release, err := s.lanes.of(c.op).take(ctx, s.timeout/2)
	if err != nil {
		return failed(s.explain(ctx, err, nil))
	}
	defer release()
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var result *mcp.CallToolResult
	err = s.with(ctx, c.index, func(a *attached, others []*found) error {
		fresh, of := s.watcher.freshness(ctx, a.of)
		if fresh != nil {
			c = c.inIndex(s.watcher.checkout, a.of)
		}
		c.alone = s.watcher.uncompared(ctx, a.of)
		key := keyOf(c, fresh, others, s.catalog.broken())
		if result = a.answers.get(key); result != nil {
			return nil
		}
		ctx := ctx
		if c.index == "" {
			ctx = queries.Without(ctx, len(s.catalog.broken()))
		}
		answer, err := c.op.Run(ctx, a.Index, c.held)
		if err != nil {
			return dated(err, c, fresh, of)
		}
		if result, err = s.result(ctx, a, c, answer, fresh, of, others); err == nil {
			if c.op.Tool != "cortex_files" { // SQL has functions that answer anew each time
				a.answers.put(key, result)
			}
		}
		return err
	})
	if err != nil {
		return failed(s.explain(ctx, err, s.catalog.list()))
	}
	return result
}

// attempts is how often a question is asked of indexes that are replaced meanwhile.
const attempts = 5

// with does something with the chosen indexes, and again from the beginning when one was
// replaced meanwhile: nobody sees a part of the old one and a part of the new one.
func (s *Server) with(ctx context.Context, selector string, do func(a *attached, others []*found) error) (err error) {
	for try := range attempts {
		err = s.once(ctx, selector, try > 0, do)
		var broken *queries.IndexError
		if err == nil || !errors.As(err, &broken) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (s *Server) once(ctx context.Context, selector string, again bool, do func(a *attached, others []*found) error) error {
	a, others, release, err := s.catalog.acquire(ctx, selector, again)
	if err != nil {
		return err
	}
	defer release()
	return do(a, others)
}

// result brings an answer into the form of the protocol.
func (s *Server) result(ctx context.Context, a *attached, c call, answer queries.Answer, fresh *freshness, of *found, others []*found) (*mcp.CallToolResult, error) {
	budget, inJSON := defaultBudget, defaultJSON
	if c.generous {
		budget, inJSON = maxBudget, maxBudget
	}
	var head []string
	if fresh != nil {
		head = append(head, fresh.say(of.manifest.Repository.Commit))
	}
	if c.alone != "" {
		head = append(head, c.alone)
	}
	if moved := fresh.misplaced(answer); moved != "" {
		head = append(head, moved)
	}
	if len(c.said) > 0 {
		head = append(head, "read "+someOf(c.said, 5))
	}
	hint := a.hint(c, answer)
	if hint != "" {
		head = append(head, hint)
	}
	if c.index == "" {
		if broken := s.catalog.broken(); len(broken) > 0 {
			head = append(head, "left out, because they can't be read: "+someOf(broken, 5)+"; cortex://index says why")
		}
	}
	if len(others) > 0 {
		head = append(head, fmt.Sprintf("answered from %s; not asked, unless index names it: %s", someOf(namesOf(a.of), 5), someOf(namesOf(others), 5)))
	}
	if c.args["token_budget"] != c.held["token_budget"] {
		head = append(head, fmt.Sprintf("answered for token_budget %d, the most that there is", maxTokens))
	}
	short := a.shortened(c.op, answer)
	if short != "" {
		head = append(head, "names stand without "+short)
	}
	prefix := ""
	if len(head) > 0 {
		prefix = strings.Join(head, "\n") + "\n"
	}
	out := &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(prefix + c.text(answer, budget-len(prefix), short, fresh.changed))}}
	if s.textOnly {
		return out, nil
	}
	document, err := s.structured(ctx, a, c, answer, inJSON, told{Read: c.said, Hint: hint, Freshness: fresh, Uncompared: c.alone})
	if err != nil {
		return nil, err
	}
	out.StructuredContent = document
	return out, nil
}

// shortened is what names in an answer in text can do without: the path of the repository,
// with which nearly all of them begin; empty when none does. What is left is a target for
// the same symbol, if there is no other with that end.
func (a *attached) shortened(op queries.Operation, answer queries.Answer) string {
	path := a.of[0].manifest.Repository.Name + "/"
	if _, ok := answer.(queries.Texter); ok || len(a.of) > 1 || path == "/" || op.Tool == "cortex_files" { // in which values are as they are
		return ""
	}
	for _, row := range answer.Table().Rows {
		for _, v := range row {
			if s, ok := v.(string); ok && strings.Contains(s, path) {
				return path
			}
		}
	}
	return ""
}
