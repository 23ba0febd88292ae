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
	if _, err := d.ix.db.ExecContext(ctx, "CREATE SCHEMA "+d.schema); err != nil {
		return err
	}
	for i := range d.Conns {
		c, err := d.ix.Conn(ctx)
		if err != nil {
			return err
		}
		d.Conns[i] = c
		if _, err := c.ExecContext(ctx, "SET search_path = '"+d.schema+",main'"); err != nil {
			return err
		}
	}
	return nil
}

// GiveBack leaves the desk to the next question, or takes it down when this one ended
// with an error.
func (d *Desk) GiveBack(failed error) {
	if failed == nil {
		d.ix.seating.Lock()
		d.ix.free = append(d.ix.free, d)
		d.ix.seating.Unlock()
		return
	}
	for _, c := range d.Conns {
		if c != nil {
			// A connection that is only closed would go back to the pool, with the search path.
			_ = c.Raw(func(any) error { return driver.ErrBadConn })
			_ = c.Close()
		}
	}
	_, _ = d.ix.db.Exec("DROP SCHEMA IF EXISTS " + d.schema + " CASCADE")
}
