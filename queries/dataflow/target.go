package dataflow

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/internal/flow"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// The parts of a function.
const (
	receiver  = "receiver"
	parameter = "parameter"
	result    = "result"
)

// parts is the parts of a function that hold values.
type parts struct{ flow.Signature }

// word returns the name by which a target names a part. Parts without a clear name have a number.
func (p parts) word(part string, number int) string {
	names, word := p.Parameters, "param"
	switch part {
	case receiver:
		names, word = []string{p.Receiver}, receiver
	case result:
		names, word = p.Results, result
	}
	if number < len(names) && names[number] != "" && names[number] != "_" {
		return names[number]
	}
	if part == receiver {
		return receiver
	}
	if part == result {
		for _, short := range []string{"err", result} {
			if got, n, ok := p.find(short); ok && got == result && n == number {
				return short
			}
		}
	}
	return word + strconv.Itoa(number+1)
}

// numbered matches a part by its number, from 1.
var numbered = regexp.MustCompile(`^(param|result|)([1-9][0-9]{0,3})$`)

// find returns the part that a word names. A name of a parameter comes before words for results.
func (p parts) find(word string) (part string, number int, ok bool) {
	if word != "" && word != "_" {
		if i := slices.Index(p.Parameters, word); i >= 0 {
			return parameter, i, true
		}
		if i := slices.Index(p.Results, word); i >= 0 {
			return result, i, true
		}
		if word == p.Receiver || word == receiver {
			return receiver, 0, true
		}
	}
	if m := numbered.FindStringSubmatch(word); m != nil {
		n, _ := strconv.Atoi(m[2])
		if m[1] == "param" {
			return parameter, n - 1, n <= len(p.Parameters)
		}
		return result, n - 1, n <= len(p.Results)
	}
	var others []int
	for i, isError := range p.Errors {
		if !isError {
			others = append(others, i)
		}
	}
	last := p.lastError()
	switch {
	case (word == "err" || word == "error") && last >= 0:
		return result, last, true
	case word == result && len(others) == 1:
		return result, others[0], true
	case word == result && len(p.Results) == 1:
		return result, 0, true
	}
	return "", 0, false
}

// lastError returns the number of the last result of type error, or -1.
func (p parts) lastError() int {
	for i := len(p.Errors) - 1; i >= 0; i-- {
		if p.Errors[i] {
			return i
		}
	}
	return -1
}

// all returns the words of all parts.
func (p parts) all() (words []string) {
	if p.Receiver != "" {
		words = append(words, p.Receiver)
	}
	for i := range p.Parameters {
		words = append(words, p.word(parameter, i))
	}
	for i := range p.Results {
		words = append(words, p.word(result, i))
	}
	return words
}

// ofFunction matches Func:part. A file has no parts.
var ofFunction = regexp.MustCompile(`^(.*[^:]):([\pL_][\pL\pN_]*|[1-9][0-9]*)$`)

var (
	fileName = regexp.MustCompile(`\.(?:go|pyi?|[cm]?[jt]sx?)(?::[0-9]+)*$`)
	funcs    = []schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod}
	plain    = []schema.Kind{schema.KindField, schema.KindProperty, schema.KindEnumMember, schema.KindVariable, schema.KindConstant}
)

// resolve finds the values that the target means.
func (f *follower) resolve(ctx context.Context) error {
	text := strings.TrimSpace(f.args.Target)
	if text == "" {
		return f.resolveAll(ctx)
	}
	local, err := flow.FindLocal(ctx, f.ix, text)
	if err != nil {
		return err
	}
	if local != nil {
		return f.resolveLocal(ctx, local)
	}
	if m := ofFunction.FindStringSubmatch(text); m != nil && !fileName.MatchString(m[1]) {
		found, err := target.Resolve(ctx, f.ix, m[1], funcs)
		if err != nil {
			return err
		}
		return f.resolvePart(ctx, text, m[2], found)
	}
	found, err := target.Resolve(ctx, f.ix, text, append(slices.Clone(plain), funcs...))
	if err != nil {
		return err
	}
	if err := f.describeSymbols(ctx, idsOf(found)); err != nil {
		return err
	}
	if answer.IsCallable(found[0].Kind) {
		if at, ok := target.ParsePlace(text); ok && at.Column > 0 && f.symbols[found[0].ID].language != "go" {
			return &target.Error{Target: text, Reason: "no field or variable of the index is there, and cortex follows local variables in Go only"}
		}
		if f.args.Ignored {
			return f.resolvePart(ctx, text, "", found)
		}
		return f.noPart(ctx, text, found[0], "the values of a function have names:")
	}
	if f.args.Ignored {
		return &target.Error{Target: text, OtherKind: found[0].Kind, Advice: "with ignored, data-flow takes a function or one of its results"}
	}
	f.head.Read(found[0])
	for _, s := range found {
		if !answer.IsCallable(s.Kind) {
			f.values = append(f.values, &value{symbol: f.symbols[s.ID]})
		}
	}
	return nil
}

