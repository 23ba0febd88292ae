package render

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Progress shows the phases of an extraction: in one live line on a terminal, otherwise in a
// line per phase. Its methods are safe for concurrent use.
type Progress struct {
	w     io.Writer
	live  bool
	start time.Time

	mu      sync.Mutex
	tracker *progress.Tracker // nil unless the live line is shown
	ended   chan struct{}     // closed when the live line is no longer drawn
}

// NewProgress returns the progress that w shows. live means that w can redraw a line.
func NewProgress(w io.Writer, live bool) *Progress {
	return &Progress{w: w, live: live, start: time.Now()}
}

// Phase starts a phase with a number of steps; 0 when the number is not known.
func (p *Progress) Phase(name string, steps int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.live {
		line := fmt.Sprintf("%6.1f s  %s", time.Since(p.start).Seconds(), name)
		if steps > 0 {
			line += " (" + Count(steps) + ")"
		}
		fmt.Fprintln(p.w, line)
		return
	}
	if p.tracker == nil {
		p.draw()
	}
	p.tracker.Reset()
	p.tracker.UpdateMessage(name)
	p.tracker.UpdateTotal(int64(steps))
	p.tracker.Start()
}

// draw starts to draw the live line.
func (p *Progress) draw() {
	p.tracker = &progress.Tracker{AutoStopDisabled: true}
	p.ended = make(chan struct{})
	w := progress.NewWriter()
	w.SetOutputWriter(p.w)
	w.SetAutoStop(true) // when Stop marks the tracker as done
	w.SetUpdateFrequency(80 * time.Millisecond)
	w.SetTrackerPosition(progress.PositionRight)
	w.Style().Options.PercentIndeterminate = ""
	w.Style().Options.TimeInProgressPrecision = time.Second / 10
	w.Style().Visibility.Value = false
	w.AppendTracker(p.tracker)
	go func() {
		defer close(p.ended)
		w.Render()
	}()
}

// Done adds n finished steps to the phase.
func (p *Progress) Done(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tracker != nil {
		p.tracker.Increment(int64(n))
	}
}

// Stop removes the live line.
func (p *Progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.tracker == nil {
		return
	}
	p.tracker.MarkAsDone()
	<-p.ended
	p.tracker = nil
	fmt.Fprint(p.w, text.CursorUp.Sprint(), text.EraseLine.Sprint())
}
