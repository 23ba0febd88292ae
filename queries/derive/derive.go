// Package derive makes the derived tables of an index, of which [schema.Table.Derived] is true. An extraction makes them once;
// who asks an index that lacks them, because it is older or because it is several, makes them then, by the same scripts.
//
// DESIGN: they are what doubts and walks read of the whole index. To make what doubts read took a quarter of a cold question about
// callers (prometheus, 93,000 calls: 94 ms of which 74 were left; 700,000 calls: 102 of impact, of which 73 were), and to read calls in an order
// that does not help took 40 ms of callees to depth 1 (700,000 calls: 81, of which 63 were left). Of the 8.2 MB of prometheus they are
// 0.5: 0.2 for the names of symbols, and 0.3 for the two orders of calls.
package derive

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// Scripts that make tables in memory. They read tables of an index, those that scripts before them made, and the macros
// of [Macros].
var (
	//go:embed interface_methods.sql
	InterfaceMethods string
	//go:embed outside_build.sql
	OutsideBuild string
	//go:embed unlike.sql
	Unlike string
	//go:embed half_compared.sql
	HalfCompared string
	//go:embed uncertain.sql
	Uncertain string
	//go:embed unresolved.sql
	Unresolved string
	//go:embed untyped_names.sql
	UntypedNames string
	//go:embed closed.sql
	Closed string
	//go:embed replaced.sql
	Replaced string
	//go:embed values.sql
	Values string
	//go:embed standing.sql
	Standing string
	//go:embed uncertain_callers.sql
	UncertainCallers string
)

//go:embed edges.sql
var edges string

// stored are scripts that read of a derived table what another one makes.
var stored = map[string]struct {
	table *schema.Table
	text  string
}{
	InterfaceMethods: {schema.AbstractMethods, "CREATE OR REPLACE TABLE interface_methods AS FROM abstract_methods"},
	Unlike: {schema.UncomparedTypes, `CREATE OR REPLACE TABLE unlike AS FROM uncompared_types;
		CREATE OR REPLACE TABLE unlike_methods AS SELECT symbol_id, name, container_id FROM interface_methods WHERE is_uncompared`},
	HalfCompared:     {schema.PossibleOverrides, "CREATE OR REPLACE TABLE half_compared AS FROM possible_overrides"},
	Uncertain:        {schema.UncertainCalls, "CREATE OR REPLACE TABLE uncertain AS FROM uncertain_calls"},
	UntypedNames:     {schema.SelectedNames, "CREATE OR REPLACE TABLE untyped_names AS FROM selected_names"},
	Closed:           {schema.ClosedInterfaces, "CREATE OR REPLACE TABLE closed AS FROM closed_interfaces"},
	Replaced:         {schema.ReplacedMethods, "CREATE OR REPLACE TABLE replaced AS FROM replaced_methods"},
	Values:           {schema.FunctionValues, "CREATE OR REPLACE TABLE value_counts AS FROM function_values"},
	Standing:         {schema.StandingMethods, "CREATE OR REPLACE TABLE standing AS SELECT goes_to_id AS for_id, method_id AS id, evidence_rank AS rank, override_evidence FROM standing_methods"},
	UncertainCallers: {schema.UncertainCallers, "CREATE OR REPLACE TABLE uncertain_within AS FROM uncertain_callers"},
}

// Stored returns a script that makes the same as another one of what a derived table holds, and the name of that.
func Stored(script string) (text, table string, ok bool) {
	s, ok := stored[script]
	if !ok {
		return "", "", false
	}
	return s.text, s.table.Name, true
}

// Rows returns the rows of the derived tables of an index, sorted, a slice for each table. The files of its other tables
// are in dir.
func Rows(ctx context.Context, dir string) ([]any, error) {
	connector, err := duck.Database()
	if err != nil {
		return nil, fmt.Errorf("start DuckDB: %w", err)
	}
	db := sql.OpenDB(connector)
	defer db.Close()
	var views strings.Builder
	for _, t := range schema.Tables() {
		if !t.Derived {
			views.WriteString("CREATE VIEW " + t.Name + " AS FROM " + duck.Scan(filepath.Join(dir, t.File())) + ";\n")
		}
	}
	if _, err := db.ExecContext(ctx, views.String()); err != nil {
		return nil, fmt.Errorf("read the tables: %w", err)
	}
	return derived(ctx, db)
}

// derived is Rows of a database that has the other tables.
func derived(ctx context.Context, db *sql.DB) ([]any, error) {
	if _, err := db.ExecContext(ctx, Script); err != nil {
		return nil, fmt.Errorf("make the tables: %w", err)
	}
	var all []any
	for _, t := range tables {
		rows, err := t.rows(ctx, db, t)
		if err != nil {
			return nil, fmt.Errorf("read what was made of %s: %w", t.Name, err)
		}
		all = append(all, rows)
	}
	return all, nil
}

//go:embed macros.sql
var macros string

