package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/queries/suggest"
)

// The findings of a comparison that package diff does not make.
const (
	gateComplexity = "complexity"
	gateConfig     = "changed-config"
)

// gateNames are the names of the gates. The gate complexity has a number, as complexity:15.
var gateNames = []string{"breaking", "new-cycle", "new-unused", "untested", "new-dependency", gateConfig, gateComplexity}

// gates are the names of gates, and the maximum complexity; 0 for none.
type gates struct {
	names      []string
	complexity int
}

// gatesOf reads names of gates. A problem is an error that begins with the name.
func gatesOf(written []string) (g gates, problem *queries.UsageError) {
	for _, text := range written {
		name, number, numbered := strings.Cut(text, ":")
		switch {
		case !slices.Contains(gateNames, name):
			advice := "the gates are " + strings.Join(gateNames, ", ") + ":NUMBER"
			if near := suggest.Meant(name, gateNames); near != "" {
				advice = "did you mean " + near + "? " + advice
			}
			return g, &queries.UsageError{Message: fmt.Sprintf("%q, which is unknown", text), Advice: advice}
		case name == gateComplexity:
			n, err := strconv.Atoi(number)
			if err != nil || n < 1 {
				return g, &queries.UsageError{Message: fmt.Sprintf("%q, which has no number", text), Advice: "write it as complexity:15"}
			}
			g.complexity = n
		case numbered:
			return g, &queries.UsageError{Message: fmt.Sprintf("%q, which takes no number", text), Advice: "write it as " + name}
		}
		g.names = append(g.names, name)
	}
	return g, nil
}

// Gated is the result of the gates.
type Gated struct {
	Refused []queries.Finding // findings that fail
	Ignored int               // findings that the configuration ignores
	Skipped string            // why the gates did not run; empty when they ran
}

// Gate applies gates to a comparison: those of failOn, or those of the configuration when failOn is empty. It adds the findings that only
// gates make to the answer, and marks the refused ones as errors. A finding about code outside the public paths is no break.
//
// The configuration is that of the base: a change cannot open its own gate. A change of the file is a finding.
func (c *Config) Gate(a *diff.Answer, failOn []string, day time.Time) (Gated, error) {
	g, problem := gatesOf(failOn)
	if problem != nil {
		return Gated{}, &queries.UsageError{Message: "--fail-on has the gate " + problem.Message, Advice: problem.Advice}
	}
	if len(failOn) == 0 {
		g, _ = gatesOf(c.Gates) // Parse has checked them
	}
	c.limitAPI(a)
	if i := slices.IndexFunc(a.Files, func(f diff.File) bool { return f.File == FileName }); i >= 0 {
		a.Findings = append(a.Findings, queries.Finding{Name: gateConfig, Severity: queries.SeverityWarning, File: FileName,
			Message: "the change alters the rules and gates; the gates of the base hold for it"})
	}
	if g.complexity > 0 {
		a.Findings = append(a.Findings, complex(a, g.complexity)...)
	}
	var out Gated
	if len(g.names) > 0 && len(a.NotAlike) > 0 {
		out.Skipped = "the two indexes are not alike: " + strings.Join(a.NotAlike, "; ")
		return out, nil
	}
	for i := range a.Findings {
		f := &a.Findings[i]
		switch {
		case !slices.Contains(g.names, f.Name):
		case c.ignores(*f, day):
			out.Ignored++
		default:
			f.Severity = queries.SeverityError
			out.Refused = append(out.Refused, *f)
		}
	}
	return out, nil
}

// complex returns the functions that the change makes more complex than a limit, or still more complex.
func complex(a *diff.Answer, limit int) (all []queries.Finding) {
	for _, f := range a.Changed {
		if before, after := f.Complexity[0], f.Complexity[1]; after > max(limit, before) && !f.IsGenerated && !f.IsTest {
			all = append(all, queries.Finding{Name: gateComplexity, Severity: queries.SeverityWarning, File: f.File, Line: f.Line, Symbol: f.Symbol,
				Message: fmt.Sprintf("the complexity is %d, and was %s", after, cmp.Or(strings.TrimPrefix(strconv.Itoa(before), "0"), "none"))})
		}
	}
	return all
}

// limitAPI takes the changes of code outside the public paths out of the answer.
func (c *Config) limitAPI(a *diff.Answer) {
	a.Findings = slices.DeleteFunc(a.Findings, func(f queries.Finding) bool { return f.Name == "breaking" && !c.isAPI(f.File) })
	for i := range a.Modules {
		m := &a.Modules[i]
		before := len(m.Breaking) + len(m.Compatible)
		outside := func(b diff.APIChange) bool { return !c.isAPI(b.File) }
		m.Breaking = slices.DeleteFunc(m.Breaking, outside)
		m.Compatible = slices.DeleteFunc(m.Compatible, outside)
		if before == len(m.Breaking)+len(m.Compatible) || len(m.Breaking) > 0 || m.Step == "" {
			continue
		}
		m.Step, m.Because = "patch", "no change outside the public paths counts"
		if len(m.Compatible) > 0 {
			m.Step = "minor"
		}
	}
	a.Tabulate()
}

// isAPI reports whether code at a path is public API.
func (c *Config) isAPI(path string) bool {
	return len(c.API) == 0 || slices.ContainsFunc(c.API, func(pattern string) bool { return doublestar.MatchUnvalidated(pattern, path) })
}
