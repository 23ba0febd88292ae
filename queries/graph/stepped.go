package graph

import (
	"context"
	_ "embed"

	"github.com/cortex-index/cortex/queries"
)

// stepped are the symbols that steps lead to, or those that they lead from, each with how many
// steps lead on from it within two.
//
// DESIGN: half of the functions are called by nothing. To find that by a walk takes DuckDB 0.9 ms
// of the processor, and what its doubts ask about steps that are not there 0.7. And how much a walk
// reaches decides how it is best done. It is known of indexes that were loaded.
type stepped map[int32]int64

// The statements that count the steps in the tables of load.sql. Those are the names under which
// an index remembers the counts, too.
var (
	//go:embed stepped_into.sql
	steppedInto string
	//go:embed stepped_from.sql
	steppedFrom string
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
			var steps int64
			if err := rows.Scan(&id, &steps); err != nil {
				return nil, err
			}
			all[id] = steps
		}
		return all, rows.Err()
	})
	return err
}

// stepsFrom is how many steps lead on from the ids within two, by the statement that counts
// them, if that is known.
func (s *session) stepsFrom(statement string, ids []int32) (steps int64, known bool) {
	counts, known := s.ix.Remembered(statement)
	if !known {
		return 0, false
	}
	for _, id := range ids {
		steps += counts.(stepped)[id]
	}
	return steps, true
}
