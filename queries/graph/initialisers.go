package graph

import (
	"context"
	_ "embed"
)

//go:embed initialisers.sql
var initialisersSQL string

//go:embed initialisers_left.sql
var initialisersLeftSQL string

// located is a site and what the call there leads to.
type located struct {
	site
	via string
}

// filterInitialisers filters the functions that stand for what initialises a package by
// the files of their calls, and notes the calls to show: the file that such a function is said to
// be in is any of the package's.
func (s *session) filterInitialisers(ctx context.Context, scope, excluded any) error {
	rows, err := s.finding.Query(ctx, initialisersSQL, scope, excluded, s.IncludeTests)
	if err != nil {
		return err
	}
	defer rows.Close()
	s.initialisers = map[int32]located{}
	kept := []int32{noSymbol}
	for rows.Next() {
		var id int32
		var at located
		if err := rows.Scan(&id, &at.fileID, &at.File, &at.Line, &at.Column, &at.via); err != nil {
			return err
		}
		s.initialisers[id] = at
		kept = append(kept, id)
	}
	if err := rows.Close(); err != nil {
		return err
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_, err = s.finding.Change(ctx, initialisersLeftSQL, kept)
	return err
}

// noSymbol is the id of no symbol: an empty list would have no type.
const noSymbol = 0
