package mcpserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// purposes describe the tools. The registry describes their operations.
var purposes = []struct{ tool, title, purpose string }{
	{"cortex_graph", "Code graph", "Type-checked answers about code, instead of grep for symbols: calls go through interfaces, and answers say whether they are complete."},
	{"cortex_analysis", "Code discovery", "Find and read code."},
	{"cortex_files", "Code statistics", "Counts and lists over the tables of the index (cortex://schema): JSON queries and read-only SQL. " +
		`A query: {"from": "functions", "fields": ["name", "complexity"], "where": {"field": "file_path", "operator": "LIKE", "value": "web/%"}, ` +
		`"orderBy": [{"field": "complexity", "direction": "DESC"}], "limit": 10}.`},
}

// briefs describe arguments in fewer words than the registry, whose texts cortex://operation shows.
var briefs = map[string]map[string]string{
	"cortex_graph": {
		"scope":            "only results in these files: a path, glob or LIKE pattern",
		"exclude_patterns": "no results in these files",
		"context_lines":    "lines before and after, with include_context",
		"depth":            "calls or imports to follow",
		"max_per_level":    "results of each depth",
		"dispatch":         "follow calls through interfaces",
	},
	"cortex_analysis": {
		"target": "a symbol: a name or file:line[:column]; scope: file:line[:column]; package_summary: a directory or import path, or its end; " +
			"skeleton, context, tests: also a package or file",
		"pattern":           "name, part of one, words, glob; explore: a question; text: RE2; filters kind:func path:dir/ lang:go is:test, in search also is:exported is:external -word",
		"count":             "only the number",
		"sections":          "only these; JSON has all",
		"ignored":           "only calls that drop the result, or an error; without a target, of all functions",
		"role":              "only writes, or only reads",
		"files":             "only files",
		"context_lines":     "lines around",
		"kinds":             "only these kinds: function, struct, …; type, func, var, const",
		"visibility":        "only exported symbols, or only others",
		"path_prefix":       "only paths that begin with this",
		"ref_count_min":     "fewest uses",
		"ref_count_max":     "most uses, -1 for any number",
		"include_context":   "with the source",
		"offset":            "results to skip",
		"sort":              "the order",
		"include_generated": "symbols in generated files too",
		"detail_level":      "how much of declarations",
		"top_n":             "how many of each",
		"mode":              "reached by no code, named by nothing, or kept by an assumption",
		"tests":             "list results in tests, or only these (default: count them); operation tests: args prints commands",
		"include_exported":  "exported symbols too, as if unused elsewhere",
	},
	"cortex_files": {
		"query":             "query: one JSON object; sql: one SELECT",
		"module_path":       "only this directory and those below, or a glob or LIKE pattern",
		"include_tests":     "functions in test files too",
		"include_generated": "generated ones too",
		"limit":             "most rows",
	},
}

// commonBriefs are as briefs, for the arguments that several tools take.
var commonBriefs = map[string]string{
	"include_tests": "results in test files too",
	"max_results":   "most results",
	"kind":          "only a target of this kind",
	"tests":         "list results in tests, or only these (default: count them)",
	"why":           "all reasons why the answer may be incomplete",
	"index":         "one of several indexes: repository[@commit]",
}

// verbs begin summaries of operations that say the same without them.
var verbs = regexp.MustCompile(`^(list|show|describe|find) (the )?`)

// maxTakers is the number of operations that the description of an argument names. An operation refuses the
// arguments of others, and says which ones it takes.
const maxTakers = 3

// maxDescription is the part of a description that hosts show a model, in bytes.
const maxDescription = 2000

