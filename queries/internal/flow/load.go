package flow

import (
	"context"
	_ "embed"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed meanings.sql
var meaningsSQL string

// Files are Go files of an index with the meanings of their identifiers.
type Files struct {
	parsed  map[int32]*File
	symbols map[int32]map[Place]meant
}

// meant is the symbol of an identifier.
type meant struct {
	id   int32
	role string
}

// Load parses Go files of an index by their ids. Files without a text in the index are left out.
func Load(ctx context.Context, ix *queries.Index, ids []int32) (*Files, error) {
	f := &Files{parsed: map[int32]*File{}, symbols: map[int32]map[Place]meant{}}
	texts, err := ix.Sources(ctx, ids)
	if err != nil || len(texts) == 0 {
		return f, err
	}
	type row struct {
		file  int32
		place Place
		meant
	}
	rows, err := queries.Collect(ctx, ix.Query, func(r *row) []any { return []any{&r.file, &r.place.Line, &r.place.Column, &r.id, &r.role} }, meaningsSQL, ids)
	if err != nil {
		return nil, fmt.Errorf("read the meanings of names: %w", err)
	}
	for _, r := range rows {
		if f.symbols[r.file] == nil {
			f.symbols[r.file] = map[Place]meant{}
		}
		// An embedded field and its type share an identifier.
		if old, is := f.symbols[r.file][r.place]; !is || old.role == string(schema.RoleType) {
			f.symbols[r.file][r.place] = r.meant
		}
	}
	var mu sync.Mutex
	var g errgroup.Group
	g.SetLimit(8)
	for id, text := range texts {
		g.Go(func() error {
			parsed := Parse(text, func(p Place) Meaning { return f.symbols[id][p].meaning() })
			mu.Lock()
			defer mu.Unlock()
			f.parsed[id] = parsed
			return nil
		})
	}
	return f, g.Wait()
}

func (m meant) meaning() Meaning {
	switch m.role {
	case "":
		return Unknown
	case string(schema.RoleType):
		return Type
	case string(schema.RoleWrite):
		return Written
	}
	return Other
}

// File returns a file by its id; nil when the index has no text of it, or the text no Go syntax.
func (f *Files) File(id int32) *File { return f.parsed[id] }

// Symbol returns the id of the symbol that the identifier at a place means or declares; 0 for none.
func (f *Files) Symbol(file int32, at Place) int32 { return f.symbols[file][at].id }
