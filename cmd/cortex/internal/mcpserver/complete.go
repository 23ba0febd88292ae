package mcpserver

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/queries"
)

// These statements return paths that begin with the typed text, then paths with an element
// that does: one more than a completion may have.
const (
	modulesSQL = "WITH sought AS MATERIALIZED (SELECT lower(?) AS typed) SELECT module_path FROM modules, sought " +
		"WHERE starts_with(lower(module_path), typed) OR contains(lower(module_path), '/' || typed) " +
		"ORDER BY NOT starts_with(lower(module_path), typed), module_path LIMIT 101"
	filesSQL = "WITH sought AS MATERIALIZED (SELECT lower(?) AS typed) SELECT file_path FROM files, sought " +
		"WHERE starts_with(lower(file_path), typed) OR contains(lower(file_path), '/' || typed) " +
		"ORDER BY NOT starts_with(lower(file_path), typed), file_path LIMIT 101"
)

// completer completes the arguments of prompts and of resource addresses.
type completer struct{ s *Server }

// maxValues is the protocol's limit of values in a completion.
const maxValues = 100

// CompletePromptArgument completes an argument of a prompt.
func (c completer) CompletePromptArgument(ctx context.Context, name string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	for _, p := range prompts {
		for _, known := range p.arguments {
			if p.name != name || known.name != a.Name {
				continue
			}
			switch {
			case known.values != nil:
				return beginning(known.values, a.Value), nil
			case a.Name == "target":
				return c.targets(ctx, a.Value), nil
			default:
				return c.paths(ctx, modulesSQL, a.Value), nil
			}
		}
	}
	return &mcp.Completion{Values: []string{}}, nil
}

// CompleteResourceArgument completes a variable of an address.
func (c completer) CompleteResourceArgument(ctx context.Context, uri string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	switch uri {
	case tableURI:
		return beginning(tableNames(), a.Value), nil
	case operationURI:
		return beginning(operationNames(), a.Value), nil
	case moduleURI:
		return c.paths(ctx, modulesSQL, a.Value), nil
	case skeletonURI:
		return c.paths(ctx, filesSQL, a.Value), nil
	}
	return &mcp.Completion{Values: []string{}}, nil
}

// beginning returns the values that begin with the typed text.
func beginning(values []string, typed string) *mcp.Completion {
	out := &mcp.Completion{Values: []string{}}
	for _, v := range values {
		if !strings.HasPrefix(v, strings.ToLower(typed)) {
			continue
		}
		if out.Total++; len(out.Values) < maxValues {
			out.Values = append(out.Values, v)
		}
	}
	out.HasMore = out.Total > len(out.Values)
	return out
}

// targets returns the symbols that a search for the typed text finds.
func (c completer) targets(ctx context.Context, typed string) *mcp.Completion {
	out := &mcp.Completion{Values: []string{}}
	if strings.TrimSpace(typed) == "" {
		typed = "is:exported"
	}
	c.ask(ctx, "search", map[string]any{"pattern": typed, "max_results": maxValues}, func(t queries.Table) {
		for _, row := range t.Rows {
			if symbol, ok := row[t.Subject].(string); ok {
				out.Values = append(out.Values, symbol)
			}
		}
	})
	out.HasMore = len(out.Values) == maxValues
	return out
}

// paths returns the first column of a statement's rows.
func (c completer) paths(ctx context.Context, text, typed string) *mcp.Completion {
	out := &mcp.Completion{Values: []string{}}
	c.ask(ctx, "sql", map[string]any{"query": text, "args": []string{typed}}, func(t queries.Table) {
		for _, row := range t.Rows {
			if path, ok := row[0].(string); ok {
				out.Values = append(out.Values, path)
			}
		}
	})
	if out.HasMore = len(out.Values) > maxValues; out.HasMore {
		out.Values = out.Values[:maxValues]
	}
	return out
}

// ask passes on the rows of an answer. An error gives no completions.
func (c completer) ask(ctx context.Context, operation string, args map[string]any, use func(queries.Table)) {
	defer c.s.recover("completion", func() {})
	op, ok := operationNamed(operation)
	if !ok {
		return
	}
	_ = c.s.run(ctx, c.s.limiters.operations, func(ctx context.Context) error { // the SQL is the server's own
		return c.s.use(ctx, "", func(ix *catalog.Open, _ []*catalog.Entry) error {
			a, err := op.Run(queries.Brief(ctx), ix.Index, args)
			if err == nil {
				use(a.Table())
			}
			return err
		})
	})
}
