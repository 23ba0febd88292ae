package files

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/schema"
)

//go:embed gate.sql
var gateSQL string

//go:embed functions.txt
var functionList string

// DESIGN: the gate lists allowed functions, not forbidden ones: DuckDB has hundreds of functions, and
// dozens of them reach files, settings or other SQL. To prepare a text and look at the kind of
// statement is not enough, because the driver runs every statement but the last while it prepares a
// text.

// RefusedError is the error for a statement that may not run.
type RefusedError struct {
	Message string
	Advice  string
}

// Error returns the refused part.
func (e *RefusedError) Error() string { return "sql: " + e.Message }

// Hint returns an allowed alternative.
func (e *RefusedError) Hint() string { return e.Advice }

// ExitCode returns the exit code for a failed operation.
func (e *RefusedError) ExitCode() int { return 1 }

const onlySelect = "give one SELECT over the index's tables (`cortex schema` lists them); WITH, FROM and VALUES work too"

func refused(format string, args ...any) error {
	return &RefusedError{Message: fmt.Sprintf(format, args...), Advice: onlySelect}
}

// parsed is the result of json_serialize_sql.
type parsed struct {
	Error        bool             `json:"error"`
	ErrorType    string           `json:"error_type"`
	ErrorMessage string           `json:"error_message"`
	Position     string           `json:"position"`
	Statements   []map[string]any `json:"statements"`
}

// accepted describes a statement that may run.
type accepted struct {
	tables  []string     // the tables of the index in it, sorted
	values  int          // the number of its ?
	limited []limitedArg // the ? that are arguments of limited functions
}

// known is the names that a query may use.
type known struct {
	tables  []string
	schemas []string // with the same tables; empty for one index
}

// accept decides whether a syntax tree may run. It may name the known tables.
func accept(tree string, k known) (accepted, error) {
	var p parsed
	if err := json.Unmarshal([]byte(tree), &p); err != nil {
		// DuckDB writes a number that is too large as Infinity, which is not valid JSON.
		if strings.Contains(tree, ":Infinity") {
			return accepted{}, &RefusedError{Message: "the query holds a number that is larger than any DOUBLE", Advice: "if you mean it, write 'Infinity'::DOUBLE"}
		}
		return accepted{}, fmt.Errorf("sql: read the syntax tree: %w", err)
	}
	switch {
	case p.Error && strings.Contains(p.ErrorMessage, "Only SELECT"):
		return accepted{}, refused("only SELECT statements are allowed")
	case p.Error:
		message := p.ErrorMessage
		if p.Position != "" {
			message += " (at character " + p.Position + ")"
		}
		return accepted{}, refused("%s", message)
	case len(p.Statements) == 0:
		return accepted{}, refused("there is no statement")
	case len(p.Statements) > 1:
		return accepted{}, refused("%d statements, and only one is allowed", len(p.Statements))
	}
	if err := checkWeight(p.Statements[0]["node"]); err != nil {
		return accepted{}, err
	}
	g := gate{tables: map[string]bool{}, parameters: map[string]bool{}, limited: map[limitedArg]bool{}, functions: allowedFunctions(), known: k}
	if err := g.any(p.Statements[0]["node"], nil); err != nil {
		return accepted{}, err
	}
	return accepted{tables: slices.Sorted(maps.Keys(g.tables)), values: len(g.parameters), limited: slices.Collect(maps.Keys(g.limited))}, nil
}

// allowedFunctions returns the functions that compute a value from their arguments and do nothing more.
func allowedFunctions() map[string]bool {
	allowed := map[string]bool{}
	for line := range strings.Lines(functionList) {
		line, _, _ = strings.Cut(line, "--")
		for _, name := range strings.Fields(line) {
			allowed[strings.ToLower(name)] = true
		}
	}
	return allowed
}

// allowedTableFunctions lists the functions that make rows from their arguments.
var allowedTableFunctions = []string{"unnest", "range", "generate_series", "json_each", "json_tree"}

// unboundedFunctions are refused because one step makes a text or list whose length an argument gives.
// As table functions, range and generate_series make rows instead. list_reduce and its other names grow
// a value with each element of a list.
var unboundedFunctions = []string{"repeat", "lpad", "rpad", "printf", "format", "list_resize", "array_resize", "range", "generate_series", "bitstring", "equi_width_bins",
	"list_reduce", "array_reduce", "reduce"}

