package analysis

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

//go:embed scope.sql
var scopeSQL string

type scopeArgs struct {
	Target string `arg:"target" required:"" positional:"" help:"a place: file:line:column"`
}

// scopeInfo is a scope.
type scopeInfo struct {
	Kind        string `json:"kind"` // block, function, type or file
	File        string `json:"file"`
	StartLine   int    `json:"start_line"`
	StartColumn int    `json:"start_column"`
	EndLine     int    `json:"end_line"`
	EndColumn   int    `json:"end_column"` // behind the last column
	Symbol      string `json:"symbol"`     // the declaration that it belongs to; empty of a file
}

type scopesAnswer struct {
	*head
	Scopes []scopeInfo `json:"scopes"` // innermost first
}

func scope() queries.Operation {
	return declare(queries.Operation{
		Name:    "scope",
		Summary: "the scopes around file:line:column, innermost first: block, function, type, file",
		Help: `Lines and columns count from 1, columns in bytes. The body of a function literal is a
scope of its own, and belongs to the declaration around it. An end of the file's path will
do where no other file has it. Names are not resolved: see definition.`,
		Example: "scope main.go:1:1",
	}, func(ctx context.Context, ix *queries.Index, args scopeArgs, h *head) (*scopesAnswer, error) {
		file, line, column, err := placeIn(ctx, ix, args.Target)
		if err != nil {
			return nil, err
		}
		if err := ix.Attach(ctx, "scopes", "symbols"); err != nil {
			return nil, err
		}
		conn, err := ix.Conn(ctx)
		if err != nil {
			return nil, err
		}
		defer conn.Close()
		rows, err := conn.QueryContext(ctx, scopeSQL, file.ID, line, column)
		if err != nil {
			return nil, fmt.Errorf("find the scopes around %s: %w", args.Target, err)
		}
		defer rows.Close()
		a := &scopesAnswer{head: h, Scopes: []scopeInfo{}}
		h.table.Columns, h.table.Subject = []string{"position", "kind", "until", "symbol"}, 3
		for rows.Next() {
			s := scopeInfo{File: file.Symbol}
			if err := rows.Scan(&s.Kind, &s.StartLine, &s.StartColumn, &s.EndLine, &s.EndColumn, &s.Symbol); err != nil {
				return nil, fmt.Errorf("find the scopes around %s: %w", args.Target, err)
			}
			a.Scopes = append(a.Scopes, s)
			h.add(s, fmt.Sprintf("%s:%d:%d", s.File, s.StartLine, s.StartColumn), s.Kind, fmt.Sprintf("%d:%d", s.EndLine, s.EndColumn), s.Symbol)
		}
		if err := rows.Err(); err != nil {
			return nil, fmt.Errorf("find the scopes around %s: %w", args.Target, err)
		}
		if len(a.Scopes) == 0 {
			return nil, &queries.TargetError{Target: args.Target, Reason: "the index knows no scopes of " + file.Symbol, Advice: "scopes are known of Go files"}
		}
		return a, nil
	})
}

// aPlace is file:line:column.
var aPlace = regexp.MustCompile(`^(.+):([1-9][0-9]{0,8}):([1-9][0-9]{0,8})$`)

// placeIn is the file, line and column that a target names.
func placeIn(ctx context.Context, ix *queries.Index, target string) (file queries.Symbol, line, column int, err error) {
	m := aPlace.FindStringSubmatch(strings.TrimSpace(target))
	if m == nil {
		return file, 0, 0, &queries.UsageError{Message: fmt.Sprintf("the target %q is no place", target),
			Advice: "the target must be file:line:column, lines and columns counted from 1, as in main.go:12:5"}
	}
	line, _ = strconv.Atoi(m[2])
	column, _ = strconv.Atoi(m[3])
	found, err := ix.ResolvePackages(ctx, m[1], "file")
	var unknown *queries.TargetError
	switch {
	case errors.As(err, &unknown) && !unknown.Ambiguous:
		unknown.Target, unknown.Reason, unknown.Advice = target, "no such file in the index", "the nearest paths are:"
		return file, 0, 0, err
	case err != nil:
		return file, 0, 0, err
	case len(found) > 1:
		return file, 0, 0, &queries.UsageError{Message: fmt.Sprintf("the target %q names %d files", target, len(found)), Advice: "name one of them"}
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return file, 0, 0, err
	}
	defer conn.Close()
	var lines int
	if err := conn.QueryRowContext(ctx, "SELECT lines_total FROM files WHERE file_id = $1", found[0].ID).Scan(&lines); err != nil {
		return file, 0, 0, fmt.Errorf("count the lines of %s: %w", found[0].Symbol, err)
	}
	if line > lines {
		return file, 0, 0, &queries.TargetError{Target: target, Reason: fmt.Sprintf("%s has %d lines", found[0].Symbol, lines)}
	}
	return found[0], line, column, nil
}
