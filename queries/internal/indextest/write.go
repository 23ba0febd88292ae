// Package indextest writes small indexes for tests, from rows or from text, with DuckDB.
//
// # Limitations
//
// DuckDB writes every column as OPTIONAL and without field ids. The function Verify of package artifact reports exactly that.
package indextest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// Write sorts the rows, derives the derived tables, writes both as an index in dir and returns its manifest. Tables and columns
// come from their declarations.
func Write(t testing.TB, dir string, rows *schema.Rows, options schema.Options) schema.Manifest {
	t.Helper()
	m := schema.Manifest{
		Format: schema.FormatName, FormatVersion: schema.FormatVersion,
		Generator:  schema.Generator{Name: "cortex", Version: "test"},
		Repository: schema.Repository{Name: "example.com", Commit: strings.Repeat("0", 40)},
		Options:    options,
		Summary:    summary(rows),
	}
	check(t, os.MkdirAll(dir, 0o755))
	var tables []any
	check(t, rows.Each(func(rows any) error { tables = append(tables, rows); return nil }))
	m.Tables = writeTables(t, dir, tables)
	derived, err := derive.Rows(t.Context(), dir)
	check(t, err)
	m.Tables = append(m.Tables, writeTables(t, dir, derived)...)
	WriteManifest(t, dir, m)
	return m
}

// Overwrite writes the rows over those of the index in dir, with their entries in the manifest. The derived tables stay.
func Overwrite(t testing.TB, dir string, m *schema.Manifest, rows *schema.Rows) {
	t.Helper()
	var tables []any
	check(t, rows.Each(func(rows any) error { tables = append(tables, rows); return nil }))
	written := writeTables(t, dir, tables)
	copy(m.Tables, written)
	m.Summary = summary(rows)
}

func writeTables(t testing.TB, dir string, tables []any) (entries []schema.ManifestTable) {
	t.Helper()
	connector, err := duckdb.NewConnector("?threads=1", nil)
	check(t, err)
	db := sql.OpenDB(connector)
	defer db.Close()
	for _, rows := range tables {
		entry, err := writeTable(connector, db, dir, rows)
		check(t, err)
		entries = append(entries, entry)
	}
	return entries
}

// WriteManifest writes the manifest.
func WriteManifest(t testing.TB, dir string, m schema.Manifest) {
	t.Helper()
	b, err := m.Encode()
	check(t, err)
	check(t, os.WriteFile(filepath.Join(dir, schema.ManifestFile), b, 0o644))
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeTable(connector *duckdb.Connector, db *sql.DB, dir string, rows any) (schema.ManifestTable, error) {
	v := reflect.ValueOf(rows)
	table, ok := schema.TableOf(v.Type().Elem())
	if !ok {
		return schema.ManifestTable{}, fmt.Errorf("no table of %s", v.Type())
	}
	var columns []string
	for _, c := range table.Columns {
		kind := map[schema.Type]string{schema.String: "VARCHAR", schema.Timestamp: "TIMESTAMPTZ", schema.Int32: "INTEGER", schema.Int64: "BIGINT",
			schema.Boolean: "BOOLEAN", schema.Double: "DOUBLE"}[c.Type]
		columns = append(columns, c.Name+" "+kind)
	}
	if _, err := db.Exec("CREATE TABLE " + table.Name + " (" + strings.Join(columns, ", ") + ")"); err != nil {
		return schema.ManifestTable{}, err
	}
	if err := appendRows(connector, table, v); err != nil {
		return schema.ManifestTable{}, err
	}
	path := filepath.Join(dir, table.File())
	if _, err := db.Exec("COPY " + table.Name + " TO '" + strings.ReplaceAll(path, "'", "''") + "' (FORMAT parquet, CODEC zstd, ROW_GROUP_SIZE 50000)"); err != nil {
		return schema.ManifestTable{}, err
	}
	return Entry(dir, table.Name, int64(v.Len()))
}

// Entry returns the manifest's entry for the present file of a table.
func Entry(dir, table string, rows int64) (schema.ManifestTable, error) {
	b, err := os.ReadFile(filepath.Join(dir, table+".parquet"))
	sum := sha256.Sum256(b)
	return schema.ManifestTable{Name: table, File: table + ".parquet", Rows: rows, Bytes: int64(len(b)), SHA256: hex.EncodeToString(sum[:])}, err
}

func appendRows(connector *duckdb.Connector, table *schema.Table, v reflect.Value) error {
	conn, err := connector.Connect(context.Background())
	if err != nil {
		return err
	}
	defer conn.Close()
	appender, err := duckdb.NewAppenderFromConn(conn, "", table.Name)
	if err != nil {
		return err
	}
	order := make([]int, v.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return table.Compare(v.Index(i).Interface(), v.Index(j).Interface()) })
	values := make([]driver.Value, len(table.Columns))
	for _, i := range order {
		for k, c := range table.Columns {
			values[k] = nil
			if x, ok := c.Value(v.Index(i)); ok {
				values[k] = plain(x)
			}
		}
		if err := appender.AppendRow(values...); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
	}
	return appender.Close()
}

func plain(v reflect.Value) driver.Value {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Int32:
		return int32(v.Int())
	}
	return v.Interface()
}

func summary(rows *schema.Rows) schema.Summary {
	s := schema.Summary{Files: len(rows.Files), Languages: map[string]int{}, Diagnostics: map[schema.Severity]int{}, Calls: map[schema.Evidence]int{}}
	for _, v := range (schema.Severity("")).Values() {
		s.Diagnostics[schema.Severity(v)] = 0
	}
	for _, v := range (schema.Evidence("")).Values() {
		s.Calls[schema.Evidence(v)] = 0
	}
	for _, f := range rows.Files {
		if f.Language != "" {
			s.Languages[f.Language]++
		}
	}
	for _, d := range rows.Diagnostics {
		s.Diagnostics[d.Severity]++
	}
	for _, c := range rows.Calls {
		s.Calls[c.Evidence]++
	}
	return s
}

// Sort sorts the rows of each table.
func Sort(rows *schema.Rows) {
	v := reflect.ValueOf(rows).Elem()
	for i := range v.NumField() {
		table, _ := schema.TableOf(v.Field(i).Type().Elem())
		swap := reflect.Swapper(v.Field(i).Interface())
		f := v.Field(i)
		sort.Stable(byTable{f, table, swap})
	}
}

type byTable struct {
	rows  reflect.Value
	table *schema.Table
	swap  func(i, j int)
}

func (b byTable) Len() int { return b.rows.Len() }
func (b byTable) Less(i, j int) bool {
	return b.table.Compare(b.rows.Index(i).Interface(), b.rows.Index(j).Interface()) < 0
}
func (b byTable) Swap(i, j int) { b.swap(i, j) }

// Exec runs a statement in a new database.
func Exec(t testing.TB, statement string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	check(t, err)
	defer db.Close()
	_, err = db.Exec(statement)
	check(t, err)
}
