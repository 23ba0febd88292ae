package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// group is an operation with the options that all its questions share.
type group struct {
	operation string
	options   []string
	targets   []string // SQL for targets, each with the columns target and place, of path also "to"
}

func (g group) String() string { return strings.Join(append([]string{g.operation}, g.options...), " ") }

const (
	callable = "kind IN ('function', 'method', 'interface_method')"
	aType    = "kind IN ('struct', 'interface', 'type', 'type_alias')"
)

var (
	functions = bySymbolAndUse(callable)
	packages  = []string{
		"SELECT package_path AS target, package_path AS place FROM modules WHERE package_path IS NOT NULL",
		"SELECT file_path AS target, file_path AS place FROM files WHERE file_id IN (SELECT file_id FROM imports)",
	}
)

// groups are the compared operations.
var groups = []group{
	{"callers", []string{"--depth", "1"}, functions},
	{"callers", []string{"--depth", "3"}, functions},
	{"callees", []string{"--depth", "1"}, functions},
	{"callees", []string{"--depth", "3"}, functions},
	{"path", []string{"--depth", "8"}, []string{chains, pairs}},
	{"impact", []string{"--change-type", "signature"}, bySymbolAndUse("true")},
	{"impact", []string{"--change-type", "behavior"}, functions},
	{"impact", []string{"--change-type", "removal"}, bySymbolAndUse("NOT " + callable)},
	{"references", nil, bySymbolAndUse("true")},
	{"definition", nil, []string{bySymbolAndUse("true")[0], positions}},
	{"implementations", nil, bySymbolAndUse("kind IN ('interface', 'interface_method')")},
	{"implements", nil, bySymbolAndUse("kind IN ('struct', 'type', 'method')")},
	{"type-usages", nil, bySymbolAndUse(aType)},
	{"dependencies", []string{"--depth", "1"}, packages},
	{"dependencies", []string{"--depth", "3"}, packages},
	{"dependents", []string{"--depth", "1"}, packages[:1]},
	{"dependents", []string{"--depth", "3"}, packages[:1]},
}

// bySymbolAndUse returns two samples of symbols: one gives each symbol the same weight,
// the other gives each use the same weight, which finds the symbols that most code uses.
func bySymbolAndUse(condition string) []string {
	return []string{
		"SELECT symbol AS target, symbol AS place FROM symbols WHERE " + condition,
		"SELECT symbol AS target, concat_ws(':', file_id, start_line, start_column) AS place FROM (SELECT symbol_id, symbol FROM symbols WHERE " + condition + ") JOIN refs USING (symbol_id)",
	}
}

const (
	// positions are the places of uses.
	positions = "SELECT concat_ws(':', f.file_path, r.start_line, r.start_column) AS target, target AS place FROM refs r JOIN files f USING (file_id)"
	// pairs are two functions each, most of them without a path.
	pairs = `SELECT a.symbol AS target, b.symbol AS end_target, a.symbol AS place FROM
		(SELECT symbol, row_number() OVER (ORDER BY md5(symbol || 'start')) AS n FROM symbols WHERE kind IN ('function', 'method') AND NOT is_external) a JOIN
		(SELECT symbol, row_number() OVER (ORDER BY md5(symbol || 'end')) AS n FROM symbols WHERE ` + callable + ` AND NOT is_external) b USING (n)`
	// chains are the first and last function of up to three calls in a row.
	chains = `WITH step AS (SELECT DISTINCT caller_id, callee_id FROM calls WHERE callee_id IS NOT NULL),
		first AS (SELECT * FROM step ORDER BY md5(concat_ws(':', caller_id, callee_id)) LIMIT 5000),
		second AS (SELECT f.caller_id AS start, coalesce(s.callee_id, f.callee_id) AS reached FROM first f LEFT JOIN step s ON s.caller_id = f.callee_id
			QUALIFY row_number() OVER (PARTITION BY f.caller_id, f.callee_id ORDER BY md5(concat(s.callee_id))) = 1),
		third AS (SELECT start, coalesce(s.callee_id, reached) AS reached FROM second LEFT JOIN step s ON s.caller_id = reached
			QUALIFY row_number() OVER (PARTITION BY start, reached ORDER BY md5(concat(s.callee_id))) = 1)
		SELECT a.symbol AS target, b.symbol AS end_target, a.symbol || b.symbol AS place FROM third JOIN symbols a ON a.symbol_id = start JOIN symbols b ON b.symbol_id = reached`
)

// question is an operation with options and targets, for both programs.
type question struct {
	group
	of []string // the target, of path the end too
}

func (q question) String() string { return strings.Join(q.of, " -> ") }

// sample returns at most n questions of a group, the same for the same index and seed. It
// takes as many from each of the group's queries, and more of the later when the earlier have few.
func sample(ctx context.Context, base *program, g group, n, seed int) ([]question, error) {
	var all []question
	seen := map[string]bool{}
	for i, query := range g.targets {
		rows, err := selectRows(ctx, base, ordered(query, seed, 3*n))
		if err != nil {
			return nil, err
		}
		all = pick(all, seen, g, rows, n*(i+1)/len(g.targets))
	}
	return all, nil
}

// ordered returns the query with its rows in an order that only the seed and the
// place decide. md5 gives the same order in every version of DuckDB.
func ordered(query string, seed, n int) string {
	return fmt.Sprintf("SELECT * FROM (%s) ORDER BY md5(concat(place, '#%d')), target LIMIT %d", query, seed, n)
}

// pick appends questions about rows that are new until there are n.
func pick(all []question, seen map[string]bool, g group, rows [][]string, n int) []question {
	for _, row := range rows {
		q := question{g, row[:len(row)-1]}
		if len(all) >= n {
			break
		}
		if !seen[q.String()] {
			seen[q.String()] = true
			all = append(all, q)
		}
	}
	return all
}

// selectRows runs a query over the index of a program.
func selectRows(ctx context.Context, p *program, query string) ([][]string, error) {
	out, err := execute(ctx, p.binary, "query", "sql", "--index", p.index, "--format", "json", "--limit", "100000", query)
	if err != nil {
		return nil, err
	}
	var answer struct{ Rows [][]string }
	if err := json.Unmarshal(out, &answer); err != nil {
		return nil, fmt.Errorf("answer of query sql: %w", err)
	}
	return answer.Rows, nil
}
