package analysis

import (
	"context"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/queries"
)

//go:embed sources.sql
var sourcesSQL string

// sources returns the texts of those of the files that the index holds, by their ids.
func sources(ctx context.Context, ix *queries.Index, files []int32) (map[int32]string, error) {
	if len(files) == 0 {
		return nil, nil
	}
	if err := ix.Attach(ctx, "contents"); err != nil {
		return nil, err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	rows, err := conn.QueryContext(ctx, sourcesSQL, files, files[0], files[len(files)-1])
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
	return texts, rows.Err()
}
