// Package budget makes the text and the JSON of an answer fit into the context of a model. An
// answer names the parts that were left out, and how to ask for them.
package budget

import (
	"maps"
	"slices"

	"github.com/cortex-index/cortex/queries"
)

// DESIGN: hosts warn at 10,000 tokens and cut or refuse more, and a model pays for each token.
// English and code have about four bytes to a token; paths and numbers have fewer, which the
// difference to 20,000 and 40,000 bytes leaves room for.
const (
	usualText = 16_000 // bytes of a text, for a call that asks for no more than usual
	usualJSON = 18_000 // bytes of JSON then
	maxBytes  = 36_000 // bytes of any text or JSON

	// MaxTokens is the largest token_budget of a call.
	MaxTokens = 8000
)

// Budget limits the answer to a call.
type Budget struct {
	// Args are the arguments of the call, with a token_budget of at most MaxTokens.
	Args map[string]any

	op         queries.Operation
	given      map[string]any
	text, json int // bytes
}

// Max returns the largest budget, for a text that no arguments can make smaller.
func Max() Budget { return Budget{text: maxBytes, json: maxBytes} }

// For returns the budget of a call.
func For(op queries.Operation, given map[string]any) Budget {
	b := Budget{Args: maps.Clone(given), op: op, given: given, text: usualText, json: usualJSON}
	if asksForMore(op, given) {
		b.text, b.json = maxBytes, maxBytes
	}
	if n, ok := Int(given["token_budget"]); ok && n > MaxTokens {
		b.Args["token_budget"] = float64(MaxTokens)
	}
	return b
}

// Limited reports whether Args has another token_budget than was given.
func (b Budget) Limited() bool { return b.Args["token_budget"] != b.given["token_budget"] }

// limits are the arguments with which a call says how much it wants.
var limits = []string{"max_results", "limit", "top_n", "context_lines", "max_per_level", "token_budget", "detail_level"}

// limitsOf returns the limits of an operation that can be above their defaults.
func limitsOf(op queries.Operation) (names []string) {
	for _, a := range op.Args {
		if slices.Contains(limits, a.Name) && (rank(a, a.Default) < a.Max || rank(a, a.Default) < len(a.Values)-1) {
			names = append(names, a.Name)
		}
	}
	return names
}

// asksForMore reports whether a limit of a call is above its default.
//
// DESIGN: a limit may also ask for less, such as max_results 5. A larger budget for every call
// with a limit doubled such answers.
func asksForMore(op queries.Operation, args map[string]any) bool {
	return slices.ContainsFunc(op.Args, func(a queries.Arg) bool {
		if a.Name == "context_lines" && args["include_context"] == false {
			return false
		}
		return slices.Contains(limits, a.Name) && rank(a, args[a.Name]) > rank(a, a.Default)
	})
}

// rank returns the amount that a value asks for: a number, or the place of a word in the
// argument's closed list; -1 for other values.
func rank(a queries.Arg, v any) int {
	if n, ok := Int(v); ok {
		return n
	}
	word, _ := v.(string)
	return slices.Index(a.Values, word)
}

// Int returns the value of an argument that is a number, as Go or JSON has it.
func Int(v any) (int, bool) {
	switch n := v.(type) {
	case float64:
		return int(n), true
	case int:
		return n, true
	}
	return 0, false
}
