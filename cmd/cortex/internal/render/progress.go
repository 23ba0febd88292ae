package render

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Progress shows the phases of an extraction. On a terminal it shows a live line, and then one line with
// the time of each phase. Elsewhere it shows a line per phase. Its methods are safe for concurrent use.
type Progress struct {
	w     io.Writer
	live  bool
	start time.Time

	mu      sync.Mutex
	phase   string            // the first word of the running phase
	began   time.Time         // when it began
	times   []string          // the finished phases with their times
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
	p.finish()
	p.phase, _, _ = strings.Cut(name, " ")
	p.began = time.Now()
	if p.tracker == nil {
		p.draw()
	}
	p.tracker.Reset()
	p.tracker.UpdateMessage(name)
	p.tracker.UpdateTotal(int64(steps))
	p.tracker.Start()
}

// finish notes the time of the running phase.
func (p *Progress) finish() {
	if p.phase != "" {
		p.times = append(p.times, p.phase+" "+Seconds(time.Since(p.began)))
		p.phase = ""
	}
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

// Stop replaces the live line by the times of the phases.
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
	p.finish()
	fmt.Fprintln(p.w, strings.Join(p.times, " · "))
}
