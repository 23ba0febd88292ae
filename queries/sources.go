package queries

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
)

//go:embed sql/sources.sql
var sourcesSQL string

// Sources returns the texts of those of the files that the index holds, by their ids.
func (ix *Index) Sources(ctx context.Context, files []int32) (map[int32]string, error) {
	if len(files) == 0 {
		return nil, nil
	}
	if err := ix.Attach(ctx, "contents"); err != nil {
		return nil, err
	}
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	rows, err := ix.Query(ctx, sourcesSQL, files, files[0], files[len(files)-1])
	if err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	defer rows.Close()
	texts := map[int32]string{}
	for rows.Next() {
		var id int32
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, fmt.Errorf("read sources: %w", err)
		}
		texts[id] = text
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	return texts, nil
}
