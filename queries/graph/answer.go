package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/target"
)

// answer is the answer of an operation on the graph. Its fields have the order of the JSON.
type answer struct {
	Operation        string                `json:"operation"`
	Target           string                `json:"target"`
	Resolved         []target.Symbol       `json:"resolved"`                // at most maxResolved of them
	ResolvedAs       string                `json:"resolved_as,omitempty"`   // the likeliest of several symbols with the target's name
	OtherMatches     *target.Others        `json:"other_matches,omitempty"` // the others
	Results          []result              `json:"results"`                 // by depth, code before tests, certain before possible, then symbol
	TotalFound       int                   `json:"total_found"`
	TotalReturned    int                   `json:"total_returned"`
	Truncated        bool                  `json:"truncated"`
	TruncatedAtDepth int                   `json:"truncated_at_depth"` // the first depth that is cut; 0 when none is
	Completeness     string                `json:"completeness"`       // exact or lower_bound
	Because          []completeness.Reason `json:"incomplete_because"`
	StoppedBy        string                `json:"stopped_by"`
	Through          []interfaceUses       `json:"through,omitempty"` // of references
	Summary          *impact               `json:"summary,omitempty"` // of impact
	Suggestion       string                `json:"suggestion"`
	Metadata         metadata              `json:"metadata"`

	statement string // in place of an answer: see queries.Explain
	notes     []string
	columns   []column // of the answer as a table
	names     queries.Names
	index     *queries.Index
	walked    bool // over calls
	symbols   bool // its results are symbols, and no packages
	into      bool // edges lead from the results to the symbols that they were reached through
	known     known
}

// known has the facts that the summary of an answer follows from.
type known struct {
	levels                         []level // that were found, by depth
	depth, maxPerLevel, maxResults int     // that were asked for
	targets                        int
	tests                          int      // results in tests, in all
	run                            int      // other results that dynamic dispatch may run
	hops                           int      // symbols on a path; 0 when there is none
	beyond                         bool     // the walk could go on below the last depth
	idle                           []string // of exclude_patterns, those that match no file
	filtered                       string   // how much the filters left out, and which; may be empty
	advice                         string   // of the operation; may be empty
	to                             string   // the end, as the user has it
	remark                         string   // on how to read the results; may be empty
	readings                       []string // of targets that named nothing as they stood
}

// level is how many results there are of a depth, whether they are returned or not.
type level struct{ depth, found int }

type result struct {
	Node     node   `json:"node"`
	Depth    int    `json:"depth"`
	Evidence string `json:"evidence"`
	Site     *site  `json:"site"` // the call or use; null when there is none
	Context  string `json:"context"`
	Via      string `json:"via,omitempty"`   // the symbol at the other end of the edge at the site
	Sites    int    `json:"sites,omitempty"` // how many calls lead to the symbol that the result was reached through; of callers, callees and impact

	Role       string `json:"role,omitempty"`        // of references
	Usage      string `json:"usage,omitempty"`       // of type_usages
	ViaPointer bool   `json:"via_pointer,omitempty"` // of implementations and implements
	Relation   string `json:"relation,omitempty"`    // of these: satisfies for constraints
	ImpactType string `json:"impact_type,omitempty"` // of impact, like Severity
	Severity   string `json:"severity,omitempty"`

	id         int32  // of the symbol; 0 of packages and files
	parent     int32  // the symbol that it was reached through; 0 when it is not known
	rank       int    // of the evidence
	implements bool   // a target; of impact
	standard   bool   // the symbol comes with its language; of callees
	lines      []int  // of the uses that a line of a report joins
	label      string // a word of the operation's own statement
}

// interfaceUses is an interface method whose uses may run a target.
type interfaceUses struct {
	Symbol string `json:"symbol"`
	Uses   int    `json:"uses"`
	First  []use  `json:"first"` // at most maxThrough of them, code before tests
}

// use is the place of a use and the symbol around it.
type use struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Symbol string `json:"symbol"`
}

type node struct {
	ID        string `json:"id"` // the qualified name
	Symbol    string `json:"symbol"`
	Kind      string `json:"kind"`
	External  bool   `json:"external"`
	File      string `json:"file"`                 // empty for outside symbols
	StartLine int    `json:"start_line,omitempty"` // none for outside symbols and synthetic functions, like EndLine
	EndLine   int    `json:"end_line,omitempty"`
	Signature string `json:"signature"`
	Test      bool   `json:"test,omitempty"` // it, or the use of the target in it, is in a test file

	fileID int32 // 0 when there is none
}

type site struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"` // none for imports

	fileID int32
}

