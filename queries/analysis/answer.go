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

	table   queries.Table
	counted int // which note says how many there are, from 1 on; 0 for none
	list    []any
	targets []queries.Symbol
}

type metadata struct {
	TookMS     int64  `json:"took_ms"`
	Source     string `json:"source"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Reading    string `json:"reading,omitempty"` // how a target was read that named nothing as it stood
}

// Table gives the answer for people.
func (h *head) Table() queries.Table { return h.table }

// List gives the results as they stand in the answer's JSON.
func (h *head) List() []any { return h.list }

// Targets are what the question is about, where it is about a symbol.
func (h *head) Targets() []queries.Symbol { return h.targets }

// read notes how a target was read that named nothing as it stood.
func (h *head) read(target queries.Symbol) {
	h.targets = []queries.Symbol{target}
	if target.Reading != "" {
		h.note("%s", target.Reading)
		h.Metadata.Reading = target.Reading
	}
}

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

// doubtRelations notes where nobody looked what the target satisfies, or what satisfies it.
func (h *head) doubtRelations(ctx context.Context, ix *queries.Index, target queries.Symbol) error {
	doubts, err := graph.UncomparedDoubts(ctx, ix, target)
	h.join(doubts)
	return err
}

// doubtUses notes why the target may have more uses, callers and declarations.
func (h *head) doubtUses(ctx context.Context, ix *queries.Index, target queries.Symbol) error {
	h.doubt("other_builds", target.OtherBuilds)
	doubts, err := graph.UseDoubts(ctx, ix, target)
	h.join(doubts)
	return err
}

// doubtCounts notes in how many files whose path begins so uses are not, or not all, counted, for
// answers that uses choose, order or consist of.
func (h *head) doubtCounts(ctx context.Context, ix *queries.Index, prefix string) error {
	if err := ix.Attach(ctx, "files"); err != nil {
		return err
	}
	conn, err := ix.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var files int
	if err := conn.QueryRowContext(ctx, "SELECT count(*) FROM files WHERE is_untyped AND starts_with(file_path, $1)", beginning(prefix)).Scan(&files); err != nil {
		return fmt.Errorf("count the files without types: %w", err)
	}
	h.doubt("uncounted_uses", files)
	return nil
}

// join notes doubts of which some may stand there: of two counts of one reason, which may
// count the same, the greater.
func (h *head) join(doubts []graph.Doubt) {
	for _, d := range doubts {
		i := slices.IndexFunc(h.Because, func(b graph.Doubt) bool { return b.Reason == d.Reason })
		if i < 0 {
			h.Because = append(h.Because, d)
			continue
		}
		h.Because[i].Count = max(h.Because[i].Count, d.Count)
	}
}

// note adds a line below the table.
func (h *head) note(format string, args ...any) {
	h.table.Notes = append(h.table.Notes, fmt.Sprintf(format, args...))
}

// explanations says each reason in words that graph does not have.
var explanations = map[string]string{
	noContent:          "files have no source in the index, and the signatures that it holds stand instead",
	"syntax_errors":    "files have errors in their syntax: signatures of the index stand instead, and declarations may be missing",
	"linked_elsewhere": "the target is linked or exported to other code, which may call it",

	"interface_callers": "it stands in for interface methods, and who calls those is not counted: ask callers",
	"uncounted_uses":    "files were not type-checked, and uses in them count only where their names alone decide them",
	"interface_calls":   "calls through interfaces are not followed, and may lead back",

	"kept_by_reflection":     "exported methods, which may be called by reflection, count as used, with what they use",
	"kept_for_encoding":      "exported methods of types that are named beside templates, encodings or net/rpc count as used, with what they use",
	"exported_assumed_used":  "exported symbols of packages that others can import count as used, with what they use: include_exported judges them",
	"embed":                  "variables that go:embed fills count as used",
	"linkname_or_export":     "symbols that directives link or export to other code count as used",
	"assembly":               "symbols that assembly code names count as used",
	"named_outside_build":    "symbols that files name which were not type-checked count as used",
	"declared_outside_build": "symbols in files outside the chosen build are not judged",
	"kept_by_position":       "constants above used ones count as used where iota or a repeated value makes their places count",
	"not_judged":             "symbols in vendored code and in directories that the go command passes over, such as testdata, are not judged",
}

func explain(reason string) string {
	if text := explanations[reason]; text != "" {
		return text
	}
	return graph.Explain(reason)
}

// judge says how far the answer is complete, and notes it in words: those of answers of graph.
func (h *head) judge() {
	h.Because = append([]graph.Doubt{}, h.Because...) // a list in JSON, if an empty one
	slices.SortFunc(h.Because, func(a, b graph.Doubt) int { return strings.Compare(a.Reason, b.Reason) })
	h.Completeness = "exact"
	if len(h.Because) > 0 {
		h.Completeness, h.table.Partial = "lower_bound", true
	}
	h.sayComplete()
	for _, d := range h.Because {
		h.note("%s (%d): %s", d.Reason, d.Count, explain(d.Reason))
	}
}

// sayComplete adds how far the answer is complete to what it counts, or notes it below.
func (h *head) sayComplete() {
	complete, counted := "exact", "exact"
	if h.Completeness != "exact" {
		complete, counted = "there may be more", "and there may be more"
	}
	if h.counted == 0 {
		h.note("%s", complete)
		return
	}
	said := &h.table.Notes[h.counted-1]
	found, rest, more := strings.Cut(*said, "; ")
	*said = found + ", " + counted
	if more {
		*said += "; " + rest
	}
}

// page notes how many of all results are returned, and how to see others.
func (h *head) page(total, returned, offset int) {
	h.table.Partial = h.table.Partial || returned < total
	h.count(paged("", total, returned, offset))
}

// count notes how many there are and, behind a semicolon, how many of these are returned.
func (h *head) count(said string) {
	h.note("%s", said)
	h.counted = len(h.table.Notes)
}

// paged says how many of all things are returned, and how to see others.
func paged(thing string, total, returned, offset int) string {
	found := fmt.Sprintf("%d found", total)
	if thing != "" {
		found = plural(total, thing)
	}
	switch {
	case total == returned:
		return found
	case returned == 0:
		return fmt.Sprintf("%s; offset %d passes over all", found, offset)
	}
	return fmt.Sprintf("%s; %d shown, from %d on: raise max_results or offset for others", found, returned, offset+1)
}

// declare completes an operation of the tool. Its run fills the head that it is given and
// returns an answer that embeds it; why there may be more in any answer, code that was not
// read or not type-checked, stands in it already.
func declare[A any, R queries.Answer](op queries.Operation, run func(ctx context.Context, ix *queries.Index, args A, h *head) (R, error)) queries.Operation {
	op.Tool = tool
	return queries.Declare(op, func(ctx context.Context, ix *queries.Index, args A) (answer R, err error) {
		began := time.Now()
		h := &head{Operation: op.Name, Because: []graph.Doubt{}}
		gaps, err := graph.Gaps(ctx, ix)
		if err != nil {
			return answer, err
		}
		h.Because = append(h.Because, gaps...)
		if answer, err = run(ctx, ix, args, h); err != nil {
			return answer, err
		}
		h.doubt(queries.Unreadable, queries.Lacking(ctx))
		h.judge()
		m := ix.Manifest().Repository
		h.Metadata = metadata{TookMS: time.Since(began).Milliseconds(), Source: "analysis", Repository: m.Name, Commit: m.Commit, Reading: h.Metadata.Reading}
		return answer, nil
	})
}
