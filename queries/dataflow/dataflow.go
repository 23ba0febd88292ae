// Package dataflow follows values one step: the writes and reads of a variable or field, the arguments of a parameter, and the uses of a
// result.
//
// # Terms
//
// A value is a field, a package variable, a constant, a parameter, a result or a local variable. A step is one place where it gets a
// value, which is a write, or gives one, which is a read. Next is the value at the other end of a step.
//
// # Limitations
//
// The steps of Go come from the syntax of the files around the uses that the index lists. A value that goes through a pointer, a map, a
// channel or reflection is followed to that and no further. Other languages have the values of declarations and assignments and the
// arguments of calls by rules, and of other steps the role and the line.
package dataflow

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/flow"
)

var (
	//go:embed uses.sql
	usesSQL string
	//go:embed literals.sql
	literalsSQL string
	//go:embed calls.sql
	callsSQL string
	//go:embed fields.sql
	fieldsSQL string
	//go:embed implemented.sql
	implementedSQL string
	//go:embed fallible.sql
	fallibleSQL string
	//go:embed symbols.sql
	symbolsSQL string
)

// All returns the operations of the package.
func All() []queries.Operation { return []queries.Operation{dataFlow()} }

type flowArgs struct {
	Target       string `arg:"target" positional:"" help:"a field, variable or constant; Func:NAME for a parameter or result; or file:line:column"`
	Role         string `arg:"role" values:"write,read" help:"only places that give it a value, or only those that use it; places that take its address may do both"`
	Ignored      bool   `arg:"ignored" default:"false" help:"only calls that drop the result; of a function the error, and without a target those of all functions"`
	IncludeTests bool   `arg:"include_tests" default:"true" help:"return results in test files too"`
	answer.Pages
}

