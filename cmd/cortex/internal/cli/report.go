package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/schema"
)

// What a report shows of lists and texts that may be long.
const (
	maxReportLanguages = 6
	maxReportModules   = 8
	maxReportText      = 300 // bytes, with what escapes them
)

// writeReport writes one screen of Markdown about an index: for the summary of a job in
// CI, which may have 1 MiB, of which this takes no hundredth whatever the repository.
func writeReport(ctx context.Context, w io.Writer, ix *queries.Index, diagnostics queries.Table) error {
	m := ix.Manifest()
	modules, err := biggestModules(ctx, ix)
	if err != nil {
		return err
	}
	title := "cortex index of " + shortMarkdown(m.Repository.Name)
	if m.Repository.Commit != "" {
		title += " at " + m.Repository.Commit[:min(12, len(m.Repository.Commit))]
	}
	fmt.Fprintf(w, "### %s\n\n", unmarkedDown(title))
	if err := writeMarkdown(w, reportCounts(m)); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, f := range reportFacts(m) {
		if f[1] != "" {
			fmt.Fprintf(w, "- **%s:** %s\n", f[0], unmarkedDown(shortMarkdown(f[1])))
		}
	}
	for _, t := range []queries.Table{modules, reportDiagnostics(m, diagnostics)} {
		if len(t.Rows) == 0 {
			continue
		}
		fmt.Fprintln(w)
		if err := writeMarkdown(w, t); err != nil {
			return err
		}
	}
	return nil
}

// shortMarkdown cuts a text to maxReportText bytes of Markdown.
func shortMarkdown(s string) string {
	s = clip(s, maxReportText)
	for n := maxReportText; len(unmarkedDown(s)) > maxReportText; s = clip(s, n) {
		n = min(n, utf8.RuneCountInString(s)) * 3 / 4
	}
	return s
}

// reportCounts is what there is how much of, in one row.
func reportCounts(m schema.Manifest) queries.Table {
	var t queries.Table
	var row []any
	add := func(name string, n any) { t.Columns, row = append(t.Columns, name), append(row, n) }
	add("files", number(m.Summary.Files))
	for _, x := range []struct{ name, table string }{{"functions", "functions"}, {"types", "types"}, {"calls", "calls"}, {"references", "refs"}} {
		of, _ := m.Table(x.table)
		add(x.name, number(of.Rows))
	}
	for _, s := range schema.Severity("").Values() {
		add(s+"s", number(m.Summary.Diagnostics[schema.Severity(s)]))
	}
	add("size", amount(bytesOf(m)))
	t.Rows = [][]any{row}
	return t
}

// reportFacts are names and values; an empty value has nothing to say.
func reportFacts(m schema.Manifest) [][2]string {
	ref := m.Repository.Ref
	if m.Repository.Dirty && m.Repository.Commit != "" {
		ref = strings.TrimPrefix(ref+", with changes that are not committed", ", ")
	}
	return [][2]string{
		{"branch or tag", ref},
		{"files by language", firstOf(m.Summary.Languages, maxReportLanguages)},
		{"call edges", tallyOf(m.Summary.Calls, schema.Evidence("").Values())},
	}
}

// bytesOf is the size of the tables of an index.
func bytesOf(m schema.Manifest) (n int64) {
	for _, t := range m.Tables {
		n += t.Bytes
	}
	return n
}

// firstOf writes the largest counts by name.
func firstOf(counts map[string]int, most int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	var parts []string
	for _, n := range names[:min(most, len(names))] {
		parts = append(parts, n+" "+count(counts[n]))
	}
	if more := len(names) - most; more > 0 {
		parts = append(parts, plural(more, "more language"))
	}
	return strings.Join(parts, ", ")
}

// biggestModules are those with the most lines.
func biggestModules(ctx context.Context, ix *queries.Index) (queries.Table, error) {
	const q = `SELECT module_path AS module, count(*) AS files, sum(lines_total)::BIGINT AS lines, sum(function_count)::BIGINT AS functions
	FROM files WHERE module_path IS NOT NULL AND language = 'go' GROUP BY 1 ORDER BY 3 DESC, 1`
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": q, "limit": maxReportModules})
	if err != nil {
		return queries.Table{}, fmt.Errorf("list the biggest modules: %w", err)
	}
	t := answer.Table()
	t.Columns[0] = "biggest modules"
	t.Notes = nil
	for _, row := range t.Rows {
		row[0] = shortMarkdown(shown(row[0]))
		for i := 1; i < len(row); i++ {
			if n, ok := row[i].(int64); ok {
				row[i] = number(n)
			}
		}
	}
	return t, nil
}

// reportDiagnostics are the first diagnostics, with how many there are.
func reportDiagnostics(m schema.Manifest, first queries.Table) queries.Table {
	t := queries.Table{Columns: slices.Clone(first.Columns)}
	for _, row := range first.Rows {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = shortMarkdown(shown(v))
		}
		t.Rows = append(t.Rows, cells)
	}
	if more := diagnosticsIn(m) - len(t.Rows); more > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s more: cortex query sql \"SELECT * FROM diagnostics\"", count(more)))
	}
	return t
}

// diagnosticsIn is how many diagnostics an index has.
func diagnosticsIn(m schema.Manifest) (n int) {
	for _, k := range m.Summary.Diagnostics {
		n += k
	}
	return n
}

// writeOutputs writes what is worth passing on from a step of CI to others: a line
// name=value for each, as $GITHUB_OUTPUT takes them.
func writeOutputs(w io.Writer, m schema.Manifest) error {
	functions, _ := m.Table("functions")
	calls, _ := m.Table("calls")
	lines := []string{
		"repository=" + printable(m.Repository.Name, false),
		"commit=" + printable(m.Repository.Commit, false),
		fmt.Sprintf("files=%d", m.Summary.Files),
		fmt.Sprintf("functions=%d", functions.Rows),
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
