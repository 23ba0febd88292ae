package graph

import (
	"context"
	"errors"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// A walk over the files that is not done when all steps are in memory begins again; one that is, does not.
func TestWalkFirst(t *testing.T) {
	dir := t.TempDir()
	indextest.Write(t, dir, indextest.Parse(t, "function a.F"), schema.Options{})
	ix, err := queries.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	desk, err := ix.Desk(t.Context(), deskSQL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { desk.GiveBack(nil) })
	wrong := errors.New("wrong")
	endless := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	for _, c := range []struct {
		name   string
		unheld error
		walks  []func(context.Context) error // one after the other
		want   error
	}{
		{"ends", nil, []func(context.Context) error{func(context.Context) error { return nil }}, nil},
		{"is far from done", nil, []func(context.Context) error{endless, func(context.Context) error { return nil }}, nil},
		{"is far from done, and fails then", nil, []func(context.Context) error{endless, func(context.Context) error { return wrong }}, wrong},
		{"fails", nil, []func(context.Context) error{func(context.Context) error { return wrong }}, wrong},
		{"has no other place", wrong, []func(context.Context) error{func(context.Context) error { return nil }}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &session{ix: ix, finding: desk.Seats[0]}
			s.loading.held, s.loading.unheld, s.loading.rest = make(chan struct{}), c.unheld, func() {}
			close(s.loading.held)
			times := 0
			reached, err := s.walkFirst(t.Context(), func(ctx context.Context) (int64, error) {
				times++
				return int64(times), c.walks[min(times, len(c.walks))-1](ctx)
			})
			if !errors.Is(err, c.want) || err == nil && (times != len(c.walks) || reached != int64(times)) { // one that fails may do so twice
				t.Errorf("got %d, %v after %d walks, want %v after %d", reached, err, times, c.want, len(c.walks))
			}
		})
	}
}