// Macros is a script that makes those which scripts read, of so many indexes of a feature version. Within one index from 5 on types were
// compared with the interfaces of the repository that have no name, and from 4 on calls say through which interface they go; of several nobody
// compared the types of one with the interfaces of another.
func Macros(feature, indexes int) string {
	return fmt.Sprintf("CREATE OR REPLACE MACRO compares_unnamed() AS %t;\nCREATE OR REPLACE MACRO knows_dispatch() AS %t;\n", feature >= 5 && indexes == 1, feature >= 4 && indexes == 1) + macros
}

// scripts make all that the derived tables hold, in this order.
var scripts = []string{InterfaceMethods, OutsideBuild, Unlike, HalfCompared, Uncertain, Unresolved, UntypedNames, Replaced, Closed,
	edges, UncertainCallers, Values, Standing}

// Scripts are those that make what a derived table holds, after that of [Macros], from the other tables.
func Scripts(t *schema.Table) []string {
	if t == schema.SymbolNames {
		return nil
	}
	return scripts
}

// Script makes what all of them hold, of an index of today.
var Script = Macros(schema.FeatureVersion, 1) + strings.Join(scripts, "\n")

// table is a derived table.
type table struct {
	*schema.Table
	made string // where Script made what it holds
	rows func(context.Context, *sql.DB, table) (any, error)
}

var tables = []table{
	{schema.AbstractMethods, "(SELECT *, symbol_id IN (SELECT symbol_id FROM unlike_methods) AS is_uncompared FROM interface_methods)",
		read(func(m *schema.AbstractMethod) []any {
			return []any{&m.SymbolID, &m.Name, &m.ContainerID, &m.FileID, &m.IsExternal, &m.IsUsed, &m.IsUncompared}
		})},
	{schema.UncomparedTypes, "unlike", read(func(t *schema.UncomparedType) []any { return []any{&t.TypeID} })},
	{schema.PossibleOverrides, "half_compared", read(func(o *schema.PossibleOverride) []any {
		return []any{&o.TypeID, &o.MethodID, &o.InterfaceID, &o.OverriddenID}
	})},
	{schema.UncertainCalls, "uncertain", read(func(c *schema.UncertainCall) []any {
		return []any{&c.Name, &c.FileID, &c.Evidence, &c.CallCount}
	})},
	{schema.SelectedNames, "untyped_names", read(func(n *schema.SelectedName) []any { return []any{&n.Name, &n.FileID, &n.ModulePath} })},
	{schema.ReplacedMethods, "replaced", read(func(m *schema.ReplacedMethod) []any { return []any{&m.TypeID, &m.Name, &m.IsTest} })},
	{schema.ClosedInterfaces, "closed", read(func(i *schema.ClosedInterface) []any { return []any{&i.TypeID} })},
	{schema.CallEdges, "call_edges_made", read(func(e *schema.CallEdge) []any { return []any{&e.GoesToID, &e.CallerID, &e.EvidenceRank} })},
	{schema.CallSites, "call_sites_made", read(func(s *schema.CallSite) []any {
		return []any{&s.CallerID, &s.FileID, &s.StartLine, &s.StartColumn, &s.GoesToID, &s.EvidenceRank}
	})},
	{schema.UncertainCallers, "uncertain_within", read(func(c *schema.UncertainCaller) []any { return []any{&c.CallerID, &c.Evidence, &c.CallCount} })},
	{schema.FunctionValues, "value_counts", read(func(v *schema.FunctionValue) []any { return []any{&v.SymbolID, &v.ValueCount} })},
	{schema.StandingMethods, "(SELECT for_id AS goes_to_id, id AS method_id, rank AS evidence_rank, override_evidence FROM standing)", read(func(m *schema.StandingMethod) []any {
		return []any{&m.GoesToID, &m.MethodID, &m.EvidenceRank, &m.OverrideEvidence}
	})},
	{schema.SymbolNames, "symbols", read(func(n *schema.SymbolName) []any { return []any{&n.Name, &n.SymbolID} })},
}

// Made returns, for each derived table, where its [Scripts] make what it holds, in SQL.
func Made() map[*schema.Table]string {
	made := map[*schema.Table]string{}
	for _, t := range tables {
		made[t.Table] = t.made
	}
	return made
}

// read returns what reads the rows of a table; fields are where the columns of one go.
func read[T any](fields func(*T) []any) func(context.Context, *sql.DB, table) (any, error) {
	return func(ctx context.Context, db *sql.DB, t table) (any, error) {
		var columns []string
		for _, c := range t.Columns {
			switch {
			case c.Nullable && c.Type == schema.String:
				c.Name = "coalesce(" + c.Name + ", '')"
			case c.Nullable: // all of them are ids
				c.Name = "coalesce(" + c.Name + ", 0)"
			}
			columns = append(columns, c.Name)
		}
		rows, err := db.QueryContext(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM "+t.made+" ORDER BY "+strings.Join(t.Sort, ", "))
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		all := []T{}
		for rows.Next() {
			var row T
			if err := rows.Scan(fields(&row)...); err != nil {
				return nil, err
			}
			all = append(all, row)
		}
		return all, rows.Err()
	}
}
