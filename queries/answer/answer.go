// Package answer has the parts that the answers of several operations share: the head with its
// completeness, pages, and lists of symbols with their filters. It has no operation.
package answer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// Head is the beginning of every answer. Answers embed a pointer to it.
type Head struct {
	Operation    string                `json:"operation"`
	Metadata     Metadata              `json:"metadata"`
	Completeness string                `json:"completeness"` // exact or lower_bound
	Because      []completeness.Reason `json:"incomplete_because"`
	ResolvedAs   string                `json:"resolved_as,omitempty"`   // the likeliest of several symbols with the target's name
	OtherMatches *target.Others        `json:"other_matches,omitempty"` // the others

	table   queries.Table
	counted int // the number of the note with the count of results, from 1; 0 for none
	list    []any
	targets []target.Symbol
	names   queries.Names // of the packages, for reports
	alone   bool          // the index lacks most files: see [queries.FilesAlone]
}

// Metadata gives the source of an answer.
type Metadata struct {
	TookMS     int64  `json:"took_ms"`
	Source     string `json:"source"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Reading    string `json:"reading,omitempty"` // the meaning of the target, when its text alone names nothing
}

// Declare completes an operation of the tool cortex_analysis. The function run fills the head and returns an answer that embeds it.
func Declare[A any, R queries.Answer](op queries.Operation, run func(ctx context.Context, ix *queries.Index, args A, h *Head) (R, error)) queries.Operation {
	op.Tool = "cortex_analysis"
	return queries.Declare(op, func(ctx context.Context, ix *queries.Index, args A) (answer R, err error) {
		began := time.Now()
		h := &Head{Operation: op.Name, Because: []completeness.Reason{}, alone: queries.IsFilesAlone(ctx)}
		if answer, err = run(ctx, ix, args, h); err != nil {
			return answer, err
		}
		if h.names, err = ix.Names(ctx); err != nil {
			return answer, err
		}
		h.Reason(schema.ReasonUnreadableIndex, queries.Lacking(ctx))
		h.conclude()
		m := ix.Manifest().Repository
		h.Metadata.TookMS, h.Metadata.Source = time.Since(began).Milliseconds(), "analysis"
		h.Metadata.Repository, h.Metadata.Commit = m.Name, m.Commit
		return answer, nil
	})
}

// Table returns the answer for people.
func (h *Head) Table() queries.Table { return h.table }

// List returns the results of the answer's JSON.
func (h *Head) List() []any { return h.list }

// Counts reports whether the numbers of uses and callers are of the whole repository.
func (h *Head) Counts() bool { return !h.alone }

// Targets returns the symbols that the operation was asked about.
func (h *Head) Targets() []target.Symbol { return h.targets }

// Layout sets the columns of the table and their roles. The notes stay.
func (h *Head) Layout(t queries.Table) {
	t.Symbols, t.Notes, t.Partial = true, h.table.Notes, h.table.Partial
	h.table = t
}

// Parts makes the table one of parts, for answers whose rows have little in common.
func (h *Head) Parts() {
	h.Layout(queries.Table{Columns: []string{"part", "detail", "name", "position"}, GroupBy: 1, Order: 1, Subject: 2})
}

// Part adds a row to a table of parts.
func (h *Head) Part(position, part, name, format string, args ...any) {
	h.Row(part, fmt.Sprintf(format, args...), name, position)
}

// Row adds a row to the table.
func (h *Head) Row(row ...any) { h.table.Rows = append(h.table.Rows, row) }

// Add adds a result to the list and its row to the table.
func (h *Head) Add(result any, row ...any) {
	h.list = append(h.list, result)
	h.Row(row...)
}

// Only makes one result the whole list.
func (h *Head) Only(result any) { h.list = []any{result} }

// Note adds a line below the table.
func (h *Head) Note(format string, args ...any) {
	h.table.Notes = append(h.table.Notes, fmt.Sprintf(format, args...))
}

// Partial marks a table that lacks results.
func (h *Head) Partial() { h.table.Partial = true }

// Count notes the number of results. A semicolon may divide the number from the size of the page.
func (h *Head) Count(format string, args ...any) {
	h.Note(format, args...)
	h.counted = len(h.table.Notes)
}

// Page notes how many of all results the answer has, and how to see the others. The thing is the noun
// for one result; it may be empty.
func (h *Head) Page(thing string, total, returned, offset int) {
	if returned < total {
		h.Partial()
	}
	found := fmt.Sprintf("%d found", total)
	if thing != "" {
		found = Plural(total, thing)
	}
	switch {
	case total == returned:
		h.Count("%s", found)
	case returned == 0:
		h.Count("%s; offset %d is after the last: lower it", found, offset)
	default:
		h.Count("%s; %d shown, from %d on: raise max_results or offset for others", found, returned, offset+1)
	}
}

// Read notes the symbol that the target means, and how the target was read.
func (h *Head) Read(s target.Symbol) {
	h.targets = []target.Symbol{s}
	if s.Others != nil {
		h.ResolvedAs, h.OtherMatches = s.Symbol, s.Others
	}
	if s.Reading != "" {
		h.Note("%s", s.Reading)
		h.Metadata.Reading = s.Reading
	}
}

// One returns the one symbol of the kinds that a target names. A target with several symbols is an error.
func (h *Head) One(ctx context.Context, ix *queries.Index, text string, kinds []schema.Kind) (target.Symbol, error) {
	found, err := target.Resolve(ctx, ix, text, kinds)
	if err != nil {
		return target.Symbol{}, err
	}
	if len(found) > 1 {
		return target.Symbol{}, target.Ambiguous(ctx, ix, text, found)
	}
	h.Read(found[0])
	return found[0], nil
}

// Ask adds the reasons why facts about symbols may be missing.
func (h *Head) Ask(ctx context.Context, ix *queries.Index, asked ...completeness.Asked) error {
	reasons, err := completeness.Of(ctx, ix, asked...)
	h.Join(reasons)
	return err
}

// AskWhole adds the reasons that are about the index as a whole, for answers that count or rank uses.
func (h *Head) AskWhole(ctx context.Context, ix *queries.Index) error {
	reasons, err := completeness.Whole(ctx, ix)
	h.Join(reasons)
	return err
}

// AskDeclarations adds the reasons why declarations may be missing: files, folders or tests that were not read.
func (h *Head) AskDeclarations(ctx context.Context, ix *queries.Index) error {
	reasons, err := completeness.Whole(ctx, ix)
	h.Join(slices.DeleteFunc(reasons, func(r completeness.Reason) bool {
		return !slices.Contains([]schema.Reason{schema.ReasonUnreadFile, schema.ReasonUnreadFolder, schema.ReasonTestsLeftOut}, schema.Reason(r.Reason))
	}))
	return err
}

// AskRules adds the reason why uses may be missing in languages in which rules decide: those of the files of the answer, or of modules by
// their directories. Nil means all files.
func (h *Head) AskRules(ctx context.Context, ix *queries.Index, files []string) error {
	reasons, err := completeness.Rules(ctx, ix, files)
	h.Join(reasons)
	return err
}

// Reason adds a reason. A count of 0 adds nothing.
func (h *Head) Reason(reason schema.Reason, count int) {
	if count > 0 {
		h.Join([]completeness.Reason{{Reason: string(reason), Count: count}})
	}
}

// Join adds reasons. When two have the same name, the one with the greater count stays.
func (h *Head) Join(reasons []completeness.Reason) {
	for _, r := range reasons {
		i := slices.IndexFunc(h.Because, func(b completeness.Reason) bool { return b.Reason == r.Reason })
		switch {
		case i < 0:
			h.Because = append(h.Because, r)
		case h.Because[i].Count < r.Count:
			h.Because[i] = r
		}
	}
}

// conclude decides the completeness and notes it with its reasons.
func (h *Head) conclude() {
	slices.SortFunc(h.Because, func(a, b completeness.Reason) int { return strings.Compare(a.Reason, b.Reason) })
	h.Completeness = completeness.Level(h.Because)
	complete, counted := "exact", "exact"
	if h.Completeness != completeness.Exact {
		h.Partial()
		complete, counted = "there may be more", "and there may be more"
	}
	if h.counted == 0 {
		h.Note("%s", complete)
	} else {
		note := &h.table.Notes[h.counted-1]
		found, rest, more := strings.Cut(*note, "; ")
		*note = found + ", " + counted
		if more {
			*note += "; " + rest
		}
	}
	for _, r := range h.Because {
		h.Note("%s", r.Note())
	}
}

// Position returns file:line, or the file alone when the line is 0.
func Position(file string, line int) string {
	if line > 0 {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return file
}

// Plural returns a number of things.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if strings.HasSuffix(thing, "s") {
		thing += "e"
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Thousands returns a number with a comma between its thousands.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

// Times returns a number of times in words.
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
