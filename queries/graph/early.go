package graph

import (
	"context"
	"slices"
)

// early are doubts that are asked while the symbols on a walk are named, because they need only the walk.
type early struct {
	asked chan struct{} // closed when the rest is there
	found map[string]int
	err   error
}

// askEarly begins to ask the doubts that need only the walk.
func (s *session) askEarly(ctx context.Context) {
	if s.doubts == nil {
		return
	}
	e := &early{asked: make(chan struct{}), found: map[string]int{}}
	s.early = e
	due := slices.DeleteFunc(s.doubts(s.ix.Manifest()), func(d doubting) bool { return !d.early || !s.concerns(d) })
	go func() {
		defer close(e.asked)
		for _, d := range due {
			found, err := s.askStatement(ctx, s.judging, d)
			if err != nil {
				e.err = err
				return
			}
			for reason, times := range found {
				e.found[reason] += times
			}
		}
	}()
}

// wait returns what was found, when all is asked.
func (e *early) wait() (map[string]int, error) {
	if e == nil {
		return nil, nil
	}
	<-e.asked
	return e.found, e.err
}
