package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/schema"
)

// Limits of the lists and texts in a report.
const (
	maxReportLanguages = 6
	maxReportPackages  = 8
	maxReportPlace     = 60  // characters of a place
	maxReportText      = 300 // bytes, escapes included
)

// allDiagnostics is the command that lists all diagnostics, for an index in the folder that
// the CI documentation uses.
const allDiagnostics = `cortex query sql --index cortex-index "SELECT * FROM diagnostics"`

// writeReport writes one screen of Markdown about an index, for the summary of a CI job. It
// takes at most a hundredth of the 1 MiB that a summary may have.
func writeReport(ctx context.Context, w io.Writer, ix *queries.Index, n counted, diagnostics queries.Table) error {
	m := ix.Manifest()
	packages, err := biggestPackages(ctx, ix)
	if err != nil {
		return err
	}
	title := "cortex index of " + shortMarkdown(m.Repository.FullName())
	if m.Repository.Commit != "" {
		title += " at " + m.Repository.Commit[:min(12, len(m.Repository.Commit))]
	}
	fmt.Fprintf(w, "### %s\n\n", render.EscapeMarkdown(title))
	if err := render.Markdown(w, reportCounts(m, n)); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, f := range reportFacts(m, n) {
		if f[1] != "" {
			fmt.Fprintf(w, "- **%s:** %s\n", f[0], render.EscapeMarkdown(shortMarkdown(f[1])))
		}
	}
	first := reportDiagnostics(diagnostics)
	for _, t := range []queries.Table{packages, first} {
		if len(t.Rows) == 0 {
			continue
		}
		fmt.Fprintln(w)
		if err := render.Markdown(w, t); err != nil {
			return err
		}
	}
	if more := diagnosticsIn(m) - len(first.Rows); more > 0 {
		fmt.Fprintf(w, "\n%s more: `%s`\n", render.Count(more), allDiagnostics)
	}
	return nil
}

// shortMarkdown cuts a text to maxReportText bytes of Markdown.
func shortMarkdown(s string) string {
	s = render.Clip(s, maxReportText)
	for n := maxReportText; len(render.EscapeMarkdown(s)) > maxReportText; s = render.Clip(s, n) {
		n = min(n, utf8.RuneCountInString(s)) * 3 / 4
	}
	return s
}

// reportCounts returns the counts of an index in one row.
func reportCounts(m schema.Manifest, n counted) queries.Table {
	var t queries.Table
	var row []any
	add := func(name string, n any) { t.Columns, row = append(t.Columns, name), append(row, n) }
	add("files", render.Number(m.Summary.Files))
	add("functions", render.Number(n.Functions))
	for _, x := range []struct{ name, table string }{{"types", "types"}, {"calls", "calls"}, {"references", "refs"}} {
		of, _ := m.Table(x.table)
		add(x.name, render.Number(of.Rows))
	}
	for _, s := range schema.Severity("").Values() {
		add(s+"s", render.Number(m.Summary.Diagnostics[schema.Severity(s)]))
	}
	add("size", render.Bytes(bytesOf(m)))
	t.Rows = [][]any{row}
	return t
}

// reportFacts returns names and values; an empty value is not printed.
func reportFacts(m schema.Manifest, n counted) [][2]string {
	ref := m.Repository.Ref
	if m.Repository.Dirty && m.Repository.Commit != "" {
		ref = strings.TrimPrefix(ref+", with changes that are not committed", ", ")
	}
	facts := [][2]string{
		{"folder", m.Repository.Path},
		{"branch or tag", ref},
		{"files by language", firstOf(m.Summary, maxReportLanguages)},
	}
	if !hasGo(m) {
		return append(facts, [2]string{noGo, "the index has no functions, types or calls"})
	}
	untyped := ""
	if n.Untyped > 0 {
		untyped = render.Count(n.Untyped) + ", outside of this build or not loaded"
	}
	return append(facts,
		[2]string{"made for", strings.Join(append([]string{buildOf(m.Options)}, unusual(m.Options)...), ", ")},
		[2]string{"Go files read without types", untyped},
		[2]string{"call edges", tallyOf(m.Summary.Calls, schema.Evidence("").Values())})
}

const noGo = "no Go code was found"

// hasGo reports whether there is Go code among the files.
func hasGo(m schema.Manifest) bool { return m.Summary.Languages["go"] > 0 }

