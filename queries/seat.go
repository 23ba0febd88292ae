package queries

import (
	"context"
	"database/sql"
	"sync"
)

// Seat is one of the connections of a desk. It is safe for concurrent use: one statement
// runs after the other.
//
// A statement that is asked by more than one question is planned once, for whatever it
// binds, if it binds each value in one place that is no condition, as the very type that
// it is cast to, and never nil.
//
// DESIGN: of any other DuckDB makes a new plan each time, without a word, and so it does when
// a table or view was made after the statement was prepared. Together that was a quarter of
// the processor time of callers to depth 1 (700,000 calls). PreparedStatementData::RequireRebind
// of DuckDB decides it.
type Seat struct {
	desk       *Desk
	conn       *sql.Conn
	mu         sync.Mutex
	statements map[string]prepared // by their text: those that were asked
}

// prepared is a statement that was asked. It is nil while no other question has begun.
type prepared struct {
	*sql.Stmt
	altered int64 // Index.altered when it was prepared
	uses    int   // how often it was asked since
}

// holds reports whether the plan of a statement can be used.
func (p prepared) holds(altered int64) bool { return p.Stmt != nil && p.altered == altered }

// maxUses is about how often a statement is run before it is prepared anew.
//
// DESIGN: with each run DuckDB leaves 0.6 kB in the plan of a prepared statement (1.4.1: what
// collects its result), until that is closed. A server grew by 15 kB with each question.
const maxUses = 400

func (p prepared) worn() bool { return p.Stmt != nil && p.uses >= maxUses }

// Query runs a statement that returns rows.
func (s *Seat) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	prepared := s.prepared(text)
	if prepared == nil {
		return s.conn.QueryContext(ctx, text, args...)
	}
	return prepared.QueryContext(ctx, args...)
}

// QueryRow runs a statement that returns one row, and copies its columns.
func (s *Seat) QueryRow(ctx context.Context, into []any, text string, args ...any) error {
	prepared := s.prepared(text)
	if prepared == nil {
		return s.conn.QueryRowContext(ctx, text, args...).Scan(into...)
	}
	return prepared.QueryRowContext(ctx, args...).Scan(into...)
}

// Counts runs a statement that returns one row of whole numbers, and returns them by the names of their columns, NULL as 0.
func (s *Seat) Counts(ctx context.Context, text string, args ...any) (map[string]int, error) {
	prepared := s.prepared(text)
	if prepared == nil {
		if script, plain := spelled(text, args); plain {
			return counted(ctx, s.conn, script)
		}
		return countsOf(s.conn.QueryContext(ctx, text, args...))
	}
	return countsOf(prepared.QueryContext(ctx, args...))
}

// countsOf reads what Counts returns.
func countsOf(rows *sql.Rows, err error) (map[string]int, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for rows.Next() {
		read, into := make([]sql.NullInt64, len(columns)), make([]any, len(columns))
		for i := range read {
			into[i] = &read[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i, n := range read {
			counts[columns[i]] = int(n.Int64)
		}
	}
	return counts, rows.Err()
}

// Fill adds what a statement returns to a table of the desk, column by column of the same
// name, and returns how many rows that were.
func (s *Seat) Fill(ctx context.Context, table, text string, args ...any) (rows int64, err error) {
	s.desk.filled.Store(table, nil)
	return s.Change(ctx, "INSERT INTO "+table+" BY NAME\n"+text, args...)
}

// Change runs a statement that changes rows of a table of the desk, and returns how many.
func (s *Seat) Change(ctx context.Context, text string, args ...any) (rows int64, err error) {
	switch prepared := s.prepared(text); {
	case prepared != nil:
		rows, err = affected(prepared.ExecContext(ctx, args...))
	default:
		script, plain := spelled(text, args)
		if !plain {
			rows, err = affected(s.conn.ExecContext(ctx, text, args...))
			break
		}
		rows, err = changed(ctx, s.conn, script)
	}
	s.desk.grown.Add(rows)
	return rows, err
}

func affected(r sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Empty removes what a table of the desk holds.
func (s *Seat) Empty(ctx context.Context, table string) error {
	return Exec(ctx, s.conn, "TRUNCATE "+table)
}

// manyRows is how many rows the tables of a desk hold at most when a statement is run by the plan that
// was made while they were empty.
//
// DESIGN: such plans hash what a walk reached, however much that is, to look up a few rows in it. Of
// 62,000 symbols that took 5 ms more of each of three statements, and to plan takes 0.5 to 1.
const manyRows = 10_000

// prepared returns a statement if it is prepared and to be used, and notes that it was asked.
func (s *Seat) prepared(text string) *sql.Stmt {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.statements[text]
	known.uses++
	s.statements[text] = known
	if s.desk.grown.Load() > manyRows {
		return nil
	}
	return known.Stmt
}

// unprepared reports whether there is something for prepare to do.
func (s *Seat) unprepared() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	altered := s.desk.ix.altered.Load()
	for _, known := range s.statements {
		if !known.holds(altered) || known.worn() {
			return true
		}
	}
	return false
}

// prepare prepares what earlier questions asked, and anew what cannot be used any more, or one
// of those that were used often: they all become so at about the same time. A process that
// asks once would gain nothing by it. It is done while the tables of the desk are empty, so
// that DuckDB plans for small ones, whatever the last question found.
func (s *Seat) prepare(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	altered := s.desk.ix.altered.Load()
	renewed := false
	for text, known := range s.statements {
		if known.holds(altered) {
			if renewed || !known.worn() {
				continue
			}
			renewed = true
		}
		stmt, err := s.conn.PrepareContext(ctx, text)
		if err != nil {
			return err
		}
		if known.Stmt != nil {
			_ = known.Close()
		}
		s.statements[text] = prepared{Stmt: stmt, altered: altered}
	}
	return nil
}

// forget closes what was prepared.
func (s *Seat) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.statements {
		if p.Stmt != nil {
			_ = p.Close()
		}
	}
	clear(s.statements)
}
