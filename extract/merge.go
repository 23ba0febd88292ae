package extract

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// merge makes every table but contents from the tree and the extractors' rows: with final
// ids, sorted, without repeats, with counts. It reuses the slices of codes. An error is a
// fault of an extractor.
func merge(ctx context.Context, cfg Config, t *Tree, codes []*Code) (*schema.Rows, error) {
	rows := gather(codes)
	ids, err := number(rows, len(t.Files))
	if err != nil {
		return nil, err
	}
	if err := ids.remap(ctx, cfg.Jobs, rows); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	arrange(cfg.Jobs, len(rows.Symbols), rows)
	numberDispatch(rows)

	rows.Diagnostics = append(rows.Diagnostics, t.Diagnostics...)
	_ = rows.Each(func(table any) error { validText(table); return nil })
	rows.Diagnostics = sorted(rows.Diagnostics)

	rows.Files = make([]schema.File, len(t.Files))
	for i, f := range t.Files {
		rows.Files[i] = f.Row
		if f.Content == nil {
			continue
		}
		rows.Files[i].Status = schema.StatusSkipped // unless its extractor read it
		for _, code := range codes {
			if s, ok := code.Status[f.Row.FileID]; ok {
				rows.Files[i].Status, rows.Files[i].IsUntyped = s, code.Untyped[f.Row.FileID]
			}
		}
	}
	if err := countFiles(rows); err != nil {
		return nil, err
	}
	packages, goModules := map[string]string{}, map[string]string{}
	for _, code := range codes {
		maps.Copy(packages, code.PackagePaths)
		maps.Copy(goModules, code.GoModules)
	}
	rows.Modules = modules(rows, packages, goModules)
	numberImports(rows)
	return rows, countRefs(rows)
}

// gather joins the rows of all extractors. It raises the symbol ids of each extractor
// above those of the extractors before it.
func gather(codes []*Code) *schema.Rows {
	all := &schema.Rows{}
	for i, code := range codes {
		r := &code.Rows
		if i > 0 {
			shift(r, highest(all.Symbols), all.Calls)
		}
		all.Symbols = join(all.Symbols, r.Symbols)
		all.Functions = join(all.Functions, r.Functions)
		all.Parameters = join(all.Parameters, r.Parameters)
		all.Types = join(all.Types, r.Types)
		all.Members = join(all.Members, r.Members)
		all.Calls = join(all.Calls, r.Calls)
		all.Overrides = join(all.Overrides, r.Overrides)
		all.TypeRelations = join(all.TypeRelations, r.TypeRelations)
		all.Imports = join(all.Imports, r.Imports)
		all.Refs = join(all.Refs, r.Refs)
		all.Annotations = join(all.Annotations, r.Annotations)
		all.Scopes = join(all.Scopes, r.Scopes)
		all.Diagnostics = join(all.Diagnostics, r.Diagnostics)
		all.Dispatches = join(all.Dispatches, r.Dispatches)
		all.Conversions = join(all.Conversions, r.Conversions)
		all.Unknowns = join(all.Unknowns, r.Unknowns)
		code.Rows = schema.Rows{}
	}
	return all
}

func join[T any](all, more []T) []T {
	if len(all) == 0 {
		return more
	}
	return append(all, more...)
}

// highest returns the greatest symbol id.
func highest(symbols []schema.Symbol) int32 {
	var n int32
	for _, s := range symbols {
		n = max(n, s.SymbolID)
	}
	return n
}

// shift adds n to every symbol id that is not NULL, and raises the dispatch ids above
// those of the calls before.
func shift(r *schema.Rows, n int32, before []schema.Call) {
	var dispatches int32
	for _, c := range before {
		dispatches = max(dispatches, c.DispatchID)
	}
	for i := range r.Calls {
		if c := &r.Calls[i]; c.DispatchID != 0 {
			c.DispatchID += dispatches
		}
	}
	for i := range r.Dispatches {
		r.Dispatches[i].DispatchID += dispatches
	}
	for _, ids := range idColumns(r) {
		for i := range ids.rows {
			if id := ids.at(i); *id != 0 {
				*id += n
			}
		}
	}
	for i := range r.Symbols {
		r.Symbols[i].SymbolID += n
		if r.Symbols[i].ContainerID != 0 {
			r.Symbols[i].ContainerID += n
		}
	}
}

// idColumn is one column of symbol ids.
type idColumn struct {
	name string
	rows int
	at   func(i int) *int32
}

