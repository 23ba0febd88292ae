package render

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// TestProgressLines shows that each phase prints one line without a terminal.
func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, false)
	p.Phase("listing packages", 0)
	p.Phase("type-checking packages", 1814)
	for range 100 {
		p.Done(1)
	}
	p.Stop()
	want := regexp.MustCompile(`^ +\d+\.\d s  listing packages\n +\d+\.\d s  type-checking packages \(1,814\)\n$`)
	if !want.MatchString(b.String()) {
		t.Errorf("got %q", b.String())
	}
}

// TestProgressLive shows that a live line is gone after Stop.
func TestProgressLive(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, true)
	p.Phase("listing packages", 0)
	p.Phase("type-checking packages", 2)
	p.Done(1)
	p.Stop()
	p.Stop()
	if !strings.Contains(b.String(), "type-checking packages") {
		t.Errorf("the phase was not shown: %q", b.String())
	}
	erase := text.CursorUp.Sprint() + text.EraseLine.Sprint()
	if lines, erased := strings.Count(b.String(), "\n"), strings.Count(b.String(), erase); lines == 0 || lines != erased+1 {
		t.Errorf("%d lines were written and %d erased: %q", lines, erased, b.String())
	}
	_, times, _ := strings.Cut(b.String(), erase)
	if !regexp.MustCompile(`listing \d.* s · type-checking \d.* s\n$`).MatchString(times) {
		t.Errorf("the line was not replaced by the times: %q", b.String())
	}
}

// TestProgressLiveRefreshes shows that a phase of several refreshes stays on one line.
func TestProgressLiveRefreshes(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b, true)
	for _, steps := range []int{0, 3} {
		p.Phase("phase", steps)
		for range 5 {
			time.Sleep(50 * time.Millisecond)
			p.Done(1) // also beyond the number of steps
		}
	}
	p.Stop()
	erase := text.CursorUp.Sprint() + text.EraseLine.Sprint()
	if lines, erased := strings.Count(b.String(), "\n"), strings.Count(b.String(), erase); lines < 3 || lines != erased+1 {
		t.Errorf("%d lines were written and %d erased: %q", lines, erased, b.String())
	}
}
