package golang

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// unseen is what could satisfy interfaces of the tree and has no method set here, or not its own: types in files outside
// the build and what those add to others, types in code with errors, in files that the build has and git ignores, and outside
// the tree where that knows the tree; and what tests add to types.
type unseen struct {
	all    bool                       // anything could
	known  map[string]bool            // the import paths of what packages outside the tree import that import some of it
	added  map[string]map[string]bool // the names of the methods that files without types declare, by the types that have them
	given  map[string]bool            // the names of all methods that a type may have which such a file declares
	gained []gaining                  // the types that have more methods in another build
	tests  map[string]bool            // the methods that tests add to types, by id
}

// gaining is a type with the names of the methods that files without types give it.
type gaining struct {
	*methodSet
	more map[string]bool
}

// untypedTypes is what a file without types declares of types, by names.
type untypedTypes struct {
	broken  bool                  // it could not be parsed whole
	methods map[string][]addition // by the type that they are declared on, as typeKey has it
	made    []composite
	types   map[string]declares // that it declares, likewise
	asked   []string            // methods of interfaces
	parts   []string            // what types are made of, so that they have its methods: embedded fields and interfaces, what types are declared as
}

// declares says how a type is declared.
type declares struct {
	alias bool
	whole bool // what it is declared as has no methods from elsewhere
}

// typeKey is the package's path and the name of a type at package level; a package and its external tests
// are one.
func typeKey(pkg, name string) string { return strings.TrimSuffix(pkg, "_test") + "." + name }

// unseenIn takes down the types in a file without types, wherever they stand in it.
func (x *extraction) unseenIn(s *source, f *parsedFile) *untypedTypes {
	u := &untypedTypes{broken: f.ast == nil || len(f.errs) > 0, methods: map[string][]addition{}, types: map[string]declares{}}
	if f.ast == nil {
		return u
	}
	pkg := x.layout.packagePath(s.dir)
	around := int32(0)
	id := func(name *ast.Ident) int32 { return s.id(f.tok.Offset(name.Pos())) }
	compose := func(of int32, key string, t ast.Expr) {
		c := composite{of: of, key: key}
		switch t := t.(type) {
		case *ast.StructType:
			c.parts = u.embedded(t.Fields)
		case *ast.InterfaceType:
			u.embedded(t.Methods)
			return // no value has it for a type
		default:
			if !isLiteral(t) {
				c.parts = identsOf(t)
				u.parts = append(u.parts, c.parts...)
			}
		}
		if key != "" || len(c.parts) > 0 {
			u.made = append(u.made, c)
		}
	}
	named := map[ast.Expr]bool{}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv != nil && len(n.Recv.List) > 0 {
				for _, name := range identsOf(n.Recv.List[0].Type) { // and the names of type parameters, which are no types
					key := typeKey(pkg, name)
					u.methods[key] = append(u.methods[key], addition{n.Name.Name, around})
				}
			}
		case *ast.TypeSpec:
			named[n.Type] = true
			whole := isLiteral(n.Type)
			switch t := n.Type.(type) {
			case *ast.StructType:
				whole = !slices.ContainsFunc(t.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 })
			case *ast.InterfaceType:
				whole = len(t.Methods.List) == 0
			}
			key := typeKey(pkg, n.Name.Name)
			u.types[key] = declares{n.Assign.IsValid(), whole}
			compose(id(n.Name), key, n.Type)
		case *ast.StructType:
			if !named[n] {
				compose(around, "", n)
			}
		case *ast.InterfaceType:
			if !named[n] {
				compose(around, "", n)
			}
			for _, m := range n.Methods.List {
				for _, name := range m.Names {
					u.asked = append(u.asked, name.Name)
				}
			}
		}
		return true
	}
	for _, d := range f.ast.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			around = id(d.Name)
			ast.Inspect(d, visit)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && len(v.Names) > 0 {
					around = id(v.Names[0])
				}
				ast.Inspect(spec, visit)
			}
		}
	}
	return u
}

// embedded takes down the names in embedded fields or interfaces, and returns them.
func (u *untypedTypes) embedded(fields *ast.FieldList) (names []string) {
	for _, f := range fields.List {
		if len(f.Names) == 0 {
			names = append(names, identsOf(f.Type)...)
		}
	}
	u.parts = append(u.parts, names...)
	return names
}

// identsOf are all names in an expression.
func identsOf(e ast.Expr) []string {
	var names []string
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names = append(names, id.Name)
		}
		return true
	})
	return names
}

