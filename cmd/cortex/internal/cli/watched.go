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
	codes     map[string]int    // errors and warnings by code
	toolchain []string          // messages about the go command
	functions int               // in the source
	untyped   int               // Go files that were read without types
}

// through returns the sink that passes rows on to another one.
func (w *watched) through(s extract.Sink) extract.Sink {
	w.Sink = s
	return w
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
	if w.codes == nil {
		w.codes = map[string]int{}
	}
	w.codes[string(d.Code)]++
}

// faultNames are the names of errors and warnings for people, by code.
var faultNames = map[schema.DiagnosticCode]string{
	schema.CodeFileMissing: "missing file", schema.CodeFileUnreadable: "unreadable file", schema.CodeFileTooLarge: "oversized file",
	schema.CodeFolderUnreadable: "unreadable folder", schema.CodeParseError: "syntax error", schema.CodeTypeError: "type error",
	schema.CodePackageNotListed: "unlisted package", schema.CodeDependencyMissing: "missing import", schema.CodeIgnoredByGit: "ignored file",
	schema.CodeExcludedByBuild: "excluded file", schema.CodeConfiguration: "configuration fault", schema.CodeLimit: "cut list",
	schema.CodeInconsistent: "dropped row",
}

// maxUnread is the length of the counts that fit a line of 80 columns.
const maxUnread = 48

// unread counts the files without types, and the errors and warnings, the most frequent first.
func (w *watched) unread() string {
	var counts []string
	others := 0
	if w.untyped > 0 {
		counts = append(counts, render.Plural(w.untyped, "file")+" outside this build")
	}
	codes := byCount(w.codes)
	for i, code := range codes {
		n := w.codes[code]
		text := render.Plural(n, cmp.Or(faultNames[schema.DiagnosticCode(code)], "other fault"))
		if line := append(counts, text); others == 0 && len(strings.Join(line, ", ")) <= maxUnread-len(", 99 others")*min(1, len(codes)-1-i) {
			counts = line
			continue
		}
		others += n
	}
	if others > 0 {
		counts = append(counts, render.Plural(others, "other"))
	}
	return cmp.Or(strings.Join(counts, ", "), "nothing")
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
