package queries

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Answer is the result of an operation. It marshals to JSON.
type Answer interface {
	// Table returns the answer for people.
	Table() Table
}

// Table is an answer as rows. Its values are nil, bool, int64, float64, string, or results of [Value].
type Table struct {
	Symbols bool // the columns symbol and via hold stable names, and a missing value does not apply
	Columns []string
	Rows    [][]any
	GroupBy int      // the column, counted from 1, by which a front end separates rows; 0 for none
	Subject int      // the column with the subject of a row; 0 for the first
	Order   int      // the column by which rows are ordered; 0 for the first, or for none
	Partial bool     // the answer may have more than the rows
	Notes   []string // completeness, and anything left out
}

// Lister is an [Answer] whose results have more fields than the rows of its table.
type Lister interface {
	Answer
	// List returns the results as in the answer's JSON, one for each row of the table, in their order.
	// When all rows describe one result, it returns that result.
	List() []any
}

// Texter is an [Answer] that people read as text.
type Texter interface {
	Answer
	// Text returns the text that replaces the rows of the table. It is empty or ends in a line feed.
	Text() string
}

// Excerpt is source code in an answer.
type Excerpt struct {
	Place string // file:line of its first line
	Text  string // its lines
}

// NewExcerpt returns the excerpt of a context, which begins with a line that has the numbers of the others.
func NewExcerpt(file, context string) (Excerpt, bool) {
	head, lines, _ := strings.Cut(context, "\n")
	var first, last int
	if _, err := fmt.Sscanf(head, "// Lines %d-%d", &first, &last); err != nil {
		return Excerpt{}, false
	}
	return Excerpt{fmt.Sprintf("%s:%d", file, first), lines}, true
}

// Excerpter is an [Answer] whose results have source code that the rows of its table do not have.
type Excerpter interface {
	Answer
	// Excerpts returns the source code of the results that a report lists, in their order. Results without source code are left out.
	Excerpts(r Reading) []Excerpt
}

// Explained is an [Answer] that may have the statement of its operation.
type Explained interface {
	Answer
	// SQL returns the statement with its arguments as literals. It is empty outside [Explain].
	SQL() string
}

// Drawer is an [Answer] whose results are edges of a graph.
type Drawer interface {
	Answer
	// Draw returns the answer as a picture. The index must be open.
	Draw(ctx context.Context) (Picture, error)
}

// Picture is a directed graph.
type Picture struct {
	Nodes []PictureNode // each ID once
	Edges []PictureEdge
	Notes []string // completeness, and anything left out
}

// PictureNode is a node of a picture.
type PictureNode struct {
	ID     string // the stable name
	Label  string // a short name
	Target bool   // the node is the target of the operation
}

// PictureEdge is an edge from one node to another, by their IDs.
type PictureEdge struct {
	From, To string
	Label    string // may be empty
}

// Pager is an [Answer] that has a page for a browser.
type Pager interface {
	Answer
	// WritePage writes a self-contained HTML page. The index must be open.
	WritePage(ctx context.Context, w io.Writer) error
}

// Brief marks a context: a front end shows the answer as a table or a picture. The operation may leave
// out fields that only its JSON has.
func Brief(ctx context.Context) context.Context { return context.WithValue(ctx, briefKey{}, true) }

// IsBrief reports whether [Brief] marks the context.
func IsBrief(ctx context.Context) bool { return ctx.Value(briefKey{}) != nil }

type briefKey struct{}

// TestsAlone marks a context: the answer has results in tests and no others, where results have tests.
func TestsAlone(ctx context.Context) context.Context {
	return context.WithValue(ctx, testsAloneKey{}, true)
}

// IsTestsAlone reports whether [TestsAlone] marks the context.
func IsTestsAlone(ctx context.Context) bool { return ctx.Value(testsAloneKey{}) != nil }

type testsAloneKey struct{}

// Without marks a context with a number of unreadable indexes: the answer may be incomplete.
func Without(ctx context.Context, indexes int) context.Context {
	return context.WithValue(ctx, withoutKey{}, indexes)
}

// Lacking returns the number of unreadable indexes of [Without].
func Lacking(ctx context.Context) int {
	n, _ := ctx.Value(withoutKey{}).(int)
	return n
}

type withoutKey struct{}

// Edited are files that changed since an index was made.
type Edited struct {
	Now   *Index   // of the files as they are; nil when all are gone
	Files []string // the paths of those in Now, and of deleted files
}

// WithEdited marks a context: an operation that reads texts reads the edited files as they are.
func WithEdited(ctx context.Context, e Edited) context.Context {
	return context.WithValue(ctx, editedKey{}, e)
}

// EditedIn returns the files of [WithEdited]; none otherwise.
func EditedIn(ctx context.Context) Edited {
	e, _ := ctx.Value(editedKey{}).(Edited)
	return e
}

type editedKey struct{}

// FilesAlone marks a context: the index lacks most files of the repository, and answers leave out counts of uses.
func FilesAlone(ctx context.Context) context.Context {
	return context.WithValue(ctx, filesAloneKey{}, true)
}

// IsFilesAlone reports whether [FilesAlone] marks the context.
func IsFilesAlone(ctx context.Context) bool { return ctx.Value(filesAloneKey{}) != nil }

type filesAloneKey struct{}

// Strict marks a context: a name of several symbols is an error, even when one of them is likelier than the others.
func Strict(ctx context.Context) context.Context { return context.WithValue(ctx, strictKey{}, true) }

// IsStrict reports whether [Strict] marks the context.
func IsStrict(ctx context.Context) bool { return ctx.Value(strictKey{}) != nil }

type strictKey struct{}

// Explain marks a context: an operation with Explain returns an answer with its main statement and nothing else.
func Explain(ctx context.Context) context.Context { return context.WithValue(ctx, explainKey{}, true) }

// IsExplain reports whether [Explain] marks the context.
func IsExplain(ctx context.Context) bool { return ctx.Value(explainKey{}) != nil }

type explainKey struct{}
