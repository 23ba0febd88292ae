package cli

import (
	"bytes"
	"context"

	"github.com/cortex-index/cortex/queries"
)

// printPage prints an answer as a page in HTML, whole or not at all.
func (c *console) printPage(ctx context.Context, a queries.Answer) error {
	p, ok := a.(queries.Pager)
	if !ok {
		return usageError("print it in another format", "the answer has no page")
	}
	var page bytes.Buffer
	if err := p.WritePage(ctx, &page); err != nil {
		return err
	}
	_, err := page.WriteTo(c.out)
	return err
}
