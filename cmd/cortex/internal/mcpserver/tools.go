package mcpserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// purposes describe the tools. The registry describes their operations.
var purposes = []struct{ tool, title, purpose string }{
	{"cortex_graph", "Code graph", "Type-checked answers about structure, from an index made in CI: callers, effects of a change, implementations. " +
		"Use it instead of grep for symbols: it follows interfaces, and says whether an answer is exact."},
	{"cortex_analysis", "Code discovery", "Find your way in an indexed codebase without reading files: search names, outline a file or package, collect the code that a change needs, find dead code and cycles. " +
		"search knows names: for a text, such as an error message, ask sql of the table contents (cortex_files)."},
	{"cortex_files", "Code statistics", "Counts and lists over the tables of the index: sizes, complexity, imports, tests, duplicates; a JSON query language and read-only SQL. " +
		"The resource cortex://schema lists tables and columns. A query: {\"from\": \"functions\", \"fields\": [\"name\", \"complexity\"], " +
		"\"where\": {\"field\": \"file_path\", \"operator\": \"LIKE\", \"value\": \"web/%\"}, \"orderBy\": [{\"field\": \"complexity\", \"direction\": \"DESC\"}], \"limit\": 10}."},
}

// maxDescription is the part of a description that hosts show a model, in bytes.
const maxDescription = 2000

// toolOf returns the tool of the operations that name it.
func toolOf(name, title, purpose string, structured bool) (mcp.Tool, error) {
	ops := operationsOf(name)
	input, err := inputSchema(ops)
	if err != nil {
		return mcp.Tool{}, err
	}
	var d strings.Builder
	d.WriteString(purpose + "\nOperations:\n")
	for _, op := range ops {
		fmt.Fprintf(&d, "- %s: %s\n", op.Name, op.Summary)
	}
	if d.Len() > maxDescription {
		return mcp.Tool{}, fmt.Errorf("the description of %s has %d bytes, and hosts cut at %d: shorten summaries", name, d.Len(), maxDescription)
	}
	t := mcp.NewTool(name, mcp.WithDescription(strings.TrimSpace(d.String())), mcp.WithRawInputSchema(input),
		mcp.WithTitleAnnotation(title), mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false),
		mcp.WithIdempotentHintAnnotation(true), mcp.WithOpenWorldHintAnnotation(false))
	t.InputSchema = mcp.ToolInputSchema{}
	if !structured {
		return t, nil
	}
	t.RawOutputSchema, err = outputSchema(ops)
	return t, err
}

func operationsOf(tool string) []queries.Operation {
	return slices.DeleteFunc(registry.All(), func(op queries.Operation) bool { return op.Tool != tool })
}

// inputSchema returns the JSON Schema of the arguments of all operations of a tool. Where
// operations differ in an argument, the schema allows each form, and the operation refuses the
// others.
func inputSchema(ops []queries.Operation) ([]byte, error) {
	s := &jsonschema.Schema{Type: "object", Required: []string{"operation"}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}, Properties: map[string]*jsonschema.Schema{}}
	s.PropertyOrder = []string{"operation"}
	names := make([]any, len(ops))
	for i, op := range ops {
		names[i] = op.Name
	}
	s.Properties["operation"] = &jsonschema.Schema{Type: "string", Enum: names, Description: "the operation"}
	takers := map[string][]string{}
	args := map[string][]queries.Arg{}
	for _, op := range ops {
		for _, a := range op.Args {
			if args[a.Name] == nil {
				s.PropertyOrder = append(s.PropertyOrder, a.Name)
			}
			args[a.Name], takers[a.Name] = append(args[a.Name], a), append(takers[a.Name], op.Name)
		}
	}
	for name, same := range args {
		p, err := argumentSchema(same)
		if err != nil {
			return nil, err
		}
		if n := len(takers[name]); n < len(ops) {
			p.Description += " (" + strings.Join(takers[name], ", ") + ")"
			if n > len(ops)/2 {
				p.Description = same[0].Help + " (not " + strings.Join(without(ops, takers[name]), ", ") + ")"
			}
		}
		if len(same) == len(ops) && !slices.ContainsFunc(same, func(a queries.Arg) bool { return !a.Required }) {
			s.Required = append(s.Required, name)
		}
		p.Description += defaults(same, takers[name])
		s.Properties[name] = p
	}
	slices.Sort(s.Required)
	s.Properties[wording.IndexArgument] = &jsonschema.Schema{Type: "string", Description: "which index, when there are several: a repository, its last elements, or with @commit (default: all as one graph; cortex://index lists them)"}
	s.PropertyOrder = append(s.PropertyOrder, wording.IndexArgument)
	return json.Marshal(s)
}

