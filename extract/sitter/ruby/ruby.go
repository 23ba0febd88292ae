// Package ruby is the front end of Ruby.
//
// # Limitations
//
// Code that makes methods or constants at run time is not run: of the methods that a call defines only those of the language, of Forwardable
// and the attributes of Rails are read. A type in a block has its name only there. Refinements are not read.
package ruby

import (
	_ "embed"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/extract/sitter/patterns"
	"github.com/cortex-index/cortex/schema"
)

// New returns the extractor of Ruby.
func New() extract.Extractor { return patterns.New(language()) }

func language() patterns.Language {
	return patterns.Language{Grammar: sitter.Ruby, Queries: queries, Self: self, Class: []string{self}, NameMark: ":", Import: imports, Define: define,
		Language: resolve.Language{Names: []string{"ruby"}, Scheme: "ruby", Link: link, Builtins: known, Object: known, Constructor: []string{"initialize"},
			ModuleCode: "<main>", HasMethodNames: true, HasNesting: true, Outside: outside, Types: resolve.TypeNames{Same: resolve.Words("dup clone freeze tap itself")}}}
}

const self = "self"

//go:embed ruby.scm
var queries string

// builtins lists the classes of Ruby that code uses most, the methods that every object, class and module has, and the special methods that
// Ruby calls.
//
//go:embed builtins.txt
var builtins string

var known = resolve.Words(builtins)

// standard lists the files of the standard library.
//
//go:embed standard.txt
var standardFiles string

var standard = resolve.Words(standardFiles)

// imports reads `require` and its like, which bind no name. The root is the module of all constants.
func imports(i resolve.Import) []*resolve.Import {
	if i.Name == "" { // ::A
		i.Path, i.Name = root, strings.TrimPrefix(i.Path, "::")
		return []*resolve.Import{&i}
	}
	if i.Name == "require_relative" && !strings.HasPrefix(i.Path, ".") {
		i.Path = "./" + i.Path
	}
	i.Name, i.NameAt, i.IsPlain = "", i.At, true
	return []*resolve.Import{&i}
}

// root is the path of the module with the constants outside of all types.
const root = "::"

// special has the methods that Ruby calls by their names.
var special = resolve.Words(`initialize initialize_copy initialize_dup initialize_clone method_missing respond_to_missing? to_s to_str to_a to_ary to_h to_hash to_proc to_i to_f to_sym
	inspect each hash eql? coerce call inherited included extended prepended method_added const_missing marshal_dump marshal_load deconstruct deconstruct_keys succ`)

func define(d *resolve.Def, modifiers string) {
	has := resolve.Words(modifiers)
	switch {
	case has["public"]:
		d.IsPrivate = false
	case has["private"], has["protected"], has["private_class_method"], has["private_constant"], d.Kind == schema.KindField:
		d.IsPrivate = true
	}
	first, _ := utf8.DecodeRuneInString(d.Name)
	d.IsSpecial = d.Kind == schema.KindMethod && (special[d.Name] || first != '_' && !unicode.IsLetter(first))
	class := d.Container
	if d.Kind != schema.KindMethod || class == nil || class.Scope == nil {
		return
	}
	for word := range has {
		switch {
		case word == "class_attribute", strings.HasPrefix(word, "attr"), strings.Contains(word, "attr_"):
			attribute(d, word)
		case strings.HasPrefix(word, "deleg"), strings.HasPrefix(word, "def_"), word == "define_method", word == "alias_method":
			d.Signature = word + " :" + d.Name
		}
	}
	if has["module_function"] && !d.IsStatic {
		class.OpenSide().Scope.Bind(method(d.Name), &resolve.Binding{Def: d, IsMaybe: true})
	}
	if isTest(d) {
		d.Entry = schema.EntryTest
	}
}

