package graph

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// answer is what comes back from a question about the graph. The order of the
// fields is that of the JSON.
type answer struct {
	Operation        string           `json:"operation"`
	Target           string           `json:"target"`
	Resolved         []queries.Symbol `json:"resolved"` // at most maxResolved of them
	Results          []result         `json:"results"`  // by depth, then symbol
	TotalFound       int              `json:"total_found"`
	TotalReturned    int              `json:"total_returned"`
	Truncated        bool             `json:"truncated"`
	TruncatedAtDepth int              `json:"truncated_at_depth"` // the first depth that is cut; 0 when none is
	Completeness     string           `json:"completeness"`       // exact or lower_bound
	Because          []doubt          `json:"incomplete_because"`
	StoppedBy        string           `json:"stopped_by"`
	Summary          *impact          `json:"summary,omitempty"` // of impact
	Suggestion       string           `json:"suggestion"`
	Metadata         metadata         `json:"metadata"`

	notes   []string
	columns []column // of the answer as a table
	index   *queries.Index
	walked  bool // over calls
	symbols bool // its results are symbols, and no packages
	into    bool // edges lead from the results to what they were reached through
	known   known
}

// known is what the rest of an answer follows from, for whatever number of results.
type known struct {
	levels                         []level // that were found, by depth
	depth, maxPerLevel, maxResults int     // that were asked for
	targets                        int
	beyond                         bool     // more lies behind the last depth
	idle                           []string // of exclude_patterns, those that match no file
	atTop                          []string // of exclude_patterns, those that match names of files, but not below folders
	filtered                       string   // how much the filters left out, and which; may be empty
	advice                         string   // of the operation; may be empty
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
	Via      string `json:"via,omitempty"` // the symbol at the other end of the edge at the site

	Role       string `json:"role,omitempty"`        // of references
	Usage      string `json:"usage,omitempty"`       // of type_usages
	ViaPointer bool   `json:"via_pointer,omitempty"` // of implementations and implements
	ImpactType string `json:"impact_type,omitempty"` // of impact, like Severity
	Severity   string `json:"severity,omitempty"`

	id    int32  // of the symbol; 0 of packages and files
	rank  int    // of the evidence
	label string // what the operation's own statement says of it
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

	fileID int32 // 0 when there is none
}

type site struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"` // none for imports

	fileID int32
}

// doubt is a reason why there may be more than was found.
type doubt struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	Uses   []use  `json:"uses,omitempty"` // the first places of those that are looked up: see placed
}

