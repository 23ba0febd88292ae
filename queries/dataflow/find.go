package dataflow

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/answer"
	"github.com/cortex-index/cortex/queries/completeness"
	"github.com/cortex-index/cortex/queries/internal/flow"
	"github.com/cortex-index/cortex/schema"
)

// site is a place in a file from which steps follow.
type site struct {
	step
	symbol   int32 // that it is about
	kind     siteKind
	language string
	number   int // of the field in a literal
}

// declaration is the role of the declaration of a field.
const declaration = "declaration"

// siteKind is the kind of a site.
type siteKind int

const (
	use     siteKind = iota // of a variable, constant or field
	asValue                 // of a function as a value
	call                    // of a function
	literal                 // the type of a literal without keys
	body                    // the name of a function: its body returns values
	local                   // a use of a local variable
)

// find lists the sites of the values, and parses their files.
func (f *follower) find(ctx context.Context) error {
	byKind := map[bool][]int32{} // whether the value is a part of a function
	of := map[int32][]*value{}
	var sites []site
	for _, v := range f.values {
		if v.symbol.id != 0 && (v.local == nil || v.part != "") {
			byKind[v.part != ""] = append(byKind[v.part != ""], v.symbol.id)
			of[v.symbol.id] = append(of[v.symbol.id], v)
		}
	}
	add := func(kind siteKind, text string, args ...any) error {
		found, err := queries.Collect(ctx, f.ix.Query, func(s *site) []any {
			s.kind = kind
			fields := []any{&s.symbol, &s.fileID, &s.File, &s.language, &s.Test, &s.Line, &s.Column}
			switch kind {
			case literal:
				fields = append(fields, &s.number)
			case call:
				fields = append(fields, &s.Evidence, &s.dispatched)
			default:
				fields = append(fields, &s.Role, &s.Evidence)
			}
			return append(fields, &s.Symbol)
		}, text, args...)
		for _, s := range found {
			if s.Role == declaration {
				if s.language == "go" {
					continue // of a field, which has no value
				}
				s.Role = "write"
			}
			sites = append(sites, s)
		}
		return err
	}
	if ids := byKind[false]; ids != nil {
		if err := add(use, usesSQL, ids, false); err != nil {
			return fmt.Errorf("read uses: %w", err)
		}
		if err := add(literal, literalsSQL, ids); err != nil {
			return fmt.Errorf("read the uses of structs: %w", err)
		}
	}
	if ids := byKind[true]; ids != nil {
		if err := add(call, callsSQL, ids, f.args.Target != ""); err != nil {
			return fmt.Errorf("read calls: %w", err)
		}
		if !f.args.Ignored {
			if err := add(asValue, usesSQL, ids, true); err != nil {
				return fmt.Errorf("read uses as a value: %w", err)
			}
		}
	}
	files := []int32{}
	for _, s := range sites {
		if s.language == "go" {
			files = append(files, s.fileID)
		}
	}
	for _, v := range f.values {
		if !f.args.Ignored && v.part != "" && v.symbol.language == "go" && v.symbol.file != 0 {
			files = append(files, v.symbol.file)
		}
		if v.local != nil {
			files = append(files, v.local.File.ID)
		}
	}
	var err error
	slices.Sort(files)
	if f.files, err = flow.Load(ctx, f.ix, slices.Compact(files)); err != nil {
		return err
	}
	for _, s := range sites {
		for _, v := range of[s.symbol] {
			f.follow(s, v)
		}
	}
	if !f.args.Ignored {
		for _, v := range f.values {
			f.followBody(v)
		}
	}
	if err := f.settleAtomics(ctx); err != nil {
		return err
	}
	for _, s := range f.steps {
		if s.Role == address {
			f.addresses++
		}
	}
	if err := f.readText(ctx); err != nil {
		return err
	}
	f.unparsed = len(slices.DeleteFunc(slices.Clone(f.steps), func(s step) bool { return s.Use != "" || s.of.symbol.language != "go" }))
	return nil
}

