package cli

import (
	"testing"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// nowhere is a sink that drops its rows.
type nowhere struct{ extract.Sink }

func (nowhere) Write(any) error { return nil }

// TestWatchedUnread shows that the summary counts the files without types, the errors and the warnings.
func TestWatchedUnread(t *testing.T) {
	w := watched{Sink: nowhere{}}
	if got := w.unread(); got != "nothing" {
		t.Errorf("without problems: %q", got)
	}
	for _, rows := range []any{
		[]schema.File{{IsUntyped: true}, {}},
		[]schema.Diagnostic{
			{Severity: schema.SeverityWarning, Code: schema.CodeFileTooLarge, FilePath: "big.go", Message: "too large"},
			{Severity: schema.SeverityError, Code: schema.CodeTypeError, FilePath: "a.go", StartLine: 3, StartColumn: 4, Message: "undefined: x"},
			{Severity: schema.SeverityError, Code: schema.CodeTypeError, FilePath: "b.go", Message: "undefined: y"},
			{Severity: schema.SeverityWarning, Code: schema.CodeToolchain, Message: "go.mod asks for go1.99"},
		},
	} {
		if err := w.Write(rows); err != nil {
			t.Fatal(err)
		}
	}
	want := "1 file outside this build, 3 others"
	if got := w.unread(); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if len(w.toolchain) != 1 || w.functions != 0 {
		t.Errorf("toolchain %q, functions %d", w.toolchain, w.functions)
	}
}
