package queries

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
)

//go:embed sql/sources.sql
var sourcesSQL string

// Sources returns the texts of files by their ids. It leaves out files without a text in the index.
func (ix *Index) Sources(ctx context.Context, files []int32) (map[int32]string, error) {
	if len(files) == 0 {
		return nil, nil
	}
	type source struct {
		id   int32
		text string
	}
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	found, err := Collect(ctx, ix.Query, func(s *source) []any { return []any{&s.id, &s.text} }, sourcesSQL, files, files[0], files[len(files)-1])
	if err != nil {
		return nil, fmt.Errorf("read sources: %w", err)
	}
	texts := map[int32]string{}
	for _, s := range found {
		texts[s.id] = s.text
	}
	return texts, nil
}
