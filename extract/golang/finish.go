package golang

import (
	"slices"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang/unknowns"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// finish joins the results of the nodes in their order. It completes them with the whole tree: unique symbols, the types of methods,
// synthetic functions and the external symbols in use.
func (x *extraction) finish(parts []*found) *extract.Code {
	x.Graph, x.types, x.ByName = nil, nil, nil // the type checker's memory is needed no more
	all := concat(parts)
	r := &all.rows
	x.NoteNewer(r)
	for _, in := range x.inits.byKey {
		sym, fn := x.initSymbol(in)
		r.Symbols = append(r.Symbols, sym)
		r.Functions = append(r.Functions, fn)
	}
	slices.SortFunc(r.Symbols, func(a, b schema.Symbol) int { return a.Compare(b) })
	x.unique(r.Symbols)
	x.contain(all)
	x.reachAPI(r.Symbols, r.Functions, all.exposed)
	x.numberDispatches(r)
	x.adoptOutsiders(all)
	x.countImplicit(all)
	r.Symbols = append(r.Symbols, x.outsideInUse(r)...)
	index := make(map[int32]*schema.Symbol, len(r.Symbols))
	for i := range r.Symbols {
		index[r.Symbols[i].SymbolID] = &r.Symbols[i]
	}
	copySymbols(r, index)
	x.entries(r, index)
	r.Unknowns = unknowns.Rows(x.Program, r, index, unknowns.Findings{Names: all.names, Gaps: all.gaps, Opened: x.opens, Bodies: all.bodies, Lost: x.lost})
	code := &extract.Code{Rows: *r, Status: map[int32]schema.FileStatus{}, Untyped: map[int32]bool{}, PackagePaths: map[string]string{}, GoModules: map[string]string{}, Roots: map[string]string{}}
	code.Outside, code.Unpinned = x.Outside, !x.IsPinned
	if x.Tool != nil {
		code.GoVersion, code.GoEnv = x.Tool.Version, x.Tool.BuildEnv
	}
	for _, s := range x.Sources {
		code.Status[s.File.Row.FileID] = schema.StatusOK
		if s.Partial {
			code.Status[s.File.Row.FileID] = schema.StatusPartial
		}
		code.Untyped[s.File.Row.FileID] = s.Owner == nil
		if p := x.Layout.PackagePath(s.Dir); p != "" {
			code.PackagePaths[s.Dir] = p
			code.GoModules[s.Dir], code.Roots[s.Dir] = x.Layout.Managed[s.Dir].Path, x.Layout.Managed[s.Dir].Root()
		}
	}
	return code
}

// concat joins the rows of all parts and lets go of each part as it goes. The
// parts hold most of the memory of an extraction: nothing is copied twice.
func concat(parts []*found) *found {
	parts = slices.DeleteFunc(parts, func(p *found) bool { return p == nil })
	all := &found{names: untyped.Names{}}
	for _, p := range parts {
		all.names.Merge(p.names)
		p.names = nil
	}
	joinTable(parts, all, func(f *found) *[]exposure { return &f.exposed })
	joinTable(parts, all, func(f *found) *[]unknowns.Gap { return &f.gaps })
	joinTable(parts, all, func(f *found) *[]unknowns.UnreadBody { return &f.bodies })
	joinTable(parts, all, func(f *found) *[]methodOf { return &f.methods })
	joinTable(parts, all, func(f *found) *[]int32 { return &f.implicit.fields })
	joinTable(parts, all, func(f *found) *[]string { return &f.implicit.unnamed })
	joinTable(parts, all, func(f *found) *[]schema.Symbol { return &f.rows.Symbols })
	joinTable(parts, all, func(f *found) *[]schema.Function { return &f.rows.Functions })
	joinTable(parts, all, func(f *found) *[]schema.Parameter { return &f.rows.Parameters })
	joinTable(parts, all, func(f *found) *[]schema.TypeRow { return &f.rows.Types })
	joinTable(parts, all, func(f *found) *[]schema.Member { return &f.rows.Members })
	joinTable(parts, all, func(f *found) *[]schema.Call { return &f.rows.Calls })
	joinTable(parts, all, func(f *found) *[]schema.Override { return &f.rows.Overrides })
	joinTable(parts, all, func(f *found) *[]schema.TypeRelation { return &f.rows.TypeRelations })
	joinTable(parts, all, func(f *found) *[]schema.Import { return &f.rows.Imports })
	joinTable(parts, all, func(f *found) *[]schema.Ref { return &f.rows.Refs })
	joinTable(parts, all, func(f *found) *[]schema.Annotation { return &f.rows.Annotations })
	joinTable(parts, all, func(f *found) *[]schema.Dispatch { return &f.rows.Dispatches })
	joinTable(parts, all, func(f *found) *[]schema.Conversion { return &f.rows.Conversions })
	joinTable(parts, all, func(f *found) *[]schema.Scope { return &f.rows.Scopes })
	joinTable(parts, all, func(f *found) *[]schema.Unknown { return &f.rows.Unknowns })
	joinTable(parts, all, func(f *found) *[]schema.Diagnostic { return &f.rows.Diagnostics })
	return all
}

func joinTable[T any](parts []*found, all *found, table func(*found) *[]T) {
	n := 0
	for _, p := range parts {
		n += len(*table(p))
	}
	rows := slices.Grow(*table(all), n)
	for _, p := range parts {
		rows = append(rows, *table(p)...)
		*table(p) = nil
	}
	*table(all) = rows
}

// unique gives a suffix to symbols that two files of one package declare, which
// no compiler accepts but a tree may hold: all but the first by path.
func (x *extraction) unique(symbols []schema.Symbol) {
	seen := make(map[string]bool, len(symbols))
	for i := range symbols {
		s := &symbols[i]
		if seen[s.Symbol] {
			s.Symbol += "#" + s.FilePath
		}
		seen[s.Symbol] = true
	}
}

// contain finds the type that each method is declared on.
func (x *extraction) contain(all *found) {
	r := &all.rows
	types := make(map[string]int32, len(r.Types))
	at := make(map[int32]int, len(r.Symbols))
	for i, s := range r.Symbols {
		at[s.SymbolID] = i
		if s.Kind.IsType() {
			types[s.Symbol] = s.SymbolID
		}
	}
	receiver := make(map[int32]int32, len(all.methods))
	for _, m := range all.methods {
		for _, name := range m.types {
			if id, ok := types[name]; ok {
				r.Symbols[at[m.method]].ContainerID = id
				receiver[m.method] = id
				break
			}
		}
	}
	methods := map[int32]int32{}
	for i := range r.Functions {
		f := &r.Functions[i]
		f.ReceiverTypeID = receiver[f.FunctionID]
		methods[f.ReceiverTypeID]++
	}
	fields, explicit := map[int32]int32{}, map[int32]int32{}
	for _, m := range r.Members {
		switch m.Kind {
		case schema.MemberField:
			fields[m.TypeID]++
		case schema.MemberEmbedded:
			if m.MemberID != 0 {
				fields[m.TypeID]++
			}
		case schema.MemberInterfaceMethod:
			explicit[m.TypeID]++
		}
	}
	for i := range r.Types {
		t := &r.Types[i]
		t.FieldCount, t.MethodCount = fields[t.TypeID], methods[t.TypeID]+explicit[t.TypeID]
	}
}

// adoptOutsiders replaces the external symbols that the tree declares too: those of a published version of a module of the tree, and
// predeclared ones in the tree of the standard library. Types that satisfy the published version of an interface are left out: they
// were compared with the tree's own.
func (x *extraction) adoptOutsiders(all *found) {
	r := &all.rows
	home := map[int32]int32{}
	for _, s := range r.Symbols {
		if o, ok := x.externals.rows[s.Symbol]; ok {
			home[o.SymbolID] = s.SymbolID
		}
	}
	if len(home) == 0 {
		return
	}
	supplanted := func(id int32) bool { return x.compared[home[id]] }
	r.TypeRelations = slices.DeleteFunc(r.TypeRelations, func(t schema.TypeRelation) bool {
		return t.Relation == schema.RelationImplements && supplanted(t.ToTypeID)
	})
	r.Overrides = slices.DeleteFunc(r.Overrides, func(o schema.Override) bool { return supplanted(o.OverriddenID) })
	for i := range r.Calls { // their dispatches are those of the published versions
		if c := &r.Calls[i]; home[c.CalleeID] != 0 || home[c.ReceiverTypeID] != 0 {
			c.DispatchID = 0
		}
	}
	move := func(id *int32) {
		if to, ok := home[*id]; ok {
			*id = to
		}
	}
	eachSymbolID(r, move)
	for i := range all.implicit.fields {
		move(&all.implicit.fields[i])
	}
	r.Overrides = slices.DeleteFunc(r.Overrides, func(o schema.Override) bool { return o.MethodID == o.OverriddenID })
	r.Conversions = slices.DeleteFunc(r.Conversions, func(c schema.Conversion) bool { return c.MethodID == c.OverriddenID })
	r.TypeRelations = slices.DeleteFunc(r.TypeRelations, func(t schema.TypeRelation) bool { return t.FromTypeID == t.ToTypeID })
	r.TypeRelations = nearest(r.TypeRelations)
}

// eachSymbolID calls f with every place of a row that can hold an outside symbol.
func eachSymbolID(r *schema.Rows, f func(*int32)) {
	for i := range r.Calls {
		f(&r.Calls[i].CalleeID)
		f(&r.Calls[i].ReceiverTypeID)
	}
	for i := range r.Refs {
		f(&r.Refs[i].SymbolID)
	}
	for i := range r.Overrides {
		f(&r.Overrides[i].TypeID)
		f(&r.Overrides[i].MethodID)
		f(&r.Overrides[i].OverriddenID)
	}
	for i := range r.Dispatches {
		f(&r.Dispatches[i].CalleeID)
		f(&r.Dispatches[i].MethodID)
	}
	for i := range r.Conversions {
		f(&r.Conversions[i].MethodID)
		f(&r.Conversions[i].OverriddenID)
	}
	for i := range r.TypeRelations {
		f(&r.TypeRelations[i].ToTypeID)
	}
	for i := range r.Parameters {
		f(&r.Parameters[i].TypeID)
	}
	for i := range r.Members {
		f(&r.Members[i].MemberTypeID)
	}
}

// outsideInUse returns the outside symbols that some row names.
func (x *extraction) outsideInUse(r *schema.Rows) []schema.Symbol {
	used := map[int32]bool{}
	eachSymbolID(r, func(id *int32) {
		if x.isExternal(*id) {
			used[*id] = true
		}
	})
	var rows []schema.Symbol
	byName, inside := map[string]int32{}, map[string][]int{}
	for _, s := range x.externals.rows {
		if used[s.SymbolID] {
			rows = append(rows, *s)
			byName[s.Symbol] = s.SymbolID
		}
	}
	for i := range rows {
		container := containerOf(rows[i])
		if rows[i].ContainerID = byName[container]; rows[i].ContainerID == 0 && container != "" {
			inside[container] = append(inside[container], i)
		}
	}
	for _, s := range r.Symbols { // a method that an ignored file declares on a type of the tree
		for _, i := range inside[s.Symbol] {
			rows[i].ContainerID = s.SymbolID
		}
	}
	slices.SortFunc(rows, func(a, b schema.Symbol) int { return a.Compare(b) })
	return rows
}

// copySymbols fills in the columns that functions and types share with symbols.
func copySymbols(r *schema.Rows, index map[int32]*schema.Symbol) {
	for i := range r.Functions {
		f := &r.Functions[i]
		s := index[f.FunctionID]
		if s == nil {
			continue // extract.Run drops the row
		}
		f.Symbol, f.Name, f.QualifiedName, f.FileID, f.FilePath, f.ModulePath, f.Language = s.Symbol, s.Name, s.QualifiedName, s.FileID, s.FilePath, s.ModulePath, s.Language
		f.StartLine, f.EndLine, f.StartPos, f.EndPos = s.StartLine, s.EndLine, s.StartPos, s.EndPos
		f.IsExported, f.IsTest, f.Signature = s.IsExported, s.IsTest, s.Signature
	}
	for i := range r.Types {
		t := &r.Types[i]
		s := index[t.TypeID]
		if s == nil {
			continue
		}
		t.Symbol, t.Name, t.QualifiedName, t.Kind, t.FileID, t.FilePath, t.ModulePath, t.Language = s.Symbol, s.Name, s.QualifiedName, s.Kind, s.FileID, s.FilePath, s.ModulePath, s.Language
		t.StartLine, t.EndLine, t.StartPos, t.EndPos = s.StartLine, s.EndLine, s.StartPos, s.EndPos
		t.IsExported, t.IsTest, t.Signature = s.IsExported, s.IsTest, s.Signature
	}
}
