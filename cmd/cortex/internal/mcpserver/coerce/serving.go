package coerce

import (
	"slices"

	"github.com/cortex-index/cortex/queries"
)

const (
	// MaxTokens is the largest token_budget of a call.
	MaxTokens   = 8000
	usualTokens = 1200
)

// serving are the arguments that the server takes with each operation.
type serving struct {
	Tests       string `arg:"tests" values:"list,only" help:"list results in tests, or only these (default: count them)"`
	All         bool   `arg:"all" help:"list results that are only counted"`
	Why         bool   `arg:"why" help:"all reasons why the answer may be incomplete"`
	TokenBudget int    `arg:"token_budget" default:"1200" min:"200" max:"8000" help:"most tokens of the answer"`
	Index       string `arg:"index" help:"of several indexes one: repository[@commit], see cortex://index"`
}

// Serving returns the arguments that the server takes with an operation besides the operation's own.
func Serving(op queries.Operation) []queries.Arg {
	return slices.DeleteFunc(queries.ArgsOf[serving](), func(a queries.Arg) bool {
		reports := !op.Reports() && slices.Contains([]string{"tests", "all", "why"}, a.Name)
		return reports || op.Pair && a.Name == "index" || slices.ContainsFunc(op.Args, func(own queries.Arg) bool { return own.Name == a.Name })
	})
}

// serve moves the arguments of the server from Args to the call.
func (c *Call) serve() error {
	own := map[string]any{}
	for _, a := range Serving(c.Op) {
		if v, ok := c.Args[a.Name]; ok {
			own[a.Name] = v
			delete(c.Args, a.Name)
		}
	}
	s := serving{TokenBudget: usualTokens}
	if n, ok := own["token_budget"].(float64); ok && n > MaxTokens {
		own["token_budget"] = float64(MaxTokens)
		c.Read = append(c.Read, "token_budget as 8000, the maximum")
	}
	if err := queries.DecodeArgs(c.Op.Name, own, &s); err != nil {
		return err
	}
	c.Index, c.Tokens, c.Limited = s.Index, s.TokenBudget, own["token_budget"] != nil
	c.Reading = queries.Reading{Tests: queries.TestReading(s.Tests), All: s.All, Why: s.Why}
	return nil
}
