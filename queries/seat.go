package queries

import (
	"context"
	"database/sql"
	"sync"
)

// Seat is one of the connections of a desk. It is safe for concurrent use: one statement
// runs after the other.
type Seat struct {
	desk       *Desk
	conn       *sql.Conn
	mu         sync.Mutex
	statements map[string]*sql.Stmt // by their text; nil when it was asked once
}

// Query runs a statement that returns rows.
func (s *Seat) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	prepared, err := s.prepared(ctx, text)
	if err != nil {
		return nil, err
	}
	if prepared == nil {
		return s.conn.QueryContext(ctx, text, args...)
	}
	return prepared.QueryContext(ctx, args...)
}

// QueryRow runs a statement that returns one row, and copies its columns.
func (s *Seat) QueryRow(ctx context.Context, into []any, text string, args ...any) error {
	prepared, err := s.prepared(ctx, text)
	if err != nil {
		return err
	}
	if prepared == nil {
		return s.conn.QueryRowContext(ctx, text, args...).Scan(into...)
	}
	return prepared.QueryRowContext(ctx, args...).Scan(into...)
}

// Fill adds what a statement returns to a table of the desk, column by column of the same
// name, and returns how many rows that were.
func (s *Seat) Fill(ctx context.Context, table, text string, args ...any) (rows int64, err error) {
	s.desk.filled.Store(table, nil)
	text = "INSERT INTO " + table + " BY NAME\n" + text
	prepared, err := s.prepared(ctx, text)
	if err != nil {
		return 0, err
	}
	var done sql.Result
	switch {
	case prepared != nil:
		done, err = prepared.ExecContext(ctx, args...)
	case len(args) == 0:
		return changed(ctx, s.conn, text)
	default:
		done, err = s.conn.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// Empty removes what a table of the desk holds.
func (s *Seat) Empty(ctx context.Context, table string) error {
	return Exec(ctx, s.conn, "TRUNCATE "+table)
}

// prepared returns a statement that was prepared, and prepares it when it is asked for
// again: a process that asks once gains nothing by it.
func (s *Seat) prepared(ctx context.Context, text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	prepared, again := s.statements[text]
	if again && prepared == nil {
		var err error
		if prepared, err = s.conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
	}
	s.statements[text] = prepared
	return prepared, nil
}

// forget closes what was prepared.
func (s *Seat) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, prepared := range s.statements {
		if prepared != nil {
			_ = prepared.Close()
		}
	}
	clear(s.statements)
}
