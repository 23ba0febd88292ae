package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// Without a terminal there is a line for each phase and nothing that redraws.
func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&console{err: &b})
	p.Phase("listing packages", 0)
	p.Phase("type-checking packages", 1814)
	for range 100 {
		p.Done(1)
	}
	p.stop()
	want := regexp.MustCompile(`^ +\d+\.\d s  listing packages\n +\d+\.\d s  type-checking packages \(1,814\)\n$`)
	if !want.MatchString(b.String()) {
		t.Errorf("got %q", b.String())
	}
}

// A live line is gone once the progress is stopped.
func TestProgressLive(t *testing.T) {
	var b bytes.Buffer
	p := newProgress(&console{err: &b, live: true})
	p.Phase("listing packages", 0)
	p.Phase("type-checking packages", 2)
	p.Done(1)
	p.stop()
	p.stop()
	if !strings.Contains(b.String(), "type-checking packages") {
		t.Errorf("the phase was not shown: %q", b.String())
	}
	if strings.Contains(b.String(), "\n") {
		t.Errorf("a live line took a line of its own: %q", b.String())
	}
	last := b.String()[strings.LastIndexByte(b.String(), '\r')+1:]
	if strings.TrimSpace(last) != "" {
		t.Errorf("the line was not cleared, it ends in %q", last)
	}
}