// follow adds the steps of a value at a site.
func (f *follower) follow(s site, v *value) {
	file := f.files.File(s.fileID)
	s.of = v
	if file == nil {
		s.bare(v)
		if s.kind != literal {
			f.add(s.step, flow.Step{Write: s.Role == "write"})
		}
		return
	}
	var steps []flow.Step
	ok := true
	switch s.kind {
	case use, asValue:
		steps = make([]flow.Step, 1)
		steps[0], ok = file.At(s.at())
		if s.kind == asValue {
			steps[0].Use = strings.TrimSuffix("function value: "+steps[0].Use, ": ")
			s.Evidence = string(schema.EvidenceValue)
		}
	case literal:
		s.Evidence = string(schema.EvidenceStatic)
		places, found := file.Elements(s.at(), s.number)
		for i, p := range places {
			s.Line, s.Column = p.Line, p.Column
			f.literals++
			f.add(s.step, found[i])
		}
		return
	case call:
		switch v.part {
		case result:
			steps = make([]flow.Step, 1)
			steps[0], ok = file.Result(s.at(), v.number)
		case receiver:
			steps = make([]flow.Step, 1)
			steps[0], ok = file.ReceiverOf(s.at())
		default:
			steps, ok = file.Arguments(s.at(), v.number, v.variadic)
		}
	}
	if !ok {
		s.bare(v)
		steps = []flow.Step{{Write: s.Role == "write"}}
	}
	for _, step := range steps {
		f.add(s.step, step)
	}
}

// bare completes a site of which the code is not parsed.
func (s *site) bare(v *value) {
	if s.kind == call {
		s.Role = "read"
		if v.part != result {
			s.Role = "write"
		}
	}
	if s.kind == asValue {
		s.Evidence = string(schema.EvidenceValue)
	}
}

func (f *follower) add(s step, found flow.Step) {
	s.Use, s.Text, s.end = found.Use, found.Text, found.Next
	switch {
	case found.Address:
		s.Role = address
	case found.Write:
		s.Role = "write"
	default:
		s.Role = "read"
	}
	f.steps = append(f.steps, s)
	if found.Both {
		s.Role, s.end = "read", flow.End{}
		f.steps = append(f.steps, s)
	}
}

// followBody adds the steps of a parameter, result or local variable in its function.
func (f *follower) followBody(v *value) {
	s := step{of: v, Symbol: v.symbol.name, Evidence: string(schema.EvidenceStatic)}
	var file *flow.File
	var l flow.Local
	ok := false
	switch {
	case v.local != nil:
		s.fileID, s.File = v.local.File.ID, v.local.File.File
		file, l, ok = f.files.File(s.fileID), v.local.Local, true
	case v.part != "":
		s.fileID, s.File = v.symbol.file, v.symbol.path
		if file = f.files.File(s.fileID); file == nil {
			return
		}
		l, ok = file.Part(v.symbol.at, v.part, v.number)
	}
	if v.part == result {
		places, steps := file.Returns(v.symbol.at, v.number)
		for i, p := range places {
			s.Line, s.Column = p.Line, p.Column
			f.add(s, steps[i])
		}
	}
	if !ok {
		return
	}
	if l.OfLiteral != "" {
		places, steps, others := file.Literal(l)
		for i, p := range places {
			s.Line, s.Column = p.Line, p.Column
			f.add(s, steps[i])
		}
		f.otherCalls += others
	}
	for _, p := range l.Uses {
		if (v.part != "" || l.OfLiteral != "") && p == l.At {
			continue // the calls give it values
		}
		if found, ok := file.At(p); ok {
			s.Line, s.Column = p.Line, p.Column
			f.add(s, found)
		}
	}
}

// choose filters the steps and orders them: code before tests, writes before reads, then by place. Of several values at a place the
// surest stays when only dropped results count.
func (f *follower) choose(ctx context.Context) {
	tests := answer.Tests(ctx, f.args.IncludeTests)
	f.steps = slices.DeleteFunc(f.steps, func(s step) bool {
		return f.args.Role != "" && s.Role != f.args.Role && s.Role != address || tests != "all" && s.Test != (tests == "tests") ||
			f.args.Ignored && !strings.HasPrefix(s.Use, flow.Ignored)
	})
	last := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(f.steps, func(a, b step) int {
		return cmp.Or(last(a.Test)-last(b.Test), -cmp.Compare(a.Role, b.Role), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), last(a.dispatched)-last(b.dispatched))
	})
	if f.args.Ignored {
		f.steps = slices.CompactFunc(f.steps, func(a, b step) bool { return a.fileID == b.fileID && a.at() == b.at() })
	}
}

