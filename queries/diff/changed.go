package diff

import (
	"context"
	_ "embed"
	"slices"
	"strings"
)

var (
	//go:embed files.sql
	filesSQL string
	//go:embed changed.sql
	changedSQL string
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
	Changes      []string `json:"changes"`              // new, removed, moved or renamed; or signature, body
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
}

// isChanged reports whether both indexes have the function under its name.
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
			&r.OldSignature, &r.Signature, &r.Lines[0], &r.Lines[1], &r.Complexity[0], &r.Complexity[1], &r.IsTest, &r.IsGenerated, &r.id, &r.Callers}
	}, changedSQL)
	if err != nil {
		return err
	}
	for _, r := range rows {
		f := r.Function
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
			}
			s.a.Types, at = append(s.a.Types, r.Type), at+1
		}
		if r.Change == "changed" {
			s.a.Types[at].Members = append(s.a.Types[at].Members, r.member)
		}
	}
	return nil
}
