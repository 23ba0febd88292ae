package outline

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"unicode"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/target"
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
	EndColumn   int    `json:"end_column"` // after the last column
	Symbol      string `json:"symbol"`     // the declaration around it; empty for a file
}

type scopesAnswer struct {
	*answer.Head
	Scopes []scopeInfo `json:"scopes"` // innermost first
}

func scope() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "scope",
		Summary: "list the scopes around file:line:column, innermost first: block, function, type, file",
		Help: `Lines and columns count from 1, columns in bytes. The default column is the first of the line
that is no space. The body of a function literal is a separate scope, and belongs to the
declaration around it. The end of a path is enough when only one file has it. Scope does not
resolve names: see definition.`,
		Example: "scope cmd/cortex/main.go:10",
	}, func(ctx context.Context, ix *queries.Index, args scopeArgs, h *answer.Head) (*scopesAnswer, error) {
		file, at, err := placeIn(ctx, ix, args.Target)
		if err != nil {
			return nil, err
		}
		a := &scopesAnswer{Head: h}
		h.Read(file)
		a.Scopes, err = queries.Collect(ctx, ix.Query, func(s *scopeInfo) []any {
			return []any{&s.Kind, &s.StartLine, &s.StartColumn, &s.EndLine, &s.EndColumn, &s.Symbol, &s.File}
		}, scopeSQL, file.ID, at.Line, at.Column)
		if err != nil {
			return nil, fmt.Errorf("find the scopes around %s: %w", args.Target, err)
		}
		if len(a.Scopes) == 0 {
			return nil, &target.Error{Target: args.Target, Reason: "the index has no scopes of " + file.Symbol, Advice: "name a place in a Go file"}
		}
		h.Layout(queries.Table{Columns: []string{"position", "kind", "until", "symbol"}, Subject: 3})
		for _, s := range a.Scopes {
			h.Add(s, fmt.Sprintf("%s:%d:%d", s.File, s.StartLine, s.StartColumn), s.Kind, fmt.Sprintf("%d:%d", s.EndLine, s.EndColumn), s.Symbol)
		}
		return a, nil
	})
}

// Report lists the scopes with short names.
func (a *scopesAnswer) Report(r queries.Reading) queries.Report {
	var s queries.Section
	for _, x := range a.Scopes {
		name := ""
		if x.Symbol != "" {
			name = a.ShortName(x.Symbol)
		}
		s.Lines = append(s.Lines, queries.Line{Cells: []string{fmt.Sprintf("%s:%d:%d", x.File, x.StartLine, x.StartColumn), x.Kind, fmt.Sprintf("to %d:%d", x.EndLine, x.EndColumn), name}})
	}
	return a.Head.Report("", []queries.Section{s}, r)
}

// placeIn returns the file and the place of a target. The column is 0 when the target has none and the
// index has no source.
func placeIn(ctx context.Context, ix *queries.Index, text string) (file target.Symbol, at target.Place, err error) {
	at, ok := target.ParsePlace(text)
	if !ok || at.End > 0 || strings.HasSuffix(at.File, ":0") {
		return file, at, &queries.UsageError{Message: fmt.Sprintf("target %q is no place", queries.CutLine(text)),
			Advice: "write file:line:column or file:line, both counted from 1, as in main.go:12:5"}
	}
	found, err := target.ResolvePackages(ctx, ix, at.File, "file")
	if e, ok := unknown(err); ok {
		e.Target, e.Reason, e.Advice = text, "no such file in the index", "the nearest paths are:"
	}
	switch {
	case err != nil:
		return file, at, err
	case len(found) > 1:
		return file, at, &queries.UsageError{Message: fmt.Sprintf("target %q is ambiguous: %d files match", text, len(found)), Advice: "name one of them"}
	}
	file = found[0]
	var lines int
	if err := ix.QueryRow(ctx, "SELECT lines_total FROM files WHERE file_id = $1", file.ID).Scan(&lines); err != nil {
		return file, at, fmt.Errorf("count the lines of %s: %w", file.Symbol, err)
	}
	if at.Line > lines {
		return file, at, &target.Error{Target: text, Reason: fmt.Sprintf("%s has %d lines", file.Symbol, lines)}
	}
	if err := target.CheckColumn(ctx, ix, text, target.Place{File: file.Symbol, Line: at.Line, Column: at.Column}); err != nil || at.Column > 0 {
		return file, at, err
	}
	texts, err := ix.Sources(ctx, []int32{file.ID})
	if source, ok := texts[file.ID]; ok {
		line := strings.Split(source, "\n")[at.Line-1]
		at.Column = 1 + max(strings.IndexFunc(line, func(r rune) bool { return !unicode.IsSpace(r) }), 0)
	}
	return file, at, err
}