// defaults names the defaults of an argument in which operations differ.
func defaults(same []queries.Arg, takers []string) string {
	var values []string
	of := map[string][]string{}
	for i, a := range same {
		v := fmt.Sprint(a.Default)
		if a.Default == nil {
			v = "none"
		}
		if of[v] == nil {
			values = append(values, v)
		}
		of[v] = append(of[v], takers[i])
	}
	if len(values) < 2 {
		return ""
	}
	slices.SortStableFunc(values, func(a, b string) int { return len(of[b]) - len(of[a]) })
	out := "; default " + values[0]
	for _, v := range values[1:] {
		out += ", " + v + " for " + strings.Join(of[v], ", ")
	}
	return out
}

// without returns the names of the operations that are not among the given names.
func without(ops []queries.Operation, names []string) (out []string) {
	for _, op := range ops {
		if !slices.Contains(names, op.Name) {
			out = append(out, op.Name)
		}
	}
	return out
}

// types are the types of JSON for the types of arguments.
var types = map[string]string{"string": "string", "integer": "integer", "boolean": "boolean", "strings": "array", "object": "object"}

// argumentSchema returns the schema of an argument that one or more operations take.
func argumentSchema(same []queries.Arg) (*jsonschema.Schema, error) {
	first := same[0]
	s := &jsonschema.Schema{Type: types[first.Type], Description: first.Help}
	low, high, values, alike := first.Min, first.Max, first.Values, true
	for _, a := range same[1:] {
		if a.Type != first.Type { // a query is an object to one and SQL to another
			s.Type, s.Types = "", []string{types[first.Type], types[a.Type]}
			if a.Help != first.Help {
				s.Description += "; or " + a.Help
			}
		}
		alike = alike && reflect.DeepEqual(a.Default, first.Default)
		low, high = min(low, a.Min), max(high, a.Max)
		for _, v := range a.Values {
			if !slices.Contains(values, v) {
				values = append(slices.Clone(values), v)
			}
		}
	}
	switch first.Type {
	case "strings":
		s.Items = &jsonschema.Schema{Type: "string"}
	case "integer":
		if low != 0 || high != 0 {
			s.Minimum = jsonschema.Ptr(float64(min(low, least(same))))
			s.Maximum = jsonschema.Ptr(float64(high))
		}
	}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
	}
	if first.Default != nil && alike {
		text, err := json.Marshal(first.Default)
		if err != nil {
			return nil, err
		}
		s.Default = text
	}
	return s, nil
}

// least returns the least value of an argument, which is 0 where 0 means the default.
func least(same []queries.Arg) int {
	for _, a := range same {
		if a.ZeroIsDefault {
			return 0
		}
	}
	return same[0].Min
}

// outputSchema returns the JSON Schema of the answers of all operations of a tool. It has the
// properties of every answer, and requires those that all answers have.
func outputSchema(ops []queries.Operation) ([]byte, error) {
	out := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	seen := map[reflect.Type]bool{}
	for _, op := range ops {
		if seen[op.Result] {
			continue
		}
		seen[op.Result] = true
		s, err := jsonschema.ForType(op.Result, &jsonschema.ForOptions{IgnoreInvalidTypes: true, TypeSchemas: map[reflect.Type]*jsonschema.Schema{
			reflect.TypeFor[json.RawMessage](): {},
		}})
		if err != nil {
			return nil, fmt.Errorf("the schema of answers of %s: %w", op.Name, err)
		}
		if len(seen) == 1 {
			out.Required = s.Required
		}
		out.Required = slices.DeleteFunc(slices.Clone(out.Required), func(name string) bool { return !slices.Contains(s.Required, name) })
		for name, p := range s.Properties {
			if out.Properties[name] == nil {
				out.Properties[name] = p
			}
		}
	}
	out.Properties["metadata"] = &jsonschema.Schema{Type: "object"}
	slices.Sort(out.Required)
	out.PropertyOrder = slices.SortedFunc(maps.Keys(out.Properties), cmp.Compare[string])
	return json.Marshal(out)
}
