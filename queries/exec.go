package queries

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/marcboeker/go-duckdb/mapping"
	duckdb "github.com/marcboeker/go-duckdb/v2"
)

// Exec runs a script that binds nothing on a connection of an index.
func Exec(ctx context.Context, conn *sql.Conn, script string) error {
	_, err := changed(ctx, conn, script)
	return err
}

// changed is as Exec, and returns how many rows the last statement changed.
func changed(ctx context.Context, conn *sql.Conn, script string) (rows int64, err error) {
	err = run(ctx, conn, script, func(r *mapping.Result) { rows = int64(mapping.RowsChanged(r)) })
	return rows, err
}

// counted runs a script whose last statement returns one row of whole numbers, and returns them by the names
// of their columns, NULL as 0.
func counted(ctx context.Context, conn *sql.Conn, script string) (map[string]int, error) {
	counts := map[string]int{}
	err := run(ctx, conn, script, func(r *mapping.Result) {
		for i := range mapping.ColumnCount(r) {
			counts[mapping.ColumnName(r, i)] = int(mapping.ValueInt64(r, i, 0))
		}
	})
	return counts, err
}

// run runs a script, and has what its last statement returns read.
//
// DESIGN: the driver prepares each statement, and DuckDB plans one that reads Parquet
// again when it runs what was prepared. A whole process of callers to depth 3 takes
// 0.94 of the processor time without that. The driver has no other way to run a
// statement and keeps its connection to itself: it is read by reflection, and a test
// notices when the driver calls it otherwise.
func run(ctx context.Context, conn *sql.Conn, script string, read func(*mapping.Result)) error {
	return conn.Raw(func(c any) error {
		raw, ok := rawConnection(c)
		if !ok {
			return fmt.Errorf("the database driver has no connection of DuckDB in %T", c)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		done, interrupted := make(chan struct{}), make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			interrupt(raw, done)
			close(interrupted)
		})
		var result mapping.Result
		state := mapping.Query(raw, script, &result)
		close(done)
		if !stop() {
			<-interrupted // it must not interrupt what comes next
		}
		defer mapping.DestroyResult(&result)
		if state == mapping.StateError {
			return errors.Join(ctx.Err(), &duckdb.Error{Type: duckdb.ErrorType(mapping.ResultErrorType(&result)), Msg: mapping.ResultError(&result)})
		}
		read(&result)
		return nil
	})
}

// execOn runs a script on one of the database's connections.
func execOn(ctx context.Context, db *sql.DB, script string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := Exec(ctx, conn, script); err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // it may be in a transaction: nobody shall take it up
		return err
	}
	return nil
}

// rawConnection returns the connection of DuckDB in one of the driver.
func rawConnection(c any) (mapping.Connection, bool) {
	conn, ok := c.(*duckdb.Conn)
	if !ok {
		return mapping.Connection{}, false
	}
	field := reflect.ValueOf(conn).Elem().FieldByName("conn")
	if !field.IsValid() || field.Type() != reflect.TypeFor[mapping.Connection]() {
		return mapping.Connection{}, false
	}
	raw := mapping.Connection{Ptr: field.FieldByName("Ptr").UnsafePointer()}
	return raw, raw.Ptr != nil
}

// again is how often a statement is interrupted until it ends: one that has not begun
// does not notice.
const again = 10 * time.Millisecond

// interrupt interrupts what runs on a connection until it is done.
func interrupt(raw mapping.Connection, done <-chan struct{}) {
	tick := time.NewTicker(again)
	defer tick.Stop()
	for {
		mapping.Interrupt(raw)
		select {
		case <-done:
			return
		case <-tick.C:
		}
	}
}
