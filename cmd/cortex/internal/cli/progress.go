package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far an extraction is: one live line on a terminal, else a
// line per phase. Its methods may be called from any goroutine.
type progress struct {
	w     io.Writer
	live  bool
	start time.Time

	mu  sync.Mutex
	bar *progressbar.ProgressBar // of the current phase, when live
}

func newProgress(c *console) *progress {
	return &progress{w: c.err, live: c.live, start: time.Now()}
}

// Phase ends the phase before and begins one of that many steps; 0 when nobody knows.
func (p *progress) Phase(name string, steps int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live {
		line := fmt.Sprintf("%6.1f s  %s", time.Since(p.start).Seconds(), name)
		if steps > 0 {
			line += " (" + count(steps) + ")"
		}
		fmt.Fprintln(p.w, line)
		return
	}
	p.clear()
	options := []progressbar.Option{
		progressbar.OptionSetWriter(p.w),
		progressbar.OptionSetDescription(name),
		progressbar.OptionSetWidth(24),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionThrottle(80 * time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true),
	}
	if steps > 0 {
		options = append(options, progressbar.OptionShowCount())
	} else {
		steps = -1 // a spinner
	}
	p.bar = progressbar.NewOptions(steps, options...)
}

// Done says that n more steps of the phase are done.
func (p *progress) Done(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		// It reports what the terminal refused, which must not end a run.
		_ = p.bar.Add(n)
	}
}

// stop removes the live line, so that other text can follow.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Finish() // a spinner would go on turning; it also clears the line
		p.bar = nil
	}
}
