package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/cortex-index/cortex/queries"
)

// What a statement may take.
const (
	timeLimit = 30 * time.Second
	grace     = time.Second           // for a statement that was interrupted to end
	glance    = 20 * time.Millisecond // between two looks at the memory
	maxAtWork = 4                     // statements at a time, with those that do not end
)

// memoryLimit is how many bytes the process may hold. DuckDB itself keeps to 2 GB for
// what it knows of (ahead.Settings).
var memoryLimit = 3 << 30

var (
	errTooLong = &RefusedError{Message: fmt.Sprintf("the statement took longer than it may, at most %s", timeLimit),
		Advice: "ask for less: filter earlier, or join fewer rows"}
	// DuckDB's own text tells to change its settings, which nobody can here.
	errTooMuchMemory = &RefusedError{Message: "the statement needs more memory than it may have",
		Advice: "ask for less: filter earlier, join or sort fewer rows, or select fewer columns"}
	errTooMuchTogether = &RefusedError{Message: "this statement and others that are at work need more memory than they may have",
		Advice: "ask again later, or ask for less: filter earlier, join or sort fewer rows, or select fewer columns"}
	errTooManyAtWork = &RefusedError{Message: fmt.Sprintf("%d other statements are still at work", maxAtWork),
		Advice: "ask again later"}
)

// atWork has room for each statement that may be at work.
var atWork = make(chan struct{}, maxAtWork)

// supervise returns what work does, or an error when that takes too long, or too much
// memory. The context of work ends then.
//
// DESIGN: DuckDB is interrupted between two batches of rows, and its limit of memory is
// for rows in its tables: levenshtein of two texts of 1 MB takes minutes in one batch,
// hex(hex(…)) and histogram took 3.7 GB in one. The caller is answered all the same, and
// work goes on until the batch ends. A process that answers once ends then; in one that
// answers on, so many may be at work and no more.
func supervise(ctx context.Context, work func(context.Context) (*rowsAnswer, error)) (*rowsAnswer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeLimit, errTooLong)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	select {
	case atWork <- struct{}{}:
	case <-ctx.Done():
		return nil, errTooManyAtWork
	}
	type result struct {
		answer *rowsAnswer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		defer func() { <-atWork }()
		a, err := work(ctx)
		done <- result{a, err}
	}()
	look := time.NewTicker(glance)
	defer look.Stop()
	for {
		select {
		case r := <-done:
			return r.answer, r.err
		case <-look.C:
			if resident() > memoryLimit {
				tooMuch := errTooMuchMemory
				if len(atWork) > 1 { // nobody knows which of them holds it
					tooMuch = errTooMuchTogether
				}
				stop(tooMuch)
				return nil, tooMuch
			}
			continue
		case <-ctx.Done():
		}
		select {
		case r := <-done:
			return r.answer, r.err
		case <-time.After(grace):
			return nil, failed(ctx, ctx.Err())
		}
	}
}

// stopped is the reason for which a statement failed, if that is one of this file's.
func stopped(ctx context.Context, err error) error {
	var reason *RefusedError
	switch {
	case errors.As(context.Cause(ctx), &reason):
		return reason
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errTooLong
	case queries.IsOutOfMemory(err):
		return errTooMuchMemory
	}
	return nil
}

// resident is how many bytes of memory the process holds, or 0 where only other means than
// Linux's would tell.
func resident() int {
	pages, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(pages)
	if len(fields) < 2 {
		return 0
	}
	n, err := strconv.Atoi(string(fields[1]))
	if err != nil {
		return 0
	}
	return n * os.Getpagesize()
}
