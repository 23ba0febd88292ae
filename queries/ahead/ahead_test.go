package ahead_test

import (
	"database/sql"
	"testing"

	duckdb "github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/ahead"
)

// The driver takes the database that was opened ahead once, whatever it is asked for;
// what it opens after that is its own.
func TestOpen(t *testing.T) {
	ahead.Open()
	ahead.Open()
	first := open(t, "?memory_limit=1GB")
	second := open(t, "?memory_limit=1GB")
	if got := setting(t, first, "memory_limit"); got != "1.8 GiB" {
		t.Errorf("the first database has the memory limit %s, want 1.8 GiB, that of Settings", got)
	}
	if got := setting(t, first, "allow_community_extensions"); got != "false" {
		t.Errorf("allow_community_extensions is %s, want false", got)
	}
	if got := setting(t, second, "memory_limit"); got != "953.6 MiB" {
		t.Errorf("the second database has the memory limit %s, want 953.6 MiB, its own", got)
	}
	if _, err := first.Exec("CREATE TABLE t(x INTEGER)"); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Exec("SELECT * FROM t"); err == nil {
		t.Error("two databases share a table")
	}
}

func open(t *testing.T, dsn string) *sql.DB {
	t.Helper()
	c, err := duckdb.NewConnector(dsn, nil)
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(c)
	t.Cleanup(func() { db.Close() })
	return db
}

func setting(t *testing.T, db *sql.DB, name string) string {
	t.Helper()
	var value string
	if err := db.QueryRow("SELECT current_setting('" + name + "')::VARCHAR").Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
