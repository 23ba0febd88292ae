package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// row is a row of a table.
type row[T any] interface {
	comparable
	Compare(T) int
}

// sorted sorts rows in place by their table's order and drops repeats.
func sorted[T row[T]](rows []T) []T {
	slices.SortFunc(rows, T.Compare)
	return compact(rows)
}

// compact drops repeats from sorted rows. Of rows with equal keys it keeps the one with the
// least text: the result does not depend on the input order.
func compact[T row[T]](rows []T) []T {
	if len(rows) < 2 {
		return rows
	}
	kept := rows[:1]
	for _, r := range rows[1:] {
		last := &kept[len(kept)-1]
		switch {
		case r.Compare(*last) != 0:
			kept = append(kept, r)
		case r != *last && strings.Compare(fmt.Sprintf("%#v", r), fmt.Sprintf("%#v", *last)) < 0:
			*last = r
		}
	}
	return kept
}

// smallTable is the number of rows below which sorting by buckets does not pay.
const smallTable = 1 << 12

// sortedByID is sorted for rows whose order begins with an id from 0 to n. It does not sort
// in place.
//
// DESIGN: it counts rows into a bucket per id and sorts only buckets, on all jobs.
// BenchmarkMerge compares it with one sort.
func sortedByID[T row[T]](jobs, n int, rows []T, id func(*T) int32) []T {
	if len(rows) < smallTable {
		return sorted(rows)
	}
	ends := make([]int, n+2) // first the sizes, then the starts of buckets, then their ends
	for i := range rows {
		ends[id(&rows[i])+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	starts := slices.Clone(ends)
	out := make([]T, len(rows))
	for i := range rows {
		b := id(&rows[i])
		out[ends[b]] = rows[i]
		ends[b]++
	}
	const span = 1 << 10 // buckets sorted as one piece of work
	spans := (n + span) / span
	_ = parallel(context.Background(), jobs, spans, func(s int) {
		for b := s * span; b < min((s+1)*span, n+1); b++ {
			if part := out[starts[b]:ends[b]]; len(part) > 1 {
				slices.SortFunc(part, T.Compare)
			}
		}
	})
	return compact(out)
}