// attribute makes a method the reader or writer of a field, or both. Attributes of Rails are members of the class too.
func attribute(d *resolve.Def, word string) {
	d.Signature = word + " :" + d.Name
	class := d.Container
	writer := method(d.Name + "=")
	scopes := []*resolve.Scope{class.Scope}
	isClass := !strings.HasPrefix(word, "attr")
	switch {
	case d.IsStatic:
		scopes[0] = class.OpenSide().Scope
	case isClass:
		scopes = append(scopes, class.OpenSide().Scope)
		scopes[1].Bind(method(d.Name), &resolve.Binding{Def: d, IsMaybe: true})
	}
	if strings.HasSuffix(word, "_writer") {
		d.Name += "="
	} else {
		d.IsAttribute = true
	}
	if strings.HasSuffix(word, "_accessor") || isClass {
		for _, s := range scopes {
			s.Bind(writer, &resolve.Binding{Def: d, IsMaybe: true})
		}
	}
}

// keys gives the names that scopes have for methods.
var keys = &resolve.Language{HasMethodNames: true}

// method returns the name that scopes have for a method.
func method(name string) string { return keys.Key(&resolve.Def{Name: name, Kind: schema.KindMethod}) }

// isTest reports whether minitest or test-unit runs a method.
func isTest(d *resolve.Def) bool {
	switch d.Name {
	case "setup", "teardown":
	default:
		if !strings.HasPrefix(d.Name, "test_") {
			return false
		}
	}
	return strings.HasSuffix(d.Container.Name, "Test") || strings.HasPrefix(d.Container.Name, "Test") || strings.HasSuffix(d.Container.Name, "TestCase")
}

// linker finds files, and the types of the whole repository.
type linker struct {
	names  *resolve.Module
	files  map[string]*resolve.Unit   // by path
	loaded map[string][]*resolve.Unit // by the path in a folder that code loads from
	types  map[string]*resolve.Def
	top    map[string][]*resolve.Def // functions outside of types
	needs  map[*resolve.Unit]map[*resolve.Unit]bool
	mixed  map[*resolve.Unit][]*resolve.Def // the modules that a file includes outside of types
	mixing []*resolve.Unit                  // those files
	known  map[string]bool                  // the names of types and constants
}

func link(tree *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{names: &resolve.Module{Name: root, Names: &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}}}, files: map[string]*resolve.Unit{},
		loaded: map[string][]*resolve.Unit{}, types: map[string]*resolve.Def{}, top: map[string][]*resolve.Def{}, needs: map[*resolve.Unit]map[*resolve.Unit]bool{},
		mixed: map[*resolve.Unit][]*resolve.Def{}, known: map[string]bool{}}
	gems := gemsOf(tree)
	for _, u := range units {
		p := u.File.Row.FilePath
		l.files[p] = u
		for dir := p; dir != "."; {
			dir = path.Dir(dir)
			switch path.Base(dir) {
			case "lib", "spec", "test", "app", ".":
				in := strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
				l.loaded[in] = append(l.loaded[in], u)
			}
		}
		u.IsAPI = !u.File.Row.IsTest
		u.IsTest = u.File.Row.IsTest && testFile.MatchString(path.Base(p))
		for dir := path.Dir(p); u.Package == ""; dir = path.Dir(dir) {
			if u.Package = gems[dir]; dir == "." {
				break
			}
		}
	}
	l.join(units)
	for _, u := range units {
		u.Top.Around = &resolve.Module{Name: root, Names: l.names.Names, Find: func(name string) []*resolve.Binding { return l.outside(u, name) }}
		for _, e := range u.Exprs {
			l.includes(u, e)
		}
		if l.mixed[u] != nil {
			l.mixing = append(l.mixing, u)
		}
		for _, d := range u.Defs {
			if isType(d) {
				d.OpenSide()
			}
			l.known[d.Name] = l.known[d.Name] || isType(d) || d.Kind == schema.KindConstant
			switch {
			case d.Container == nil && d.Kind == schema.KindFunction && !d.IsLocal:
				l.top[d.Name] = append(l.top[d.Name], d)
			case d.Container == nil && !d.IsLocal:
				l.names.Names.Bind(d.Name, &resolve.Binding{Def: d, IsMaybe: true, Value: valueOf(u.Top, d)})
			}
			if d.IsAttribute {
				in := d.Scope
				d.Returns = []*resolve.Expr{{Op: resolve.Member, Name: "@" + strings.TrimSuffix(d.Name, "="), Start: d.At, End: d.End, Scope: in, In: d,
					X: &resolve.Expr{Op: resolve.Name, Name: self, Start: d.At, End: d.End, Scope: in, In: d}}}
			}
		}
	}
	return l
}

