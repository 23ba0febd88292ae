package diff

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/answer"
)

var (
	//go:embed files.sql
	filesSQL string
	//go:embed changed.sql
	changedSQL string
	//go:embed edited.sql
	editedSQL string
	//go:embed moves.sql
	movesSQL string
	//go:embed types.sql
	typesSQL string
)

// File is a file whose content differs.
type File struct {
	File   string `json:"file"`
	Change string `json:"change"` // new, removed or changed

	module, language string
	test             bool
}

func (s *session) files(ctx context.Context) (err error) {
	s.a.Files, err = read(ctx, s, func(f *File) []any { return []any{&f.File, &f.Change, &f.module, &f.test, &f.language} }, filesSQL)
	return err
}

// The changes of functions and types.
const (
	isNew     = "new"
	isRemoved = "removed"
	isMoved   = "moved"
	isRenamed = "renamed"
	signature = "signature"
	body      = "body"
)

// Function is a function that differs.
type Function struct {
	Symbol       string   `json:"symbol"`
	OldSymbol    string   `json:"old_symbol,omitempty"` // of a function with another name
	Changes      []string `json:"changes"`              // new, removed, moved or renamed; signature, body
	File         string   `json:"file"`
	Line         int      `json:"line"`
	OldFile      string   `json:"old_file,omitempty"`
	OldLine      int      `json:"old_line,omitempty"`
	OldSignature string   `json:"old_signature,omitempty"` // where it differs
	Signature    string   `json:"signature"`
	Lines        [2]int   `json:"lines"`      // before and after
	Complexity   [2]int   `json:"complexity"` // before and after
	Callers      int      `json:"callers"`    // functions outside tests that call it, also by dynamic dispatch
	IsTest       bool     `json:"is_test"`
	IsGenerated  bool     `json:"is_generated"`

	module, language string
	id               int32 // in the head; 0 when it is removed
	edited           int   // lines of code that only one version has; 0 where an index has no text
	isUntested       bool  // no test can reach it
	isFolded         bool  // a Move or the new name of its type says all about it
}

// isChanged reports whether the code of a function differs that both indexes have.
func (f Function) isChanged() bool {
	return slices.Contains(f.Changes, body) || slices.Contains(f.Changes, signature)
}

func (s *session) functions(ctx context.Context) error {
	type row struct {
		Function
		changes string
	}
	rows, err := read(ctx, s, func(r *row) []any {
		return []any{&r.Symbol, &r.OldSymbol, &r.changes, &r.File, &r.Line, &r.OldFile, &r.OldLine, &r.module, &r.language,
			&r.OldSignature, &r.Signature, &r.Lines[0], &r.Lines[1], &r.Complexity[0], &r.Complexity[1], &r.IsTest, &r.IsGenerated, &r.id, &r.isFolded, &r.Callers}
	}, changedSQL)
	if err != nil {
		return err
	}
	type size struct {
		id    int32
		lines int
	}
	sizes, err := read(ctx, s, func(z *size) []any { return []any{&z.id, &z.lines} }, editedSQL)
	if err != nil {
		return err
	}
	edited := map[int32]int{}
	for _, z := range sizes {
		edited[z.id] = z.lines
	}
	for _, r := range rows {
		f := r.Function
		f.edited = edited[f.id]
		f.Changes = strings.Split(r.changes, ", ")
		if f.OldSymbol == f.Symbol {
			f.OldSymbol = ""
		}
		if f.OldSignature == f.Signature {
			f.OldSignature = ""
		}
		if f.OldFile == f.File && f.OldLine == f.Line {
			f.OldFile, f.OldLine = "", 0
		}
		if f.IsTest {
			s.a.tests++
		}
		s.a.Changed = append(s.a.Changed, f)
	}
	return nil
}

// Move is a set of symbols that moved together under their names: a package, a folder, a file, or some symbols of one.
type Move struct {
	Place     string `json:"place"` // the kind of From and To: package, folder or file
	From      string `json:"from"`  // a path; of a package whose directory is as before the import path
	To        string `json:"to"`
	Whole     bool   `json:"whole"`     // the head has no From
	Functions int    `json:"functions"` // all that moved
	Changed   int    `json:"changed"`   // functions that changed too
	Types     int    `json:"types"`
	Names     string `json:"names"` // the first of the moved names
}

func (s *session) moves(ctx context.Context) (err error) {
	s.a.Moves, err = read(ctx, s, func(m *Move) []any {
		return []any{&m.Place, &m.From, &m.To, &m.Whole, &m.Functions, &m.Changed, &m.Types, &m.Names}
	}, movesSQL)
	return err
}

// what describes a move.
func (m Move) what() string {
	var out []string
	if m.Functions > 0 {
		out = append(out, answer.Plural(m.Functions, "function"))
	}
	if m.Changed > 0 {
		out[0] += fmt.Sprintf(" (%d changed)", m.Changed)
	}
	if m.Types > 0 {
		out = append(out, answer.Plural(m.Types, "type"))
	}
	if m.Names != "" && !m.Whole {
		out = append(out, m.Names)
	}
	return strings.Join(out, ", ")
}

// Type is a type that differs.
type Type struct {
	Symbol    string   `json:"symbol"`
	OldSymbol string   `json:"old_symbol,omitempty"`
	Kind      string   `json:"kind"`
	Change    string   `json:"change"` // new, removed, moved, renamed or changed
	File      string   `json:"file"`
	Line      int      `json:"line"`
	IsTest    bool     `json:"is_test"`
	Members   []Member `json:"members"` // the changed ones

	isFolded bool // a Move says all about it
}

// Member is a part of a type that differs. Old and New are its types; one is empty when only one index has the member.
type Member struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

func (s *session) types(ctx context.Context) error {
	type row struct {
		Type
		member Member
	}
	rows, err := read(ctx, s, func(r *row) []any {
		return []any{&r.Symbol, &r.Kind, &r.File, &r.Line, &r.IsTest, &r.Change, &r.member.Name, &r.member.Old, &r.member.New}
	}, typesSQL)
	if err != nil {
		return err
	}
	for _, r := range rows {
		at := len(s.a.Types) - 1
		if at < 0 || s.a.Types[at].Symbol != r.Symbol || s.a.Types[at].Change != r.Change {
			r.Type.Members = []Member{}
			if r.Change == isMoved || r.Change == isRenamed {
				r.Type.OldSymbol = r.member.Old
				r.Type.isFolded = r.Change == isMoved
			}
			s.a.Types, at = append(s.a.Types, r.Type), at+1
		}
		if r.Change == "changed" {
			s.a.Types[at].Members = append(s.a.Types[at].Members, r.member)
		}
	}
	return nil
}
