package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// catalog holds the indexes of the named places. Each request looks whether they are still
// the same, so that one which appears, is replaced or disappears is noticed without a
// restart. It is safe for concurrent use.
type catalog struct {
	named  []string
	unpack func(context.Context, string) (string, error)
	memory int64                // as in queries.OpenWithin
	prefer func(*found) bool    // among indexes of one repository; may be nil
	opened func([]*found)       // is told of the indexes that are asked when none is named
	log    func(string, ...any) // for the person who runs the server
	life   context.Context      // ends with the server

	zips map[string]zip // by their paths; of look alone

	mu      sync.Mutex
	all     []*found
	looked  time.Time            // when the last look began
	took    time.Duration        // by it
	looking chan struct{}        // closed when the look under way is done; nil when none is
	open    map[string]*attached // by what was chosen
}

// attached is an index that is open, or several as one. It is closed when it is not wanted
// any more and nobody uses it.
type attached struct {
	*queries.Index
	answers answers
	of      []*found
	users   int
	dropped bool
	used    time.Time
}

const (
	// maxOpen is how many choices of indexes stay open, and maxBounded how many when memory
	// is limited, of which each gets its part.
	maxOpen    = 4
	maxBounded = 2
)

// drop closes what is open under a key as soon as nobody uses it. mu is locked.
func (c *catalog) drop(key string) {
	a := c.open[key]
	delete(c.open, key)
	a.dropped = true
	if a.users == 0 {
		go a.Close()
	}
}

// broken are what the indexes are called that can't be used.
func (c *catalog) broken() (labels []string) {
	for _, f := range c.list() {
		if f.err != nil {
			labels = append(labels, f.label)
		}
	}
	return labels
}

// list are the indexes that stand in the named places, as far as is known.
func (c *catalog) list() []*found {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}

// acquire opens what a selector chooses, or takes what is open. The caller calls release
// when it is done.
func (c *catalog) acquire(ctx context.Context, selector string, force bool) (a *attached, others []*found, release func(), err error) {
	if err := c.refresh(ctx, force); err != nil {
		return nil, nil, nil, err
	}
	chosen, others, err := c.choose(selector)
	if err != nil {
		return nil, nil, nil, err
	}
	var key strings.Builder
	for _, f := range chosen {
		fmt.Fprintf(&key, "%p ", f)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if a = c.open[key.String()]; a == nil {
		ix, err := c.attach(ctx, chosen)
		if err != nil {
			return nil, nil, nil, err
		}
		a = &attached{Index: ix, of: chosen}
		c.open[key.String()] = a
		c.shrink(key.String())
		if selector == "" || len(c.all) == 1 {
			a.users++
			go c.warm(a)
			go c.opened(chosen)
		}
	}
	a.users++
	a.used = time.Now()
	return a, others, func() { c.release(a) }, nil
}

// attach opens indexes as one, when they still are what was found. mu is locked.
func (c *catalog) attach(ctx context.Context, chosen []*found) (*queries.Index, error) {
	var dirs []string
	for _, f := range chosen {
		dirs = append(dirs, f.dir)
	}
	memory := c.memory
	if len(c.all) > 1 {
		memory /= maxBounded
	}
	ix, err := queries.OpenWithin(ctx, memory, dirs...)
	if err != nil {
		return nil, err
	}
	for _, f := range chosen {
		if !f.same(stat(f.dir)) {
			return nil, errors.Join(&queries.IndexError{Dir: f.dir, Message: "it was replaced while it was opened", Advice: "ask again", Replaced: true}, ix.Close())
		}
	}
	return ix, nil
}

// warm reads what questions need into memory, beside those that are asked already.
func (c *catalog) warm(a *attached) {
	defer c.release(a)
	if err := registry.Load(c.life, a.Index); err != nil && c.life.Err() == nil {
		c.log("read the index into memory: %v; questions read its files", err)
	}
}

func (c *catalog) release(a *attached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if a.users--; a.users == 0 && a.dropped {
		go a.Close()
	}
}

// shrink drops the choice that was not asked for the longest, when too many are open. mu is
// locked.
func (c *catalog) shrink(keep string) {
	most := maxOpen
	if c.memory > 0 {
		most = maxBounded
	}
	for len(c.open) > most {
		oldest := ""
		for key, a := range c.open {
			if key != keep && (oldest == "" || a.used.Before(c.open[oldest].used)) {
				oldest = key
			}
		}
		c.drop(oldest)
	}
}

// close closes all that is open.
func (c *catalog) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.open {
		c.drop(key)
	}
}
