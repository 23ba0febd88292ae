package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/schema"
)

// What a report shows of lists that may be long.
const (
	maxReportLanguages = 8
	maxReportModules   = 10
	maxReportCell      = 200 // characters of a path or a message
)

// writeReport writes one screen of Markdown about an index: for the summary of a job in
// CI, which may have 1 MiB, of which this takes a hundredth whatever the repository.
func writeReport(ctx context.Context, w io.Writer, ix *queries.Index, diagnostics queries.Table) error {
	m := ix.Manifest()
	modules, err := biggestModules(ctx, ix)
	if err != nil {
		return err
	}
	title := "cortex index of " + clip(m.Repository.Name, maxReportCell)
	if m.Repository.Commit != "" {
		title += " at " + m.Repository.Commit[:min(12, len(m.Repository.Commit))]
	}
	fmt.Fprintf(w, "### %s\n\n", unmarkedDown(title))
	facts := queries.Table{Columns: []string{"what", "how much"}}
	for _, f := range reportFacts(m) {
		if f[1] != "" {
			facts.Rows = append(facts.Rows, []any{f[0], clip(f[1], 4*maxReportCell)})
		}
	}
	sections := []queries.Table{facts, modules}
	if len(diagnostics.Rows) > 0 {
		sections = append(sections, reportDiagnostics(m, diagnostics))
	}
	for i, t := range sections {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := writeMarkdown(w, t); err != nil {
			return err
		}
	}
	return nil
}

// reportFacts are names and values.
func reportFacts(m schema.Manifest) [][2]string {
	rows := func(name string) int64 {
		t, _ := m.Table(name)
		return t.Rows
	}
	var bytes int64
	for _, t := range m.Tables {
		bytes += t.Bytes
	}
	commit := strings.Trim(m.Repository.Commit+" "+m.Repository.Ref, " ")
	if m.Repository.Dirty && commit != "" {
		commit += ", with changes that are not committed"
	}
	return [][2]string{
		{"commit", commit},
		{"files", count(m.Summary.Files) + ": " + firstOf(m.Summary.Languages, maxReportLanguages)},
		{"functions", count(rows("functions"))},
		{"types", count(rows("types"))},
		{"call edges", tallyOf(m.Summary.Calls, schema.Evidence("").Values())},
		{"references", count(rows("refs"))},
		{"diagnostics", tallyOf(m.Summary.Diagnostics, schema.Severity("").Values())},
		{"index", size(bytes) + ", " + fmt.Sprintf("format %d.%d", m.FormatVersion, m.FeatureVersion)},
	}
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
		parts = append(parts, fmt.Sprintf("%d more languages", more))
	}
	return strings.Join(parts, ", ")
}

// biggestModules are those with the most lines.
func biggestModules(ctx context.Context, ix *queries.Index) (queries.Table, error) {
	const q = `SELECT f.module_path AS module, count(*) AS files, sum(f.lines_total)::BIGINT AS lines, sum(f.function_count)::BIGINT AS functions
	FROM files f WHERE f.module_path IS NOT NULL AND f.language = 'go' GROUP BY 1 ORDER BY 3 DESC, 1`
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": q, "limit": maxReportModules})
	if err != nil {
		return queries.Table{}, fmt.Errorf("list the biggest modules: %w", err)
	}
	t := answer.Table()
	t.Columns[0] = "biggest Go modules"
	t.Notes = nil
	for _, row := range t.Rows {
		row[0] = clip(shown(row[0]), maxReportCell)
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
	t := queries.Table{Columns: first.Columns}
	for _, row := range first.Rows {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = clip(shown(v), maxReportCell)
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
	var bytes int64
	for _, t := range m.Tables {
		bytes += t.Bytes
	}
	functions, _ := m.Table("functions")
	lines := []string{
		"repository=" + printable(m.Repository.Name, false),
		"commit=" + m.Repository.Commit,
		fmt.Sprintf("files=%d", m.Summary.Files),
		fmt.Sprintf("functions=%d", functions.Rows),
		fmt.Sprintf("diagnostics=%d", diagnosticsIn(m)),
		fmt.Sprintf("errors=%d", m.Summary.Diagnostics[schema.SeverityError]),
		fmt.Sprintf("bytes=%d", bytes),
	}
	all := 0
	for _, e := range schema.Evidence("").Values() {
		n := m.Summary.Calls[schema.Evidence(e)]
		all += n
		lines = append(lines, fmt.Sprintf("calls-%s=%d", e, n))
	}
	lines = append(lines, fmt.Sprintf("calls=%d", all))
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}
