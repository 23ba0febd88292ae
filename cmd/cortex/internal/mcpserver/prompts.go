package mcpserver

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/queries"
)

// prompt is a way of working that a person can choose.
type prompt struct {
	name, about string
	arguments   []promptArgument
	text        string // with the arguments as {name}
}

type promptArgument struct {
	name, about string
	required    bool
	otherwise   string // what stands for it when it is not given
	values      []string
}

// prompts are those that are offered.
var prompts = []prompt{
	{
		name: "impact-review", about: "What a change of a symbol breaks, before it is made",
		arguments: []promptArgument{
			{name: "target", about: "the symbol: a name or file:line", required: true},
			{name: "change_type", about: "signature, behavior or removal", otherwise: "signature", values: []string{"signature", "behavior", "removal"}},
		},
		text: `Review the impact of a change ({change_type}) of {target}, with the tools of cortex and nothing else until the last step.

1. cortex_graph with operation "impact", target "{target}", change_type "{change_type}". When the target is ambiguous, take the candidate that fits and go on with it.
2. Read what the answer says of its completeness, and why there may be more: say what could be affected beyond the list, such as callers outside the repository or through reflection.
3. For what is must_update and not obvious, cortex_analysis with operation "context" on it.
4. Report: what has to change with it (file:line), what has to be looked at, which tests cover it, and which of the affected code no test reaches. Do not call anything exact that the answer does not.`,
	},
	{
		name: "explore-module", about: "What a module is for and how it is used",
		arguments: []promptArgument{{name: "module", about: "a directory or import path", required: true}},
		text: `Explain the module {module} to someone who will work on it.

1. cortex_analysis with operation "package_summary", target "{module}".
2. cortex_analysis with operation "skeleton", target "{module}", for its types and functions.
3. cortex_graph with operation "dependents", target "{module}", for who relies on it.
4. cortex_analysis with operation "hotspots", path_prefix the directory of the module, for what matters most in it.
5. Report: its purpose, its main types and how they work together, its ways in, what it depends on, who depends on it, and where to begin reading (file:line).`,
	},
	{
		name: "find-dead-code", about: "What can be deleted, and how sure that is",
		arguments: []promptArgument{{name: "path", about: "the beginning of paths to look at", otherwise: ""}},
		text: `Find code that can be deleted below "{path}" (everything when that is empty).

1. cortex_analysis with operation "unused_symbols", path_prefix "{path}".
2. Read what the answer says of its completeness: that could hide a use.
3. For each candidate that you want to propose, cortex_graph with operation "references": something that only tests use is not dead, but worth a word.
4. Report groups that can go together (file:line), each with why it is believed unused, the surest first. Do not propose what is kept by a rule, or exported for others.`,
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
				return nil, err // checkPrompt has seen to it
			}
			return mcp.NewGetPromptResult(p.about, []mcp.PromptMessage{mcp.NewPromptMessage(mcp.RoleUser, mcp.NewTextContent(text))}), nil
		})
	}
}

// checkPrompt gives a request whose arguments are wrong a name that no prompt has: the
// prompt's, and why.
//
// DESIGN: every error of a handler is an internal one to mcp-go 1.2.1, code -32603. What is
// wrong with a request is -32602, which it has for names that it does not know.
func checkPrompt(_ context.Context, _ any, r *mcp.GetPromptRequest) {
	at := slices.IndexFunc(prompts, func(p prompt) bool { return p.name == r.Params.Name })
	if at < 0 {
		return
	}
	if _, err := prompts[at].fill(r.Params.Arguments); err != nil {
		r.Params.Name = tell(err, nil)
	}
}

// fill puts the arguments into the text.
func (p prompt) fill(given map[string]string) (string, error) {
	var pairs, names []string
	for _, a := range p.arguments {
		names = append(names, a.name)
		v := strings.ReplaceAll(cut(clean(given[a.name])), `"`, "'") // it stands between quotes
		if v == "" {
			v = a.otherwise
		}
		if a.values != nil && !slices.Contains(a.values, v) {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: %s is %q", p.name, a.name, v), Advice: "it has to be one of " + strings.Join(a.values, ", ")}
		}
		if v == "" && a.required {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: the argument %s is missing", p.name, a.name), Advice: a.about}
		}
		pairs = append(pairs, "{"+a.name+"}", v)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !strings.Contains(" "+strings.Join(names, " ")+" ", " "+name+" ") {
			return "", &queries.UsageError{Message: fmt.Sprintf("%s: unknown argument %q", p.name, cut(name)), Advice: "it takes " + strings.Join(names, ", ")}
		}
	}
	return strings.NewReplacer(pairs...).Replace(p.text), nil
}
