package files

import (
	"context"
	"errors"
	"testing"
	"time"
)

// stuck returns work that ignores its context.
func stuck(t *testing.T) func(context.Context) (*rowsAnswer, error) {
	end := make(chan struct{})
	t.Cleanup(func() { close(end) })
	return func(context.Context) (*rowsAnswer, error) {
		<-end
		return nil, nil
	}
}

func TestSuperviseMemory(t *testing.T) {
	if resident() == 0 {
		t.Skip("this system does not tell how much memory a process holds")
	}
	defer func(limit int) { memoryLimit = limit }(memoryLimit)
	memoryLimit = 1
	var cause error
	ended := make(chan struct{})
	_, err := supervise(t.Context(), func(ctx context.Context) (*rowsAnswer, error) {
		defer close(ended)
		<-ctx.Done()
		cause = failed(ctx, ctx.Err())
		return nil, cause
	})
	if !errors.Is(err, errTooMuchMemory) {
		t.Errorf("got %v", err)
	}
	if <-ended; !errors.Is(cause, errTooMuchMemory) {
		t.Errorf("the work ended with %v", cause)
	}
	go func() { _, _ = supervise(t.Context(), stuck(t)) }()
	for len(running) < 1 {
		time.Sleep(time.Millisecond)
	}
	if _, err := supervise(t.Context(), stuck(t)); !errors.Is(err, errTooMuchTogether) {
		t.Errorf("next to another: got %v", err)
	}
}

func TestSuperviseAnswersOnTime(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := supervise(ctx, stuck(t)); !errors.Is(err, errTooLong) {
		t.Errorf("got %v", err)
	}
}

// TestSuperviseBoundsWhatIsAtWork shows that work that does not end keeps its place, and that the
// number of places is limited.
func TestSuperviseBoundsWhatIsAtWork(t *testing.T) {
	for range maxRunning {
		go func() { _, _ = supervise(t.Context(), stuck(t)) }()
	}
	for len(running) < maxRunning {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	ran := false
	_, err := supervise(ctx, func(context.Context) (*rowsAnswer, error) { ran = true; return nil, nil })
	if ran || !errors.Is(err, errTooManyRunning) {
		t.Errorf("got %v, ran: %v", err, ran)
	}
}
