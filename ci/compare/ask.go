package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// answer is the part of an answer in JSON that is compared.
type answer struct {
	failed            string // first line of the error
	Resolved          []struct{ Symbol string }
	Results           []map[string]any
	TotalFound        int `json:"total_found"`
	Truncated         bool
	Completeness      string
	IncompleteBecause []struct{ Reason string } `json:"incomplete_because"`
	took              time.Duration
}

// reasons returns the distinct reasons for an incomplete answer, sorted.
func (a answer) reasons() []string {
	var rs []string
	for _, r := range a.IncompleteBecause {
		rs = append(rs, r.Reason)
	}
	slices.Sort(rs)
	return slices.Compact(rs)
}

// pair is a question with both answers.
type pair struct {
	question
	base, changed answer
}

// askBoth asks both programs each question, one program after the other.
func askBoth(ctx context.Context, base, changed *program, questions []question, jobs int) ([]pair, error) {
	pairs := make([]pair, len(questions))
	errs := make([]error, len(questions))
	next := make(chan int)
	var workers sync.WaitGroup
	for range max(jobs, 1) {
		workers.Go(func() {
			for i := range next {
				var baseErr, changedErr error
				pairs[i].question = questions[i]
				pairs[i].base, baseErr = base.ask(ctx, questions[i])
				pairs[i].changed, changedErr = changed.ask(ctx, questions[i])
				errs[i] = errors.Join(baseErr, changedErr)
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	workers.Wait()
	return pairs, errors.Join(errs...)
}

// ask runs a question as a cold process.
func (p *program) ask(ctx context.Context, q question) (a answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	args := slices.Concat([]string{"query", q.operation, "--index", p.index, "--format", "json"}, p.limits[q.operation], q.options, q.of)
	cmd := exec.CommandContext(ctx, p.binary, args...)
	cmd.Dir = os.TempDir()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	start := time.Now()
	out, err := cmd.Output()
	took := time.Since(start)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && ctx.Err() == nil { // an unknown target, for example
		first, _, _ := strings.Cut(stderr.String(), "\n")
		return answer{failed: first, took: took}, nil
	} else if err != nil {
		return answer{}, fmt.Errorf("%s %s: %w: %s", p.binary, strings.Join(args, " "), err, stderr.String())
	}
	if err := json.Unmarshal(out, &a); err != nil {
		return answer{}, fmt.Errorf("%s %s: %w", p.binary, strings.Join(args, " "), err)
	}
	a.took = took
	return a, nil
}