// resolveAll takes the errors of all functions.
func (f *follower) resolveAll(ctx context.Context) error {
	if !f.args.Ignored {
		return &queries.UsageError{Message: "argument target is missing", Advice: "name a value, or list the calls that drop errors with --ignored"}
	}
	var hasGo bool
	if err := f.ix.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM files WHERE language = 'go')").Scan(&hasGo); err != nil {
		return fmt.Errorf("look for Go files: %w", err)
	}
	if !hasGo {
		return &queries.UsageError{Message: "the index has no Go code", Advice: "cortex knows the calls that drop errors in Go only"}
	}
	ids, err := queries.Collect(ctx, f.ix.Query, func(id *int32) []any { return []any{id} }, fallibleSQL)
	if err != nil {
		return fmt.Errorf("list functions with errors: %w", err)
	}
	if err := f.describeSymbols(ctx, ids); err != nil {
		return err
	}
	for _, id := range ids {
		f.errorsOf(f.symbols[id])
	}
	return nil
}

// errorsOf takes the errors that a function returns.
func (f *follower) errorsOf(s symbol) {
	for number, isError := range s.parts.Errors {
		if isError {
			v := &value{symbol: s}
			v.set(result, number)
			f.values = append(f.values, v)
		}
	}
}

func idsOf(found []target.Symbol) (ids []int32) {
	for _, s := range found {
		ids = append(ids, s.ID)
	}
	return ids
}

// resolveLocal takes a local variable. A parameter of a declared function is a part of the function too.
func (f *follower) resolveLocal(ctx context.Context, l *flow.Found) error {
	v := &value{local: l}
	f.values = []*value{v}
	if id := l.Files.Symbol(l.File.ID, l.Func); id != 0 {
		if err := f.describeSymbols(ctx, []int32{id}); err != nil {
			return err
		}
		v.symbol = f.symbols[id]
		if l.Role != "" {
			v.set(l.Role, l.Number-1)
		}
	}
	if f.args.Ignored && v.part != result {
		return &target.Error{Target: f.args.Target, Reason: fmt.Sprintf("%s is a %s", l.Name, l.Kind), Advice: "with ignored, data-flow takes a function or one of its results"}
	}
	f.head.Read(target.Symbol{Symbol: v.String(), Kind: string(schema.KindVariable), File: l.File.File, StartLine: l.At.Line, EndLine: l.At.Line,
		Reading: fmt.Sprintf("%s is a %s, declared at %s", l.Name, l.Kind, place(l.File.File, l.At))})
	return nil
}

func (v *value) set(part string, number int) {
	v.part, v.number = part, number
	p := v.symbol.parts
	v.variadic = part == parameter && p.Variadic && number == len(p.Parameters)-1
}

// resolvePart takes one part of each function that has it: the part with a name, or its errors when that is empty.
func (f *follower) resolvePart(ctx context.Context, text, word string, found []target.Symbol) error {
	if err := f.describeSymbols(ctx, idsOf(found)); err != nil {
		return err
	}
	f.head.Read(found[0])
	if f.args.Ignored && f.symbols[found[0].ID].language != "go" {
		return &target.Error{Target: text, Reason: "cortex knows the calls that drop a result in Go only", Advice: "list the calls with callers"}
	}
	for _, s := range found {
		v := &value{symbol: f.symbols[s.ID]}
		if word == "" {
			f.errorsOf(v.symbol)
			continue
		}
		part, number, ok := v.symbol.parts.find(word)
		if ok {
			v.set(part, number)
		}
		if ok && (!f.args.Ignored || part == result) {
			f.values = append(f.values, v)
		}
	}
	if len(f.values) == 0 {
		if f.args.Ignored {
			return f.noPart(ctx, text, found[0], "with ignored, data-flow takes a result. The values of the function:")
		}
		return f.noPart(ctx, text, found[0], "the values of the function:")
	}
	return nil
}

// noPart returns the error for a target that names no value of a function.
func (f *follower) noPart(ctx context.Context, text string, of target.Symbol, advice string) error {
	names, err := f.ix.Names(ctx)
	if err != nil {
		return err
	}
	e := &target.Error{Target: text, Reason: "it names no value", Advice: advice}
	for _, word := range f.symbols[of.ID].parts.all() {
		e.Candidates = append(e.Candidates, target.Candidate{Symbol: names.Short(of.Symbol) + ":" + word, Kind: of.Kind, Position: answer.Position(of.File, of.StartLine)})
	}
	e.Total = len(e.Candidates)
	if e.Total == 0 {
		e.Reason, e.Advice = "the function has no parameters and no results", "name another function, a field or a variable"
	}
	return e
}
