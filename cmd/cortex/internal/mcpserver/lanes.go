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
	declared, written lane
}

// lane has a place for each question at work and for each that waits.
type lane struct{ working, all chan struct{} }

func newLane(working, waiting int) lane {
	return lane{make(chan struct{}, working), make(chan struct{}, working+waiting)}
}

// maxWaiting is how many questions of users wait at once. Each holds one of the workers that
// a transport has, which others need.
const maxWaiting = 8

func newLanes() lanes {
	n := runtime.GOMAXPROCS(0)
	return lanes{declared: newLane(n+1, queue), written: newLane(max(n/2, 1)+1, maxWaiting)}
}

// errBusy says that all slots were taken for too long.
var errBusy = errors.New("the server is busy with other questions like it\nhint: ask again later, or ask for less at once")

// of is the lane of the questions that an agent asks with an operation.
func (l lanes) of(op queries.Operation) lane {
	if op.Name == "sql" || op.Name == "query" {
		return l.written
	}
	return l.declared
}

// take waits for a slot. The caller calls release when it is done.
func (in lane) take(ctx context.Context, patience time.Duration) (release func(), err error) {
	select {
	case in.all <- struct{}{}:
	default:
		return nil, errBusy
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case in.working <- struct{}{}:
		return func() { <-in.working; <-in.all }, nil
	case <-timer.C:
		<-in.all
		return nil, errBusy
	case <-ctx.Done():
		<-in.all
		return nil, ctx.Err()
	}
}
