package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// Candidate is a symbol or a path that a target may mean.
type Candidate struct {
	Symbol   string `json:"symbol"`   // the path, for a file
	Kind     string `json:"kind"`     // the kind of a symbol, or "file"; empty for a path alone
	Position string `json:"position"` // file:line; empty for external symbols

	short string // the name that people type; empty when only the symbol tells it from other candidates
}

// Error is the error for a target that means nothing, or too much.
type Error struct {
	Target     string
	Ambiguous  bool        // several symbols match; otherwise the target is unknown
	OtherKind  string      // the kind of the symbol that the target means, when the operation does not take it
	Nothing    bool        // no symbol of any kind has the name, or there is no such file, line or column
	Reason     string      // why the target is unknown; may be empty
	Candidates []Candidate // the first matches, or the nearest names
	Total      int         // of all matches
	Advice     string
}

// Error returns the problem on one line.
func (e *Error) Error() string {
	typed := queries.Echo(e.Target)
	switch {
	case e.Ambiguous:
		things := "symbols"
		if kind := e.kind(); kind == "file" || kind == "package" {
			things = kind + "s"
		}
		return fmt.Sprintf("target %q is ambiguous: %d %s match", typed, e.Total, things)
	case e.OtherKind != "":
		return fmt.Sprintf("target %q is %s", typed, article(e.OtherKind))
	case e.Reason != "":
		return fmt.Sprintf("target %q is unknown: %s", typed, e.Reason)
	}
	return fmt.Sprintf("target %q is unknown", typed)
}

// kind returns the kind of all candidates, and empty when they have several.
func (e *Error) kind() string {
	if len(e.Candidates) == 0 || slices.ContainsFunc(e.Candidates, func(c Candidate) bool { return c.Kind != e.Candidates[0].Kind }) {
		return ""
	}
	return e.Candidates[0].Kind
}

// shorten gives the candidates the names that people type, unless these name several of them.
func (e *Error) shorten(ctx context.Context, ix *queries.Index) error {
	names, err := ix.Names(ctx)
	if err != nil {
		return err
	}
	users := map[string]int{}
	for _, c := range e.Candidates {
		users[schema.BaseSymbol(names.Short(c.Symbol))]++
	}
	for i, c := range e.Candidates {
		if short := names.Short(c.Symbol); slices.Contains(allKinds(), c.Kind) && users[schema.BaseSymbol(short)] == 1 {
			e.Candidates[i].short = short
		}
	}
	return nil
}

// shortened returns an error with short candidates when it is an [*Error].
func shortened(ctx context.Context, ix *queries.Index, err error) error {
	if e := (*Error)(nil); errors.As(err, &e) {
		if failed := e.shorten(ctx, ix); failed != nil {
			return failed
		}
	}
	return err
}

// Ambiguous returns the error about a target that names several symbols where an operation takes one.
func Ambiguous(ctx context.Context, ix *queries.Index, target string, found []Symbol) error {
	return shortened(ctx, ix, ambiguous(target, found))
}

// ambiguous is [Ambiguous] with stable names. Packages with one import path are told by their directories.
func ambiguous(target string, found []Symbol) *Error {
	e := &Error{Target: target, Ambiguous: true, Total: len(found), Advice: "name one of them:"}
	for i, s := range found[:min(len(found), maxCandidates)] {
		c := candidate(s)
		if slices.ContainsFunc(slices.Concat(found[:i], found[i+1:]), func(o Symbol) bool { return o.Symbol == s.Symbol }) {
			c.Symbol, c.Position = s.File, s.Symbol
		}
		e.Candidates = append(e.Candidates, c)
	}
	return e
}

// Hint returns the advice and the candidates, one on each line.
func (e *Error) Hint() string {
	if len(e.Candidates) == 0 {
		return e.Advice
	}
	var b strings.Builder
	b.WriteString(e.Advice)
	for _, c := range e.Candidates {
		b.WriteString("\n  " + cmp.Or(c.short, c.Symbol))
		for _, more := range []string{c.Kind, c.Position} {
			if more != "" {
				b.WriteString("  " + more)
			}
		}
	}
	if n := e.Total - len(e.Candidates); e.Ambiguous && n > 0 {
		fmt.Fprintf(&b, "\n  … and %d more", n)
	}
	return b.String()
}

// ExitCode returns the exit code for a failed operation.
func (e *Error) ExitCode() int { return 1 }

// ScopeError is the error for a scope that matches no file of the index. An empty answer would look like a proof.
type ScopeError struct {
	Scope   string
	Nearest string // a similar path of the index; may be empty
	Below   string // a glob of the files below the folders that the scope matches; empty when it matches none
	Prefix  bool   // the scope is the beginning of paths, and no pattern
}

// Error names the scope.
func (e *ScopeError) Error() string {
	if e.Prefix {
		return fmt.Sprintf("prefix %q is unknown: no path begins with it", queries.Echo(e.Scope))
	}
	return fmt.Sprintf("scope %q is unknown: it matches no file of the index", queries.Echo(e.Scope))
}

// Hint names the nearest path and the notations of a scope.
func (e *ScopeError) Hint() string {
	takes := "a scope is a path in the repository, a glob, or a LIKE pattern"
	if e.Prefix {
		takes = "a prefix is the literal beginning of paths, and no pattern"
	}
	switch {
	case e.Below != "":
		return fmt.Sprintf("a glob matches whole paths of files: %q has those below such folders", e.Below)
	case e.Nearest == "":
		return takes
	}
	return fmt.Sprintf("did you mean %q? %s%s", e.Nearest, strings.ToUpper(takes[:1]), takes[1:])
}

// ExitCode returns the exit code for a failed operation.
func (e *ScopeError) ExitCode() int { return 1 }

// article returns a noun with its article.
func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