// describe names the values at both ends of steps.
func (f *follower) describe(ctx context.Context, steps []step) error {
	var ids []int32
	for _, s := range steps {
		ids = append(ids, f.files.Symbol(s.fileID, s.end.At))
	}
	if err := f.describeSymbols(ctx, ids); err != nil {
		return err
	}
	if err := f.readFields(ctx, steps); err != nil {
		return err
	}
	for i := range steps {
		s := &steps[i]
		s.Value, s.Next = s.of.String(), f.name(*s)
	}
	return nil
}

// numberedField is a field of a struct type by its number.
type numberedField struct {
	of     int32
	number int
}

// readFields reads the fields of the struct types that ends name.
func (f *follower) readFields(ctx context.Context, steps []step) error {
	var types []int32
	for _, s := range steps {
		if s.end.Kind == flow.Field {
			types = append(types, f.files.Symbol(s.fileID, s.end.At))
		}
	}
	if types == nil {
		return nil
	}
	type row struct {
		numberedField
		name string
	}
	rows, err := queries.Collect(ctx, f.ix.Query, func(r *row) []any { return []any{&r.of, &r.number, &r.name} }, fieldsSQL, types)
	f.fields = map[numberedField]string{}
	for _, r := range rows {
		f.fields[r.numberedField] = r.name
	}
	return err
}

// name returns the target that the end of a step means; empty when there is none.
func (f *follower) name(s step) string {
	if s.end.Local {
		return place(s.File, s.end.At)
	}
	to := f.symbols[f.files.Symbol(s.fileID, s.end.At)]
	p := to.parts
	switch s.end.Kind {
	case flow.Field:
		return f.fields[numberedField{to.id, s.end.Number}]
	case flow.Named:
		if slices.Contains(plain, schema.Kind(to.kind)) {
			return to.name
		}
		return ""
	case flow.Nowhere:
		return ""
	}
	if !answer.IsCallable(to.kind) { // a function value
		return ""
	}
	part, number := result, s.end.Number
	switch s.end.Kind {
	case flow.Receiver:
		part = receiver
	case flow.Argument:
		part = parameter
		if p.Variadic {
			number = min(number, len(p.Parameters)-1)
		}
		if number >= len(p.Parameters) {
			return ""
		}
	default:
		if number >= len(p.Results) {
			return ""
		}
	}
	return to.name + ":" + p.word(part, number)
}

// ask adds the reasons why steps may be missing.
func (f *follower) ask(ctx context.Context) error {
	asked := []completeness.Asked{{About: schema.AboutReferences}, {About: schema.AboutCallers}}
	f.head.Reason(schema.ReasonAddressTaken, f.addresses)
	f.head.Reason(schema.ReasonDynamicCalls, f.otherCalls)
	var abstract []int32
	for _, v := range f.values {
		if v.symbol.kind == string(schema.KindInterfaceMethod) && !f.args.Ignored {
			abstract = append(abstract, v.symbol.id)
		}
	}
	if abstract != nil {
		var methods int
		if err := f.ix.QueryRow(ctx, implementedSQL, abstract).Scan(&methods); err != nil {
			return fmt.Errorf("count the methods that implement: %w", err)
		}
		f.head.Reason(schema.ReasonDispatchNotFollowed, methods)
	}
	for _, v := range f.values {
		switch {
		case v.part != "":
			asked[1].IDs = append(asked[1].IDs, v.symbol.id)
		case v.local == nil:
			asked[0].IDs = append(asked[0].IDs, v.symbol.id)
		}
	}
	if f.args.Target == "" {
		var dynamic int
		if err := f.ix.QueryRow(ctx, "SELECT count(*) FROM calls WHERE evidence = 'dynamic'").Scan(&dynamic); err != nil {
			return fmt.Errorf("count the calls of function values: %w", err)
		}
		f.head.Reason(schema.ReasonDynamicCalls, dynamic)
	}
	if ids := asked[0].IDs; ids != nil {
		var unnamed int
		if err := f.ix.QueryRow(ctx, "SELECT coalesce(sum(implicit_uses), 0)::BIGINT FROM members WHERE list_contains($1::INTEGER[], member_id)", ids).Scan(&unnamed); err != nil {
			return fmt.Errorf("count the uses of fields without their names: %w", err)
		}
		f.head.Reason(schema.ReasonImplicitUses, unnamed-f.literals)
	}
	asked = slices.DeleteFunc(asked, func(a completeness.Asked) bool { return a.IDs == nil })
	if asked == nil {
		return nil
	}
	return f.head.Ask(ctx, f.ix, asked...)
}
