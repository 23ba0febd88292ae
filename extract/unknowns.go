package extract

import (
	"cmp"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// mergeUnknowns sorts unknowns and makes one row of those that are about the same fact, symbols and reason: their counts are
// added, and the first place is kept.
func mergeUnknowns(rows []schema.Unknown) []schema.Unknown {
	slices.SortFunc(rows, func(a, b schema.Unknown) int {
		return cmp.Or(a.Compare(b), comparePlaces(a, b))
	})
	var merged []schema.Unknown
	for _, row := range rows {
		if n := len(merged); n > 0 && merged[n-1].Compare(row) == 0 {
			merged[n-1].Count += row.Count
			continue
		}
		merged = append(merged, row)
	}
	return merged
}

// comparePlaces orders unknowns by place, those without one last.
func comparePlaces(a, b schema.Unknown) int {
	if (a.FileID == 0) != (b.FileID == 0) {
		return cmp.Compare(b.FileID, a.FileID)
	}
	return cmp.Or(cmp.Compare(a.FileID, b.FileID), cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(a.StartColumn, b.StartColumn), cmp.Compare(a.CauseID, b.CauseID))
}
