package mcpserver

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// clock is a clock whose sleepers wake at once.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	return ctx.Err()
}

// Extractions of files that change all the time do not start, and those of files that rest in between start three times a minute.
func TestPace(t *testing.T) {
	begin := time.Unix(0, 0)
	for _, c := range []struct {
		name  string
		every time.Duration // between two saves
		want  int           // starts within a minute
	}{
		{"1,000 saves in a minute", 60 * time.Millisecond, 0},
		{"a save every 2.5 seconds", 2500 * time.Millisecond, 3},
		{"no save", time.Hour, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock := &clock{begin}
			ctx, cancel := context.WithCancel(t.Context())
			p := pace{now: clock.now, sleep: clock.sleep}
			starts := 0
			state := func(context.Context) (string, error) {
				if clock.at.Sub(begin) > window {
					cancel()
				}
				return fmt.Sprint(clock.at.Sub(begin) / c.every), nil
			}
			for p.wait(ctx, state) == nil && clock.at.Sub(begin) < window {
				starts++
				clock.at = clock.at.Add(3 * time.Second) // of the extraction
			}
			if starts != c.want {
				t.Errorf("%d starts, want %d", starts, c.want)
			}
		})
	}
}
