package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// TestShortMarkdown shows that a long text of a report is cut, with a mark.
func TestShortMarkdown(t *testing.T) {
	for _, s := range []string{"", "plain", strings.Repeat("x", 300), "refs/heads/main"} {
		if got := shortMarkdown(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	for _, s := range []string{"x", "<", "&", "|", "`", "\\", "\n", "\x00", "\u202e", "\U000e0001", "\U0001f600", "é", "\xff", "a/", "a/b.go:"} {
		long := strings.Repeat(s, 100_000)
		got := shortMarkdown(long)
		if n := len(render.EscapeMarkdown(got)); n > maxReportText || n < maxReportText/3 {
			t.Errorf("%q: %d bytes", s, n)
		}
		if !strings.Contains(got, "…") {
			t.Errorf("%q: nothing says that it was cut: %q", s, got)
		}
	}
}

// TestReportIsSmall shows that a report with the longest possible texts stays small.
func TestReportIsSmall(t *testing.T) {
	long := strings.Repeat("&<\n", 1_000_000)
	m := schema.Manifest{Summary: schema.Summary{Languages: map[string]int{}, Diagnostics: map[schema.Severity]int{schema.SeverityError: 1 << 40}}}
	m.Repository.Path, m.Repository.Ref, m.Repository.Commit, m.Repository.Dirty = long, long, long, true
	m.Options.GOOS, m.Options.Tags = long, []string{long, long}
	m.Summary.Languages["go"] = 2
	for i := range 1000 {
		m.Summary.Languages[strings.Repeat("&", 1000+i)] = 1
	}
	first := queries.Table{Columns: []string{"place", "severity", "stage", "message"}}
	for range maxDiagnostics {
		first.Rows = append(first.Rows, []any{long, "error", "load", long})
	}
	var b bytes.Buffer
	if err := render.Markdown(&b, reportDiagnostics(first)); err != nil {
		t.Fatal(err)
	}
	for _, f := range reportFacts(m, counted{1 << 40, 1 << 40}) {
		b.WriteString(render.EscapeMarkdown(shortMarkdown(f[1])))
	}
	if b.Len() > 16<<10 {
		t.Errorf("%d bytes", b.Len())
	}
}

// TestFirstOf shows that the counts add up to all files.
func TestFirstOf(t *testing.T) {
	for _, c := range []struct {
		languages map[string]int
		files     int
		want      string
	}{
		{map[string]int{"go": 3, "yaml": 2}, 5, "go 3, yaml 2"},
		{map[string]int{"go": 3, "yaml": 2, "": 7}, 12, "go 3, yaml 2, other 7"},
		{map[string]int{"go": 3, "yaml": 2, "css": 2, "c": 1}, 2008, "go 3, css 2, other 2,003"},
		{map[string]int{}, 4, "other 4"},
	} {
		if got := firstOf(schema.Summary{Files: c.files, Languages: c.languages}, 2); got != c.want {
			t.Errorf("%v of %d: got %q, want %q", c.languages, c.files, got, c.want)
		}
	}
}
