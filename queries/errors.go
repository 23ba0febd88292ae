package queries

import (
	"context"
	"errors"
	"strings"

	"github.com/marcboeker/go-duckdb/v2"
)

// UsageError is the error for a wrong call of an operation: an argument is unknown, missing or out of its range.
type UsageError struct {
	Message string
	Advice  string // the next step; may be empty
}

// Error returns the problem.
func (e *UsageError) Error() string { return e.Message }

// Hint returns the advice.
func (e *UsageError) Hint() string { return e.Advice }

// ExitCode returns the exit code for wrong usage.
func (e *UsageError) ExitCode() int { return 2 }

// maxEcho is the number of bytes of a user's text that an error repeats.
const maxEcho = 200

// Echo shortens text of a user for an error.
func Echo(typed string) string {
	if len(typed) <= maxEcho {
		return typed
	}
	return strings.ToValidUTF8(typed[:maxEcho], "") + "…"
}

// unreadable adds a hint to a database error that a damaged index may cause. The statements of
// operations are right for a whole index, and Open reads only the footers of files. For SQL of users
// the error must name a file or come from below the database.
func unreadable(ctx context.Context, op Operation, err error) error {
	var d *duckdb.Error
	var hinted interface{ Hint() string }
	if ctx.Err() != nil || !errors.As(err, &d) || errors.As(err, &hinted) || d.Type == duckdb.ErrorTypeOutOfMemory || d.Type == duckdb.ErrorTypeInterrupt {
		return err
	}
	if op.Tool == "cortex_files" && d.Type != duckdb.ErrorTypeInvalid && !strings.Contains(d.Msg, ".parquet") {
		return err
	}
	return &readError{err}
}

// readError is a database error while an operation read an index.
type readError struct{ error }

func (e *readError) Unwrap() error { return e.error }

// Hint tells how to find and repair damage.
func (e *readError) Hint() string {
	return "the index may be damaged: check it with `cortex verify`, or make a new one with `cortex extract`"
}

// IsOutOfMemory reports whether a statement ended at the limit of memory.
func IsOutOfMemory(err error) bool {
	var d *duckdb.Error
	return errors.As(err, &d) && d.Type == duckdb.ErrorTypeOutOfMemory
}
