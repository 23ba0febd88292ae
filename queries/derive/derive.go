// Package derive makes the derived tables of an index, of which [schema.Table.Derived] is true: the steps of walks, and the gaps that
// follow from other tables. Extraction stores them; several indexes as one graph make them in memory by the same script.
package derive

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

var (
	//go:embed ranks.sql
	ranks string
	//go:embed possible_callees.sql
	possibleCallees string
	//go:embed call_steps.sql
	callSteps string
	//go:embed value_steps.sql
	valueSteps string
	//go:embed generics.sql
	generics string
	//go:embed unknowns_calls.sql
	unknownsCalls string
	//go:embed unknowns_dispatch.sql
	unknownsDispatch string
	//go:embed unknowns_types.sql
	unknownsTypes string
	//go:embed derived_unknowns.sql
	derivedUnknowns string
)

// Macros defines the macro evidence_rank, which the script and statements on an index use.
func Macros() string { return ranks }

// Script returns the statements that make the derived tables of one or more indexes in the database schema `derived`. They read the
// other tables by their names.
func Script(indexes int) string {
	across := fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS derived;\nCREATE OR REPLACE MACRO across_indexes() AS %t;\n", indexes > 1)
	return across + strings.Join([]string{ranks, possibleCallees, callSteps, valueSteps, generics, unknownsCalls, unknownsDispatch,
		unknownsTypes, derivedUnknowns}, "\n")
}

// Rows returns the rows of the derived tables of an index, one sorted slice of its row type for each table. The files of the other
// tables are in dir.
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
	if _, err := db.ExecContext(ctx, Script(1)); err != nil {
		return nil, fmt.Errorf("make the derived tables: %w", err)
	}
	var all []any
	for _, t := range schema.Tables() {
		if !t.Derived {
			continue
		}
		rows, err := read(ctx, db, t)
		if err != nil {
			return nil, fmt.Errorf("read the derived table %s: %w", t.Name, err)
		}
		all = append(all, rows)
	}
	return all, nil
}

// read returns the rows of one derived table in the order of its sort key. NULL becomes the zero value, which schema stores as NULL.
func read(ctx context.Context, db *sql.DB, t *schema.Table) (any, error) {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = `"` + c.Name + `"`
		if c.Nullable {
			columns[i] = fmt.Sprintf("coalesce(%s, %s)", columns[i], zero(c.Type))
		}
	}
	var order []string
	for _, c := range t.Sort {
		order = append(order, c+" NULLS FIRST")
	}
	rows, err := db.QueryContext(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM derived."+t.Name+" ORDER BY "+strings.Join(order, ", "))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := reflect.MakeSlice(reflect.SliceOf(t.RowType()), 0, 0)
	for rows.Next() {
		row := reflect.New(t.RowType()).Elem()
		fields := make([]any, row.NumField())
		for i := range fields {
			fields[i] = row.Field(i).Addr().Interface()
		}
		if err := rows.Scan(fields...); err != nil {
			return nil, err
		}
		all = reflect.Append(all, row)
	}
	return all.Interface(), rows.Err()
}

// zero is the SQL literal for the zero value of a nullable column.
func zero(t schema.Type) string {
	if t == schema.String {
		return "''"
	}
	return "0"
}