// toolOf returns the tool of the operations that name it.
func toolOf(name, title, purpose string, structured bool) (mcp.Tool, error) {
	ops := operationsOf(name)
	input, err := inputSchema(name, ops)
	if err != nil {
		return mcp.Tool{}, err
	}
	var d strings.Builder
	d.WriteString(purpose + "\nOperations:\n")
	for _, op := range ops {
		fmt.Fprintf(&d, "%s: %s\n", op.Name, verbs.ReplaceAllString(op.Summary, ""))
	}
	if d.Len() > maxDescription {
		return mcp.Tool{}, fmt.Errorf("the description of %s has %d bytes, and hosts cut at %d: shorten summaries", name, d.Len(), maxDescription)
	}
	t := mcp.NewTool(name, mcp.WithDescription(strings.TrimSpace(d.String())), mcp.WithRawInputSchema(input),
		mcp.WithTitleAnnotation(title), mcp.WithReadOnlyHintAnnotation(true), mcp.WithOpenWorldHintAnnotation(false))
	t.Annotations.DestructiveHint, t.Annotations.IdempotentHint = nil, nil // they mean nothing for a tool that only reads
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
func inputSchema(tool string, ops []queries.Operation) ([]byte, error) {
	s := &jsonschema.Schema{Type: "object", Required: []string{"operation"}, AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}}, Properties: map[string]*jsonschema.Schema{}}
	s.PropertyOrder = []string{"operation"}
	names := make([]any, len(ops))
	for i, op := range ops {
		names[i] = op.Name
	}
	s.Properties["operation"] = &jsonschema.Schema{Type: "string", Enum: names}
	takers := map[string][]string{}
	args := map[string][]queries.Arg{}
	for _, op := range ops {
		for _, a := range coerce.Taken(op) {
			if a.Local {
				continue
			}
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
		brief := cmp.Or(briefs[tool][name], commonBriefs[name])
		p.Description = cmp.Or(brief, p.Description)
		if n := len(takers[name]); n <= maxTakers && n < len(ops) {
			p.Description += " (" + strings.Join(takers[name], ", ") + ")"
		}
		if len(same) == len(ops) && !slices.ContainsFunc(same, func(a queries.Arg) bool { return !a.Required }) {
			s.Required = append(s.Required, name)
		}
		p.Description += defaults(same, takers[name])
		if brief == "" && (slices.Contains(ops[0].Positional, name) || name == "target") {
			p.Description = subjects(same, takers[name])
		}
		s.Properties[name] = p
	}
	slices.Sort(s.Required)
	return json.Marshal(s)
}

// subjects joins the descriptions of an argument that names the subject of each operation.
func subjects(same []queries.Arg, takers []string) string {
	var helps []string
	of := map[string][]string{}
	for i, a := range same {
		if of[a.Help] == nil {
			helps = append(helps, a.Help)
		}
		of[a.Help] = append(of[a.Help], takers[i])
	}
	if len(helps) == 1 {
		return helps[0]
	}
	for i, h := range helps {
		helps[i] = strings.Join(of[h], ", ") + ": " + h
	}
	return strings.Join(helps, "; ")
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

// types are the types of JSON for the types of arguments.
var types = map[string]string{"string": "string", "integer": "integer", "boolean": "boolean", "strings": "array", "object": "object"}

// argumentSchema returns the schema of an argument that one or more operations take.
func argumentSchema(same []queries.Arg) (*jsonschema.Schema, error) {
	first := same[0]
	s := &jsonschema.Schema{Type: types[first.Type], Description: first.Help}
	values, alike := first.Values, true
	for _, a := range same[1:] {
		if a.Type != first.Type { // a query is an object to one and SQL to another
			s.Type, s.Types = "", []string{types[first.Type], types[a.Type]}
			if a.Help != first.Help {
				s.Description += "; or " + a.Help
			}
		}
		alike = alike && reflect.DeepEqual(a.Default, first.Default)
		for _, v := range a.Values {
			if !slices.Contains(values, v) {
				values = append(slices.Clone(values), v)
			}
		}
	}
	one := s
	if first.Type == "strings" {
		one = &jsonschema.Schema{Type: "string"}
		s.Items = one
	}
	for _, v := range values {
		one.Enum = append(one.Enum, v)
	}
	if first.Default != nil && alike && !reflect.ValueOf(first.Default).IsZero() {
		text, err := json.Marshal(first.Default)
		if err != nil {
			return nil, err
		}
		s.Default = text
	}
	return s, nil
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
