package files

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/Masterminds/squirrel"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/manifests"
	"github.com/cortex-index/cortex/queries/target"
)

//go:embed module_stats.sql
var moduleStatsSQL string

//go:embed test_coverage.sql
var testCoverageSQL string

//go:embed external_dependencies.sql
var externalDependenciesSQL string

//go:embed manifests.sql
var manifestsSQL string

//go:embed duplicate_names.sql
var duplicateNamesSQL string

// Predefined returns the operations for common statistics.
func Predefined() []queries.Operation {
	return []queries.Operation{topFiles(), topFunctions(), moduleStats(), languageStats(), testCoverage(), externalDependencies(), duplicateNames()}
}

// object is an object of a query in JSON, and list a list.
type (
	object map[string]any
	list   []any
)

// ask runs a query of this package.
func ask(ctx context.Context, ix *queries.Index, query object) (*rowsAnswer, error) {
	text, err := json.Marshal(query)
	if err != nil {
		return nil, err
	}
	v, err := parse(text)
	if err != nil {
		return nil, err
	}
	s, err := check(v, ix.Parts() > 1)
	if err != nil {
		return nil, err
	}
	return s.run(ctx, ix)
}

// askSQL runs a statement of this package, which orders its rows.
func askSQL(ctx context.Context, ix *queries.Index, text string, limit int, args []any) (*rowsAnswer, error) {
	inner := squirrel.Expr("(\n"+text+")", args...)
	s := &statement{limit: limit,
		rows:  squirrel.Expr(fmt.Sprintf("SELECT * FROM ? LIMIT %d", limit), inner),
		count: squirrel.Expr("SELECT count(*) FROM ?", inner)}
	return s.run(ctx, ix)
}

func is(field, operator string, value any) object {
	return object{"field": field, "operator": operator, "value": value}
}

// descending orders by a field, the greatest first.
func descending(field string) list { return list{object{"field": field, "direction": "DESC"}} }

type limited struct {
	Limit int `arg:"limit" default:"20" min:"1" max:"100000" help:"the number of rows"`
}

type topFilesArgs struct {
	limited
	OrderBy string `arg:"order_by" default:"lines_total" values:"lines_total,lines_code,lines_comment,size_bytes,function_count,type_count,import_count" help:"the measure to order by"`
}

func topFiles() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "top_files", Tool: tool,
		Summary: "list the largest files, by lines, size, functions, types or imports",
		Example: "top_files --order-by function_count --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args topFilesArgs) (*rowsAnswer, error) {
		return ask(ctx, ix, object{"from": "files", "orderBy": descending(args.OrderBy), "limit": args.Limit,
			"fields": list{"file_path", "language", "lines_total", "lines_code", "lines_comment", "size_bytes", "function_count", "type_count", "import_count"}})
	})
}

type topFunctionsArgs struct {
	limited
	By               string `arg:"by" default:"lines" values:"lines,complexity,parameters,callers" help:"the measure to order by"`
	IncludeTests     bool   `arg:"include_tests" default:"false" help:"return functions in test files too"`
	IncludeGenerated bool   `arg:"include_generated" default:"false" help:"return functions in generated files too"`
}

func topFunctions() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "top_functions", Tool: tool,
		Summary: "list the largest functions and methods, by lines, complexity, parameters or callers",
		Help: `Functions in tests and generated files are left out unless asked for. The code at package
level counts as a function init without a line.
Callers are the functions with a call of it whose callee is certain or heuristic.
The operation callers lists those of one function, and says whether they are all.`,
		Example: "top_functions --by complexity --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args topFunctionsArgs) (*rowsAnswer, error) {
		fields := list{"functions.file_path", "functions.start_line", "functions.symbol", "functions.lines", "functions.complexity", "functions.param_count"}
		query := object{"from": "functions", "fields": fields, "limit": args.Limit}
		var where list
		if !args.IncludeTests {
			where = append(where, is("functions.is_test", "=", false))
		}
		var joins list
		if !args.IncludeGenerated {
			joins = append(joins, object{"table": "files", "on": is("files.file_id", "=", "functions.file_id")})
			where = append(where, is("files.is_generated", "=", false))
		}
		if where != nil {
			query["where"] = object{"and": where}
		}
		query["orderBy"] = descending("functions." + map[string]string{"lines": "lines", "complexity": "complexity", "parameters": "param_count"}[args.By])
		if args.By == "callers" {
			joins = append(joins, object{"table": "calls", "on": is("calls.callee_id", "=", "functions.function_id")})
			query["groupBy"] = fields
			query["aggregations"] = list{object{"function": "COUNT", "field": "calls.caller_id", "distinct": true, "alias": "callers"}}
			query["orderBy"] = descending("callers")
		}
		if joins != nil {
			query["joins"] = joins
		}
		a, err := ask(ctx, ix, query)
		if err == nil {
			a.symbols = true
		}
		return a, err
	})
}

// belowOf returns the regular expression of the paths that a filter of directories lets through.
func belowOf(ctx context.Context, ix *queries.Index, filter string) (string, error) {
	if filter == "" {
		filter = "."
	}
	return target.PathExpression(ix, filter), target.CheckDirectories(ctx, ix, filter)
}

