package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// watched is a sink that passes all rows on, and keeps the facts for the summary.
type watched struct {
	extract.Sink
	row       schema.Diagnostic // the first error, or the zero value
	first     schema.Diagnostic // the first error or warning, or the zero value
	codes     map[string]int    // errors and warnings by code
	toolchain []string          // messages about the go command
	functions int               // in the source
	untyped   int               // Go files that were read without types
}

func (w *watched) Write(rows any) error {
	switch rows := rows.(type) {
	case []schema.Diagnostic:
		for _, d := range rows {
			w.note(d)
		}
	case []schema.File:
		for _, f := range rows {
			if f.IsUntyped {
				w.untyped++
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

// note keeps an error or a warning.
func (w *watched) note(d schema.Diagnostic) {
	if d.Severity == schema.SeverityError && w.row.Severity == "" {
		w.row = d
	}
	if d.Severity != schema.SeverityError && d.Severity != schema.SeverityWarning {
		return
	}
	if d.Code == schema.CodeToolchain {
		w.toolchain = append(w.toolchain, d.Message)
		return
	}
	if w.first.Severity == "" {
		w.first = d
	}
	if w.codes == nil {
		w.codes = map[string]int{}
	}
	w.codes[string(d.Code)]++
}

// unread says which parts of the code were not read in full, and why: the files without types, and the errors and warnings with the first.
func (w *watched) unread() string {
	var counts []string
	if w.untyped > 0 {
		counts = append(counts, "types of "+render.Plural(w.untyped, "file")+" outside this build or not loaded")
	}
	if len(w.codes) == 0 {
		return cmp.Or(strings.Join(counts, ""), "nothing")
	}
	for _, code := range byCount(w.codes) {
		counts = append(counts, render.Count(w.codes[code])+" "+strings.ReplaceAll(code, "_", " "))
	}
	first := w.row
	if first.Severity == "" {
		first = w.first
	}
	return strings.Join(counts, ", ") + "; the first: " + placed(first)
}

// describe returns the error's place and message on one line.
func (w *watched) describe() string { return placed(w.row) }

// placed is the place and the message of a diagnostic.
func placed(d schema.Diagnostic) string {
	place := cmp.Or(d.FilePath, d.ModulePath, ".")
	if d.StartLine > 0 {
		place += fmt.Sprintf(":%d", d.StartLine)
	}
	if d.StartColumn > 0 {
		place += fmt.Sprintf(":%d", d.StartColumn)
	}
	return render.Printable(place+": "+render.Clip(d.Message, render.MaxCell), false)
}