// includes notes the modules that code outside of types includes.
func (l *linker) includes(u *resolve.Unit, e *resolve.Expr) {
	if e == nil || e.In != nil {
		return
	}
	isInclude := e.Op == resolve.Call && e.X != nil && e.X.Op == resolve.Name && e.X.Name == "include"
	for _, a := range e.Args {
		if isInclude && e.X.End <= a.End {
			name := strings.Trim(string(u.File.Content[e.X.End:a.End]), " (:")
			if d := l.types[strings.ReplaceAll(name, "::", ".")]; d != nil {
				l.mixed[u] = append(l.mixed[u], d)
			}
		}
		l.includes(u, a)
	}
	l.includes(u, e.X)
}

// valueOf returns the value that a constant has in a file.
func valueOf(s *resolve.Scope, d *resolve.Def) *resolve.Expr {
	for _, b := range s.Names[d.Name] {
		if b.Def == d {
			return b.Value
		}
	}
	return nil
}

// join makes the classes and modules with one name one type.
func (l *linker) join(units []*resolve.Unit) {
	type opened struct {
		d   *resolve.Def
		key string
	}
	paths := map[*resolve.Def]string{}
	var all []opened
	for range 2 { // a name with a path needs the types without
		all = all[:0]
		for _, u := range units {
			for _, d := range u.Defs {
				if !isType(d) || d.IsLocal {
					continue
				}
				around := ""
				if d.Container != nil {
					around = paths[d.Container] + "."
				}
				if prefix := prefixOf(d); prefix != "" {
					around = l.around(around, prefix) + "."
				}
				paths[d] = strings.TrimPrefix(around+d.Name, ".")
				if l.types[paths[d]] == nil {
					l.types[paths[d]] = d
				}
				all = append(all, opened{d, paths[d]})
			}
		}
	}
	best := map[string]*resolve.Def{}
	for _, o := range all {
		if b := best[o.key]; b == nil || rank(o.d) < rank(b) {
			best[o.key] = o.d
		}
	}
	l.types = best
	for _, o := range all {
		whole := best[o.key]
		if o.d != whole {
			o.d.Join(whole)
		}
	}
	for _, o := range all {
		if o.d != best[o.key] {
			continue
		}
		at := strings.LastIndexByte(o.key, '.')
		switch c := best[o.key[:max(at, 0)]]; {
		case c != nil && c != o.d:
			if o.d.Container != c {
				c.Scope.Bind(o.d.Name, &resolve.Binding{Def: o.d, IsMaybe: true})
			}
			o.d.Container = c
		case at > 0:
			o.d.Name = strings.ReplaceAll(o.key, ".", "::")
		}
	}
	for _, u := range units {
		for _, d := range u.Defs {
			if d.Container != nil && d.Container.IsDropped {
				d.Container = best[paths[d.Container]]
			}
		}
		u.Defs = slices.DeleteFunc(u.Defs, func(d *resolve.Def) bool { return d.IsDropped })
	}
}

func isType(d *resolve.Def) bool { return d.Kind == schema.KindClass || d.Kind == schema.KindTrait }

// prefixOf returns the names before the name in the head of a type.
func prefixOf(d *resolve.Def) string {
	head := strings.Fields(string(d.Unit.File.Content[d.Start:d.At]))
	if len(head) == 0 || !strings.HasSuffix(head[len(head)-1], "::") {
		return ""
	}
	return head[len(head)-1]
}

// around returns the path of the type that names before a name mean.
func (l *linker) around(around, prefix string) string {
	prefix = strings.TrimSuffix(prefix, "::")
	if rest, isRoot := strings.CutPrefix(prefix, "::"); isRoot || prefix == "" {
		return strings.ReplaceAll(rest, "::", ".")
	}
	prefix = strings.ReplaceAll(prefix, "::", ".")
	for around != "" {
		around = strings.TrimSuffix(around, ".")
		if l.types[around+"."+prefix] != nil {
			return around + "." + prefix
		}
		around = around[:strings.LastIndexByte(around, '.')+1]
	}
	return prefix
}

