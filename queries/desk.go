package queries

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Desk is where one question works: its tables are seen from each of its seats, and from
// no other desk. So as many statements of a question can run side by side as there are
// seats.
type Desk struct {
	Seats [3]*Seat

	ix       *Index
	tables   string // the script that made the tables
	database string
	filled   sync.Map     // the names of the tables that may hold something
	grown    atomic.Int64 // how many rows were filled in since the last checkpoint
}

// Desk returns a desk that nobody works at, with the empty tables that a script makes. The
// caller gives it back.
//
// DESIGN: a temporary table is seen on one connection only. So each desk has a database
// of its own, in memory, which comes first in the search path of its connections; that can be
// set also where the configuration is locked. Its tables stay from question to question, so
// that the plans of statements do too: planning takes half the time of a small one. With a
// schema instead, each new desk would make the plans of the others void.
func (ix *Index) Desk(ctx context.Context, tables string) (*Desk, error) {
	d, used := ix.seat(tables)
	prepare := d.furnish
	if used {
		prepare = d.clear
	}
	if err := prepare(ctx); err != nil {
		d.GiveBack(err)
		return nil, fmt.Errorf("make room for a question: %w", err)
	}
	return d, nil
}

// seat takes a free desk, or a new one.
func (ix *Index) seat(tables string) (d *Desk, used bool) {
	ix.seating.Lock()
	defer ix.seating.Unlock()
	for i, d := range ix.free {
		if d.tables == tables {
			ix.free = append(ix.free[:i], ix.free[i+1:]...)
			return d, true
		}
	}
	ix.desks++
	return &Desk{ix: ix, tables: tables, database: fmt.Sprintf("desk_%d", ix.desks)}, false
}

func (d *Desk) furnish(ctx context.Context) error {
	for i := range d.Seats {
		c, err := d.ix.Conn(ctx)
		if err != nil {
			return err
		}
		d.Seats[i] = &Seat{desk: d, conn: c, statements: map[string]prepared{}}
		script := "SET search_path = '" + d.database + ".main,memory.main'"
		if i == 0 {
			script = "ATTACH ':memory:' AS " + d.database + "; " + script + "; " + d.tables
		}
		if err := Exec(ctx, c, script); err != nil {
			return err
		}
	}
	return nil
}

// fewRows is how many removed rows a desk keeps.
const fewRows = 5_000

// clear empties the tables, and prepares what was asked.
//
// DESIGN: until a checkpoint, rows that are removed count when DuckDB plans, and are passed
// over when it reads. A checkpoint takes 0.2 ms.
func (d *Desk) clear(ctx context.Context) error {
	var script strings.Builder
	d.filled.Range(func(table, _ any) bool {
		fmt.Fprintf(&script, "TRUNCATE %s;", table)
		return true
	})
	d.filled.Clear()
	unprepared := slices.ContainsFunc(d.Seats[:], (*Seat).unprepared)
	if unprepared || d.grown.Load() > fewRows {
		d.grown.Store(0)
		script.WriteString("CHECKPOINT " + d.database)
	}
	if err := Exec(ctx, d.Seats[0].conn, script.String()); err != nil || !unprepared {
		return err
	}
	g, ctx := errgroup.WithContext(ctx)
	for _, s := range d.Seats {
		g.Go(func() error { return s.prepare(ctx) })
	}
	return g.Wait()
}

// maxFree is how many desks wait for a question. Each holds what its last one found: 6
// MB after a walk 30 calls deep over the standard library.
const maxFree = 4

// GiveBack leaves the desk to the next question, or takes it down: when this one ended
// with an error, when enough desks are free, and when the index is closed.
func (d *Desk) GiveBack(failed error) {
	d.ix.seating.Lock()
	keep := failed == nil && !d.ix.closed && len(d.ix.free) < maxFree
	if keep {
		d.ix.free = append(d.ix.free, d)
	}
	d.ix.seating.Unlock()
	if keep {
		return
	}
	d.leave()
	_, _ = d.ix.db.Exec("DETACH DATABASE IF EXISTS " + d.database) // of a closed index there is none
}

// leave closes the connections for good: one that is only closed would go back to the
// pool, with the search path. Statements that were prepared on a connection of one's own
// are not closed with it, and what is not closed keeps the whole database.
func (d *Desk) leave() {
	for _, s := range d.Seats {
		if s != nil {
			s.forget()
			_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
			_ = s.conn.Close()
		}
	}
}
