package cli

import (
	"cmp"
	"fmt"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// watched is a sink that hands all rows on, and keeps what is told of them at the end: the
// first error among the diagnostics, of which one about no single file comes before the
// others, and the number of functions that stand in the source.
type watched struct {
	extract.Sink
	row       schema.Diagnostic // zero when there was none
	functions int
}

func (w *watched) Write(rows any) error {
	switch rows := rows.(type) {
	case []schema.Diagnostic:
		for _, d := range rows {
			if d.Severity == schema.SeverityError && w.row.Severity == "" {
				w.row = d
			}
		}
	case []schema.Function:
		for _, f := range rows {
			if f.StartLine > 0 {
				w.functions++
			}
		}
	}
	return w.Sink.Write(rows)
}

// describe is the error's place, as cortex info shows it, and its message on one line.
func (w *watched) describe() string {
	place := cmp.Or(w.row.FilePath, w.row.ModulePath, ".")
	if w.row.StartLine > 0 {
		place += fmt.Sprintf(":%d", w.row.StartLine)
	}
	if w.row.StartColumn > 0 {
		place += fmt.Sprintf(":%d", w.row.StartColumn)
	}
	return printable(place+": "+clip(w.row.Message, maxCell), false)
}
