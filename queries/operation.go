package queries

import (
	"context"
	"reflect"
)

// Operation is a question that can be asked of an index. Everything that a
// front end shows or checks of it stands here.
type Operation struct {
	Name       string   // "callers"
	Command    string   // its name on the command line; empty when that is Name
	Tool       string   // the tool that offers it: "cortex_graph", "cortex_analysis" or "cortex_files"
	Summary    string   // one line
	Help       string   // what else there is to know; may be empty
	Example    string   // arguments that work, as on the command line: "callers main.main --depth 2"
	Positional []string // names of the arguments given by position, in their order
	Args       []Arg
	Drawn      bool         // its answers are each a [Drawer]
	Paged      bool         // and a [Pager]
	Result     reflect.Type // of its answers
	// Run answers the question. It checks the arguments itself, by Args: one that
	// is not declared, or has a value out of range, is a [*UsageError]. Under a context
	// marked by [Brief] the answer may lack what its table does not show.
	Run func(ctx context.Context, ix *Index, args map[string]any) (Answer, error)
}

// Arg is one argument of an operation.
type Arg struct {
	Name          string
	Type          string // "string", "integer", "boolean", "strings", or "object": one in JSON
	Default       any    // a string, int, bool or []string; nil when there is none
	Min, Max      int    // of an integer, both inclusive; both 0 when it has no range
	ZeroIsDefault bool   // 0 means the default, whatever the range
	Values        []string
	Required      bool
	Help          string
}

// Answer is what comes back from an operation. It marshals to JSON.
type Answer interface {
	// Table is the answer for people.
	Table() Table
}

// Lister is an [Answer] each of whose results says more than a row of its table.
type Lister interface {
	Answer
	// List are the results as they stand in the answer's JSON, one for each row of its
	// table and in their order; or the one result that all rows are about.
	List() []any
}

// Fewer is an [Answer] that knows what the operation answers for fewer results.
type Fewer interface {
	Answer
	// Fewer is the answer to the same question with a smaller max_results.
	Fewer(maxResults int) Answer
}

// Excerpt is source that stands in an answer.
type Excerpt struct {
	Place string // file:line of what it is about
	Text  string // its lines
}

// Excerpter is an [Answer] whose results come with source, of which a row of its table says
// nothing.
type Excerpter interface {
	Answer
	// Excerpts are the sources of the results that have one, in the order of the results.
	Excerpts() []Excerpt
}

// Brief marks a context: the answer will be shown as a table or a picture, and what
// only its JSON holds need not be read.
func Brief(ctx context.Context) context.Context { return context.WithValue(ctx, briefKey{}, true) }

// IsBrief reports whether a context is marked by [Brief].
func IsBrief(ctx context.Context) bool { return ctx.Value(briefKey{}) != nil }

type briefKey struct{}

// Without marks a context: a number of indexes that the question is about too could not be read, so
// that what it finds may not be all.
func Without(ctx context.Context, indexes int) context.Context {
	return context.WithValue(ctx, withoutKey{}, indexes)
}

// Lacking is how many indexes a question lacks: see [Without].
func Lacking(ctx context.Context) int {
	n, _ := ctx.Value(withoutKey{}).(int)
	return n
}

type withoutKey struct{}

// Unreadable is why there may be more than an answer holds where indexes are lacking.
const Unreadable = "unreadable_indexes"

// Table is an answer as rows. Its values are nil, bool, int64, float64, string,
// or what [Value] makes of others.
type Table struct {
	Columns []string
	Rows    [][]any
	GroupBy int      // rows that differ in the column of this number, counted from 1, stand apart; 0 for none
	Subject int      // the column that names what a row is about; 0 when the first does
	Order   int      // the column by which rows are ordered; 0 when the first is, or none
	Partial bool     // there is more than the rows, or may be
	Notes   []string // what the rows don't say: completeness, what was left out
}

// Declare completes an operation: Result, Args and Positional from the tags of A, a
// struct with those of the structs embedded in it, and Run from run, which gets the checked arguments with their
// defaults. The tags of a field are
//
//	arg:"depth"        the argument's name; without it the field is none
//	help:"…"           one line
//	default:"3"        the value when it is not given; of strings, separated by commas
//	min:"1" max:"100"  the range of an integer
//	zero:"default"     0 means the default, whatever the range
//	values:"a,b"       the closed list of a string's values; empty means not given
//	required:""        it must be given
//	positional:""      it may be given by position
//
// Declare panics on tags that make no sense, which every test of the registry
// would show.
func Declare[A any, R Answer](op Operation, run func(ctx context.Context, ix *Index, args A) (R, error)) Operation {
	op.Result = reflect.TypeFor[R]()
	fields := argFields[A]()
	for _, f := range fields {
		op.Args = append(op.Args, f.Arg)
		if f.positional {
			op.Positional = append(op.Positional, f.Name)
		}
	}
	op.Run = func(ctx context.Context, ix *Index, given map[string]any) (Answer, error) {
		var args A
		if err := decodeArgs(op.Name, fields, given, &args); err != nil {
			return nil, err
		}
		answer, err := run(ctx, ix, args)
		if err := ix.replaced(); err != nil && ctx.Err() == nil {
			return nil, err // what was read may be of both, and so may what went wrong
		}
		if err != nil {
			return nil, unreadable(ctx, op, err)
		}
		return answer, nil
	}
	return op
}