// rank orders the places that open a type: the lowest is the definition. Its file often has the name of the type.
func rank(d *resolve.Def) int {
	row := &d.Unit.File.Row
	n := strings.Count(row.FilePath, "/")
	if len(d.Bases) == 0 {
		n += 50
	}
	if !strings.EqualFold(strings.ReplaceAll(strings.TrimSuffix(path.Base(row.FilePath), ".rb"), "_", ""), d.Name) {
		n += 100
	}
	if row.IsTest {
		n += 1000
	}
	return n
}

// outside returns the meaning of a name that no type around code has: a function outside of types in the file or in one that it loads, or a
// constant outside the repository.
func (l *linker) outside(u *resolve.Unit, name string) []*resolve.Binding {
	for _, from := range l.mixing {
		for _, d := range l.mixed[from] {
			if bs := d.Scope.Names[name]; len(bs) > 0 && l.loads(u)[from] {
				return bs
			}
		}
	}
	if function, isMethod := strings.CutSuffix(name, method("")); isMethod {
		var found []*resolve.Binding
		for _, d := range l.top[function] {
			if l.loads(u)[d.Unit] {
				found = append(found, &resolve.Binding{Def: d, IsMaybe: true})
			}
		}
		return found
	}
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(first) || known[name] || l.known[name] {
		return nil
	}
	return []*resolve.Binding{{Import: &resolve.Import{Path: name}}}
}

// loads returns the files that a file loads, and the file.
func (l *linker) loads(u *resolve.Unit) map[*resolve.Unit]bool {
	if all := l.needs[u]; all != nil {
		return all
	}
	all := map[*resolve.Unit]bool{u: true}
	l.needs[u] = all
	for open := []*resolve.Unit{u}; len(open) > 0; {
		from := open[0]
		open = open[1:]
		for _, i := range from.Imports {
			if to := l.file(from, i.Path); to != nil && !all[to] {
				all[to] = true
				open = append(open, to)
			}
		}
	}
	return all
}

// file returns the file that a path means. Of several the one with the longest common folder counts.
func (l *linker) file(from *resolve.Unit, p string) *resolve.Unit {
	if !strings.HasSuffix(p, ".rb") {
		p += ".rb"
	}
	dir := path.Dir(from.File.Row.FilePath)
	if strings.HasPrefix(p, ".") {
		return l.files[path.Join(dir, p)]
	}
	var best *resolve.Unit
	most := -1
	for _, u := range l.loaded[p] {
		if n := common(dir, u.File.Row.FilePath); n > most {
			best, most = u, n
		}
	}
	return best
}

// common returns the number of folders that two paths share.
func common(a, b string) (n int) {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// Find returns the file that a path loads.
func (l *linker) Find(from *resolve.Unit, p string) *resolve.Module {
	if p == root {
		return l.names
	}
	if from == nil {
		return nil
	}
	if u := l.file(from, p); u != nil {
		return &resolve.Module{Name: p, Unit: u}
	}
	return nil
}

// Within returns nothing: modules of Ruby are types.
func (l *linker) Within(*resolve.Module, string) *resolve.Module { return nil }

// Global returns the name of an external file or constant.
func (l *linker) Global(_ *resolve.Unit, p string) string { return p }

// IsStandard reports whether a file comes with Ruby.
func (l *linker) IsStandard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return standard[first]
}

// testFile matches the names of files that RSpec and minitest run.
var testFile = regexp.MustCompile(`^(test|spec)_.*[^r]\.rb$|_(test|spec)\.rb$`)

var gemName = regexp.MustCompile(`(?m)^\s*\w+\.name\s*=\s*["']([\w.-]+)["']`)

// gemsOf returns the name of the gem in each folder that has one.
func gemsOf(tree *extract.Tree) map[string]string {
	gems := map[string]string{}
	for _, f := range tree.Files {
		if p := f.Row.FilePath; path.Ext(p) == ".gemspec" {
			if m := gemName.FindSubmatch(f.Content); m != nil {
				gems[path.Dir(p)] = string(m[1])
			}
		}
	}
	return gems
}

// outside returns the global name of an external symbol of a SCIP index.
func outside(s *scip.Symbol) string {
	return strings.Join(append(append([]string{}, s.Owners...), s.Name), ".")
}
