package queries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
)

var position = regexp.MustCompile(`^(.+?):([1-9][0-9]{0,8})(?::([1-9][0-9]{0,8}))?$`)

// byPosition resolves file:line and file:line:column.
func (r resolver) byPosition(ctx context.Context) ([]Symbol, error) {
	m := position.FindStringSubmatch(r.target)
	if m == nil {
		return nil, nil
	}
	file := path.Clean(strings.ReplaceAll(m[1], `\`, "/"))
	line, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	if err := r.ix.Attach(ctx, "files", "symbols", "refs"); err != nil {
		return nil, err
	}
	found, err := r.query(ctx, targetPositionSQL, file, line, column)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if found[0].step < 3 {
		if !r.takes(found[0]) {
			return nil, &TargetError{Target: r.target, Total: 1, Candidates: []Candidate{candidate(found[0].Symbol)},
				Advice: fmt.Sprintf("a %s stands there, and here a target has to be one of: %s", found[0].Kind, strings.Join(r.kinds, ", "))}
		}
		return symbols(found[:1]), nil
	}
	if column > 0 {
		name, err := r.identifierAt(ctx, file, line, column)
		if err != nil {
			return nil, err
		}
		if name != "" {
			return nil, &TargetError{Target: r.target, Advice: fmt.Sprintf("%s is a local or built-in name there, which is not indexed; leave the column out for the declaration around it", name)}
		}
	}
	for _, m := range found {
		if r.takes(m) {
			return []Symbol{m.Symbol}, nil
		}
	}
	return nil, nil
}

// identifierAt returns the identifier of Go code at a position, which is neither
// in a comment nor in a literal; empty when there is none, or no text to see it in.
func (r resolver) identifierAt(ctx context.Context, file string, line, column int) (string, error) {
	if !strings.HasSuffix(file, ".go") {
		return "", nil
	}
	if err := r.ix.Attach(ctx, "contents"); err != nil {
		return "", err
	}
	var text string
	err := r.ix.db.QueryRowContext(ctx, "SELECT content FROM contents WHERE file_path = ?", file).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read %s from the index: %w", file, err)
	}
	set := token.NewFileSet()
	f := set.AddFile(file, -1, len(text))
	var s scanner.Scanner
	s.Init(f, []byte(text), nil, 0)
	for {
		pos, tok, lit := s.Scan()
		at := f.PositionFor(pos, false)
		switch {
		case tok == token.EOF || at.Line > line:
			return "", nil
		case tok == token.IDENT && at.Line == line && at.Column <= column && column < at.Column+len(lit):
			return lit, nil
		}
	}
}
