// Package duck opens databases, and names files for them.
package duck

import (
	"net/url"
	"strings"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/ahead"
)

// Database returns an empty database in memory.
func Database() (*duckdb.Connector, error) {
	settings := url.Values{}
	for name, value := range ahead.Settings() {
		settings.Set(name, value)
	}
	return duckdb.NewConnector("?"+settings.Encode(), nil)
}

// Literal spells a string in SQL. It is for what an index is made of only: a view
// and a setting cannot take a bound value.
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// Pattern is the glob that matches a path and nothing else: DuckDB takes every path for
// one.
func Pattern(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// Scan is the table in the file at a path.
func Scan(path string) string {
	return "read_parquet(" + Literal(Pattern(path)) + ", hive_partitioning = false)"
}