// idColumns returns the columns of symbol ids of every table but symbols.
func idColumns(r *schema.Rows) []idColumn {
	return []idColumn{
		{"functions.function_id", len(r.Functions), func(i int) *int32 { return &r.Functions[i].FunctionID }},
		{"functions.receiver_type_id", len(r.Functions), func(i int) *int32 { return &r.Functions[i].ReceiverTypeID }},
		{"parameters.function_id", len(r.Parameters), func(i int) *int32 { return &r.Parameters[i].FunctionID }},
		{"parameters.type_id", len(r.Parameters), func(i int) *int32 { return &r.Parameters[i].TypeID }},
		{"types.type_id", len(r.Types), func(i int) *int32 { return &r.Types[i].TypeID }},
		{"members.type_id", len(r.Members), func(i int) *int32 { return &r.Members[i].TypeID }},
		{"members.member_id", len(r.Members), func(i int) *int32 { return &r.Members[i].MemberID }},
		{"members.member_type_id", len(r.Members), func(i int) *int32 { return &r.Members[i].MemberTypeID }},
		{"calls.caller_id", len(r.Calls), func(i int) *int32 { return &r.Calls[i].CallerID }},
		{"calls.callee_id", len(r.Calls), func(i int) *int32 { return &r.Calls[i].CalleeID }},
		{"calls.receiver_type_id", len(r.Calls), func(i int) *int32 { return &r.Calls[i].ReceiverTypeID }},
		{"overrides.type_id", len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].TypeID }},
		{"overrides.method_id", len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].MethodID }},
		{"overrides.overridden_id", len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].OverriddenID }},
		{"type_relations.from_type_id", len(r.TypeRelations), func(i int) *int32 { return &r.TypeRelations[i].FromTypeID }},
		{"type_relations.to_type_id", len(r.TypeRelations), func(i int) *int32 { return &r.TypeRelations[i].ToTypeID }},
		{"refs.symbol_id", len(r.Refs), func(i int) *int32 { return &r.Refs[i].SymbolID }},
		{"refs.enclosing_id", len(r.Refs), func(i int) *int32 { return &r.Refs[i].EnclosingID }},
		{"annotations.symbol_id", len(r.Annotations), func(i int) *int32 { return &r.Annotations[i].SymbolID }},
		{"dispatches.callee_id", len(r.Dispatches), func(i int) *int32 { return &r.Dispatches[i].CalleeID }},
		{"dispatches.method_id", len(r.Dispatches), func(i int) *int32 { return &r.Dispatches[i].MethodID }},
		{"conversions.method_id", len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].MethodID }},
		{"conversions.overridden_id", len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].OverriddenID }},
		{"conversions.enclosing_id", len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].EnclosingID }},
		{"unknowns.symbol_id", len(r.Unknowns), func(i int) *int32 { return &r.Unknowns[i].SymbolID }},
		{"scopes.symbol_id", len(r.Scopes), func(i int) *int32 { return &r.Scopes[i].SymbolID }},
	}
}

// place returns the position of a symbol for messages.
func place(s schema.Symbol) string {
	return fmt.Sprintf("%s:%d:%d", s.FilePath, s.NameLine, s.NameColumn)
}

// arrange sorts every table but files, modules and diagnostics, and drops repeats. Symbol
// ids run from 1 to n.
func arrange(jobs, n int, rows *schema.Rows) {
	rows.Functions = sorted(rows.Functions)
	rows.Parameters = sortedByID(jobs, n, rows.Parameters, func(p *schema.Parameter) int32 { return p.FunctionID })
	rows.Types = sorted(rows.Types)
	rows.Members = sortedByID(jobs, n, rows.Members, func(m *schema.Member) int32 { return m.TypeID })
	rows.Calls = sortedByID(jobs, n, rows.Calls, func(c *schema.Call) int32 { return c.CalleeID })
	rows.Overrides = sortedByID(jobs, n, rows.Overrides, func(o *schema.Override) int32 { return o.OverriddenID })
	rows.Conversions = sortedByID(jobs, n, rows.Conversions, func(c *schema.Conversion) int32 { return c.MethodID })
	rows.TypeRelations = sortedByID(jobs, n, rows.TypeRelations, func(r *schema.TypeRelation) int32 { return r.ToTypeID })
	rows.Refs = sortedByID(jobs, n, rows.Refs, func(r *schema.Ref) int32 { return r.SymbolID })
	rows.Annotations = sorted(rows.Annotations)
	rows.Unknowns = mergeUnknowns(rows.Unknowns)
	n = 0
	for i := range rows.Scopes {
		n = max(n, int(rows.Scopes[i].FileID))
	}
	rows.Scopes = sortedByID(jobs, n, rows.Scopes, func(s *schema.Scope) int32 { return s.FileID })
	slices.SortFunc(rows.Imports, compareImports)
	rows.Imports = slices.Compact(rows.Imports)
}
