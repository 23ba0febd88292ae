package queries

import "fmt"

// Report is an answer as people read it: a title, and lines in columns under headings.
type Report struct {
	Title    string // the question and the number of its results
	Sections []Section
	Notes    []string // how far the answer is true, the folded results, and the options that show more
}

// Folded notes the number of results in tests that a report does not list.
func (r *Report) Folded(tests int) {
	if tests > 0 {
		r.Notes = append([]string{fmt.Sprintf("+ %d in tests (--tests)", tests)}, r.Notes...)
	}
}

// Section is the lines of a report under one heading.
type Section struct {
	Title string   // may be empty
	Heads []string // the heads of the columns, when the cells do not explain themselves
	Tree  bool     // the lines are nodes of trees, each parent before its children
	Text  bool     // the lines are source code, which is never cut
	Whole bool     // the last cells are targets, which are never cut: one without room has a line to itself
	Lines []Line
}

// Line is one line of a report. All lines of a section have their cells in the same columns. In a tree, the first cell is the node.
type Line struct {
	Depth int // in a tree: 0 for a root
	Cells []string
	Note  bool // the one cell is a sentence, which is outside the columns and never cut
}

// Reading says which parts of an answer a reader wants.
type Reading struct {
	Tests TestReading
	All   bool // the results that a report counts instead of listing, too
	Why   bool // all reasons instead of the first ones
}

// TestReading says how a report treats results in test files.
type TestReading string

// The ways to treat results in tests.
const (
	TestsFolded TestReading = ""     // counted, unless all results are in tests
	TestsListed TestReading = "list" // listed after the other results
	TestsOnly   TestReading = "only" // nothing else is listed
)

// Reporter is an [Answer] with a layout for people.
type Reporter interface {
	Answer
	// Report lays the answer out.
	Report(r Reading) Report
}
