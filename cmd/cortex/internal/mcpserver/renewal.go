package mcpserver

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/schema"
)

// Working finds and makes indexes of the working tree, as [revisions.Working] does.
type Working interface {
	Find(ctx context.Context, like schema.Manifest) (made revisions.Made, ok bool, err error)
	Make(ctx context.Context, like schema.Manifest) (revisions.Made, error)
	// IsSlow reports whether the last extraction was too slow for another one.
	IsSlow(like schema.Manifest) bool
	Changed(ctx context.Context, like schema.Manifest, files []string) (dir string, err error)
}

const (
	// quiet is the time without a change before an extraction starts, and the least time between two looks at the files.
	quiet = time.Second
	// maxStarts is the number of extractions that may start within window.
	maxStarts = 3
	window    = time.Minute
)

// pace decides when an extraction may start. Only one goroutine uses it at a time.
type pace struct {
	now    func() time.Time
	sleep  func(context.Context, time.Duration) error
	starts []time.Time // the last ones
}

// wait returns when no file changed for a while and few extractions started recently.
func (p *pace) wait(ctx context.Context, state func(context.Context) (string, error)) error {
	before, err := state(ctx)
	for err == nil {
		pause := quiet
		if n := len(p.starts); n >= maxStarts {
			pause = max(pause, window-p.now().Sub(p.starts[n-maxStarts]))
		}
		if err := p.sleep(ctx, pause); err != nil {
			return err
		}
		var now string
		if now, err = state(ctx); err == nil && now == before && pause == quiet {
			p.starts = append(p.starts[max(0, len(p.starts)-maxStarts+1):], p.now())
			return nil
		}
		before = now
	}
	return err
}

// sleep waits, unless the context ends first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// renewal makes indexes of the working tree in the background, one at a time. A request that finds changed files starts it.
type renewal struct {
	life    context.Context
	s       *Server
	working Working
	pace    pace
	reading sync.Mutex // while changed files are read on their own

	ended   sync.WaitGroup
	mu      sync.Mutex
	running bool
	off     bool
	failed  string // the state of the tree that has no index, because its extraction failed
}

func newRenewal(life context.Context, s *Server, w Working) *renewal {
	return &renewal{life: life, s: s, working: w, pace: pace{now: time.Now, sleep: sleep}}
}

// compareOpen compares open indexes with the checkout. It starts to make a new index of one that is older than the files.
func (s *Server) compareOpen(ctx context.Context, of []*catalog.Entry) (state *freshness.State, reason string) {
	state, reason = s.watcher.Compare(ctx, of)
	if s.renewal == nil || state == nil || state.Same {
		return state, reason
	}
	for _, e := range of {
		if one, _ := s.watcher.Compare(ctx, []*catalog.Entry{e}); one != nil && !one.Same && s.catalog.Alone(e) {
			state.Renewing, state.Slow = s.renewal.start(e)
			break
		}
	}
	return state, reason
}

// start starts a renewal unless one runs. It reports whether a new index follows, and whether none does because the last one took long.
func (r *renewal) start(e *catalog.Entry) (renewing, slow bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.off || r.running || r.life.Err() != nil {
		return r.running, false
	}
	if r.working.IsSlow(e.Manifest) {
		return false, true
	}
	r.running = true
	r.ended.Add(1)
	go func() {
		defer r.ended.Done()
		defer r.s.recover("extract", func() {})
		defer func() {
			r.mu.Lock()
			r.running = false
			r.mu.Unlock()
		}()
		r.run(e)
	}()
	return true, false
}

// wait returns when no extraction runs. The life of the server has ended before.
func (r *renewal) wait() {
	r.mu.Lock()
	r.off = true // a call of start that began earlier is counted
	r.mu.Unlock()
	r.ended.Wait()
}

// run makes an index and lets it take the place of an older one.
func (r *renewal) run(e *catalog.Entry) {
	ctx, cancel := context.WithTimeout(r.life, maxExtraction)
	defer cancel()
	like := e.Manifest
	for range maxStarts {
		made, ok, err := r.working.Find(ctx, like)
		if err == nil && !ok {
			if made.Of.ID() == r.failed {
				return
			}
			made, err = r.make(ctx, like)
		}
		switch {
		case errors.Is(err, revisions.ErrMoved):
			continue
		case r.life.Err() != nil:
			return
		case errors.Is(err, revisions.ErrSlow):
			r.s.log("files are not extracted again after changes for a day, because %v: start the server with --watch for it", err)
			return
		case err != nil:
			r.failed = made.Of.ID()
			r.s.log("the new index failed: %v", err)
			return
		}
		r.s.watcher.Made(made.Dir, made.Of.Head, made.Of.Files)
		if err := r.s.catalog.Replace(ctx, e, made.Dir); err != nil {
			r.s.log("the new index cannot be opened: %v", err)
		}
		return
	}
}

// make extracts the tree when its files are at rest.
func (r *renewal) make(ctx context.Context, like schema.Manifest) (revisions.Made, error) {
	err := r.pace.wait(ctx, func(ctx context.Context) (string, error) {
		made, _, err := r.working.Find(ctx, like)
		return made.Of.ID(), err
	})
	if err != nil {
		return revisions.Made{}, err
	}
	return r.working.Make(ctx, like)
}
