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

// place is a file:line or file:line:column; column is 0 when there is none.
type place struct {
	file         string
	line, column int
}

func parsePlace(target string) (place, bool) {
	m := position.FindStringSubmatch(target)
	if m == nil {
		return place{}, false
	}
	p := place{file: path.Clean(strings.ReplaceAll(m[1], `\`, "/"))}
	p.line, _ = strconv.Atoi(m[2])
	p.column, _ = strconv.Atoi(m[3])
	return p, true
}

// place is the target as a place in a file of the index, if it is spelled as one.
func (r resolver) place(ctx context.Context) (place, bool, error) {
	p, ok := parsePlace(r.target)
	if !ok {
		return place{}, false, nil
	}
	files, err := r.ix.filesAt(ctx, p.file)
	if err != nil {
		return place{}, false, err
	}
	if len(files) > 1 {
		e := &TargetError{Target: r.target, Ambiguous: true, Total: len(files), Advice: "name one of them:"}
		for _, f := range files[:min(len(files), maxCandidates)] {
			e.Candidates = append(e.Candidates, Candidate{Symbol: f, Kind: "file", Position: fmt.Sprintf("%s:%d", f, p.line)})
		}
		return place{}, false, e
	}
	if len(files) == 1 {
		p.file = files[0]
	}
	return p, true, nil
}

// byPosition resolves file:line and file:line:column.
func (r resolver) byPosition(ctx context.Context) ([]Symbol, error) {
	p, ok, err := r.place(ctx)
	if err != nil || !ok {
		return nil, err
	}
	file, line, column := p.file, p.line, p.column
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
				Advice: fmt.Sprintf("%s stands there, and here a target has to be one of: %s", article(found[0].Kind), strings.Join(r.kinds, ", "))}
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
