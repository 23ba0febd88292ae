package mcpserver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// prompt is a workflow that a person can choose.
type prompt struct {
	name, about string
	arguments   []promptArgument
	text        string // with the arguments as {name}
}

type promptArgument struct {
	name, about string
	required    bool
	otherwise   string // the default
	values      []string
}

// prompts are all prompts of the server.
var prompts = []prompt{
	{
		name: "impact-review", about: "Effects of a change of a symbol, before it is made",
		arguments: []promptArgument{
			{name: "target", about: "the symbol: a name or file:line", required: true},
			{name: "change_type", about: "signature, behavior, removal or add-method", otherwise: "signature", values: []string{"signature", "behavior", "removal", "add-method"}},
		},
		text: `Review the impact of a change ({change_type}) of {target}, with the tools of cortex and nothing else until the last step.

1. cortex_graph with operation "impact", target "{target}", change_type "{change_type}". When the target is ambiguous, take the candidate that fits and go on with it.
2. Read the completeness of the answer and its reasons: name the code that could be affected beyond the list, such as callers outside the repository or through reflection.
3. For each must_update that is not obvious, cortex_analysis with operation "context" on it.
4. Report: the code that has to change with it (file:line), the code to look at, the tests that cover it, and the affected code that no test reaches. Call nothing exact that the answer does not.`,
	},
	{
		name: "explore-module", about: "The purpose of a module, and its uses",
		arguments: []promptArgument{{name: "module", about: "a directory or import path", required: true}},
		text: `Explain the module {module} to someone who will work on it.

1. cortex_analysis with operation "package_summary", target "{module}".
2. cortex_analysis with operation "skeleton", target "{module}", for its types and functions.
3. cortex_graph with operation "dependents", target "{module}", for the packages that rely on it.
4. cortex_analysis with operation "hotspots", path_prefix the directory of the module, for its most important code.
5. Report: its purpose, its main types and how they work together, its entry points, its dependencies, its dependents, and where to begin reading (file:line).`,
	},
	{
		name: "find-dead-code", about: "Code that can be deleted, and how sure that is",
		arguments: []promptArgument{{name: "path", about: "the beginning of paths to look at", otherwise: ""}},
		text: `Find code that can be deleted below "{path}" (everything when that is empty).

1. cortex_analysis with operation "unused_symbols", path_prefix "{path}".
2. Read the completeness of the answer and its reasons: they could hide a use.
3. For each candidate that you want to propose, cortex_graph with operation "references": code that only tests use is not dead, but worth a mention.
4. Report groups that can go together (file:line), each with the reason why it seems unused, the surest first. Propose nothing that a rule keeps, or that is exported for others.`,
	},
}

func (s *Server) addPrompts() {
	for _, p := range prompts {
		options := []mcp.PromptOption{mcp.WithPromptDescription(p.about)}
		for _, a := range p.arguments {
			about := []mcp.ArgumentOption{mcp.ArgumentDescription(a.about)}
			if a.required {
				about = append(about, mcp.RequiredArgument())
			}
			options = append(options, mcp.WithArgument(a.name, about...))
		}
		s.MCP.AddPrompt(mcp.NewPrompt(p.name, options...), func(ctx context.Context, r mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			text, err := p.fill(r.Params.Arguments)
			if err != nil {
				return nil, err // checkPrompt refuses such a request
			}
			return mcp.NewGetPromptResult(p.about, []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
		})
	}
}

// checkPrompt replaces the name in a request with wrong arguments by one that no prompt has: the
// error.
//
// DESIGN: mcp-go 1.2.1 reports each error of a handler as an internal one, code -32603. The code
// for a wrong request, -32602, it keeps for unknown names.
func (s *Server) checkPrompt(_ context.Context, _ any, r *mcp.GetPromptRequest) {
	at := slices.IndexFunc(prompts, func(p prompt) bool { return p.name == r.Params.Name })
	if at < 0 {
		return
	}
	if _, err := prompts[at].fill(r.Params.Arguments); err != nil {
		r.Params.Name = s.explain(err)
	}
}

// fill returns the text with the arguments.
func (p prompt) fill(given map[string]string) (string, error) {
	var pairs, names []string
	for _, a := range p.arguments {
		names = append(names, a.name)
		v := strings.ReplaceAll(wording.Echo(wording.Clean(given[a.name])), `"`, "'") // the text puts it between quotes
		if v == "" {
			v = a.otherwise
		}
		if a.values != nil && !slices.Contains(a.values, v) {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: argument %s %q is unknown", p.name, a.name, v), Advice: "use one of " + strings.Join(a.values, ", ")}
		}
		if v == "" && a.required {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: argument %s is missing", p.name, a.name), Advice: a.about}
		}
		pairs = append(pairs, "{"+a.name+"}", v)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(names, name) {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: argument %q is unknown", p.name, wording.Echo(name)), Advice: "it takes " + strings.Join(names, ", ")}
		}
	}
	return strings.NewReplacer(pairs...).Replace(p.text), nil
}
