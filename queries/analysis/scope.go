package analysis

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
)

//go:embed scope.sql
var scopeSQL string

type scopeArgs struct {
	Target string `arg:"target" required:"" positional:"" help:"a place: file:line[:column]"`
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
		Help: `Lines and columns count from 1, columns in bytes. Without a column it is the first of
the line that is no space. The body of a function literal is a scope of its own, and belongs
to the declaration around it. An end of the file's path will do where no other file has it.
Names are not resolved: see definition.`,
		Example: "scope main.go:1:1",
	}, func(ctx context.Context, ix *queries.Index, args scopeArgs, h *head) (*scopesAnswer, error) {
		file, at, err := placeIn(ctx, ix, args.Target)
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
		rows, err := conn.QueryContext(ctx, scopeSQL, file.ID, at.Line, at.Column)
		if err != nil {
			return nil, fmt.Errorf("find the scopes around %s: %w", args.Target, err)
		}
		defer rows.Close()
		a := &scopesAnswer{head: h, Scopes: []scopeInfo{}}
		h.read(file)
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

// placeIn is the file and the place in it that a target names. Where it names no column, that
// is the first of the line that is no space, or 0 when the index has no source.
func placeIn(ctx context.Context, ix *queries.Index, target string) (file queries.Symbol, at queries.Place, err error) {
	at, ok := queries.ParsePlace(target)
	if !ok || at.End > 0 || strings.HasSuffix(at.File, ":0") {
		return file, at, &queries.UsageError{Message: fmt.Sprintf("the target %q is no place", queries.CutLine(target)),
			Advice: "the target must be file:line:column or file:line, both counted from 1, as in main.go:12:5"}
	}
	found, err := ix.ResolvePackages(ctx, at.File, "file")
	var unknown *queries.TargetError
	switch {
	case errors.As(err, &unknown) && !unknown.Ambiguous:
		unknown.Target, unknown.Reason, unknown.Advice = target, "no such file in the index", "the nearest paths are:"
		return file, at, err
	case err != nil:
		return file, at, err
	case len(found) > 1:
		return file, at, &queries.UsageError{Message: fmt.Sprintf("the target %q names %d files", target, len(found)), Advice: "name one of them"}
	}
	file = found[0]
	conn, err := ix.Conn(ctx)
	if err != nil {
		return file, at, err
	}
	defer conn.Close()
	var lines int
	if err := conn.QueryRowContext(ctx, "SELECT lines_total FROM files WHERE file_id = $1", file.ID).Scan(&lines); err != nil {
		return file, at, fmt.Errorf("count the lines of %s: %w", file.Symbol, err)
	}
	if at.Line > lines {
		return file, at, &queries.TargetError{Target: target, Reason: fmt.Sprintf("%s has %d lines", file.Symbol, lines)}
	}
	if err := ix.CheckColumn(ctx, target, queries.Place{File: file.Symbol, Line: at.Line, Column: at.Column}); err != nil {
		return file, at, err
	}
	if at.Column == 0 {
		at.Column, err = firstColumn(ctx, ix, file, at.Line)
	}
	return file, at, err
}

// firstColumn is the first column of a line that is no space, 1 when there is none, and 0
// when the index has no source of the file.
func firstColumn(ctx context.Context, ix *queries.Index, file queries.Symbol, line int) (int, error) {
	texts, err := ix.Sources(ctx, []int32{file.ID})
	text, ok := texts[file.ID]
	if err != nil || !ok {
		return 0, err
	}
	for range line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) }); i > 0 {
		return i + 1, nil
	}
	return 1, nil
}
