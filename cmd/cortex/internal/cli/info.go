package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

const infoDescription = `Shows the repository and commit of an index, its tables, counts, and diagnostics.
markdown is one screen for the summary of a CI job; outputs are lines name=value for
later steps.

Example:
   cortex info
   cortex info --format markdown >> "$GITHUB_STEP_SUMMARY"
   cortex info --format outputs >> "$GITHUB_OUTPUT"`

// infoFormats are the formats of cortex info.
var infoFormats = []string{"table", "json", "markdown", "outputs"}

// maxDiagnostics is the number of diagnostics that info shows.
const maxDiagnostics = 10

func infoCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "info",
		Aliases:     []string{"status"},
		Usage:       "show the contents of an index",
		UsageText:   "cortex info [--index DIR]",
		Description: infoDescription,
		Flags:       []cli.Flag{indexFlag(), formatFlag(infoFormats...), jsonFlag()},
		Action:      func(cc *cli.Context) error { return runInfo(cc, c) },
	})
}

func runInfo(cc *cli.Context, c *console) error {
	name, format, err := nameAndFormat(cc, infoFormats...)
	if err != nil {
		return err
	}
	dir, err := revisions.Unpacked(cc.Context, name)
	if err != nil {
		return err
	}
	ix, err := queries.Open(cc.Context, dir)
	if err != nil {
		return err
	}
	defer ix.Close()
	diagnostics, err := readDiagnostics(cc.Context, ix)
	if err != nil {
		return err
	}
	n, err := countOf(cc.Context, ix)
	if err != nil {
		return err
	}
	m := ix.Manifest()
	switch format {
	case "markdown":
		return writeReport(cc.Context, c.Out, ix, n, diagnostics)
	case "outputs":
		return writeOutputs(c.Out, m, n)
	case "json":
		return render.JSON(c.Out, struct {
			schema.Manifest
			UntypedFiles     int64            `json:"untyped_files"`
			FirstDiagnostics []map[string]any `json:"first_diagnostics"`
		}{m, n.Untyped, records(diagnostics)})
	}
	return c.printInfo(m, n, diagnostics)
}

// readDiagnostics returns the first diagnostics, errors before warnings.
func readDiagnostics(ctx context.Context, ix *queries.Index) (queries.Table, error) {
	const q = `SELECT concat_ws(':', coalesce(file_path, module_path, '.'), start_line, start_column) AS place,
	severity, stage, message FROM diagnostics ORDER BY severity, place, message`
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": q, "limit": maxDiagnostics})
	if err != nil {
		return queries.Table{}, fmt.Errorf("read diagnostics: %w", err)
	}
	return answer.Table(), nil
}

// records returns each row as a map by column name.
func records(t queries.Table) []map[string]any {
	out := []map[string]any{}
	for _, row := range t.Rows {
		r := map[string]any{}
		for i, c := range t.Columns {
			r[c] = row[i]
		}
		out = append(out, r)
	}
	return out
}

func (c *console) printInfo(m schema.Manifest, n counted, diagnostics queries.Table) error {
	for _, line := range infoLines(m, n) {
		if line[1] == "" {
			continue
		}
		fmt.Fprintf(c.Out, "%s %s\n", c.paint(c.Colour, bold, fmt.Sprintf("%-12s", line[0])), render.Printable(line[1], false))
	}
	fmt.Fprintln(c.Out)
	t := queries.Table{Columns: []string{"table", "rows", "size"}}
	var rows, bytes int64
	for _, x := range m.Tables {
		rows, bytes = rows+x.Rows, bytes+x.Bytes
		t.Rows = append(t.Rows, []any{x.Name, render.Number(x.Rows), render.Bytes(x.Bytes)})
	}
	t.Rows = append(t.Rows, []any{"all", render.Number(rows), render.Bytes(bytes)})
	if err := c.Table(t); err != nil {
		return err
	}
	if len(diagnostics.Rows) == 0 {
		return nil
	}
	fmt.Fprintln(c.Out)
	if err := c.Prose(diagnostics); err != nil {
		return err
	}
	if more := diagnosticsIn(m) - len(diagnostics.Rows); more > 0 {
		_, err := fmt.Fprintf(c.Out, "\n%s more: cortex query sql \"SELECT * FROM diagnostics\"\n", render.Count(more))
		return err
	}
	return nil
}

// infoLines returns names and values; an empty value is not printed.
func infoLines(m schema.Manifest, n counted) [][2]string {
	r, o := m.Repository, m.Options
	commit := r.Commit
	if commit == "" {
		commit = "none: " + r.NoCommit()
	} else {
		commit = strings.Join(slices.DeleteFunc([]string{commit, r.Ref, r.CommittedAt}, func(s string) bool { return s == "" }), ", ")
		if r.Dirty {
			commit += ", with changes that are not committed"
		}
	}
	var kinds []string
	for _, x := range []struct {
		on   bool
		name string
	}{{o.Tests, "tests"}, {o.Content, "content"}, {o.Vendored, "vendored"}} {
		if x.on {
			kinds = append(kinds, "with "+x.name)
		} else {
			kinds = append(kinds, "without "+x.name)
		}
	}
	kinds = append(kinds, "files up to "+render.Size(o.MaxFileSize))
	if len(o.Tags) > 0 {
		kinds = append(kinds, "tags "+strings.Join(o.Tags, ","))
	}
	for _, k := range slices.Sorted(maps.Keys(o.GoEnv)) {
		kinds = append(kinds, k+"="+o.GoEnv[k])
	}
	note := ""
	switch {
	case !hasGo(m):
		note = noGo
	case n.Untyped > 0:
		note = render.Plural(n.Untyped, "Go file") + " read without types"
	}
	return [][2]string{
		{"repository", r.FullName()},
		{"folder", r.Path},
		{"commit", commit},
		{"made by", fmt.Sprintf("%s %s, index format %d", m.Generator.Name, m.Generator.Version, m.FormatVersion)},
		{"build", buildOf(o)},
		{"options", strings.Join(kinds, ", ")},
		{"files", render.Count(m.Summary.Files) + ": " + firstOf(m.Summary, len(m.Summary.Languages))},
		{"note", note},
		{"calls", tallyOf(m.Summary.Calls, schema.Evidence("").Values())},
		{"diagnostics", tallyOf(m.Summary.Diagnostics, schema.Severity("").Values())},
	}
}

// buildOf describes the build of an index.
func buildOf(o schema.Options) string {
	if o.GoVersion == "" {
		return o.GOOS + "/" + o.GOARCH + " without the go command"
	}
	return o.GOOS + "/" + o.GOARCH + " with " + o.GoVersion
}

// byCount returns the names in the order of falling counts.
func byCount(counts map[string]int) []string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// tallyOf writes the counts of a closed list, in its order.
func tallyOf[K ~string](counts map[K]int, order []string) string {
	var parts []string
	for _, n := range order {
		parts = append(parts, n+" "+render.Count(counts[K(n)]))
	}
	return strings.Join(parts, ", ")
}
