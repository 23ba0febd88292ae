package queries

import (
	"context"
	"reflect"
)

// Operation is a query with a name. Front ends derive commands, help and schemas from it.
type Operation struct {
	Name       string   // "callers"
	Command    string   // its name on the command line; empty when that is Name
	Tool       string   // the tool that offers it: "cortex_graph", "cortex_analysis" or "cortex_files"
	Summary    string   // one line
	Help       string   // more lines; may be empty
	Example    string   // arguments that work, as on the command line: "callers main.main --depth 2"
	Positional []string // names of the arguments given by position, in their order
	Args       []Arg
	Explain    bool         // it answers a context of [Explain] with an [Explained]
	Drawn      bool         // its answers are [Drawer]s
	Paged      bool         // its answers are [Pager]s
	Pair       bool         // it compares the indexes of [OpenPair]; its arguments base and head name them
	Result     reflect.Type // of its answers
	// Run runs the operation. It checks the arguments by Args: an unknown argument, or a value out of
	// range, is a [*UsageError]. In a context of [Brief] the answer may leave out fields that its table
	// does not show.
	Run func(ctx context.Context, ix *Index, args map[string]any) (Answer, error)
}

// Reports reports whether the answers of the operation have a layout for people.
func (op Operation) Reports() bool { return op.Result.Implements(reflect.TypeFor[Reporter]()) }

// Arg is one argument of an operation.
type Arg struct {
	Name          string
	Type          string // "string", "integer", "boolean", "strings", or "object": one in JSON
	Default       any    // a string, int, bool or []string; nil when there is none
	Min, Max      int    // of an integer, both inclusive; both 0 when it has no range
	ZeroIsDefault bool   // 0 means the default, even outside the range
	Values        []string
	Required      bool
	Local         bool // only the command line offers it, because agents can say the same otherwise
	File          bool // it may be long: a front end can read it from a file
	Help          string
}

// Declare completes an operation. Result, Args and Positional come from the tags of A, a struct with those of its embedded structs. Run
// calls run with the checked arguments and their defaults. The tags of a field are
//
//	arg:"depth"        the argument's name; a field without it is no argument
//	help:"…"           one line
//	default:"3"        the value when it is not given; of strings, separated by commas
//	min:"1" max:"100"  the range of an integer
//	zero:"default"     0 means the default, even outside the range
//	values:"a,b"       the closed list of a string's values; empty means not given
//	required:""        it must be given
//	positional:""      it may be given by position
//	local:""           only the command line offers it
//	file:""            it may be long, and read from a file
//
// Declare panics on wrong tags. Each test of the registry would show that.
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
		if err != nil {
			return nil, ix.unreadable(ctx, op, err)
		}
		return answer, nil
	}
	return op
}
