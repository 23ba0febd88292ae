package mcpserver

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/cortex-index/cortex/queries"
)

// lanes are how many questions are at work at once.
//
// DESIGN: more than there are processors to answer them only take memory from each other:
// 16 at once took 130 MB more than 4, and each as long as four rounds of 4. Queries that
// users write have slots of their own, so that slow ones keep no other waiting.
type lanes struct {
	declared, written chan struct{}
}

func newLanes() lanes {
	n := runtime.GOMAXPROCS(0)
	return lanes{declared: make(chan struct{}, n+2), written: make(chan struct{}, max(n/2, 1)+1)}
}

// errBusy says that all slots were taken for too long.
var errBusy = errors.New("the server is busy with other questions: ask again later")

// take waits for a slot. The caller calls release when it is done.
func (l lanes) take(ctx context.Context, op queries.Operation, patience time.Duration) (release func(), err error) {
	slots := l.declared
	if op.Name == "sql" || op.Name == "query" {
		slots = l.written
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-timer.C:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