// fatalFunctions are refused because long or deeply nested values break DuckDB. The first takes 34 GB
// for 64 KB; the others end the process when JSON is nested 1 M deep.
var fatalFunctions = []string{"damerau_levenshtein", "json_structure", "json_group_structure", "json_merge_patch", "json_contains", "variant_extract", "variant_typeof"}

// The known parts of a syntax tree: expressions by their class, other parts by their type. The gate
// refuses unknown parts.
var (
	allowedClasses = []string{"BETWEEN", "CASE", "CAST", "COLLATE", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "FUNCTION",
		"LAMBDA", "OPERATOR", "PARAMETER", "POSITIONAL_REFERENCE", "STAR", "SUBQUERY", "WINDOW"}
	allowedNodes = []string{"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
	allowedTypes = []string{"SUBQUERY", "JOIN", "EXPRESSION_LIST", "EMPTY", "EMPTY_FROM",
		"DECIMAL_TYPE_INFO", "LIST_TYPE_INFO", "ARRAY_TYPE_INFO", "STRUCT_TYPE_INFO", // the types of 1.5 and x::INT[]
		"DISTINCT_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "ORDER_MODIFIER", "ORDER_DEFAULT", "ASCENDING", "DESCENDING"}
)

// gate walks a syntax tree. names lists the common table expressions in scope.
type gate struct {
	tables     map[string]bool
	parameters map[string]bool // by the parser's numbers of ?
	limited    map[limitedArg]bool
	functions  map[string]bool
	known      known
}

func (g gate) any(v any, names []string) error {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if err := g.any(e, names); err != nil {
				return err
			}
		}
	case map[string]any:
		return g.object(v, names)
	}
	return nil
}

func (g gate) object(o map[string]any, names []string) error {
	kind, _ := o["type"].(string)
	class, _ := o["class"].(string)
	switch {
	case o["id"] == "VARIANT":
		return &RefusedError{Message: "the type VARIANT is not allowed: deeply nested JSON as VARIANT ends the process", Advice: "use JSON, or a type that lists its fields"}
	case kind == "USER_TYPE_INFO":
		return userType(o)
	case kind == "ENUM_TYPE_INFO":
		return &RefusedError{Message: "the type ENUM is not allowed", Advice: "use VARCHAR"}
	case class != "" && !slices.Contains(allowedClasses, class):
		return refused("%s is not allowed", class)
	case class == "FUNCTION", class == "WINDOW":
		if err := g.function(o, g.functions); err != nil {
			return err
		}
	case class == "LAMBDA":
		if name := captured(o["expr"], named(o["lhs"], nil)); name != "" {
			return &RefusedError{Message: fmt.Sprintf("a lambda may name its own parameters only, and this one names %s: a captured value is copied for each element, past the memory limit", name),
				Advice: "unnest the list and use a join, or json_extract in place of an arrow between columns"}
		}
	case class == "PARAMETER":
		g.parameters[fmt.Sprint(o["identifier"])] = true
	case class == "" && slices.Contains(allowedNodes, kind):
		return g.node(o, kind, names)
	case class == "" && kind == "BASE_TABLE":
		if err := g.table(o, names); err != nil {
			return err
		}
	case class == "" && kind == "TABLE_FUNCTION":
		return g.tableFunction(o, names)
	case class == "" && kind == "SHOW_REF":
		return &RefusedError{Message: "DESCRIBE, SHOW and SUMMARIZE are no part of another statement", Advice: wholeForms}
	case class == "" && kind != "" && !slices.Contains(allowedTypes, kind):
		return refused("%s is not allowed", kind)
	}
	return g.members(o, names)
}

// named adds the columns of an expression to names.
func named(v any, names []string) []string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			names = named(e, names)
		}
	case map[string]any:
		if parts, is := v["column_names"].([]any); is && len(parts) > 0 {
			return append(names, fmt.Sprint(parts[0]))
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			names = named(v[k], names)
		}
	}
	return names
}

// captured returns a name in the body of a lambda that is no parameter of it, or an empty string.
// Nested lambdas are checked separately.
func captured(v any, parameters []string) string {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if name := captured(e, parameters); name != "" {
				return name
			}
		}
	case map[string]any:
		if v["class"] == "LAMBDA" {
			return ""
		}
		if parts, is := v["column_names"].([]any); is && len(parts) > 0 && !slices.Contains(parameters, fmt.Sprint(parts[0])) {
			return fmt.Sprint(parts[0])
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if name := captured(v[k], parameters); name != "" {
				return name
			}
		}
	}
	return ""
}

