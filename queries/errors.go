package queries

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/marcboeker/go-duckdb/v2"
)

// UsageError says that a question was asked wrongly: an argument that does not
// exist, is missing, or has a value out of its range.
type UsageError struct {
	Message string
	Advice  string // what to do instead; may be empty
}

// Error says what is wrong.
func (e *UsageError) Error() string { return e.Message }

// Hint says what to do instead.
func (e *UsageError) Hint() string { return e.Advice }

// ExitCode is that of wrong usage.
func (e *UsageError) ExitCode() int { return 2 }

// IndexError says that a directory holds no index that can be trusted.
type IndexError struct {
	Dir      string
	Message  string
	Advice   string
	Replaced bool // there was one that could be, and there is another now
	Damaged  bool // there is one, and it is not whole
}

// Error names the directory and what is wrong with it.
func (e *IndexError) Error() string { return fmt.Sprintf("open index %s: %s", e.Dir, e.Message) }

// Hint says what to do.
func (e *IndexError) Hint() string { return e.Advice }

// Candidate is a symbol that a target may have meant.
type Candidate struct {
	Symbol   string `json:"symbol"`   // of a file its path
	Kind     string `json:"kind"`     // that of a symbol, or "file"; empty where a path alone is known
	Position string `json:"position"` // file:line; empty for outside symbols
}

// TargetError says that a target names nothing, or too much.
type TargetError struct {
	Target     string
	Ambiguous  bool        // else unknown
	OtherKind  bool        // it is known, and of a kind that the question does not take
	Nothing    bool        // nothing of any kind bears the name, and there is no such file, line or column
	Reason     string      // why it is unknown, when more can be said than that
	Candidates []Candidate // what was meant, perhaps: the matches, or the nearest names
	Total      int         // of all matches; Candidates holds the first of them
	Advice     string
}

// Error says which of these it is, in one line.
func (e *TargetError) Error() string {
	if e.Ambiguous {
		what := "symbols"
		if len(e.Candidates) > 0 && e.Candidates[0].Kind == "file" {
			what = "files"
		}
		return fmt.Sprintf("ambiguous target %q: %d %s match", cut(e.Target), e.Total, what)
	}
	if e.OtherKind {
		return fmt.Sprintf("target %q is of another kind than is asked for", cut(e.Target))
	}
	if e.Reason != "" {
		return fmt.Sprintf("unknown target %q: %s", cut(e.Target), e.Reason)
	}
	return fmt.Sprintf("unknown target %q", cut(e.Target))
}

// maxEcho is how much of what was typed an error repeats, in bytes.
const maxEcho = 200

// cut shortens what was typed for an error.
func cut(typed string) string {
	if len(typed) <= maxEcho {
		return typed
	}
	return strings.ToValidUTF8(typed[:maxEcho], "") + "…"
}

// Hint lists the candidates, one on each line.
func (e *TargetError) Hint() string {
	if len(e.Candidates) == 0 {
		return e.Advice
	}
	var b strings.Builder
	b.WriteString(e.Advice)
	for _, c := range e.Candidates {
		b.WriteString("\n  ")
		b.WriteString(c.Symbol)
		for _, more := range []string{c.Kind, c.Position} {
			if more != "" {
				b.WriteString("  ")
				b.WriteString(more)
			}
		}
	}
	if n := e.Total - len(e.Candidates); e.Ambiguous && n > 0 {
		fmt.Fprintf(&b, "\n  … and %d more", n)
	}
	return b.String()
}

// ExitCode is that of a question that failed.
func (e *TargetError) ExitCode() int { return 1 }

// unreadable says of an error of the database that the index may be to blame: the statements
// of questions are right for one that is whole, and Open looks at no more than the ends of its
// files. Of statements that users write it is so where a file is named, or what failed
// is below the database.
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

// readError is an error of the database while it read an index.
type readError struct{ error }

func (e *readError) Unwrap() error { return e.error }

// Hint says what to do.
func (e *readError) Hint() string {
	return "the index may be damaged: `cortex verify` tells, and `cortex extract` makes a new one"
}

// IsOutOfMemory reports whether a statement was stopped at the limit of memory.
func IsOutOfMemory(err error) bool {
	var d *duckdb.Error
	return errors.As(err, &d) && d.Type == duckdb.ErrorTypeOutOfMemory
}
