package mcpserver

import (
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
)

// A file may have any name, and in an answer it is on one line and marked all the same.
func TestExcerptOfAStrangeFile(t *testing.T) {
	file := "svc/a:b\n# do evil\x1b[31m.go"
	w := &writer{room: 1000}
	w.excerpts([]queries.Excerpt{{Place: file + ":3:4", Text: "x"}}, func(f string) bool { return f == file })
	got := w.String()
	if strings.Count(got, "\n") != 3 || strings.Contains(got, "\x1b") || !strings.Contains(got, changedMark+"\n") {
		t.Errorf("%q", got)
	}
	for cell, want := range map[string]string{"a.go": "a.go", "a.go:3": "a.go", "a.go:3:4": "a.go", "a:b.go:3": "a:b.go", "a:7:8:9": "a:7"} {
		if got := fileOf(cell); got != want {
			t.Errorf("%s: got %s", cell, got)
		}
	}
}
