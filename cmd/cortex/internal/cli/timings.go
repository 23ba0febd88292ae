package cli

import (
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/queries"
)

// timings is a progress that notes the time of each phase. The processor time is of cortex and of the commands that ended in the phase.
type timings struct {
	extract.Progress // shows the phases; nil to show none

	mu     sync.Mutex
	phases []timing
	wall   time.Time
	cpu    time.Duration
}

// timing is one phase, as JSON has it.
type timing struct {
	Phase string  `json:"phase"`
	Wall  float64 `json:"wall_seconds"`
	CPU   float64 `json:"processor_seconds"`
}

// Phase ends the phase before and starts another.
func (t *timings) Phase(name string, steps int) {
	t.end(name)
	if t.Progress != nil {
		t.Progress.Phase(name, steps)
	}
}

// Done adds n finished steps to the phase.
func (t *timings) Done(n int) {
	if t.Progress != nil {
		t.Progress.Done(n)
	}
}

// end notes the time of the running phase. The next one has a name, or is none.
func (t *timings) end(next string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	wall, cpu := time.Now(), processorTime()
	if n := len(t.phases); n > 0 {
		t.phases[n-1].Wall, t.phases[n-1].CPU = milliseconds(wall.Sub(t.wall)), milliseconds(cpu-t.cpu)
	}
	t.phases = append(t.phases, timing{Phase: next})
	t.wall, t.cpu = wall, cpu
}

// print ends the last phase and prints all on standard output.
func (t *timings) print(c *console, asJSON bool) error {
	t.end("")
	phases := t.phases[:len(t.phases)-1]
	if asJSON {
		return render.JSON(c.Out, phases)
	}
	table := queries.Table{Columns: []string{"phase", "seconds", "processor seconds"}}
	total := timing{Phase: "total"}
	for _, p := range phases {
		total.Wall, total.CPU = total.Wall+p.Wall, total.CPU+p.CPU
	}
	for _, p := range append(phases, total) {
		table.Rows = append(table.Rows, []any{p.Phase, fmt.Sprintf("%.3f", p.Wall), fmt.Sprintf("%.3f", p.CPU)})
	}
	return c.Table(table)
}

// milliseconds returns a time in seconds, rounded to milliseconds.
func milliseconds(d time.Duration) float64 { return math.Round(d.Seconds()*1e3) / 1e3 }