// step is one step of a value.
type step struct {
	Value    string `json:"value"` // the target of the step
	Role     string `json:"role"`  // write, read or address
	Use      string `json:"use"`   // a word or a few; empty when the code was not parsed
	Text     string `json:"text"`  // of a write the value as written, and of a read the code around the use
	Next     string `json:"next"`  // the target of the next step; may be empty
	Symbol   string `json:"symbol"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Evidence string `json:"evidence"`
	Test     bool   `json:"is_test,omitempty"`

	fileID     int32
	of         *value
	end        flow.End
	dispatched bool // the call names another function, which may run that of the value
}

func (s step) at() flow.Place { return flow.Place{Line: s.Line, Column: s.Column} }

type flowAnswer struct {
	*answer.Head
	Target        string `json:"value"`
	Steps         []step `json:"steps"`
	TotalFound    int    `json:"total_found"`
	TotalReturned int    `json:"total_returned"`
	Writes        int    `json:"writes"` // of all
	Reads         int    `json:"reads"`
	Addresses     int    `json:"addresses"`

	name    string
	several bool // values are the target
	ignored bool // only calls that drop the result count
	tests   int  // steps in tests, of all
}

// value is a value that an answer is about.
type value struct {
	symbol   symbol
	part     string // receiver, parameter or result of the function; empty for the symbol itself
	number   int    // of the parameter or result, from 0
	variadic bool
	local    *flow.Found
}

// symbol is a symbol of the index.
type symbol struct {
	id       int32
	name     string
	kind     string
	language string
	file     int32
	path     string
	at       flow.Place // of its name
	parts    parts

	signature string // of a function in another language than Go
}

func dataFlow() queries.Operation {
	return answer.Declare(queries.Operation{
		Name:    "data_flow",
		Summary: "follow a value one step: the writes and reads of a field, variable, parameter or result",
		Help: `One result for each place that writes the value, with the right side as written. One for each
place that reads it, with the use: an argument, a comparison, an assignment. The column next
names the value at the other end: give it to data-flow for the next step.
   tsdb.Head.opts           a field, a package variable or a constant
   tsdb.Open:dir            a parameter: the arguments of all calls, and its uses in the function
   tsdb.Open:err            a result by its name: the values that it returns, and the uses by callers
   tsdb.Open:result2        a result by its number; result and err without a number where they are clear
   tsdb/head.go:120:5       a local variable or parameter, in Go
With --ignored only calls that drop the result. A function or a pattern then means the error.
Calls through interfaces and uses of a function as a value are marked. --ignored does not know the
calls of function values, nor results of other types than error. In Python, TypeScript and JavaScript
a result has its role, and the value or the argument or the line, and no next.`,
		Example: "data_flow queries.Open:dirs",
	}, run)
}

func run(ctx context.Context, ix *queries.Index, args flowArgs, h *answer.Head) (*flowAnswer, error) {
	f := &follower{ix: ix, args: args, head: h, symbols: map[int32]symbol{}}
	if err := f.resolve(ctx); err != nil {
		return nil, err
	}
	if err := f.find(ctx); err != nil {
		return nil, err
	}
	f.choose(ctx)
	a := &flowAnswer{Head: h, Target: args.Target, TotalFound: len(f.steps), several: len(f.values) > 1, ignored: args.Ignored}
	for _, s := range f.steps {
		if s.Test {
			a.tests++
		}
		switch s.Role {
		case "write":
			a.Writes++
		case address:
			a.Addresses++
		default:
			a.Reads++
		}
	}
	from := min(args.Offset, len(f.steps))
	a.Steps = slices.Clone(f.steps[from:min(from+args.MaxResults, len(f.steps))])
	a.TotalReturned = len(a.Steps)
	if err := f.describe(ctx, a.Steps); err != nil {
		return nil, err
	}
	h.Layout(queries.Table{Columns: []string{"position", "role", "use", "next", "text", "evidence", "symbol"}, Subject: 6})
	for _, s := range a.Steps {
		h.Add(s, s.position(), s.Role, s.Use, s.Next, s.Text, s.Evidence, s.Symbol)
	}
	h.Page("step", a.TotalFound, a.TotalReturned, args.Offset)
	if f.unparsed > 0 {
		h.Note("%s without a use: the index has no source of them that cortex parses", answer.Plural(f.unparsed, "step"))
	}
	f.noteLanguages()
	switch {
	case args.Target == "":
		a.name = "errors of all functions"
	case a.several:
		a.name = args.Target
	default:
		a.name = f.values[0].String()
	}
	return a, f.ask(ctx)
}

func (s step) position() string { return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column) }

// String returns the value as a target.
func (v *value) String() string {
	switch {
	case v.local != nil && v.part == "":
		return place(v.local.File.File, v.local.At)
	case v.part == "":
		return v.symbol.name
	}
	return v.symbol.name + ":" + v.symbol.parts.word(v.part, v.number)
}

func place(file string, at flow.Place) string {
	return fmt.Sprintf("%s:%d:%d", file, at.Line, at.Column)
}

// follower follows values one step.
type follower struct {
	ix      *queries.Index
	args    flowArgs
	head    *answer.Head
	values  []*value
	steps   []step
	files   *flow.Files
	symbols map[int32]symbol
	fields  map[numberedField]string // that ends name by their numbers

	unparsed   int // steps without a use
	literals   int // values of fields in literals without keys
	addresses  int // steps that take the address
	otherCalls int // places from which other code may call a function literal of a parameter
}

// address is the role of a step that takes the address: other code may write and read through it.
const address = "address"

// describeSymbols reads symbols by their ids.
func (f *follower) describeSymbols(ctx context.Context, ids []int32) error {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int32) bool { _, known := f.symbols[id]; return known || id == 0 })
	if len(ids) == 0 {
		return nil
	}
	type row struct {
		symbol
		signature, parameters string
		results               int
	}
	slices.Sort(ids)
	rows, err := queries.Collect(ctx, f.ix.Query, func(r *row) []any {
		return []any{&r.id, &r.name, &r.kind, &r.language, &r.signature, &r.file, &r.path, &r.at.Line, &r.at.Column, &r.parameters, &r.results}
	}, symbolsSQL, slices.Compact(ids))
	if err != nil {
		return fmt.Errorf("read symbols: %w", err)
	}
	for _, r := range rows {
		switch {
		case !answer.IsCallable(r.kind):
		case r.language == "go":
			r.parts.Signature, _ = flow.ParseSignature(r.signature)
		default:
			r.symbol.signature = r.signature
			r.parts.Parameters = strings.Fields(r.parameters)
			r.parts.Results = make([]string, r.results)
			r.parts.Errors = make([]bool, r.results)
		}
		f.symbols[r.id] = r.symbol
	}
	return nil
}