// note takes down what files without types do to the types of the others, whose method sets are sets. A type that such a
// file declares has the methods that it declares, and those of what it is made of, which is found by its name: that may be more.
func (u *unseen) note(typed, untyped []*found, sets []*methodSet) {
	u.added, u.given = map[string]map[string]bool{}, map[string]bool{}
	declared, parts := map[string]declares{}, map[string]bool{}
	for _, p := range untyped {
		if p == nil || p.untyped == nil {
			continue
		}
		u.all = u.all || p.untyped.broken
		for key, names := range p.untyped.methods {
			if u.added[key] == nil {
				u.added[key] = map[string]bool{}
			}
			for _, m := range names {
				u.added[key][m.name], u.given[m.name] = true, true
			}
		}
		for key, d := range p.untyped.types {
			old, twice := declared[key]
			declared[key] = declares{d.alias || old.alias, d.whole && (old.whole || !twice)}
		}
		for _, name := range p.untyped.parts {
			parts[name] = true
		}
		for _, name := range p.untyped.asked {
			u.given[name] = true
		}
	}
	if len(declared) == 0 && len(parts) == 0 && len(u.added) == 0 {
		return
	}
	for _, p := range typed {
		if p == nil {
			continue
		}
		for _, s := range p.rows.Symbols {
			if !s.Kind.IsType() {
				continue
			}
			alias := s.Kind == schema.KindTypeAlias
			otherwise, twice := declared[typeKey(s.PackagePath, s.Name)]
			// An alias of another build may make signatures equal that are not so here; and what an alias stands for has methods that its name does not tell.
			u.all = u.all || twice && (alias || otherwise.alias) || alias && parts[s.Name]
		}
	}
	for _, s := range sets {
		more := map[string]bool{}
		for key := range s.parts {
			d, twice := declared[key]
			u.all = u.all || twice && !d.whole && key != s.key // it embeds what is another type in another build
			maps.Copy(more, u.added[key])
		}
		if len(more) > 0 {
			u.gained = append(u.gained, gaining{s, more})
		}
		if d, twice := declared[s.key]; !(twice && !d.whole) && !parts[s.name] {
			continue
		}
		maps.Copy(u.given, more)
		for _, m := range s.methods {
			u.given[nameOfID(m.id)] = true
		}
	}
}

// nameOfID is the name of a method by its id.
func nameOfID(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }

// addedByTests takes down the methods that types have in packages with their tests alone, or otherwise there: what embeds them
// elsewhere lacks them here.
func (u *unseen) addedByTests(t *typeNotes) {
	u.tests = map[string]bool{}
	for id, wide := range t.widest {
		plain := t.plain[id]
		if wide.ofTest {
			continue
		}
		for id, m := range wide.methods {
			if plain == nil || plain.methods[id].symbol != m.symbol {
				u.tests[id] = true
			}
		}
		if plain == nil {
			continue
		}
		for id := range plain.methods { // what two embedded types have, neither gives
			if _, has := wide.methods[id]; !has {
				u.tests[id] = true
			}
		}
	}
}

// outside reports whether types outside the tree may have a method, because they can embed the tree's.
func (u *unseen) outside(w witness) bool {
	return !slices.ContainsFunc(w.packages, func(p string) bool { return !u.known[p] })
}

// widen leaves the methods of an interface open that unseen types may have.
func (u *unseen) widen(c contract, witnesses []witness, of map[int32]*through) {
	if len(of) == 0 {
		return
	}
	open := u.all || slices.ContainsFunc(c.methods, func(m method) bool { return u.tests[m.id] }) ||
		!slices.ContainsFunc(witnesses, func(w witness) bool { return !u.given[nameOfID(w.id)] }) ||
		!slices.ContainsFunc(witnesses, func(w witness) bool { return !u.outside(w) }) ||
		slices.ContainsFunc(u.gained, func(g gaining) bool { return g.mayBe(c) })
	for _, want := range c.methods {
		if t := of[want.symbol]; t != nil {
			t.open = t.open || open
		}
	}
}

// mayBe reports whether a type satisfies an interface by what it gains.
func (g gaining) mayBe(c contract) bool {
	gains := false
	for _, want := range c.methods {
		if _, has := g.methods[want.id]; has {
			continue
		}
		if !g.more[nameOfID(want.id)] {
			return false
		}
		gains = true
	}
	return gains
}

// partsOf are the keys of a type and of all that it embeds, directly or in others.
func partsOf(t types.Type) map[string]bool {
	parts, seen := map[string]bool{}, map[types.Type]bool{}
	var add func(t types.Type)
	add = func(t types.Type) {
		if t = pointed(t); seen[t] {
			return
		}
		seen[t] = true
		if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
			parts[typeKey(named.Obj().Pkg().Path(), named.Obj().Name())] = true
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if !f.Embedded() {
					continue
				}
				if f.Pkg() != nil { // by the name of an alias too
					parts[typeKey(f.Pkg().Path(), f.Name())] = true
				}
				add(f.Type())
			}
		case *types.Interface:
			for e := range u.EmbeddedTypes() {
				add(e)
			}
		}
	}
	add(t)
	return parts
}
