package queries

import (
	"context"
	"strings"

	"github.com/cortex-index/cortex/queries/internal/duck"
	"github.com/cortex-index/cortex/schema"
)

// The schemas of a pair. Each has the tables of one of its indexes.
const (
	BaseSchema = "base"
	HeadSchema = "head"
)

// OpenPair opens the index in the directory head, to compare it with the index in the directory base. It is as [Open] of head alone,
// and its database also has the schemas base and head. The memory is as with [OpenWithin]. The caller closes the index.
func OpenPair(ctx context.Context, memory int64, base, head string) (*Index, error) {
	o := duck.Options{Memory: memory}
	before, err := open(ctx, o, nil, []string{base})
	if err != nil {
		return nil, err
	}
	ix, err := open(ctx, o, before, []string{head})
	if err != nil {
		before.Close()
		return nil, err
	}
	return ix, nil
}

// Base returns the first index of a pair, and nil for an index that is no pair. It closes with the pair.
func (ix *Index) Base() *Index { return ix.base }

// pairSQL returns the script for the schemas of a pair.
func pairSQL(base, head part) string {
	var script strings.Builder
	for name, p := range map[string]part{BaseSchema: base, HeadSchema: head} {
		script.WriteString("CREATE SCHEMA " + name + ";\n")
		for _, t := range schema.Tables() {
			script.WriteString("CREATE VIEW " + name + "." + t.Name + " AS FROM " + p.scan(t) + ";\n")
		}
	}
	return script.String()
}
