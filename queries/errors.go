package queries

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/marcboeker/go-duckdb/v2"

	"github.com/cortex-index/cortex/queries/internal/duck"
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

// unreadable adds a hint and the names of files to a database error that a damaged index may cause. The statements of
// operations are right for a whole index, and Open reads only the footers of files. For SQL of users
// the error must name a file or come from below the database.
func (ix *Index) unreadable(ctx context.Context, op Operation, err error) error {
	var d *duckdb.Error
	var hinted interface{ Hint() string }
	if ctx.Err() != nil || !errors.As(err, &d) || errors.As(err, &hinted) || d.Type == duckdb.ErrorTypeOutOfMemory || d.Type == duckdb.ErrorTypeInterrupt {
		return err
	}
	named := ix.nameFiles(d.Msg)
	if op.Tool == "cortex_files" && d.Type != duckdb.ErrorTypeInvalid && named == d.Msg {
		return err
	}
	return &readError{error: err, text: strings.ReplaceAll(err.Error(), d.Msg, named)}
}

// nameFiles puts the names of the tables' files into a message of the database, which knows them by their paths in [duck.Path].
func (ix *Index) nameFiles(message string) string {
	var names []string
	parts := ix.parts
	if ix.base != nil {
		parts = append(slices.Clone(parts), ix.base.parts...)
	}
	for _, p := range parts {
		for _, f := range p.Files() {
			names = append(names, "'"+duck.Path(f)+"'", "'"+f.Name()+"'", `"`+duck.Path(f)+`"`, `"`+f.Name()+`"`)
		}
	}
	return strings.NewReplacer(names...).Replace(message)
}

// readError is a database error while an operation read an index.
type readError struct {
	error
	text string
}

func (e *readError) Error() string { return e.text }

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