func (g gate) members(o map[string]any, names []string, but ...string) error {
	for _, k := range slices.Sorted(maps.Keys(o)) {
		if slices.Contains(but, k) {
			continue
		}
		if err := g.any(o[k], names); err != nil {
			return err
		}
	}
	return nil
}

// node walks a query. Its common table expressions see the earlier ones and, when they are recursive,
// themselves; the rest of the query sees all of them.
func (g gate) node(o map[string]any, kind string, names []string) error {
	if ctes, ok := o["cte_map"].(map[string]any); ok {
		entries, _ := ctes["map"].([]any)
		for _, e := range entries {
			entry, _ := e.(map[string]any)
			if err := g.any(entry["value"], names); err != nil {
				return err
			}
			name, _ := entry["key"].(string)
			names = append(slices.Clip(names), strings.ToLower(name))
		}
	}
	if kind == "RECURSIVE_CTE_NODE" {
		if err := g.any(o["left"], names); err != nil {
			return err
		}
		name, _ := o["cte_name"].(string)
		return g.members(o, append(slices.Clip(names), strings.ToLower(name)), "cte_map", "left")
	}
	return g.members(o, names, "cte_map")
}

func (g gate) table(o map[string]any, names []string) error {
	name, _ := o["table_name"].(string)
	in, _ := o["schema_name"].(string)
	catalog, _ := o["catalog_name"].(string)
	lower := strings.ToLower(name)
	if catalog == "" && (in == "" || strings.EqualFold(in, "recurring")) && slices.Contains(names, lower) {
		return nil
	}
	if slices.Contains(g.known.tables, lower) && catalog == "" && (in == "" || slices.Contains(g.known.schemas, strings.ToLower(in))) {
		if o["at_clause"] != nil {
			return refused("AT is not allowed: an index has one version of its tables")
		}
		g.tables[strings.TrimPrefix(strings.ToLower(in)+"."+lower, ".")] = true
		return nil
	}
	return noTable(strings.Trim(catalog+"."+in+"."+name, "."), name, g.known.tables)
}

// userType lets JSON through, the only type that the parser knows by its name alone.
func userType(o map[string]any) error {
	name, _ := o["user_type_name"].(string)
	if strings.EqualFold(name, "JSON") && o["catalog"] == "" && o["schema"] == "" {
		return nil
	}
	return &RefusedError{Message: fmt.Sprintf("type %q is unknown", name), Advice: "such as VARCHAR, BIGINT, DOUBLE, BOOLEAN, DATE, TIMESTAMP, JSON, INTEGER[]"}
}

func noTable(full, name string, tables []string) error {
	return &RefusedError{Message: fmt.Sprintf("table %q is unknown", full),
		Advice: fmt.Sprintf("did you mean %q? SHOW TABLES lists the tables", suggest.Nearest(name, tables))}
}

func tableNames() []string {
	var out []string
	for _, t := range schema.Tables() {
		out = append(out, t.Name)
	}
	return out
}

func (g gate) tableFunction(o map[string]any, names []string) error {
	f, _ := o["function"].(map[string]any)
	name, _ := f["function_name"].(string)
	if !slices.Contains(allowedTableFunctions, strings.ToLower(name)) || f["schema"] != "" || f["catalog"] != "" {
		return refused("the table function %s is not allowed", name)
	}
	return g.members(f, names)
}

func (g gate) function(o map[string]any, allowed map[string]bool) error {
	name, _ := o["function_name"].(string)
	in, _ := o["schema"].(string)
	catalog, _ := o["catalog"].(string)
	if slices.Contains(unboundedFunctions, strings.ToLower(name)) {
		return &RefusedError{Message: fmt.Sprintf("the function %s is not allowed: it can make a text or list of any length in one step, past the memory limit", name),
			Advice: "range and generate_series make rows in FROM; for the others, select their arguments"}
	}
	if slices.Contains(fatalFunctions, strings.ToLower(name)) {
		return &RefusedError{Message: fmt.Sprintf("the function %s is not allowed: it needs memory without limit for long or deeply nested values", name),
			Advice: "levenshtein, json_extract and json_type do similar things"}
	}
	if catalog != "" || in != "" && in != "main" || !allowed[strings.ToLower(name)] {
		return refused("the function %s is not allowed", name)
	}
	return g.arguments(strings.ToLower(name), o)
}
