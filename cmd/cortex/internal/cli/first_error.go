package cli

import (
	"cmp"
	"fmt"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// firstError is a sink that hands all rows on, and keeps the first error among
// the diagnostics; in their order, one about no single file comes before the others.
type firstError struct {
	extract.Sink
	row schema.Diagnostic // zero when there was none
}

func (f *firstError) Write(rows any) error {
	if diagnostics, ok := rows.([]schema.Diagnostic); ok && f.row.Severity == "" {
		for _, d := range diagnostics {
			if d.Severity == schema.SeverityError {
				f.row = d
				break
			}
		}
	}
	return f.Sink.Write(rows)
}

// describe is the error's place, as cortex info shows it, and its message on one line.
func (f *firstError) describe() string {
	place := cmp.Or(f.row.FilePath, f.row.ModulePath, ".")
	if f.row.StartLine > 0 {
		place += fmt.Sprintf(":%d", f.row.StartLine)
	}
	if f.row.StartColumn > 0 {
		place += fmt.Sprintf(":%d", f.row.StartColumn)
	}
	return printable(place+": "+clip(f.row.Message, maxCell), false)
}
