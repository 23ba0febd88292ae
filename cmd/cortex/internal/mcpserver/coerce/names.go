package coerce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/queries/suggest"
)

// operationsOf returns the operations of a tool.
func operationsOf(tool string) []queries.Operation {
	return slices.DeleteFunc(registry.All(), func(op queries.Operation) bool { return op.Tool != tool })
}

// suggest returns the advice for an unknown operation of a tool, which has its own names.
func nearest(typed, tool string, own []string) string {
	all := strings.Join(own, ", ")
	op, ok := meant(typed)
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

// meant returns the operation of any tool that a name means.
func meant(typed string) (queries.Operation, bool) {
	ops := registry.All()
	at := slices.IndexFunc(ops, func(op queries.Operation) bool { return fold(op.Name) == fold(typed) })
	if at < 0 {
		var names []string
		for _, op := range ops {
			names = append(names, op.Name)
		}
		at = slices.Index(names, suggest.Meant(typed, names))
	}
	if at < 0 {
		return queries.Operation{}, false
	}
	return ops[at], true
}

// Alias returns the tool that the name of an unknown one means, and the error that says so. The
// tool is empty when the name means none.
//
// DESIGN: models take operations for tools, and hosts put the server's name before those of
// tools. An error of the protocol would be hidden from the model by many hosts.
func Alias(typed string, args any) (tool, message string) {
	name := typed
	if at := strings.LastIndex(name, "__"); at >= 0 { // mcp__cortex__cortex_graph
		name = name[at+2:]
	}
	for _, op := range registry.All() {
		if fold(op.Tool) == fold(name) {
			return op.Tool, fmt.Sprintf("tool %q is unknown\nhint: here it is called %s", wording.Echo(typed), op.Tool)
		}
	}
	if fold(name) == "cortex" { // the server's name
		given, _ := args.(map[string]any)
		name, _ = given["operation"].(string)
	}
	name = strings.TrimPrefix(strings.TrimPrefix(name, "cortex_"), "cortex-")
	op, ok := meant(name)
	if !ok {
		return "", ""
	}
	return op.Tool, fmt.Sprintf("tool %q is unknown\nhint: %s is an operation of %s: call that with operation %s", wording.Echo(typed), op.Name, op.Tool, op.Name)
}
