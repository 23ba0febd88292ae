package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// meantBy says what an operation that a tool does not have may have meant, of its own names
// or those of other tools.
func meantBy(typed, tool string, own []string) string {
	all := strings.Join(own, ", ")
	op, ok := meantOperation(typed)
	switch {
	case !ok:
		return "this tool has " + all
	case op.Tool == tool:
		return fmt.Sprintf("did you mean %q? This tool has %s", op.Name, all)
	case fold(op.Name) == fold(typed):
		return fmt.Sprintf("%s is an operation of the tool %s", op.Name, op.Tool)
	}
	return fmt.Sprintf("did you mean %q, an operation of the tool %s? This tool has %s", op.Name, op.Tool, all)
}

// meantOperation is the operation of any tool that a name means.
func meantOperation(typed string) (queries.Operation, bool) {
	names, folded := operationNames(), fold(typed)
	at := slices.IndexFunc(names, func(name string) bool { return fold(name) == folded })
	if at < 0 {
		at = slices.Index(names, queries.Meant(typed, names))
	}
	if at < 0 {
		return queries.Operation{}, false
	}
	return registry.All()[at], true
}

// misnamed stands for the arguments of a call whose tool there is not, and says which one
// is meant.
type misnamed string

// redirect gives a call of a tool that there is not, but whose name says what is meant, to
// one that tells. Of other names mcp-go says that there is no such tool.
//
// DESIGN: models take operations for tools, and hosts put the server's name before those of
// tools. mcp-go has an error of the protocol for that, which many hosts keep from the model.
func (s *Server) redirect(_ context.Context, _ any, r *mcp.CallToolRequest) {
	if s.MCP.GetTool(r.Params.Name) != nil {
		return
	}
	name := r.Params.Name
	if at := strings.LastIndex(name, "__"); at >= 0 { // mcp__cortex__cortex_graph
		name = name[at+2:]
	}
	for _, p := range purposes {
		if fold(p.tool) == fold(name) {
			r.Params.Name, r.Params.Arguments = p.tool, misnamed(fmt.Sprintf("there is no tool %q\nhint: here it is called %s", cut(r.Params.Name), p.tool))
			return
		}
	}
	if fold(name) == "cortex" { // the server taken for a tool
		given, _ := r.Params.Arguments.(map[string]any)
		name, _ = given["operation"].(string)
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "cortex_"), "cortex-")
	if op, ok := meantOperation(name); ok {
		r.Params.Name, r.Params.Arguments = op.Tool, misnamed(fmt.Sprintf("there is no tool %q\nhint: %s is an operation of %s: call that with operation %s", cut(r.Params.Name), op.Name, op.Tool, op.Name))
	}
}