type metadata struct {
	TookMS     int64  `json:"took_ms"`
	Source     string `json:"source"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Reading    string `json:"reading,omitempty"` // how targets were read that named nothing as they stood
}

// What can end a walk or cut its output, in the order in which it is said.
const (
	byMaxResults  = "max_results"
	byMaxPerLevel = "max_per_level"
	byDepth       = "depth"
	byExhausted   = "exhausted"
)

// Targets returns the targets, or the first of many.
func (a *answer) Targets() []target.Symbol { return a.Resolved }

// SQL is the statement of an operation that was asked to explain itself.
func (a *answer) SQL() string { return a.statement }

// Excerpts returns the sources around the results that a report lists.
func (a *answer) Excerpts(reading queries.Reading) (out []queries.Excerpt) {
	p := page{answer: a, reading: reading}
	code, tests := p.split()
	if !p.folded {
		code = append(code, tests...)
	}
	for _, r := range code {
		file := r.Node.File
		if r.Site != nil {
			file = r.Site.File
		}
		if e, ok := queries.NewExcerpt(file, r.Context); ok {
			out = append(out, e)
		}
	}
	return out
}

// conclude summarizes the results.
func (a *answer) conclude() {
	a.TotalFound, a.TotalReturned, a.TruncatedAtDepth, a.StoppedBy = 0, len(a.Results), 0, ""
	returned := map[int]int{}
	for _, r := range a.Results {
		returned[r.Depth]++
	}
	for _, l := range a.known.levels {
		a.TotalFound += l.found
		if returned[l.depth] < l.found && a.TruncatedAtDepth == 0 {
			a.TruncatedAtDepth = l.depth
		}
	}
	a.Truncated = a.TotalReturned < a.TotalFound
	switch {
	case a.Truncated && a.TotalReturned == a.known.maxResults:
		a.StoppedBy = byMaxResults
	case a.Truncated:
		a.StoppedBy = byMaxPerLevel
	case a.known.beyond:
		a.StoppedBy = byDepth
	default:
		a.StoppedBy = byExhausted
	}
	a.suggest()
	a.note()
}

// suggest says how to see more results.
func (a *answer) suggest() {
	var out []string
	for _, s := range []string{a.known.filtered, a.known.advice} {
		if s != "" {
			out = append(out, s)
		}
	}
	switch a.StoppedBy {
	case byMaxResults:
		out = append(out, raise("max_results", a.known.maxResults))
		if a.cutsLevels() {
			out = append(out, fmt.Sprintf("raise max_per_level (%d) too", a.known.maxPerLevel))
		}
	case byMaxPerLevel:
		out = append(out, raise("max_per_level", a.known.maxPerLevel))
	case byDepth:
		out = append(out, fmt.Sprintf("raise depth (%d) to follow more", a.known.depth))
	}
	if a.known.targets > len(a.Resolved) {
		out = append(out, fmt.Sprintf("resolved lists the first %d of %d targets", len(a.Resolved), a.known.targets))
	}
	if len(a.known.idle) > 0 {
		out = append(out, "of exclude_patterns these match no file of the index: "+queries.CutLine(strings.Join(a.known.idle, ", ")))
	}
	a.Suggestion = strings.Join(out, "; ")
}

// cutsLevels reports whether max_per_level is the smaller limit and cuts the results of a depth.
func (a *answer) cutsLevels() bool {
	return a.known.maxPerLevel < a.known.maxResults &&
		slices.ContainsFunc(a.known.levels, func(l level) bool { return l.found > a.known.maxPerLevel })
}

// raise says how to see results that a limit cuts.
func raise(limit string, at int) string {
	if at < maxLimit {
		return fmt.Sprintf("raise %s (%d), or narrow with scope or exclude_patterns", limit, at)
	}
	return fmt.Sprintf("%s is at its maximum (%d): narrow with scope or exclude_patterns", limit, at)
}

// maxLimit is the maximum of max_results and max_per_level.
const maxLimit = 100_000

// note summarizes the answer in words.
func (a *answer) note() {
	found := fmt.Sprintf("%d found, %s", a.TotalFound, a.Completeness)
	if a.Completeness == completeness.LowerBound {
		more := "there may be more"
		switch {
		case !isChain(a.Operation):
		case a.TotalFound > 0:
			more = "there may be a shorter path"
		default:
			more = "there may be a path"
		}
		found = fmt.Sprintf("%d found, and %s", a.TotalFound, more)
	}
	if a.Truncated {
		found += fmt.Sprintf("; %d shown", a.TotalReturned)
	}
	a.notes = append(slices.Clone(a.known.readings), found)
	if s := a.Summary; s != nil && a.TotalFound > 0 {
		a.notes = append(a.notes, fmt.Sprintf("in all: %s, %d direct, %d transitive, %s; %s affected beside the target's", plural(s.Implementations, "implementation"),
			s.DirectCallers, s.TransitiveCallers, plural(s.AffectedTests, "test"), plural(s.ExternalPackages, "package")))
	}
	if a.known.remark != "" {
		a.notes = append(a.notes, a.known.remark)
	}
	for _, r := range a.Because {
		a.notes = append(a.notes, r.Note())
	}
	if a.Suggestion != "" {
		a.notes = append(a.notes, a.Suggestion)
	}
}
