package queries

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
)

// Desk is where one question works: what it makes into tables on one of the connections
// is seen on the others too, and by no other question. So as many statements of a
// question can run side by side.
type Desk struct {
	Conns [3]*sql.Conn

	ix     *Index
	schema string
}

// Desk returns a desk that nobody works at. What is left on it of an earlier question
// has to be replaced before it is read. The caller gives it back.
//
// DESIGN: a temporary table is seen on one connection only. So each desk has a schema
// of its own, which comes first in the search path of its connections; that can be set
// also where the configuration is locked.
func (ix *Index) Desk(ctx context.Context) (*Desk, error) {
	ix.seating.Lock()
	if n := len(ix.free); n > 0 {
		d := ix.free[n-1]
		ix.free = ix.free[:n-1]
		ix.seating.Unlock()
		return d, nil
	}
	ix.desks++
	d := &Desk{ix: ix, schema: fmt.Sprintf("desk_%d", ix.desks)}
	ix.seating.Unlock()
	if err := d.furnish(ctx); err != nil {
		d.GiveBack(err)
		return nil, fmt.Errorf("make room for a question: %w", err)
	}
	return d, nil
}

func (d *Desk) furnish(ctx context.Context) error {
	if err := execOn(ctx, d.ix.db, "CREATE SCHEMA "+d.schema); err != nil {
		return err
	}
	for i := range d.Conns {
		c, err := d.ix.Conn(ctx)
		if err != nil {
			return err
		}
		d.Conns[i] = c
		if err := Exec(ctx, c, "SET search_path = '"+d.schema+",main'"); err != nil {
			return err
		}
	}
	return nil
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
	_, _ = d.ix.db.Exec("DROP SCHEMA IF EXISTS " + d.schema + " CASCADE") // of a closed index there is none
}

// leave closes the connections for good: one that is only closed would go back to the
// pool, with the search path.
func (d *Desk) leave() {
	for _, c := range d.Conns {
		if c != nil {
			_ = c.Raw(func(any) error { return driver.ErrBadConn })
			_ = c.Close()
		}
	}
}
