package queries

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
	"time"

	_ "github.com/marcboeker/go-duckdb/v2"
)

func connection(t *testing.T) *sql.Conn {
	t.Helper()
	db, err := sql.Open("duckdb", "?memory_limit=50MB")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// A script runs on the connection that it is given, all of it.
func TestExec(t *testing.T) {
	conn := connection(t)
	if err := Exec(t.Context(), conn, "CREATE TEMP TABLE t AS SELECT 6 AS x; UPDATE t SET x = x + 1"); err != nil {
		t.Fatal(err)
	}
	var x int
	if err := conn.QueryRowContext(t.Context(), "SELECT x FROM t").Scan(&x); err != nil || x != 7 {
		t.Errorf("got %d, %v; want 7", x, err)
	}
}

func TestExecFails(t *testing.T) {
	conn := connection(t)
	if err := Exec(t.Context(), conn, "SELECT * FROM nowhere"); err == nil || !strings.Contains(err.Error(), "nowhere") {
		t.Errorf("got %v, want an error that names the table", err)
	}
	err := Exec(t.Context(), conn, "CREATE TEMP TABLE t AS SELECT list(range) FROM range(100000000)")
	if !IsOutOfMemory(err) {
		t.Errorf("got %v, want an error that says that memory ran out", err)
	}
}

// A context that is done ends a statement, also when it was done before, and the
// connection serves on.
func TestExecEnds(t *testing.T) {
	conn := connection(t)
	endless := "SELECT count(*) FROM range(1000000000000)"
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := Exec(short, conn, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want a deadline that was exceeded", err)
	}
	if err := Exec(short, conn, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want a deadline that was exceeded before", err)
	}
	if err := Exec(t.Context(), conn, "SELECT 1"); err != nil {
		t.Errorf("the connection serves no more: %v", err)
	}
}

// A script that fails within a transaction leaves none to who runs the next.
func TestExecOnFails(t *testing.T) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := execOn(t.Context(), db, "BEGIN; CREATE TABLE t AS SELECT 1; SELECT error('in vain')"); err == nil || !strings.Contains(err.Error(), "in vain") {
		t.Fatalf("got %v, want the error of the script", err)
	}
	if err := execOn(t.Context(), db, "BEGIN; CREATE TABLE t AS SELECT 2; COMMIT"); err != nil {
		t.Errorf("the next script: %v", err)
	}
}
