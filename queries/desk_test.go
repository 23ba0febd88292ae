package queries

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"
)

func exec(t *testing.T, c *sql.Conn, text string) {
	t.Helper()
	if _, err := c.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

func number(t *testing.T, c *sql.Conn, text string) (n int, err error) {
	t.Helper()
	err = c.QueryRowContext(t.Context(), text).Scan(&n)
	return n, err
}

// What a question makes is seen on all connections of its desk and on no other desk.
func TestDesksAreApart(t *testing.T) {
	ix := openText(t, sample)
	var desks [2]*Desk
	for i := range desks {
		d, err := ix.Desk(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer d.GiveBack(nil)
		desks[i] = d
	}
	exec(t, desks[0].Conns[0], "CREATE TABLE made AS SELECT 1 AS n")
	exec(t, desks[1].Conns[2], "CREATE TABLE made AS SELECT 2 AS n")
	for i, d := range desks {
		for k, c := range d.Conns {
			if n, err := number(t, c, "SELECT n FROM made"); err != nil || n != i+1 {
				t.Errorf("desk %d, connection %d: %d, %v", i, k, n, err)
			}
		}
	}
}

// A desk at which a question failed is taken down, with its tables and connections.
func TestDeskAfterAFailure(t *testing.T) {
	ix := openText(t, sample)
	d, err := ix.Desk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d.Conns[0], "CREATE TABLE made AS SELECT 1 AS n")
	d.GiveBack(errors.New("no answer"))
	var open []*sql.Conn
	for range 4 {
		c, err := ix.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		open = append(open, c)
	}
	for _, c := range open {
		if n, err := number(t, c, "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'made'"); err != nil || n != 0 {
			t.Errorf("%d tables are left, %v", n, err)
		}
		if n, err := number(t, c, "SELECT count(*) WHERE current_schema() <> 'main'"); err != nil || n != 0 {
			t.Errorf("a connection of the desk is back in the pool: %v", err)
		}
	}
	next, err := ix.Desk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	next.GiveBack(nil)
	if again, err := ix.Desk(t.Context()); err != nil || again != next {
		t.Errorf("a desk that was given back is not used again: %v", err)
	}
}

// A question that was called off leaves no desk behind that cannot be used.
func TestDeskOfACancelledQuestion(t *testing.T) {
	ix := openText(t, sample)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ix.Desk(ctx); err == nil {
		t.Fatal("a desk was made for a question that was called off")
	}
	d, err := ix.Desk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer d.GiveBack(nil)
	exec(t, d.Conns[0], "CREATE TABLE made AS SELECT 1 AS n")
}

// Closing an index closes the connections of all desks, also of those that come back later.
func TestCloseEndsDesks(t *testing.T) {
	ix := openText(t, sample)
	free, err := ix.Desk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	used, err := ix.Desk(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	free.GiveBack(nil)
	if err := ix.Close(); err != nil {
		t.Fatal(err)
	}
	used.GiveBack(nil)
	if n := ix.db.Stats().OpenConnections; n != 0 {
		t.Errorf("%d connections are open", n)
	}
}

// After many questions at once a few desks are left.
func TestDesksAreFew(t *testing.T) {
	ix := openText(t, sample)
	var desks []*Desk
	for range 3 * maxFree {
		d, err := ix.Desk(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		desks = append(desks, d)
	}
	for _, d := range desks {
		d.GiveBack(nil)
	}
	if len(ix.free) != maxFree {
		t.Errorf("%d desks are free", len(ix.free))
	}
	if n := ix.db.Stats().OpenConnections; n > maxFree*len(Desk{}.Conns)+2 {
		t.Errorf("%d connections are open", n)
	}
}

// Loading that is called off at any moment can be taken up again.
func TestLoadAfterCancel(t *testing.T) {
	tables := []string{"symbols", "calls", "files"}
	for delay := time.Duration(0); delay < 30*time.Millisecond; delay += 2 * time.Millisecond {
		ix := openText(t, sample)
		ctx, cancel := context.WithTimeout(t.Context(), delay)
		_ = ix.Load(ctx, tables...) // called off, or not
		cancel()
		if err := ix.Load(t.Context(), tables...); err != nil {
			t.Fatalf("called off after %v: %v", delay, err)
		}
		var views, indexes int
		if err := ix.db.QueryRow("SELECT (SELECT count(*) FROM duckdb_views() WHERE NOT internal), (SELECT count(*) FROM duckdb_indexes())").Scan(&views, &indexes); err != nil || views != 0 || indexes != 1 {
			t.Errorf("called off after %v: %d views, %d indexes, %v", delay, views, indexes, err)
		}
	}
}
