package graph

import (
	"context"

	"github.com/cortex-index/cortex/queries"
)

// stepped are the ids of the symbols that steps lead to, or of those that they lead from.
//
// DESIGN: half of the functions are called by nothing. To find that by a walk takes DuckDB 0.9 ms
// of the processor, and what its doubts ask about steps that are not there 0.7. It is known of
// indexes that were loaded.
type stepped map[int32]struct{}

// The tables of load.sql, and the columns of theirs that say where steps end or begin. Those
// are the names under which an index remembers them, too.
const (
	steppedInto = "SELECT callee_id FROM listed_into WHERE callee_id IS NOT NULL"
	steppedFrom = "SELECT caller_id FROM listed_from"
)

// loadStepped reads what a statement finds, once in the life of the index.
func loadStepped(ctx context.Context, ix *queries.Index, statement string) error {
	_, err := ix.Remember(statement, func() (any, error) {
		rows, err := ix.Query(ctx, statement)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		all := stepped{}
		for rows.Next() {
			var id int32
			if err := rows.Scan(&id); err != nil {
				return nil, err
			}
			all[id] = struct{}{}
		}
		return all, rows.Err()
	})
	return err
}

// leadsNowhere reports whether it is known that no step leads to any of the ids, or from
// any, by the statement that finds those of which one does.
func (s *session) leadsNowhere(statement string, ids []int32) bool {
	known, ok := s.ix.Remembered(statement)
	if !ok {
		return false
	}
	for _, id := range ids {
		if _, ok := known.(stepped)[id]; ok {
			return false
		}
	}
	return true
}
