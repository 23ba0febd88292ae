package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed skeleton_signatures.sql
var skeletonSignaturesSQL string

// signatures fills files from the table of symbols: declarations that stand in others
// are indented, and those in functions left out.
func (s *stripping) signatures(ctx context.Context, files []*stripped) error {
	if len(files) == 0 {
		return nil
	}
	byID := map[int32]*stripped{}
	var ids []int32
	for _, f := range files {
		byID[f.id] = f
		ids = append(ids, f.id)
	}
	var only any
	if s.types != nil {
		only = s.types
	}
	conn, err := s.ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, skeletonSignaturesSQL, ids, only)
	if err != nil {
		return fmt.Errorf("list signatures: %w", err)
	}
	defer rows.Close()
	var file int32
	var around []enclosing
	for rows.Next() {
		var id int32
		var e enclosing
		var p piece
		var exported bool
		var doc string
		if err := rows.Scan(&id, &e.kind, &p.StartLine, &p.EndLine, &p.Text, &doc, &exported); err != nil {
			return fmt.Errorf("list signatures: %w", err)
		}
		if id != file {
			file, around = id, nil
		}
		e.end = p.EndLine
		around = slices.DeleteFunc(around, func(o enclosing) bool { return o.end < p.StartLine })
		inFunction := slices.ContainsFunc(around, func(o enclosing) bool { return o.kind == "function" || o.kind == "method" })
		if !inFunction && (s.args.Visibility == "" || exported == (s.args.Visibility == "public")) && (len(around) == 0 || s.levels.shown.members) {
			f := byID[id]
			l := s.levels.hidden
			switch {
			case s.types != nil:
				l = s.levels.target
			case exported && !f.isTest:
				l = s.levels.shown
			}
			if len(around) > 0 && !l.notes {
				l.docs = noDocs
			}
			p.File, p.Text = f.path, indented(len(around), l.docs.of(commented(doc))+f.signature(e.kind, p))
			f.pieces = append(f.pieces, p)
		}
		around = append(around, e)
	}
	return rows.Err()
}

// enclosing is a declaration that others may stand in.
type enclosing struct {
	kind string
	end  int // its last line
}

// signature is that of a piece. Where the syntax of the file is broken the parser guesses
// at parameters, and the first line of the declaration stands instead if it has them.
func (f *stripped) signature(kind string, p piece) string {
	guessed := strings.Contains(p.Text, "BadExpr")
	line, _ := linesOf(splitLines(f.text), p.StartLine, p.StartLine)
	line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "{"))
	if line == "" || !guessed && (kind != "function" && kind != "method" || strings.HasSuffix(line, "(")) {
		return p.Text
	}
	return line
}

// of is what stays of a comment.
func (d docs) of(comment string) string {
	switch n := sentence(comment); {
	case d == noDocs || n == 0:
		return ""
	case d == firstSentence:
		return comment[:n] + "\n"
	}
	return comment
}

// indented puts a text into so many blocks.
func indented(blocks int, text string) string {
	margin := strings.Repeat("\t", blocks)
	return margin + strings.ReplaceAll(text, "\n", "\n"+margin)
}

// explain notes why there is nothing to show.
func (s *stripping) explain(ctx context.Context, h *head) error {
	if len(s.tests) > 0 {
		tests := &stripping{ix: s.ix, args: s.args, levels: s.levels, files: s.tests}
		all, err := tests.pieces(ctx)
		if err != nil {
			return err
		}
		h.note("%d found in test files: --include-tests shows them", len(all))
	}
	var languages []string
	for _, f := range s.files {
		switch f.language {
		case "go":
		case "":
			languages = append(languages, "an unknown language")
		default:
			languages = append(languages, f.language)
		}
	}
	if slices.Sort(languages); len(languages) > 0 {
		h.note("the index holds no declarations of %s in %s", plural(len(languages), "file"), strings.Join(slices.Compact(languages), ", "))
	}
	return nil
}