// unusual describes the options of an index that differ from the defaults.
func unusual(o schema.Options) (out []string) {
	for _, x := range []struct {
		is   bool
		said string
	}{
		{!o.Tests, "without tests"},
		{!o.Content, "without content"},
		{o.Vendored, "with vendored"},
		{o.MaxFileSize != extract.DefaultMaxFileSize, "files up to " + render.Size(o.MaxFileSize)},
		{len(o.Tags) > 0, "tags " + strings.Join(o.Tags, ",")},
	} {
		if x.is {
			out = append(out, x.said)
		}
	}
	return out
}

// bytesOf returns the size of the tables of an index.
func bytesOf(m schema.Manifest) (n int64) {
	for _, t := range m.Tables {
		n += t.Bytes
	}
	return n
}

// firstOf writes the languages with the most files, and the number of all other files.
func firstOf(s schema.Summary, most int) string {
	var parts []string
	rest := s.Files
	for _, n := range byCount(s.Languages) {
		if len(parts) < most {
			parts = append(parts, n+" "+render.Count(s.Languages[n]))
			rest -= s.Languages[n]
		}
	}
	if rest > 0 {
		parts = append(parts, "other "+render.Count(rest))
	}
	return strings.Join(parts, ", ")
}

// biggestPackages returns the folders with the most lines of Go.
func biggestPackages(ctx context.Context, ix *queries.Index) (queries.Table, error) {
	const q = `SELECT module_path AS module, count(*) AS files, sum(lines_total)::BIGINT AS lines,
	  (SELECT count(*) FROM functions n WHERE n.module_path = f.module_path AND n.language = 'go' AND n.start_line IS NOT NULL) AS functions
	FROM files f WHERE module_path IS NOT NULL AND language = 'go' GROUP BY 1 ORDER BY 3 DESC, 1`
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": q, "limit": maxReportPackages})
	if err != nil {
		return queries.Table{}, fmt.Errorf("list the biggest packages: %w", err)
	}
	t := answer.Table()
	t.Columns[0] = "biggest packages"
	t.Notes = nil
	for _, row := range t.Rows {
		row[0] = shortMarkdown(render.Text(row[0]))
		for i := 1; i < len(row); i++ {
			if n, ok := row[i].(int64); ok {
				row[i] = render.Number(n)
			}
		}
	}
	return t, nil
}

// reportDiagnostics returns the first diagnostics in the columns of a report.
func reportDiagnostics(first queries.Table) queries.Table {
	t := queries.Table{Columns: []string{"severity", "message", "place"}}
	at := func(column string) int { return slices.Index(first.Columns, column) }
	place, severity, message := at("place"), at("severity"), at("message")
	for _, row := range first.Rows {
		short := render.Text(row[place])
		if n := utf8.RuneCountInString(short); n > maxReportPlace { // the end of a path says more
			short = "…" + string([]rune(short)[n-maxReportPlace:])
		}
		t.Rows = append(t.Rows, []any{render.Text(row[severity]), shortMarkdown(render.Text(row[message])), shortMarkdown(short)})
	}
	return t
}

// diagnosticsIn returns the number of diagnostics of an index.
func diagnosticsIn(m schema.Manifest) (n int) {
	for _, k := range m.Summary.Diagnostics {
		n += k
	}
	return n
}

// writeOutputs writes facts for later steps of a CI job: a line name=value for each, in the
// format of $GITHUB_OUTPUT.
func writeOutputs(w io.Writer, m schema.Manifest, n counted) error {
	calls, _ := m.Table("calls")
	lines := []string{
		"repository=" + render.Printable(m.Repository.Name, false),
		"folder=" + render.Printable(m.Repository.Path, false),
		"commit=" + render.Printable(m.Repository.Commit, false),
		fmt.Sprintf("files=%d", m.Summary.Files),
		fmt.Sprintf("untyped-files=%d", n.Untyped),
		fmt.Sprintf("functions=%d", n.Functions),
		fmt.Sprintf("calls=%d", calls.Rows),
	}
	for _, e := range schema.Evidence("").Values() {
		lines = append(lines, fmt.Sprintf("calls-%s=%d", e, m.Summary.Calls[schema.Evidence(e)]))
	}
	lines = append(lines,
		fmt.Sprintf("diagnostics=%d", diagnosticsIn(m)),
		fmt.Sprintf("errors=%d", m.Summary.Diagnostics[schema.SeverityError]),
		fmt.Sprintf("bytes=%d", bytesOf(m)))
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}
