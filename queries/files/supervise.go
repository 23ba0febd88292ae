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

// The limits of a running statement.
const (
	timeLimit  = 30 * time.Second
	grace      = time.Second           // the time that an interrupted statement has to end
	poll       = 20 * time.Millisecond // between two readings of the memory
	maxRunning = 4                     // statements at a time, with abandoned ones
)

// memoryLimit is the maximum number of bytes of the process. DuckDB itself limits the memory that it
// counts to 2 GB (package duck).
var memoryLimit = 3 << 30

var (
	errTooLong = &RefusedError{Message: fmt.Sprintf("the statement took longer than the maximum of %s", timeLimit),
		Advice: "ask for less: filter earlier, or join fewer rows"}
	// DuckDB's own text advises settings that users cannot change here.
	errTooMuchMemory = &RefusedError{Message: "the statement needs more memory than it may have",
		Advice: "ask for less: filter earlier, join or sort fewer rows, or select fewer columns"}
	errTooMuchTogether = &RefusedError{Message: "this statement and the other running ones need more memory than they may have",
		Advice: "ask again later, or ask for less: filter earlier, join or sort fewer rows, or select fewer columns"}
	errTooManyRunning = &RefusedError{Message: fmt.Sprintf("%d other statements are still running", maxRunning),
		Advice: "ask again later"}
)

// running has a place for each statement that may run.
var running = make(chan struct{}, maxRunning)

// supervise returns the result of work, or an error when it takes too long or too much memory. The
// context of work ends then.
//
// DESIGN: DuckDB stops only between two batches of rows, and its memory limit covers rows in its tables
// only. Levenshtein of two texts of 1 MB takes minutes in one batch; hex(hex(…)) and histogram took 3.7
// GB in one. Therefore the caller gets its error, and work goes on until the batch ends. A process with
// one answer ends then; a process that stays runs a limited number at a time.
func supervise(ctx context.Context, work func(context.Context) (*rowsAnswer, error)) (*rowsAnswer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeLimit, errTooLong)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	select {
	case running <- struct{}{}:
	case <-ctx.Done():
		return nil, errTooManyRunning
	}
	type result struct {
		answer *rowsAnswer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		defer func() { <-running }()
		a, err := work(ctx)
		done <- result{a, err}
	}()
	look := time.NewTicker(poll)
	defer look.Stop()
	for {
		select {
		case r := <-done:
			return r.answer, r.err
		case <-look.C:
			if resident() > memoryLimit {
				tooMuch := errTooMuchMemory
				if len(running) > 1 { // the owner of the memory is unknown
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

// stopped returns the reason of this file for which a statement ended, or nil.
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

// resident returns the number of bytes of the process, or 0 on systems other than Linux.
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
