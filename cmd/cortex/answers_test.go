package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/google/go-cmp/cmp"
)

// TestAnswers prints ten answers about testdata/graph at three widths, compares them with
// testdata/answers-WIDTH.txt, and checks the width of each line. Source code is never cut.
func TestAnswers(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "graph")
	if err := os.CopyFS(dir, os.DirFS("../../testdata/graph")); err != nil {
		t.Fatal(err)
	}
	ask(t, dir, "GOFLAGS= cortex extract --quiet")
	for _, width := range []int{80, 120, 160} {
		var out strings.Builder
		for _, command := range []string{
			"cortex callers Plain.Encode",
			"cortex callees main.main --depth 3",
			"cortex impact wire.Encoder",
			"cortex references store.New",
			"cortex implementations wire.Encoder",
			"cortex search store",
			"cortex summary",
			"cortex detail store.Store.Save",
			"cortex unused",
			"cortex path main.main wire.Check --depth 6",
		} {
			answer := ask(t, dir, fmt.Sprintf("COLUMNS=%d %s", width, command))
			if answer == "" {
				t.Errorf("%s prints nothing", command)
			}
			for line := range strings.Lines(answer) {
				if n := render.CellsOf(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%s at %d columns: a line has %d: %s", command, width, n, line)
				}
			}
			out.WriteString("$ " + command + "\n" + answer + "\n")
		}
		golden := fmt.Sprintf("testdata/answers-%d.txt", width)
		if *update {
			if err := os.WriteFile(golden, []byte(out.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
			t.Errorf("other answers at %d columns; run make golden and review the changes (-want +got):\n%s", width, diff)
		}
	}
}
