package queries

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"
)

// made are the tables of a desk.
const made = "CREATE TABLE made (n INTEGER)"

func fill(t *testing.T, s *Seat, n int) {
	t.Helper()
	if rows, err := s.Fill(t.Context(), "made", "SELECT $1::BIGINT AS n", n); err != nil || rows != 1 {
		t.Fatalf("%d rows, %v", rows, err)
	}
}

func number(t *testing.T, s *Seat, text string) (n int, err error) {
	t.Helper()
	err = s.QueryRow(t.Context(), []any{&n}, text)
	return n, err
}

// What a question fills is seen from all seats of its desk and at no other desk.
func TestDesksAreApart(t *testing.T) {
	ix := openText(t, sample)
	var desks [2]*Desk
	for i := range desks {
		d, err := ix.Desk(t.Context(), made)
		if err != nil {
			t.Fatal(err)
		}
		defer d.GiveBack(nil)
		desks[i] = d
	}
	fill(t, desks[0].Seats[0], 1)
	fill(t, desks[1].Seats[2], 2)
	for i, d := range desks {
		for k, s := range d.Seats {
			if n, err := number(t, s, "SELECT n FROM made"); err != nil || n != i+1 {
				t.Errorf("desk %d, seat %d: %d, %v", i, k, n, err)
			}
		}
	}
}

// Whoever comes to a desk finds its tables empty, and statements answer from what he
// fills them with, however often they were asked before: DuckDB plans a statement by what
// its tables hold, and must not hold on to that.
func TestDeskIsUsedAgain(t *testing.T) {
	ix := openText(t, sample)
	var first *Desk
	for i, n := range []int{3, 3, 3, 2000, 0, 70000, 1} {
		d, err := ix.Desk(t.Context(), made)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = d
		}
		if d != first {
			t.Fatal("a desk that was given back is not used again")
		}
		for _, s := range d.Seats {
			if left, err := number(t, s, "SELECT count(*) FROM made"); err != nil || left != 0 {
				t.Fatalf("question %d finds %d rows, %v", i, left, err)
			}
		}
		if rows, err := d.Seats[1].Fill(t.Context(), "made", "SELECT range AS n FROM range($1::BIGINT)", n); err != nil || rows != int64(n) {
			t.Fatalf("question %d: %d rows, %v", i, rows, err)
		}
		for text, want := range map[string]int{
			"SELECT count(*) FROM made WHERE n >= 0":                                        n,
			"SELECT count(*) FROM made WHERE n > 2":                                         max(n-3, 0),
			"SELECT count(*) FROM (SELECT n FROM made GROUP BY n)":                          n,
			"SELECT count(*) FROM (SELECT n % 100, max(n) FROM made GROUP BY n % 100)":      min(n, 100),
			"SELECT count(*) FROM range(0, 100000) r JOIN made ON made.n = r.range":         n,
			"SELECT coalesce(max(n), -1) FROM (SELECT n FROM made ORDER BY n DESC LIMIT 5)": n - 1,
		} {
			if got, err := number(t, d.Seats[2], text); err != nil || got != want {
				t.Errorf("question %d: %s: %d, want %d, %v", i, text, got, want, err)
			}
		}
		d.GiveBack(nil)
	}
}

// Statements that were asked often are prepared anew, one of a seat at a time, and none is
// kept for ever: each use leaves something in it.
func TestStatementsAreRenewed(t *testing.T) {
	ix := openText(t, sample)
	texts := []string{"SELECT count(*) FROM made", "SELECT sum(n)::INTEGER FROM made"}
	before, renewals := map[string]*sql.Stmt{}, 0
	for i := range 3 * maxUses {
		d, err := ix.Desk(t.Context(), made)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, d.Seats[0], 1)
		renewed := 0
		for _, text := range texts {
			if n, err := number(t, d.Seats[1], text); err != nil || n != 1 {
				t.Fatalf("%s: %d, %v", text, n, err)
			}
			known := d.Seats[1].statements[text]
			if known.uses > maxUses+len(texts) {
				t.Fatalf("%s was used %d times", text, known.uses)
			}
			if before[text] != nil && before[text] != known.Stmt {
				renewed++
			}
			before[text] = known.Stmt
		}
		if renewed > 1 {
			t.Errorf("question %d: %d statements were renewed", i, renewed)
		}
		renewals += renewed
		d.GiveBack(nil)
	}
	if renewals < 4 {
		t.Errorf("%d renewals", renewals)
	}
}

// A desk at which a question failed is taken down, with its tables and connections.
func TestDeskAfterAFailure(t *testing.T) {
	ix := openText(t, sample)
	d, err := ix.Desk(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
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
		var tables, away int
		if err := c.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM duckdb_tables() WHERE table_name = 'made'), (SELECT count(*) WHERE current_schema() <> 'main')").Scan(&tables, &away); err != nil || tables != 0 || away != 0 {
			t.Errorf("%d tables are left, %d connections of the desk are back in the pool, %v", tables, away, err)
		}
	}
}

// A question that was called off leaves no desk behind that cannot be used.
func TestDeskOfACancelledQuestion(t *testing.T) {
	ix := openText(t, sample)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ix.Desk(ctx, made); err == nil {
		t.Fatal("a desk was made for a question that was called off")
	}
	d, err := ix.Desk(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	defer d.GiveBack(nil)
	fill(t, d.Seats[0], 1)
}

// Closing an index closes the connections of all desks, also of those that come back later.
func TestCloseEndsDesks(t *testing.T) {
	ix := openText(t, sample)
	free, err := ix.Desk(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	used, err := ix.Desk(t.Context(), made)
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
		d, err := ix.Desk(t.Context(), made)
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
	if n := ix.db.Stats().OpenConnections; n > maxFree*len(Desk{}.Seats)+2 {
		t.Errorf("%d connections are open", n)
	}
	var databases int
	if err := ix.db.QueryRow("SELECT count(*) FROM duckdb_databases() WHERE database_name LIKE 'desk%'").Scan(&databases); err != nil || databases != maxFree {
		t.Errorf("%d desks have a database, %v", databases, err)
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
		var loaded, views int
		if err := ix.db.QueryRow("SELECT (SELECT count(*) FROM duckdb_tables() WHERE database_name = 'held'), (SELECT count(*) FROM duckdb_views() WHERE NOT internal AND contains(sql, 'held'))").Scan(&loaded, &views); err != nil || loaded != len(tables) || views != len(tables) {
			t.Errorf("called off after %v: %d tables, %d views of them, %v", delay, loaded, views, err)
		}
	}
}
