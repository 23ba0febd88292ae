package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/target"
)

const (
	// maxError bounds an error, which may repeat the caller's text and names of the index.
	maxError = 8000
	// maxErrorLines bounds an error of unknown origin.
	maxErrorLines = 20
)

// explain words an error for the caller. It shows no path of this machine.
func (s *Server) explain(err error) string {
	var target *target.Error
	var usage *queries.UsageError
	text, hint, first := err.Error(), "", ""
	if ix := (*queries.IndexError)(nil); errors.As(err, &ix) {
		text = ix.Message
	}
	if h := (interface{ Hint() string })(nil); errors.As(err, &h) {
		hint = wording.Hint(h.Hint())
	}
	isTarget := errors.As(err, &target)
	if d := (*stateError)(nil); errors.As(err, &d) && isTarget {
		first = d.state + "\n"
		if target.Nothing { // a target of another kind is not newer
			hint = strings.TrimSuffix("the target may be newer than the index; "+hint, "; ")
		}
	}
	if hint != "" {
		text += "\nhint: " + hint
	}
	if !isTarget && !errors.As(err, &usage) {
		text = firstLines(s.catalog.Redact(text), maxErrorLines)
		if top := s.watcher.Top(); top != "" {
			text = strings.ReplaceAll(text, top, "…")
		}
	}
	return first + wording.Cut(text, maxError)
}

func firstLines(text string, most int) string {
	lines := strings.SplitAfterN(text, "\n", most+1)
	return strings.TrimRight(strings.Join(lines[:min(most, len(lines))], ""), "\n")
}

// stateError is an error about a target of an index that differs from the checkout.
type stateError struct {
	error
	state string
}

func (e *stateError) Unwrap() error { return e.error }

// withState adds the state to an error about a target, if the checkout differs from the index.
func withState(err error, c coerce.Call, state *freshness.State) error {
	var target *target.Error
	if state == nil || state.Same || !errors.As(err, &target) {
		return err
	}
	line := state.Brief()
	for _, p := range c.Places() {
		if moved := state.Moved(p.File, p.Line); moved != "" {
			line += "\n" + moved
			break
		}
	}
	return &stateError{err, line}
}

// interrupted explains an error by the end of the context, or by a lack of memory.
func (s *Server) interrupted(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return hintError{fmt.Sprintf("the call took more than %s and was stopped", s.timeout.Round(time.Second)), "narrow it: a smaller depth, a scope, a target that matches less, or a LIMIT"}
	case ctx.Err() != nil:
		return errors.New("the call was cancelled")
	case queries.IsOutOfMemory(err):
		return hintError{"the call needs more memory than the server may take", "narrow it, or start the server with a higher --memory-limit"}
	}
	return err
}

// hintError is an error with a hint.
type hintError struct{ message, hint string }

func (e hintError) Error() string { return e.message }
func (e hintError) Hint() string  { return e.hint }

// noIndex says that no index can be used, and why. It starts to make one if the server may.
func (s *Server) noIndex() error {
	e := &queries.UsageError{Message: "no index at " + s.absent.Place, Advice: s.absent.Advice}
	if broken := s.catalog.Broken(); len(broken) > 0 && !errors.Is(broken[0].Err, catalog.ErrMissing) {
		e.Message = fmt.Sprintf("no index can be used: %s: %s", broken[0].Label, s.explain(broken[0].Err))
	}
	if s.absent.Extract == nil {
		return e
	}
	started, err := s.extraction.start(s.absent.Extract)
	switch {
	case err != nil:
		e.Message += ", and cortex extract failed: " + err.Error()
	case started:
		e.Message, e.Advice = e.Message+": cortex extract makes it now", "ask again in a minute"
	}
	return e
}

// extraction makes an index in the background, once.
type extraction struct {
	mu   sync.Mutex
	done chan error // nil before the start
	err  error
}

// start starts the extraction unless it was started, and reports whether it runs. It returns the error of an ended one.
func (x *extraction) start(extract func() error) (running bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.done == nil {
		x.done = make(chan error, 1)
		go func() {
			x.done <- extract()
			close(x.done)
		}()
	}
	select {
	case err, ok := <-x.done:
		if ok {
			x.err = err
		}
		return false, x.err
	default:
		return true, nil
	}
}
