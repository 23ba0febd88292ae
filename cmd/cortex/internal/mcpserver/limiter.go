package mcpserver

import (
	"context"
	"runtime"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/cortex-index/cortex/queries"
)

// limiters bound the calls that run at once.
//
// DESIGN: more calls than processors only take memory: 16 at once took 130 MB more than 4, and
// as long as four rounds of 4. Queries of users have a limiter of their own, because a slow one
// must not delay the other operations.
type limiters struct{ operations, queries, pairs limiter }

// maxWaiting is the number of queries of users that wait. Each holds a worker of its transport.
const maxWaiting = 8

func newLimiters() limiters {
	n := runtime.GOMAXPROCS(0)
	return limiters{operations: newLimiter(n+1, queueSize), queries: newLimiter(max(n/2, 1)+1, maxWaiting), pairs: newLimiter(1, maxWaiting)}
}

// of returns the limiter of an operation.
func (l limiters) of(op queries.Operation) limiter {
	if op.Name == "sql" || op.Name == "query" {
		return l.queries
	}
	return l.operations
}

// limiter is a semaphore with a bounded queue.
type limiter struct{ running, all *semaphore.Weighted }

func newLimiter(running, waiting int) limiter {
	return limiter{semaphore.NewWeighted(int64(running)), semaphore.NewWeighted(int64(running + waiting))}
}

// errBusy says that the queue was full, or a call waited for too long.
var errBusy = hintError{"the server is busy with other questions like it", "ask again later, or ask for less at once"}

// acquire waits until the call may run. The caller releases it.
func (l limiter) acquire(ctx context.Context, patience time.Duration) (release func(), err error) {
	if !l.all.TryAcquire(1) {
		return nil, errBusy
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if l.running.Acquire(waiting, 1) != nil {
		l.all.Release(1)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, errBusy
	}
	return func() {
		l.running.Release(1)
		l.all.Release(1)
	}, nil
}
