package catalog

import (
	"context"
	"errors"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// UsePair opens the indexes that two selectors name, to compare them, and calls do with the pair. An empty head means the index that a
// call without a selector uses. The pair closes when do returns.
func (c *Catalog) UsePair(ctx context.Context, base, head string, do func(ix *Open, others []*Entry) error) error {
	if err := c.Refresh(ctx, false); err != nil {
		return err
	}
	if base == "" {
		return &queries.UsageError{Message: "the argument base is missing", Advice: "name an index in base: repository@commit, see cortex://index"}
	}
	from, err := c.one(base)
	if err != nil {
		return err
	}
	to, err := c.one(head)
	if err != nil {
		return err
	}
	memory := c.Memory
	if memory > 0 {
		memory /= maxLimited
	}
	ix, err := queries.OpenPair(ctx, memory, from.dir, to.dir)
	if err != nil {
		return err
	}
	return errors.Join(do(&Open{Index: ix, Of: []*Entry{to}}, nil), ix.Close())
}

// one returns the only index that a selector names.
func (c *Catalog) one(selector string) (*Entry, error) {
	chosen, _, err := c.choose(selector)
	if err != nil {
		return nil, err
	}
	if len(chosen) > 1 {
		return nil, &queries.UsageError{Message: "there are indexes of several repositories", Advice: "name one of " + wording.List(Names(chosen), 20) + " in head"}
	}
	return chosen[0], nil
}
