package answer

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/schema"
)

//go:embed callers.sql
var callersSQL string

// Callers counts the results of the operation callers at depth 1.
type Callers struct {
	Direct     int // by name
	Dispatched int // by dynamic dispatch and not by name
	Values     int // declarations that take the symbol as a value and do not call it
	AtLeast    bool
}

// Callers counts the callers of a function or method. It adds the reasons why callers may be missing.
func (h *Head) Callers(ctx context.Context, ix *queries.Index, id int32, kind string) (c Callers, err error) {
	if err := ix.QueryRow(ctx, callersSQL, id).Scan(&c.Direct, &c.Dispatched, &c.Values); err != nil {
		return c, fmt.Errorf("count the callers: %w", err)
	}
	reasons, err := completeness.Of(ctx, ix, completeness.Asked{About: schema.AboutCallers, IDs: []int32{id}})
	if ix.Parts() > 1 && kind != string(schema.KindFunction) {
		reasons = completeness.Add(reasons, schema.ReasonAcrossIndexes, 1)
	}
	c.AtLeast = len(reasons) > 0
	h.Join(reasons)
	return c, err
}

// Total returns the number of all callers.
func (c Callers) Total() int { return c.Direct + c.Dispatched + c.Values }

// String states the number of callers, and how those reach the symbol that do not name it in a call.
func (c Callers) String() string {
	n := Plural(c.Total(), "function")
	switch {
	case c.AtLeast && c.Total() == 0:
		return "no caller known"
	case c.AtLeast:
		n = "at least " + n
	}
	var ways []string
	if c.Dispatched > 0 {
		ways = append(ways, fmt.Sprintf("%d by dispatch", c.Dispatched))
	}
	if c.Values > 0 {
		ways = append(ways, fmt.Sprintf("%d as a value", c.Values))
	}
	if len(ways) > 0 {
		n += " (" + strings.Join(ways, ", ") + ")"
	}
	return "called by " + n
}