// directoryArgs are the arguments of operations about directories.
type directoryArgs struct {
	limited
	ModulePath string `arg:"module_path" positional:"" help:"only this directory and those below it, or those of a glob or LIKE pattern"`
}

func moduleStats() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "module_stats", Tool: tool,
		Summary: "count files, lines, types, functions and imports of each directory with code",
		Help:    "The functions include the synthetic one for code at package level.",
		Example: "module_stats --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args directoryArgs) (*rowsAnswer, error) {
		below, err := belowOf(ctx, ix, args.ModulePath)
		if err != nil {
			return nil, err
		}
		return askSQL(ctx, ix, moduleStatsSQL, args.Limit, []any{below})
	})
}

func languageStats() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "language_stats", Tool: tool,
		Summary: "count files and lines of each language",
		Help: `Files of no known language, and those that were not read, have an empty language.
The functions include the synthetic one for code at package level.`,
		Example: "language_stats --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args limited) (*rowsAnswer, error) {
		sum := func(field, alias string) object {
			return object{"function": "SUM", "field": field, "alias": alias}
		}
		return ask(ctx, ix, object{"from": "files", "groupBy": list{"language"}, "orderBy": descending("lines_code"), "limit": args.Limit,
			"aggregations": list{object{"function": "COUNT", "alias": "files"}, sum("lines_total", "lines_total"), sum("lines_code", "lines_code"), sum("lines_comment", "lines_comment"),
				sum("lines_blank", "lines_blank"), sum("function_count", "functions"), sum("type_count", "types")}})
	})
}

func testCoverage() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "test_coverage", Tool: tool,
		Summary: "count test files, lines and functions of each directory, and the other code",
		Help: `These are counts of the source, not of runs. test_ratio has the lines of code in tests for each
line of other code. called_by_tests counts the functions that a function in a test file calls,
in this or another directory. Calls through interfaces do not count. The operation untested
lists the functions that no test can reach.`,
		Example: "test_coverage --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args directoryArgs) (*rowsAnswer, error) {
		below, err := belowOf(ctx, ix, args.ModulePath)
		if err != nil {
			return nil, err
		}
		return askSQL(ctx, ix, testCoverageSQL, args.Limit, []any{below})
	})
}

// declared is a package that a manifest declares, for the imports of some languages. The separator follows its name in longer imports.
type declared struct {
	Languages []string `json:"languages"`
	Separator string   `json:"separator"`
	Name      string   `json:"name"`
	Version   string   `json:"version"`
	Indirect  bool     `json:"indirect"`
}

// declaredPackages reads the manifests of the repository.
func declaredPackages(ctx context.Context, ix *queries.Index) ([]declared, error) {
	type file struct {
		id   int32
		path string
	}
	files, err := queries.Collect(ctx, ix.Query, func(f *file) []any { return []any{&f.id, &f.path} }, manifestsSQL, manifests.Names)
	if err != nil {
		return nil, fmt.Errorf("list the manifests: %w", err)
	}
	var ids []int32
	for _, f := range files {
		ids = append(ids, f.id)
	}
	texts, err := ix.Sources(ctx, ids)
	if err != nil {
		return nil, err
	}
	all := []declared{}
	for _, f := range files {
		languages, separator := manifests.Importing(f.path)
		packages := manifests.Parse(f.path, texts[f.id])
		for _, name := range slices.Sorted(maps.Keys(packages)) {
			if d := packages[name]; !slices.Contains(languages, name) { // a version of the language
				all = append(all, declared{languages, separator, name, d.Version, d.Indirect})
			}
		}
	}
	return all, nil
}

func externalDependencies() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "external_dependencies", Tool: tool,
		Summary: "list external imports and declared packages, by the number of importing files and directories",
		Help: `The standard library and the repository's packages do not count. The version comes from go.mod,
package.json, pyproject.toml, requirements.txt, a Gemfile or a gemspec, and is empty when none declares it.
The status is "imported", "declared only" when no file imports a package of that name, or
"indirect" when only other dependencies need it. Some Python packages have another name in
imports: PyYAML and yaml are two rows. An index without the text of files has no versions.`,
		Example: "external_dependencies --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args limited) (*rowsAnswer, error) {
		all, err := declaredPackages(ctx, ix)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(all)
		if err != nil {
			return nil, err
		}
		return askSQL(ctx, ix, externalDependenciesSQL, args.Limit, []any{string(text)})
	})
}

type duplicateNamesArgs struct {
	limited
	IncludeTests bool `arg:"include_tests" default:"false" help:"count declarations in tests too"`
}

func duplicateNames() queries.Operation {
	return queries.Declare(queries.Operation{
		Name: "duplicate_names", Tool: tool,
		Summary: "find functions and types of one name in several directories",
		Help:    "Only declarations at package level count; main, init and blank names are left out.",
		Example: "duplicate_names --limit 5",
	}, func(ctx context.Context, ix *queries.Index, args duplicateNamesArgs) (*rowsAnswer, error) {
		return askSQL(ctx, ix, duplicateNamesSQL, args.Limit, []any{args.IncludeTests})
	})
}
