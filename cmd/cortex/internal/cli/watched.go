package cli

import (
	"cmp"
	"fmt"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// watched is a sink that passes all rows on, and keeps the facts for the summary. They are the first
// error among the diagnostics, and the number of functions in the source.
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

// describe returns the error's place and message on one line.
func (w *watched) describe() string {
	place := cmp.Or(w.row.FilePath, w.row.ModulePath, ".")
	if w.row.StartLine > 0 {
		place += fmt.Sprintf(":%d", w.row.StartLine)
	}
	if w.row.StartColumn > 0 {
		place += fmt.Sprintf(":%d", w.row.StartColumn)
	}
	return render.Printable(place+": "+render.Clip(w.row.Message, render.MaxCell), false)
}
