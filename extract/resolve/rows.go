package resolve

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// builder makes the rows of a program.
type builder struct {
	*program
	code       *extract.Code
	next       int32
	externals  map[string]*external
	unresolved map[string]*place  // uses without a target by name
	edges      int32              // the calls and references that rules decide or leave open
	called     map[uint32]bool    // the places with a call in the unit
	languages  map[string]bool    // those that have files
	scip       *meanings          // nil without an index
	supers     map[[2]int32]int32 // the dispatch ids of calls of super, by class and callee
	subclasses map[*Def][]*Def
	fronted    map[*Def]bool // the definitions that a module with an API imports for others
}

// external is a definition outside the repository.
type external struct {
	id               int32
	path             string
	isCalled, isType bool
}

// place counts places and keeps the first.
type place struct {
	count        int32
	file         int32
	line, column int32
}

// languageOf returns the name of the language of external symbols: the first one that has files.
func (b *builder) languageOf() string {
	for _, name := range b.language.Names {
		if b.languages[name] {
			return name
		}
	}
	return b.language.Names[0]
}

func (b *builder) build(ctx context.Context, tree *extract.Tree, lost []*extract.File) {
	for _, f := range lost {
		b.languages[f.Row.Language] = true
	}
	for _, u := range b.units {
		b.languages[u.File.Row.Language] = true
		for _, i := range slices.Concat(u.Imports, u.Implied) {
			i.of, i.module = u, b.linker.Find(u, i.Path)
		}
	}
	b.follow()
	b.extend()
	b.tests()
	b.name()
	b.attach(tree.SCIP)
	b.front()
	for _, u := range b.units {
		b.unit(ctx, u)
	}
	for _, path := range sortedKeys(b.externals) {
		b.external(b.externals[path])
	}
	b.relations()
	b.weigh()
	hasGo := map[string]bool{} // a folder with a Go package has the import path of that
	for _, f := range tree.Files {
		if f.Row.Language == "go" {
			hasGo[f.Row.ModulePath] = true
		}
	}
	for _, u := range b.units {
		if u.Package != "" && !hasGo[u.File.Row.ModulePath] && b.code.PackagePaths[u.File.Row.ModulePath] == "" {
			b.code.PackagePaths[u.File.Row.ModulePath] = u.Package
		}
	}
	b.unknowns(lost)
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// tests marks the classes with test methods, and their files.
func (b *builder) tests() {
	for _, u := range b.units {
		for _, d := range u.Defs {
			if c := d.Container; d.Entry == schema.EntryTest && c != nil && c.Kind == schema.KindClass {
				c.IsTest = true
				if c.Container == nil {
					c.Unit.File.Row.IsTest, c.Unit.IsAPI = true, false
				}
			}
		}
	}
}

// isTest reports whether only tests run a definition.
func (d *Def) isTest() bool {
	for ; d != nil; d = d.Container {
		if d.IsTest || d.Entry == schema.EntryTest || d.part != nil && d.part.isTest() {
			return true
		}
	}
	return false
}

// name gives each definition its number and its stable name. Of several definitions with one name, the one in the file with the shortest
// path has no suffix.
func (b *builder) name() {
	units := slices.Clone(b.units)
	slices.SortStableFunc(units, func(x, y *Unit) int {
		return cmp.Compare(strings.Count(x.File.Row.FilePath, "/"), strings.Count(y.File.Row.FilePath, "/"))
	})
	owners := map[string]*Unit{}
	for _, u := range units {
		repeats := map[string]int{}
		for _, d := range u.Defs {
			b.nameDef(d, owners, repeats)
			if d.Container != nil {
				d.Container.members = append(d.Container.members, d)
			}
		}
		u.moduleCode = &Def{Unit: u, Name: b.language.ModuleCode, Kind: schema.KindFunction, Entry: schema.EntryInitializer, Complexity: 1}
		if u.IsTest {
			u.moduleCode.Entry = schema.EntryTest
		}
		b.nameDef(u.moduleCode, owners, repeats)
	}
	b.next = 0
	for _, u := range b.units {
		for _, d := range append(u.Defs, u.moduleCode) {
			b.next++
			d.id = b.next
		}
	}
}

func (b *builder) nameDef(d *Def, owners map[string]*Unit, repeats map[string]int) {
	module := d.outermost().Unit.Module
	s := schema.Spelling{Prefix: b.language.Scheme + ":" + module, Names: d.path()}
	d.qualified = strings.TrimPrefix(strings.Join(append([]string{module}, s.Names...), "."), ".")
	base := s.String()
	if owners[base] == nil {
		owners[base] = d.Unit
	} else if owners[base] != d.Unit {
		s.Suffixes = []string{d.Unit.File.Row.FilePath}
	}
	repeats[base]++
	s.Repeat = repeats[base]
	d.symbol = s.String()
}

// path returns the names of the containers and the name.
func (d *Def) path() []string {
	if d.Container == nil {
		return []string{d.Name}
	}
	return append(d.Container.path(), d.Name)
}

// idOf returns the number of a definition, 0 for none.
func idOf(d *Def) int32 {
	if d == nil {
		return 0
	}
	return d.id
}

func (b *builder) unit(ctx context.Context, u *Unit) {
	status := schema.StatusOK
	for _, e := range u.Errors {
		d := schema.Diagnostic{FileID: u.File.Row.FileID, FilePath: u.File.Row.FilePath, ModulePath: u.File.Row.ModulePath, Stage: schema.StageParse,
			Code: e.Code, Severity: schema.SeverityWarning, Message: e.Message}
		if e.Code == schema.CodeParseError {
			d.StartLine, d.StartColumn = u.Lines.At(e.At)
		}
		b.code.Rows.Diagnostics = append(b.code.Rows.Diagnostics, d)
		if status == schema.StatusOK {
			status = schema.StatusPartial
		}
	}
	if u.isSkipped() {
		status = schema.StatusSkipped
	}
	b.code.Status[u.File.Row.FileID] = status
	if status == schema.StatusSkipped {
		return
	}
	b.exports(u)
	for _, d := range u.Defs {
		b.def(d)
	}
	b.imports(u)
	b.scopes(u)
	b.called = map[uint32]bool{}
	calls := len(b.code.Rows.Calls)
	for _, e := range u.Exprs {
		if ctx.Err() != nil {
			return
		}
		b.visit(u, e)
	}
	for _, c := range b.code.Rows.Calls[calls:] {
		if c.CallerID == u.moduleCode.id {
			b.def(u.moduleCode)
			break
		}
	}
	b.disagree(u)
	for w, at := range u.Words {
		b.note(u, w, at)
	}
}

// exports finds the definitions that a unit exports by name.
func (b *builder) exports(u *Unit) {
	if u.Exports == nil {
		return
	}
	u.exported = map[*Def]bool{}
	for _, name := range sortedKeys(u.Exports.Names) { // the order of evaluation decides cycles
		for _, x := range u.Exports.Names[name] {
			if x.Def != nil {
				u.exported[x.Def] = true
			}
			for _, t := range b.targetsOf(x.Value) {
				if t.def != nil {
					u.exported[t.def.outermost()] = true
				}
			}
		}
	}
}

// front finds the definitions that modules with an API import for others, directly or with all names of a module.
func (b *builder) front() {
	b.fronted = map[*Def]bool{}
	add := func(ts []target) {
		for _, t := range ts {
			if t.def != nil && !t.def.IsPrivate {
				b.fronted[t.def.outermost()] = true
			}
		}
	}
	for _, u := range b.units {
		if !u.IsFront {
			continue
		}
		for _, name := range sortedKeys(u.Top.Names) { // the order of evaluation decides cycles
			for _, x := range u.Top.Names[name] {
				if x.Import != nil && u.offers(name) {
					add(b.importTargets(x.Import))
				}
			}
		}
		for _, i := range u.Top.Stars {
			if i.module == nil || i.module.Unit == nil {
				continue
			}
			for _, name := range sortedKeys(i.module.Unit.Top.Names) {
				if i.module.Unit.offers(name) && (u.Public == nil || u.Public[name]) {
					add(b.moduleMember(i.module, name))
				}
			}
		}
	}
}

// offers reports whether a name of a module is for others.
func (u *Unit) offers(name string) bool {
	if u.Public != nil {
		return u.Public[name]
	}
	return !strings.HasPrefix(name, "_")
}

// outermost returns the definition at file level around d.
func (d *Def) outermost() *Def {
	for d.Container != nil {
		d = d.Container
	}
	return d
}

const (
	maxSignature = 1000
	maxDoc       = 16384
)

// cutText cuts a text at a number of bytes.
func cutText(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// def adds the rows of a definition.
func (b *builder) def(d *Def) {
	u, rows := d.Unit, &b.code.Rows
	f := &u.File.Row
	s := schema.Symbol{SymbolID: d.id, Symbol: d.symbol, Name: d.Name, QualifiedName: d.qualified, Kind: d.Kind, Language: f.Language,
		FileID: f.FileID, FilePath: f.FilePath, ModulePath: f.ModulePath, StartPos: -1, EndPos: -1, ContainerID: idOf(d.Container), IsTest: f.IsTest || d.isTest(),
		PackagePath: u.Package, Signature: cutText(d.Signature, maxSignature), Doc: cutText(d.Doc, maxDoc), SignatureHash: d.SigHash, Entry: d.Entry}
	isCode := d == u.moduleCode
	if isCode {
		s.Signature = d.Name
	} else {
		s.IsExported = !d.IsLocal && (u.Exports == nil || u.exported[d.outermost()])
		for c := d; c != nil; c = c.Container {
			s.IsExported = s.IsExported && !c.IsPrivate
		}
		s.IsAPI = s.IsExported && !s.IsTest && (u.IsAPI || b.fronted[d.outermost()])
		s.StartLine, s.StartColumn = u.Lines.At(d.Start)
		s.EndLine, _ = u.Lines.At(max(d.Start, d.End-1))
		s.NameLine, s.NameColumn = u.Lines.At(d.At)
		s.StartPos, s.EndPos = int32(d.Start), int32(d.End)
	}
	rows.Symbols = append(rows.Symbols, s)
	for i, n := range d.Notes {
		line, _ := u.Lines.At(n.At)
		rows.Annotations = append(rows.Annotations, schema.Annotation{SymbolID: d.id, Ordinal: int32(i + 1), Name: n.Name, Arguments: cutText(n.Arguments, maxSignature), StartLine: line})
	}
	switch {
	case d.Kind.IsCallable() && d.Kind != schema.KindMacro:
		b.function(d, s)
	case d.Kind.IsType():
		b.class(d, s)
	}
}

func (b *builder) function(d *Def, s schema.Symbol) {
	rows := &b.code.Rows
	row := schema.Function{FunctionID: d.id, Symbol: s.Symbol, Name: s.Name, QualifiedName: s.QualifiedName, FileID: s.FileID, FilePath: s.FilePath, ModulePath: s.ModulePath,
		Language: s.Language, StartLine: s.StartLine, EndLine: s.EndLine, StartPos: s.StartPos, EndPos: s.EndPos, IsExported: s.IsExported, IsMethod: d.Kind == schema.KindMethod,
		IsTest: s.IsTest, IsGenerated: d.Unit.File.Row.IsGenerated, Signature: s.Signature, Lines: d.CodeLines, BodyHash: d.BodyHash, Complexity: d.Complexity}
	if row.IsMethod {
		row.ReceiverType, row.ReceiverTypeID = d.Container.Name, d.Container.id
	}
	// The rows have the order of the kinds: the receiver first, the result last.
	for i, p := range d.Params {
		switch p.Kind {
		case schema.ParameterValue:
			row.ParamCount++
		case schema.ParameterResult:
			row.ReturnCount++
		}
		rows.Parameters = append(rows.Parameters, schema.Parameter{FunctionID: d.id, Ordinal: int32(i + 1), Kind: p.Kind, Name: p.Name, TypeExpr: cutText(p.Text, maxSignature), TypeID: b.typeID(p.Type, maxNesting)})
	}
	if d.Kind != schema.KindInterfaceMethod {
		rows.Functions = append(rows.Functions, row)
	}
}

// maxNesting is the depth of containers in a type up to which its class is found. A type may be a container of itself.
const maxNesting = 4

// typeID returns the number of the class of the repository that a declared type means, or of its elements.
func (b *builder) typeID(e *Expr, depth int) int32 {
	for _, v := range b.typeOf(e) {
		if v.form == anInstance || v.form == aClass {
			return v.def.id
		}
		if v.form == aContainer && depth > 0 {
			for _, a := range v.args {
				if id := b.typeID(a, depth-1); id != 0 {
					return id
				}
			}
		}
	}
	return 0
}

func (b *builder) class(d *Def, s schema.Symbol) {
	rows := &b.code.Rows
	row := schema.TypeRow{TypeID: d.id, Symbol: s.Symbol, Name: s.Name, QualifiedName: s.QualifiedName, Kind: s.Kind, FileID: s.FileID, FilePath: s.FilePath, ModulePath: s.ModulePath,
		Language: s.Language, StartLine: s.StartLine, EndLine: s.EndLine, StartPos: s.StartPos, EndPos: s.EndPos, IsExported: s.IsExported, IsTest: s.IsTest,
		IsGenerated: d.Unit.File.Row.IsGenerated, Signature: s.Signature}
	b.orderOf(d)
	for _, m := range d.members {
		switch m.Kind {
		case schema.KindField, schema.KindEnumMember:
			kind := schema.MemberField
			if m.Kind == schema.KindEnumMember {
				kind = schema.MemberEnumMember
			}
			row.FieldCount++
			line, _ := m.Unit.Lines.At(m.At)
			rows.Members = append(rows.Members, schema.Member{TypeID: d.id, Kind: kind, Ordinal: row.FieldCount, MemberID: m.id, Name: m.Name,
				TypeExpr: cutText(m.TypeText, maxSignature), MemberTypeID: b.fieldType(d, m.Name), IsExported: !m.IsLocal && !m.IsPrivate, StartLine: line, ImplicitUses: -1})
		case schema.KindMethod:
			row.MethodCount++
			b.overrides(d, m)
		case schema.KindInterfaceMethod:
			row.MethodCount++
			line, _ := m.Unit.Lines.At(m.At)
			rows.Members = append(rows.Members, schema.Member{TypeID: d.id, Kind: schema.MemberInterfaceMethod, Ordinal: row.MethodCount, MemberID: m.id, Name: m.Name,
				TypeExpr: cutText(m.Signature, maxSignature), IsExported: !m.IsLocal && !m.IsPrivate, StartLine: line, ImplicitUses: -1})
		}
	}
	b.prepended(d)
	rows.Types = append(rows.Types, row)
	bases := slices.Concat(d.Prepends, d.Bases)
	if d.Side != nil {
		bases = slices.Concat(bases, d.Side.Bases)
	}
	for i, base := range slices.Concat(bases, d.Interfaces) {
		u := d.Unit
		if base.In != nil {
			u = base.In.Unit // of a part
		}
		line, _ := u.Lines.At(base.Start)
		r := schema.TypeRelation{FromTypeID: d.id, Relation: schema.RelationExtends, FileID: u.File.Row.FileID, StartLine: line, Evidence: schema.EvidenceHeuristic}
		if i >= len(bases) {
			r.Relation = schema.RelationImplements
		}
		for _, v := range b.baseOf(base) {
			switch {
			case v.form == aClass && v.def != d:
				r.ToTypeID = v.def.id
			case v.form == anExternal && !strings.HasPrefix(v.path, builtinPath):
				x := b.outside(v.path)
				x.isType, r.ToTypeID = true, x.id
			}
			if r.ToTypeID != 0 {
				rows.TypeRelations = append(rows.TypeRelations, r)
				break
			}
		}
	}
}

// fieldType returns the number of the class of a field.
func (b *builder) fieldType(d *Def, name string) int32 {
	for _, bs := range [][]*Binding{d.Scope.Names[name], d.Fields[name]} {
		for _, x := range bs {
			if x.Type != nil {
				if id := b.typeID(x.Type, maxNesting); id != 0 {
					return id
				}
			}
			for _, v := range b.bindingValues(x, d) {
				if v.form == anInstance {
					return v.def.id
				}
			}
		}
	}
	return 0
}

// prepended adds the methods that those of prepended modules override in a class.
func (b *builder) prepended(d *Def) {
	if len(d.Prepends) == 0 {
		return
	}
	order := b.orderOf(d)
	for i, module := range order {
		if module == d {
			break
		}
		for _, m := range module.members {
			if !m.isMethod() || m.IsStatic {
				continue
			}
			for _, t := range b.classMember(order[i+1:], d, b.language.Key(m), false) {
				if t.def != nil && t.def.isMethod() {
					b.code.Rows.Overrides = append(b.code.Rows.Overrides, schema.Override{TypeID: d.id, MethodID: m.id, OverriddenID: t.def.id, Evidence: schema.EvidenceHeuristic})
				}
			}
		}
	}
}

// overrides adds the methods of the base classes that a method overrides.
func (b *builder) overrides(d, m *Def) {
	if slices.Contains(b.language.Constructor, m.Name) {
		return // a call of a class runs its own constructor
	}
	above := slices.Clone(d.bases)
	interfaces := d.Interfaces
	if m.part != nil {
		interfaces = m.part.Interfaces
	}
	for _, i := range interfaces {
		for _, v := range b.baseOf(i) {
			if v.form == aClass {
				above = append(above, v.def)
			}
		}
	}
	for _, base := range above {
		order := b.orderOf(base)
		if m.IsStatic {
			order = b.sides(base)
		}
		for _, t := range b.classMember(order, base, b.language.Key(m), false) {
			if t.def != nil && t.def != m && t.def.isMethod() && (!b.language.HasOverloads || b.isSame(t.def, m)) {
				b.code.Rows.Overrides = append(b.code.Rows.Overrides, schema.Override{TypeID: d.id, MethodID: m.id, OverriddenID: t.def.id, Evidence: schema.EvidenceHeuristic})
			}
		}
	}
}

func (b *builder) scopes(u *Unit) {
	add := func(kind schema.ScopeKind, start, end uint32, d *Def) {
		s := schema.Scope{FileID: u.File.Row.FileID, Kind: kind, SymbolID: idOf(d)}
		s.StartLine, s.StartColumn = u.Lines.At(start)
		s.EndLine, s.EndColumn = u.Lines.At(end)
		b.code.Rows.Scopes = append(b.code.Rows.Scopes, s)
	}
	add(schema.ScopeFile, u.Top.Start, u.Top.End, nil)
	for _, d := range u.Defs {
		if d.Scope != nil {
			add(d.Scope.Kind, d.Scope.Start, d.Scope.End, d)
		}
	}
}

// imports adds the imports of a unit, and the references that they make.
func (b *builder) imports(u *Unit) {
	type key struct {
		path, alias string
		file, line  int32
	}
	rows := map[key]int{}
	for _, i := range u.Imports {
		line, _ := u.Lines.At(i.At)
		row := schema.Import{FileID: u.File.Row.FileID, FilePath: u.File.Row.FilePath, ModulePath: u.File.Row.ModulePath, ImportedModule: i.Path, StartLine: line,
			IsRelative: strings.HasPrefix(i.Path, "."), Evidence: schema.EvidenceHeuristic}
		m := i.module
		isName := i.Name != "" && i.Name != "*"
		var found []target
		if isName && m != nil {
			found = b.moduleMember(m, i.Name)
			if len(found) == 1 && found[0].module != nil {
				if b.linker.Within(m, i.Name) != nil {
					row.ImportedModule = strings.TrimSuffix(i.Path, ".") + "." + i.Name
				}
				m, isName = found[0].module, false
			}
		}
		if !isName || i.Name == b.language.Default {
			row.Alias = i.Alias
		}
		switch {
		case m != nil && m.Unit != nil:
			row.ImportedFileID, row.ImportedModulePath = m.Unit.File.Row.FileID, m.Unit.File.Row.ModulePath
		case m != nil && isIn1(found): // of a module in several files
			f := &found[0].def.Unit.File.Row
			row.ImportedFileID, row.ImportedModulePath = f.FileID, f.ModulePath
		case m != nil && m.Names != nil && m.Names.Def != nil: // all names of a type
			f := &m.Names.Def.Unit.File.Row
			row.ImportedFileID, row.ImportedModulePath = f.FileID, f.ModulePath
		case m != nil && i.Name == "*":
			row.ImportedModulePath = m.folder()
		case m != nil: // a folder without a file that runs
		case b.linker.IsStandard(i.Path):
			row.IsStandardLib = true
		default:
			row.IsExternal = !row.IsRelative
		}
		k := key{row.ImportedModule, row.Alias, row.ImportedFileID, line}
		at, ok := rows[k]
		if !ok {
			at = len(b.code.Rows.Imports)
			rows[k] = at
			b.code.Rows.Imports = append(b.code.Rows.Imports, row)
		}
		if isName {
			b.code.Rows.Imports[at].SymbolCount++
			e := &Expr{Op: Name, Name: i.Name, Start: i.NameAt, End: i.NameEnd, In: i.In, Role: schema.RoleImport}
			if m == nil {
				found = b.importTargets(i)
			}
			var evidence schema.Evidence
			found, evidence = b.meaning(u, e, found)
			b.refs(u, e, found, schema.RoleImport, evidence)
			if m != nil && len(found) == 0 {
				b.note(u, i.Name, i.NameAt)
			}
		}
	}
}

// isIn1 reports whether all meanings are definitions in one file.
func isIn1(ts []target) bool {
	return len(ts) > 0 && !slices.ContainsFunc(ts, func(t target) bool { return t.def == nil || ts[0].def == nil || t.def.Unit != ts[0].def.Unit })
}

// folder returns the folder with the files of a module in several files, other than tests; an empty path when there are several folders.
func (m *Module) folder() string {
	if m.Names == nil {
		return ""
	}
	folders := map[string]bool{}
	for _, bs := range m.Names.Names {
		for _, x := range bs {
			if x.Def != nil && !x.Def.Unit.File.Row.IsTest {
				folders[x.Def.Unit.File.Row.ModulePath] = true
			}
		}
	}
	if len(folders) != 1 {
		return ""
	}
	return sortedKeys(folders)[0]
}

// visit adds the calls and references of an expression.
func (b *builder) visit(u *Unit, e *Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case Name, Member:
		b.use(u, e)
		b.visit(u, e.X)
	case Call:
		if e.X != nil && (e.X.Op == Name || e.X.Op == Member) {
			b.call(u, e)
			b.visit(u, e.X.X)
		} else {
			b.callValue(u, e)
			b.visit(u, e.X)
		}
	default:
		b.visit(u, e.X)
	}
	for _, a := range e.Args {
		b.visit(u, a)
	}
}

// use adds the references of a name or member that is not called. Reading a property calls it.
func (b *builder) use(u *Unit, e *Expr) {
	ts, evidence := b.meaning(u, e, b.targetsOf(e))
	if e.Role == schema.RoleRead && e.Op == Member {
		for _, t := range ts {
			if t.def != nil && t.def.IsProperty {
				b.refs(u, e, ts, schema.RoleCall, evidence)
				b.addCall(u, e, t.def.id, evidence)
				return
			}
		}
	}
	b.refs(u, e, ts, e.Role, evidence)
	b.open(u, e, ts)
}

// open notes a name without a target.
func (b *builder) open(u *Unit, e *Expr, ts []target) {
	if len(ts) == 0 {
		b.note(u, e.Name, e.Start)
	}
}

func (b *builder) note(u *Unit, name string, at uint32) {
	b.edges++
	p := b.unresolved[name]
	if p == nil {
		p = &place{}
		b.unresolved[name] = p
	}
	line, column := u.Lines.At(at)
	if p.count++; p.count == 1 || u.File.Row.FileID == p.file && (line < p.line || line == p.line && column < p.column) {
		p.file, p.line, p.column = u.File.Row.FileID, line, column
	}
}

// refs adds a reference to each meaning of a name or member.
func (b *builder) refs(u *Unit, e *Expr, ts []target, role schema.Role, evidence schema.Evidence) {
	for i, t := range ts {
		id, r := int32(0), role
		switch {
		case t.def != nil:
			if id = t.def.id; t.def.At == e.Start && t.def.Unit == u {
				continue // the definition itself
			}
			if role == schema.RoleType && !t.def.Kind.IsType() {
				r = schema.RoleRead
			}
		case t.path != "" && !t.isKnown && !t.isModule:
			x := b.outside(t.path)
			id = x.id
			switch role {
			case schema.RoleType:
				x.isType = true
			case schema.RoleCall:
				x.isCalled = true
			}
		}
		if id == 0 || slices.ContainsFunc(ts[:i], func(o target) bool { return o.def == t.def && o.path == t.path }) {
			continue
		}
		b.ref(u, e, id, r, evidence)
	}
}

func (b *builder) ref(u *Unit, e *Expr, id int32, role schema.Role, evidence schema.Evidence) {
	in := e.In.kept()
	if in != nil && in.Kind == schema.KindField {
		in = in.Container
	}
	if evidence == schema.EvidenceHeuristic {
		b.edges++
	}
	r := schema.Ref{SymbolID: id, FileID: u.File.Row.FileID, Role: role, Evidence: evidence, EnclosingID: idOf(in)}
	r.StartLine, r.StartColumn = u.Lines.At(e.Start)
	r.EndColumn = r.StartColumn + int32(e.End-e.Start)
	b.code.Rows.Refs = append(b.code.Rows.Refs, r)
}

// call adds a call of a name or member.
func (b *builder) call(u *Unit, e *Expr) {
	x := e.X
	ts, evidence := b.meaning(u, x, b.targetsOf(x))
	ts = b.fitting(ts, e)
	b.refs(u, x, ts, schema.RoleCall, evidence)
	if b.isOpenOverload(ts) {
		b.note(u, x.Name, x.Start)
		b.addCall(u, x, 0, schema.EvidenceUnresolved)
		return
	}
	var callee int32
	isKnown, isValue := false, false
	for _, t := range ts {
		if callee != 0 {
			break
		}
		switch {
		case t.def != nil && t.def.Kind == schema.KindEnumMember && b.language.Caller == "":
			isKnown = true // a member with values
		case t.bind != nil:
			isValue = true
			if vs := b.targetValues(t); len(vs) == 1 && len(ts) == 1 && b.isWhole(t.bind.Value) {
				evidence = schema.EvidenceHeuristic // of the value
				callee, isKnown = b.called1(u, e, vs[0], evidence)
			}
		case t.def != nil && t.def.isType():
			callee, isKnown = b.called1(u, e, value{form: aClass, def: t.def}, evidence)
		case t.def != nil:
			callee = t.def.id
		case t.isKnown, t.isModule, t.module != nil:
			isKnown = true
		case t.path != "":
			callee = b.outside(t.path).id
		}
	}
	switch {
	case callee != 0:
		b.addCall(u, x, callee, evidence)
		if hasTwins(ts) {
			b.note(u, x.Name, x.Start) // the call has an edge to one of them
		}
	case isKnown:
	case isValue:
		b.addCall(u, x, 0, schema.EvidenceDynamic)
	default:
		b.note(u, x.Name, x.Start)
		b.addCall(u, x, 0, schema.EvidenceUnresolved)
	}
}

// isOpenOverload reports whether a call can mean several functions with other parameters.
func (b *builder) isOpenOverload(ts []target) bool {
	if !b.language.HasOverloads || len(ts) < 2 || ts[0].def == nil {
		return false
	}
	return slices.ContainsFunc(ts[1:], func(t target) bool {
		return t.def != nil && t.def.Kind.IsCallable() && ts[0].def.Kind.IsCallable() && !b.isSame(ts[0].def, t.def)
	})
}

// hasTwins reports whether a name means several functions of one file, such as those in the branches of a condition.
func hasTwins(ts []target) bool {
	return len(ts) > 1 && ts[0].def != nil && slices.ContainsFunc(ts[1:], func(t target) bool {
		x := ts[0].def
		return t.def != nil && t.def != x && t.def.Kind.IsCallable() && x.Kind.IsCallable() && t.def.Unit == x.Unit && t.def.qualified == x.qualified
	})
}

// takes reports whether a call of a function may have a number of arguments.
func (d *Def) takes(n int) bool {
	count, least := 0, 0
	for _, p := range d.Params {
		if p.Kind != schema.ParameterValue {
			continue
		}
		if count++; !p.IsOptional {
			least++
		}
		if p.IsRest {
			return n >= least-1
		}
	}
	return least <= n && n <= count
}

// isWhole reports whether the alternatives of an expression all have known values.
func (b *builder) isWhole(e *Expr) bool {
	switch {
	case e == nil:
	case e.Op == Declared && len(e.Args) > 0:
		return b.isWhole(e.Args[0])
	case e.Op == Either:
		return !slices.ContainsFunc(e.Args, func(a *Expr) bool { return a.Op != Nothing && len(b.valuesOf(a)) == 0 || !b.isWhole(a) })
	}
	return true
}

// called1 returns the function that a call of a value runs, and adds a reference to it. It is known to be outside the repository when
// there is none.
func (b *builder) called1(u *Unit, call *Expr, v value, evidence schema.Evidence) (callee int32, isKnown bool) {
	x := call.X
	var names []string
	switch v.form {
	case aFunction:
		b.ref(u, x, v.def.id, schema.RoleCall, evidence)
		return v.def.id, false
	case anExternal:
		e := b.outside(v.path)
		if e == nil {
			return 0, true
		}
		e.isCalled = true
		b.ref(u, x, e.id, schema.RoleCall, evidence)
		return e.id, false
	case aClass:
		names, isKnown = b.language.Constructor, true
		b.orderOf(v.def)
	case anInstance:
		names = []string{b.language.Caller}
	case aLiteral, aContainer:
		return 0, true
	}
	for _, name := range names {
		all := b.fitting(b.classMember(b.orderOf(v.def), v.def, name, false), call)
		if b.isOpenOverload(all) {
			return 0, false
		}
		for _, t := range all {
			if t.def != nil && t.bind == nil && t.def.isMethod() {
				b.ref(u, x, t.def.id, schema.RoleCall, evidence)
				return t.def.id, false
			}
		}
	}
	return 0, isKnown
}

// callValue adds a call of an expression without a name.
func (b *builder) callValue(u *Unit, e *Expr) {
	if e.X == nil {
		return
	}
	for _, v := range b.valuesOf(e.X) {
		if v.form == aClass || v.form == aLiteral {
			return
		}
	}
	b.addCall(u, &Expr{Start: e.X.End, End: e.X.End, In: e.In}, 0, schema.EvidenceDynamic)
}

func (b *builder) addCall(u *Unit, x *Expr, callee int32, evidence schema.Evidence) {
	if b.called[x.Start] {
		return
	}
	b.called[x.Start] = true
	caller := x.In.kept()
	for caller != nil && caller.Kind != schema.KindFunction && caller.Kind != schema.KindMethod {
		caller = caller.Container
	}
	if caller == nil {
		caller = u.moduleCode
	}
	c := schema.Call{CallerID: caller.id, CalleeID: callee, CalleeName: x.Name, FileID: u.File.Row.FileID, StartPos: int32(x.Start), Kind: schema.CallPlain, Evidence: evidence}
	if x.X != nil && x.X.Op == Name {
		c.CalleeName = x.X.Name + "." + x.Name
	}
	c.StartLine, c.StartColumn = u.Lines.At(x.Start)
	if x.X != nil && x.X.Op == Super {
		b.narrow(&c, x)
	}
	b.code.Rows.Calls = append(b.code.Rows.Calls, c)
}

// narrow limits a call of super to the methods that it can run: in each class below, the first one after the class around the call in
// method resolution order. Elsewhere a call of a method can run each one that overrides it.
func (b *builder) narrow(c *schema.Call, x *Expr) {
	class := classAround(x.In)
	ts := b.targetsOf(x)
	i := slices.IndexFunc(ts, func(t target) bool { return t.def != nil && t.def.id == c.CalleeID && t.def.isMethod() })
	if class == nil || i < 0 || len(ts) > 1 && !b.language.HasOverloads || isStatic(x.In) {
		return
	}
	callee := ts[i].def
	key := [2]int32{class.id, c.CalleeID}
	id, known := b.supers[key]
	if !known {
		id = int32(len(b.supers) + 1)
		b.supers[key] = id
		found := false
		for _, below := range b.below(class) {
			order := b.orderOf(below)
			for _, t := range b.classMember(b.above(class, order), below, b.key(x), false) {
				if t.def != nil && t.def.isMethod() && t.def != callee && (!b.language.HasOverloads || b.isSame(t.def, callee)) {
					found = true
					b.code.Rows.Dispatches = append(b.code.Rows.Dispatches, schema.Dispatch{DispatchID: id, CalleeID: c.CalleeID, MethodID: t.def.id})
				}
			}
		}
		if !found {
			b.code.Rows.Dispatches = append(b.code.Rows.Dispatches, schema.Dispatch{DispatchID: id, CalleeID: c.CalleeID})
		}
	}
	c.DispatchID, c.ReceiverTypeID = id, class.id
}

// below returns the classes of the repository that have a class in their method resolution order, without the class.
func (b *builder) below(class *Def) []*Def {
	if b.subclasses == nil {
		b.subclasses = map[*Def][]*Def{}
		for _, u := range b.units {
			for _, d := range u.Defs {
				if d.Kind != schema.KindClass {
					continue
				}
				for _, above := range b.orderOf(d) {
					if above == d {
						continue
					}
					b.subclasses[above] = append(b.subclasses[above], d)
				}
			}
		}
	}
	return b.subclasses[class]
}

// outside returns the external definition with a name, or nil for a built-in one.
func (b *builder) outside(path string) *external {
	if strings.HasPrefix(path, builtinPath) {
		return nil
	}
	x := b.externals[path]
	if x == nil {
		b.next++
		x = &external{id: b.next, path: path}
		b.externals[path] = x
	}
	return x
}

// external adds the symbol of an external definition. Its use tells its kind.
func (b *builder) external(x *external) {
	kind := schema.KindVariable
	switch {
	case x.isCalled:
		kind = schema.KindFunction
	case x.isType:
		kind = schema.KindClass
	}
	pkg := ""
	if i := strings.LastIndexByte(x.path, '.'); i > 0 {
		pkg = x.path[:i]
	}
	b.code.Rows.Symbols = append(b.code.Rows.Symbols, schema.Symbol{SymbolID: x.id, Symbol: b.language.Scheme + ":" + x.path, Name: lastPart(x.path), QualifiedName: x.path,
		Kind: kind, Language: b.languageOf(), StartPos: -1, EndPos: -1, IsExported: true, IsExternal: true, PackagePath: pkg, Signature: x.path})
}
