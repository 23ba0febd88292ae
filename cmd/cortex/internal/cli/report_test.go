package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// Whatever stands in an index, a text of a report has its bound, and says that it was cut.
func TestShortMarkdown(t *testing.T) {
	for _, s := range []string{"", "plain", strings.Repeat("x", 300), "refs/heads/main"} {
		if got := shortMarkdown(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	for _, s := range []string{"x", "<", "&", "|", "`", "\\", "\n", "\x00", "\u202e", "\U000e0001", "\U0001f600", "é", "\xff", "a/", "a/b.go:"} {
		long := strings.Repeat(s, 100_000)
		got := shortMarkdown(long)
		if n := len(unmarkedDown(got)); n > maxReportText || n < maxReportText/3 {
			t.Errorf("%q: %d bytes", s, n)
		}
		if !strings.Contains(got, "…") {
			t.Errorf("%q: nothing says that it was cut: %q", s, got)
		}
	}
}

// TestReportIsSmall writes the lists of a report with the longest texts that there can be.
func TestReportIsSmall(t *testing.T) {
	long := strings.Repeat("&<\n", 1_000_000)
	m := schema.Manifest{Summary: schema.Summary{Languages: map[string]int{}, Diagnostics: map[schema.Severity]int{schema.SeverityError: 1 << 40}}}
	m.Repository.Ref, m.Repository.Commit, m.Repository.Dirty = long, long, true
	for i := range 1000 {
		m.Summary.Languages[strings.Repeat("&", 1000+i)] = 1
	}
	first := queries.Table{Columns: []string{"place", "severity", "stage", "message"}}
	for range maxDiagnostics {
		first.Rows = append(first.Rows, []any{long, "error", "load", long})
	}
	var b bytes.Buffer
	if err := writeMarkdown(&b, reportDiagnostics(m, first)); err != nil {
		t.Fatal(err)
	}
	for _, f := range reportFacts(m) {
		b.WriteString(unmarkedDown(shortMarkdown(f[1])))
	}
	if b.Len() > 16<<10 {
		t.Errorf("%d bytes", b.Len())
	}
	if !strings.Contains(b.String(), "1,099,511,627,766 more") {
		t.Error("it does not say how many diagnostics there are")
	}
}
