package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/graph"
)

// tool offers the questions.
const tool = "cortex_analysis"

// head is what every answer begins with. Answers embed a pointer to it.
type head struct {
	Operation    string        `json:"operation"`
	Metadata     metadata      `json:"metadata"`
	Completeness string        `json:"completeness"` // exact or lower_bound
	Because      []graph.Doubt `json:"incomplete_because"`

	table queries.Table
	list  []any
}

type metadata struct {
	TookMS     int64  `json:"took_ms"`
	Source     string `json:"source"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
}

// Table gives the answer for people.
func (h *head) Table() queries.Table { return h.table }

// List gives the results as they stand in the answer's JSON.
func (h *head) List() []any { return h.list }

// add puts a result into the answer: as it stands in the JSON, and as a row.
func (h *head) add(result any, row ...any) {
	h.list = append(h.list, result)
	h.table.Rows = append(h.table.Rows, row)
}

// doubt notes why there may be more, or less, than the answer says. A count of 0 is none.
func (h *head) doubt(reason string, count int) {
	if count > 0 {
		h.Because = append(h.Because, graph.Doubt{Reason: reason, Count: count})
	}
}

// note adds a line below the table.
func (h *head) note(format string, args ...any) {
	h.table.Notes = append(h.table.Notes, fmt.Sprintf(format, args...))
}

// explanations says each reason in words that graph does not have.
var explanations = map[string]string{}

func explain(reason string) string {
	if text := explanations[reason]; text != "" {
		return text
	}
	return graph.Explain(reason)
}

// judge says how far the answer is complete, and notes it in words.
func (h *head) judge() {
	slices.SortFunc(h.Because, func(a, b graph.Doubt) int { return strings.Compare(a.Reason, b.Reason) })
	h.Completeness = "exact"
	for _, d := range h.Because {
		h.Completeness = "lower_bound"
		h.table.Partial = true
		h.note("%s (%d): %s", d.Reason, d.Count, explain(d.Reason))
	}
}

// page notes how many of all results are returned, and how to see others.
func (h *head) page(total, returned, offset int) {
	switch {
	case total == returned:
		h.note("%d found", total)
	case returned == 0:
		h.note("%d found; offset %d passes over all", total, offset)
	default:
		h.table.Partial = true
		h.note("%d found; %d shown, from %d on: raise max_results or offset for others", total, returned, offset+1)
	}
}

// declare completes an operation of the tool. Its run fills the head that it is given and
// returns an answer that embeds it; why there may be more in any answer, code that was not
// read or not type-checked, stands in it already.
func declare[A any](op queries.Operation, run func(ctx context.Context, ix *queries.Index, args A, h *head) (queries.Answer, error)) queries.Operation {
	op.Tool = tool
	return queries.Declare(op, func(ctx context.Context, ix *queries.Index, args A) (queries.Answer, error) {
		began := time.Now()
		h := &head{Operation: op.Name, Because: []graph.Doubt{}}
		gaps, err := graph.Gaps(ctx, ix)
		if err != nil {
			return nil, err
		}
		h.Because = append(h.Because, gaps...)
		a, err := run(ctx, ix, args, h)
		if err != nil {
			return nil, err
		}
		h.judge()
		m := ix.Manifest().Repository
		h.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "analysis", Repository: m.Name, Commit: m.Commit}
		return a, nil
	})
}
