package queries

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// zero is a place whose line or column is 0 or less, as ParsePlace takes none.
var zero = lazily(`^(.+?)(?:#L|:L?)(?:(?:0+|-[0-9]+)(?::-?[0-9]+)?|([1-9][0-9]*):(?:0+|-[0-9]+))$`)

// zeroth is the error about a line or column of a file that is 0 or less; nil when the target names none.
func (r resolver) zeroth(ctx context.Context) error {
	m := zero().FindStringSubmatch(undressed(r.target))
	if m == nil {
		return nil
	}
	if !strings.HasSuffix(m[1], ".go") {
		if files, err := r.ix.filesEnding(ctx, slashed(m[1])); err != nil || len(files) == 0 {
			return err
		}
	}
	e := &TargetError{Target: r.target, Reason: "lines and columns count from 1"}
	if m[2] != "" {
		e.Advice = withoutColumn
	}
	return e
}

// withoutColumn is advice where there is nothing at a column.
const withoutColumn = "leave the column out for the declaration around the line"

// CheckColumn returns a [*TargetError] about a target when the column of the place that it
// names lies further behind its line than a cursor can stand. The path of the file is that of
// the index; where this holds no text of it, nobody can tell.
func (ix *Index) CheckColumn(ctx context.Context, target string, p Place) error {
	if p.Column < 2 {
		return nil
	}
	text, ok, err := ix.textOf(ctx, p.File)
	if err != nil || !ok {
		return err
	}
	return checkColumn(text, target, p)
}

func checkColumn(text, target string, p Place) error {
	for range p.Line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	columns := len(strings.TrimSuffix(text, "\r"))
	if p.Column <= columns+1 {
		return nil
	}
	has := fmt.Sprintf("has %d columns", columns)
	switch columns {
	case 0:
		has = "is empty"
	case 1:
		has = "has 1 column"
	}
	return &TargetError{Target: target, Nothing: true, Reason: fmt.Sprintf("line %d of %s %s", p.Line, p.File, has), Advice: withoutColumn}
}

// textOf is the text of the file with a path of the index; ok is false when the index holds
// none of it.
func (ix *Index) textOf(ctx context.Context, file string) (text string, ok bool, err error) {
	if err := ix.Attach(ctx, "contents"); err != nil {
		return "", false, err
	}
	err = ix.db.QueryRowContext(ctx, "SELECT content FROM contents WHERE file_path = ?", file).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read %s from the index: %w", file, err)
	}
	return text, true, nil
}

// linesOf is how many lines files of the index have, by their paths.
func (ix *Index) linesOf(ctx context.Context, files []string) (map[string]int, error) {
	rows, err := ix.db.QueryContext(ctx, "SELECT file_path, lines_total FROM files WHERE list_contains(?, file_path)", files)
	if err != nil {
		return nil, fmt.Errorf("count the lines of files: %w", err)
	}
	defer rows.Close()
	lines := map[string]int{}
	for rows.Next() {
		var file string
		var n int
		if err := rows.Scan(&file, &n); err != nil {
			return nil, fmt.Errorf("count the lines of files: %w", err)
		}
		lines[file] = n
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("count the lines of files: %w", err)
	}
	return lines, nil
}

// inFiles are files as candidates for a place, each with the line where it has that many.
func (ix *Index) inFiles(ctx context.Context, files []string, p Place) ([]Candidate, error) {
	lines, err := ix.linesOf(ctx, files)
	if err != nil {
		return nil, err
	}
	var out []Candidate
	for _, f := range files {
		c := Candidate{Symbol: f, Kind: "file"}
		if max(p.Line, p.End) <= lines[f] {
			c.Position = Place{File: f, Line: p.Line, End: p.End}.String()
		}
		out = append(out, c)
	}
	return out, nil
}
