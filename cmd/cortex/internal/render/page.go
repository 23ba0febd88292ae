package render

import (
	"bytes"
	"context"
	"errors"

	"github.com/cortex-index/cortex/queries"
)

// page prints an answer as a page in HTML, whole or not at all.
func (p Printer) page(ctx context.Context, a queries.Answer) error {
	pager, ok := a.(queries.Pager)
	if !ok {
		return errors.New("the answer has no page")
	}
	var page bytes.Buffer
	if err := pager.WritePage(ctx, &page); err != nil {
		return err
	}
	_, err := page.WriteTo(p.Out)
	return err
}