// use is a place where a symbol's value is taken, or where it may be used or declared.
type use struct {
	Symbol string `json:"symbol"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type metadata struct {
	TookMS     int64  `json:"took_ms"`
	Source     string `json:"source"`
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Reading    string `json:"reading,omitempty"` // how targets were read that named nothing as they stood
}

// What an answer can be.
const (
	exact      = "exact"
	lowerBound = "lower_bound"
)

// What can end a walk or cut its output, in the order in which it is said.
const (
	byMaxResults  = "max_results"
	byMaxPerLevel = "max_per_level"
	byDepth       = "depth"
	byExhausted   = "exhausted"
)

// Targets are what the question is about, or the first of it.
func (a *answer) Targets() []queries.Symbol { return a.Resolved }

// Excerpts are the sources around what was found.
func (a *answer) Excerpts() []queries.Excerpt {
	var out []queries.Excerpt
	for _, r := range a.Results {
		if r.Context == "" {
			continue
		}
		place := fmt.Sprintf("%s:%d", r.Node.File, r.Node.StartLine)
		if r.Site != nil {
			place = fmt.Sprintf("%s:%d", r.Site.File, r.Site.Line)
		}
		out = append(out, queries.Excerpt{Place: place, Text: r.Context})
	}
	return out
}

// Fewer is the answer to the same question for fewer results.
func (a *answer) Fewer(maxResults int) queries.Answer {
	less := *a
	less.known.maxResults = maxResults
	less.conclude()
	return &less
}

// conclude cuts the results, and says what of all that was found they are.
func (a *answer) conclude() {
	a.TotalFound, a.TotalReturned, a.TruncatedAtDepth, a.StoppedBy = 0, 0, 0, ""
	for _, l := range a.known.levels {
		a.count(l)
	}
	a.Results = a.Results[:min(len(a.Results), a.known.maxResults)]
	a.Truncated = a.TotalReturned < a.TotalFound
	switch {
	case a.StoppedBy != "":
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

// count adds what was found at a depth, and notes what of it is cut off.
func (a *answer) count(l level) {
	returned := min(l.found, a.known.maxPerLevel, a.known.maxResults-a.TotalReturned)
	if returned < l.found && a.TruncatedAtDepth == 0 {
		a.TruncatedAtDepth = l.depth
	}
	if returned < l.found && a.TotalReturned+returned == a.known.maxResults {
		a.StoppedBy = byMaxResults
	}
	a.TotalFound += l.found
	a.TotalReturned += returned
}

// suggest says what would bring more.
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
	for _, p := range a.known.atTop {
		out = append(out, queries.CutLine(fmt.Sprintf("of exclude_patterns %s matches no file below a folder: **/%s would", p, p)))
	}
	a.Suggestion = strings.Join(out, "; ")
}

// cutsLevels reports whether max_per_level, where it is the smaller limit, cuts off what was
// found at a depth.
func (a *answer) cutsLevels() bool {
	return a.known.maxPerLevel < a.known.maxResults &&
		slices.ContainsFunc(a.known.levels, func(l level) bool { return l.found > a.known.maxPerLevel })
}

// raise says how to see what a limit cut off.
func raise(limit string, at int) string {
	if at < maxLimit {
		return fmt.Sprintf("raise %s (%d), or narrow with scope or exclude_patterns", limit, at)
	}
	return fmt.Sprintf("%s is at its maximum (%d): narrow with scope or exclude_patterns", limit, at)
}

// maxLimit is the maximum of max_results and max_per_level.
const maxLimit = 500

// evidence is the evidence of a rank. An index can have any, and of one that means nothing, nothing is known.
func evidence(rank int) string {
	all := schema.Evidence("").Values()
	if rank < 0 || rank >= len(all) {
		return all[len(all)-1]
	}
	return all[rank]
}

// note says in words what the rows don't.
func (a *answer) note() {
	found := fmt.Sprintf("%d found, %s", a.TotalFound, a.Completeness)
	if a.Completeness == lowerBound {
		more := "there may be more"
		switch {
		case a.Operation != pathName:
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
	for _, d := range a.Because {
		a.notes = append(a.notes, fmt.Sprintf("%s (%d): %s%s", d.Reason, d.Count, explanations[d.Reason], d.places()))
	}
	if a.Suggestion != "" {
		a.notes = append(a.notes, a.Suggestion)
	}
}

// placesNamed is how many places a note names.
const placesNamed = 3

// places are the first places of a doubt, in words.
func (d doubt) places() string {
	if len(d.Uses) == 0 {
		return ""
	}
	var out []string
	for _, u := range d.Uses[:min(len(d.Uses), placesNamed)] {
		out = append(out, fmt.Sprintf("%s:%d:%d", u.File, u.Line, u.Column))
	}
	if d.Count > len(out) {
		out = append(out, "…")
	}
	return " (at " + strings.Join(out, ", ") + ")"
}

// explanations says each reason of a doubt in words.
var explanations = map[string]string{
	"value_taken":           "the value of a symbol on the way is taken, and it may be called through that",
	"outside_interface":     "an interface from outside the repository stands between caller and callee",
	"uncompared_interface":  "a generic interface, a constraint, or an interface without a name asks for a method of such a name, and what stands in for it is not fully known",
	"outside_method":        "interface methods are called that a method from outside on the way may stand in for",
	"outside_body":          "a target is defined outside the repository, and its body is not in the index",
	"outside_package":       "a target lies outside the repository, and what it imports is not in the index",
	"outside_build":         "files outside the chosen build declare a symbol on the way, or methods that nobody compared with an interface",
	"test_build":            "tests declare a symbol on the way that other code may mean when it is built with them, and the index has what that means without",
	"known_by_name":         "a method on the way bears a name that the standard library looks for",
	"linkname_or_export":    "a symbol on the way is linked or exported to other code",
	"no_body":               "a function on the way has no body in Go",
	"assembly":              "assembly code names a symbol that was asked about or is on the way",
	"heuristic_sites":       "call sites were matched by name only",
	"unresolved_sites":      "call sites are not resolved",
	"dynamic_calls":         "function values are called",
	"dispatch_not_followed": "steps through interfaces were not taken, because dispatch is false",
	"untyped_packages":      "packages were not fully type-checked",
	"unread_files":          "Go files are not in the index: its diagnostics name them",
	queries.Unreadable:      "indexes that the question is about could not be read, and were left out",
	"older_index":           "an older cortex made the index, which does not say which files were type-checked: extract it again",
	"unread_folders":        "folders could not be read",
	"alias_uses":            "aliases of the target are used: ask about those too",
	"implicit_uses":         "a field is, or may be, used without being named: by literals without keys, conversions or comparisons of its struct",
	"member_uses":           "fields or methods that the target has are used where nothing names it: ask about those too",
	"value_uses":            "fields that hold values of the target, or types that are made of it, are used where nothing names it: ask about those too",
	"iota_positions":        "constants below the target have values by iota, which counts the ones above them",
	"promoted_uses":         "what the embedded type has is used, and where that is by way of the field, nothing names it",
	"satisfied_interface":   "the target, or what implements it, satisfies other interface methods, or those of other interfaces satisfy it, and where values become such an interface is not in the index",
	"across_indexes":        "types of one index may satisfy interfaces of another that neither has seen",
	"other_builds":          "files outside the chosen build declare the target, or a symbol on the way, too",
	"outside_types":         "types from outside may satisfy the interface, and where values of those are used as such is not in the index",
	"unnamed_interfaces":    "the type satisfies interfaces without a name, which are not listed: ask about its methods",
	"outside_type":          "types from outside are not compared with interfaces",
	"untyped_values":        "code that was not type-checked may take a method as a value",
	"unresolved_files":      "files that were not type-checked bear the name, and what it means there is not known",
	"unresolved_members":    "types in files that were not type-checked name the target, or what embeds it, among their members, and what that means is not known",
	"uncompared_types":      "not all types are compared with a generic interface, a constraint or an interface without a name, nor all instances of generic types with any",
	"tests_left_out":        "the index was extracted without tests",
}
