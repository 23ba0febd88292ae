package extract

import (
	"context"
	"maps"
	"slices"

	"github.com/cortex-index/cortex/schema"
)

// merge makes every table but contents from the tree and the extractors' rows: with final
// ids, sorted, without repeats, with counts. It reuses the slices of codes. Rows that contradict
// others are dropped; with cfg.FailInconsistent they are an error.
func merge(ctx context.Context, cfg Config, t *Tree, codes []*Code) (*schema.Rows, error) {
	rows := gather(codes)
	rows.Diagnostics = append(rows.Diagnostics, t.Diagnostics...)
	rows.Files = make([]schema.File, len(t.Files))
	for i, f := range t.Files {
		rows.Files[i] = f.Row
	}
	packages, goModules, roots := map[string]string{}, map[string]string{}, map[string]string{}
	for _, code := range codes {
		maps.Copy(packages, code.PackagePaths)
		maps.Copy(goModules, code.GoModules)
		maps.Copy(roots, code.Roots)
	}
	rows.Modules = modules(rows.Files, packages, goModules, roots)
	if err := consistent(rows); err != nil && cfg.FailInconsistent {
		return nil, err
	}
	ids := number(rows)
	if err := ids.remap(ctx, cfg.Jobs, rows); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	arrange(cfg.Jobs, len(rows.Symbols), rows)
	numberDispatch(rows)

	_ = rows.Each(func(table any) error { validText(table); return nil })
	rows.Diagnostics = sorted(rows.Diagnostics)

	for i, f := range t.Files {
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
	countFiles(rows)
	countModules(rows)
	for i := range rows.Imports {
		rows.Imports[i].ImportID = int32(i + 1)
	}
	countRefs(rows)
	return rows, nil
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
		for _, id := range symbolIDs(&r.Symbols[i]) {
			if *id != 0 {
				*id += n
			}
		}
	}
}

// symbolIDs returns the columns of a symbol that name other symbols, the container first.
func symbolIDs(s *schema.Symbol) []*int32 {
	return []*int32{&s.ContainerID, &s.SequenceID, &s.RepeatsID}
}

// idColumn is one column of symbol ids.
type idColumn struct {
	rows int
	at   func(i int) *int32
}

// idColumns returns the columns of symbol ids of every table but symbols.
func idColumns(r *schema.Rows) []idColumn {
	return []idColumn{
		{len(r.Functions), func(i int) *int32 { return &r.Functions[i].FunctionID }},
		{len(r.Functions), func(i int) *int32 { return &r.Functions[i].ReceiverTypeID }},
		{len(r.Parameters), func(i int) *int32 { return &r.Parameters[i].FunctionID }},
		{len(r.Parameters), func(i int) *int32 { return &r.Parameters[i].TypeID }},
		{len(r.Types), func(i int) *int32 { return &r.Types[i].TypeID }},
		{len(r.Members), func(i int) *int32 { return &r.Members[i].TypeID }},
		{len(r.Members), func(i int) *int32 { return &r.Members[i].MemberID }},
		{len(r.Members), func(i int) *int32 { return &r.Members[i].MemberTypeID }},
		{len(r.Calls), func(i int) *int32 { return &r.Calls[i].CallerID }},
		{len(r.Calls), func(i int) *int32 { return &r.Calls[i].CalleeID }},
		{len(r.Calls), func(i int) *int32 { return &r.Calls[i].ReceiverTypeID }},
		{len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].TypeID }},
		{len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].MethodID }},
		{len(r.Overrides), func(i int) *int32 { return &r.Overrides[i].OverriddenID }},
		{len(r.TypeRelations), func(i int) *int32 { return &r.TypeRelations[i].FromTypeID }},
		{len(r.TypeRelations), func(i int) *int32 { return &r.TypeRelations[i].ToTypeID }},
		{len(r.Refs), func(i int) *int32 { return &r.Refs[i].SymbolID }},
		{len(r.Refs), func(i int) *int32 { return &r.Refs[i].EnclosingID }},
		{len(r.Annotations), func(i int) *int32 { return &r.Annotations[i].SymbolID }},
		{len(r.Dispatches), func(i int) *int32 { return &r.Dispatches[i].CalleeID }},
		{len(r.Dispatches), func(i int) *int32 { return &r.Dispatches[i].MethodID }},
		{len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].MethodID }},
		{len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].OverriddenID }},
		{len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].TypeID }},
		{len(r.Conversions), func(i int) *int32 { return &r.Conversions[i].EnclosingID }},
		{len(r.Unknowns), func(i int) *int32 { return &r.Unknowns[i].SymbolID }},
		{len(r.Unknowns), func(i int) *int32 { return &r.Unknowns[i].CauseID }},
		{len(r.Scopes), func(i int) *int32 { return &r.Scopes[i].SymbolID }},
	}
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
