// Package budget makes the text of an answer fit into the context of a model. An answer counts the lines
// that were left out, and says how to ask for them.
package budget

import (
	"maps"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/queries"
)

// DESIGN: a model pays for each token, and hosts warn at 10,000 and cut or refuse more. English and code
// have about four bytes to a token; paths and numbers have fewer, which the maximum leaves room for.
const (
	bytesPerToken = 4
	maxBytes      = 36_000 // bytes of any text
	overhead      = 1_600  // bytes of the lines around the source in an answer with a budget of its own
)

// Budget limits the answer to a call.
type Budget struct {
	// Args are the arguments of the call, with a token_budget of at most coerce.MaxTokens.
	Args map[string]any
	// Of names the code that an answer is complete for, when the checkout has newer code; empty otherwise.
	Of string

	reading queries.Reading
	op      queries.Operation
	given   map[string]any
	text    int // bytes
}

// Max returns the largest budget, for a text that no arguments can make smaller.
func Max() Budget { return Budget{text: maxBytes} }

// For returns the budget of a call. The operation context packs source into its own token_budget, and
// detail shows a whole function.
func For(c coerce.Call) Budget {
	b := Budget{Args: maps.Clone(c.Args), reading: c.Reading, op: c.Op, given: c.Args, text: c.Tokens * bytesPerToken}
	switch {
	case takes(c.Op, "token_budget"):
		n, ok := number(c.Args["token_budget"])
		if !ok {
			n = argument(c.Op, "token_budget").Default.(int)
		}
		if n > coerce.MaxTokens {
			n = coerce.MaxTokens
			b.Args["token_budget"] = float64(n)
		}
		b.text = n*bytesPerToken + overhead
	case c.Op.Name == "detail" && !c.Limited:
		b.text = maxBytes
	}
	if c.Reading.Tests != queries.TestsFolded { // tests come after the code, and count toward the limits
		for _, name := range []string{"max_results", "max_per_level"} {
			if takes(c.Op, name) && c.Args[name] == nil {
				b.Args[name] = float64(argument(c.Op, name).Max)
			}
		}
	}
	return b
}

// Limited reports whether Args has another token_budget than was given.
func (b Budget) Limited() bool { return b.Args["token_budget"] != b.given["token_budget"] }

// argument returns an argument of an operation; the zero value when it takes none of the name.
func argument(op queries.Operation, name string) queries.Arg {
	for _, a := range op.Args {
		if a.Name == name {
			return a
		}
	}
	return queries.Arg{}
}

func takes(op queries.Operation, name string) bool { return argument(op, name).Name != "" }

// number returns a number of JSON.
func number(v any) (int, bool) {
	n, ok := v.(float64)
	return int(n), ok
}
