// Package check runs the rules of a configuration file on an index: each is an operation or a SELECT that
// must give no rows. Each row is a finding.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/target"
)

// maxRows is the maximum number of rows that a rule reads.
const maxRows = 10_000

// Result is the result of a check.
type Result struct {
	Findings []queries.Finding `json:"findings"` // the new ones, sorted by path, line, rule and message
	Known    int               `json:"known"`    // findings that the baseline or the base has
	Ignored  int               `json:"ignored"`  // findings that the configuration ignores
	Gone     int               `json:"gone"`     // findings of the baseline or the base that the index does not have
	Notes    []string          `json:"notes"`    // on rules whose answers may be incomplete, and on ended exceptions
}

// Failed returns the number of findings of severity error.
func (r *Result) Failed() (n int) {
	for _, f := range r.Findings {
		if f.Severity == queries.SeverityError {
			n++
		}
	}
	return n
}

// Run runs the rules on an index and drops the findings that known has. The day ends exceptions.
func Run(ctx context.Context, ix *queries.Index, c *Config, known Baseline, day time.Time) (*Result, error) {
	r := &Result{Findings: []queries.Finding{}, Notes: []string{}}
	all, notes, err := c.findings(ctx, ix, false)
	if err != nil {
		return nil, err
	}
	r.Notes = append(r.Notes, notes...)
	left := maps.Clone(known)
	for _, f := range all {
		switch {
		case c.ignores(f, day):
			r.Ignored++
		case left.take(f):
			r.Known++
		default:
			r.Findings = append(r.Findings, f)
		}
	}
	for _, i := range c.Ignore {
		if i.ended(day) {
			r.Notes = append(r.Notes, fmt.Sprintf("the exception from %s for %s ended on %s", i.Rule, cmp.Or(i.Symbol, i.Path), i.Until))
		}
	}
	for _, n := range left {
		r.Gone += n
	}
	return r, nil
}

// Findings runs the rules on an index and returns all findings that the configuration does not ignore. Rules about both indexes of a
// comparison have none.
func Findings(ctx context.Context, ix *queries.Index, c *Config, day time.Time) ([]queries.Finding, error) {
	all, _, err := c.findings(ctx, ix, true)
	return slices.DeleteFunc(all, func(f queries.Finding) bool { return c.ignores(f, day) }), err
}

// findings returns the findings of all rules. The known ones leave out rules about two indexes.
func (c *Config) findings(ctx context.Context, ix *queries.Index, known bool) (all []queries.Finding, notes []string, err error) {
	for _, r := range c.Rules {
		if ix.Base() == nil && comparing.MatchString(r.SQL) {
			if !known {
				notes = append(notes, "rule "+r.Name+" compares two indexes, and is passed over without --base")
			}
			continue
		}
		found, note, err := r.run(ctx, ix)
		if err != nil {
			return nil, nil, fmt.Errorf("rule %s: %w", r.Name, err)
		}
		all = append(all, found...)
		if note != "" {
			notes = append(notes, "rule "+r.Name+": "+note)
		}
	}
	sortFindings(all)
	return all, notes, nil
}

// run returns the findings of a rule. The note says why the answer may lack some.
func (r *Rule) run(ctx context.Context, ix *queries.Index) (all []queries.Finding, note string, err error) {
	args := map[string]any{}
	for name, v := range r.Args {
		args[strings.ReplaceAll(name, "-", "_")] = plain(v)
	}
	for _, a := range r.op.Args { // a rule reads every row
		if _, given := args[a.Name]; !given && (a.Name == "max_results" || a.Name == "max_per_level") {
			args[a.Name] = a.Max
		}
	}
	answer, err := r.op.Run(queries.Strict(queries.Brief(ctx)), ix, args)
	if unknown := (*target.Error)(nil); errors.As(err, &unknown) && !unknown.Ambiguous {
		return nil, "nothing to find: " + unknown.Error(), nil // a rule about code that is not there holds
	}
	if err != nil {
		return nil, "", err
	}
	t := answer.Table()
	for _, name := range field.FindAllString(r.Message, -1) {
		if !slices.Contains(t.Columns, name[1:len(name)-1]) {
			return nil, "", &queries.UsageError{Message: fmt.Sprintf("the message has %s, and the rows have no such column", name),
				Advice: "the columns are " + strings.Join(t.Columns, ", ")}
		}
	}
	for _, row := range t.Rows {
		f := r.finding(t.Columns, row)
		if r.applies(f.File) {
			all = append(all, f)
		}
	}
	if t.Partial && len(t.Rows) > 0 {
		note = fmt.Sprintf("only its first %d rows were read", len(t.Rows))
	} else if i := slices.IndexFunc(t.Notes, func(n string) bool { return strings.Contains(n, "incomplete") }); i >= 0 {
		note = t.Notes[i]
	}
	return all, note, nil
}

// plain returns a value of YAML as a value of JSON.
func plain(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for key, value := range v {
			out[fmt.Sprint(key)] = plain(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	}
	return v
}

// applies reports whether a row at a path counts. A row without a path counts unless the rule has a list of paths.
func (r *Rule) applies(path string) bool {
	matches := func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, path) }
	return (len(r.Only) == 0 || slices.ContainsFunc(r.Only, matches)) && !slices.ContainsFunc(r.Except, matches)
}

var field = regexp.MustCompile(`\{(\w+)\}`)

// finding makes a finding of a row. The columns position, or file_path and start_line, are its place.
func (r *Rule) finding(columns []string, row []any) queries.Finding {
	value := func(names ...string) string {
		for _, name := range names {
			if i := slices.Index(columns, name); i >= 0 && row[i] != nil {
				return fmt.Sprint(row[i])
			}
		}
		return ""
	}
	f := queries.Finding{Name: r.Name, Severity: r.Severity, Symbol: value("symbol", "qualified_name"), File: value("file_path", "file")}
	f.Line, _ = strconv.Atoi(value("line", "start_line"))
	if position := value("position"); f.File == "" && position != "" {
		path, rest, _ := strings.Cut(position, ":")
		line, _, _ := strings.Cut(rest, ":")
		f.File = path
		f.Line, _ = strconv.Atoi(line)
	}
	f.Message = field.ReplaceAllStringFunc(r.Message, func(name string) string {
		return value(name[1 : len(name)-1])
	})
	return f
}

// ignores reports whether the configuration ignores a finding on a day.
func (c *Config) ignores(f queries.Finding, day time.Time) bool {
	return slices.ContainsFunc(c.Ignore, func(i Ignore) bool {
		return i.Rule == f.Name && !i.ended(day) && (i.Symbol == "" || i.Symbol == f.Symbol) &&
			(i.Path == "" || doublestar.MatchUnvalidated(i.Path, f.File))
	})
}

// comparing matches a rule about both indexes of a comparison, which cannot run on one of them.
var comparing = regexp.MustCompile(`(?i)\b(base|head)\.\w`)

// ended reports whether a day is after the last day of the exception.
func (i Ignore) ended(day time.Time) bool {
	return !i.until.IsZero() && !day.Before(i.until.AddDate(0, 0, 1))
}

// sortFindings sorts findings by file, line, name, symbol and message.
func sortFindings(all []queries.Finding) {
	slices.SortFunc(all, func(a, b queries.Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Message, b.Message))
	})
}
