package c

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/schema"
)

// declaration is one binding of a name at file level.
type declaration struct {
	file int // of its unit
	*resolve.Binding
}

// prototype is one declaration of a function or a variable.
type prototype struct {
	file int
	*resolve.Def
}

// linker finds the names that includes make visible, and those with external linkage.
type linker struct {
	units    []*resolve.Unit
	modules  map[string]*resolve.Module // by path
	bases    map[string][]string        // paths by their last part
	includes [][]int                    // the files that each file includes
	seen     []files                    // the files that each file includes, also through others; nil until it is needed
	names    map[string][]declaration   // definitions at file level
	declared map[string][]prototype     // prototypes at file level
	spaces   map[string]bool            // the namespaces
	outside  map[*resolve.Def][]string  // the namespaces that the names of functions have where they are defined
}

// namespace finds namespaces and their aliases.
var namespace = regexp.MustCompile(`\bnamespace\s+([A-Za-z_][\w:]*)\s*[{=]`)

// link joins all files to one program.
func link(_ *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{units: units, modules: map[string]*resolve.Module{}, bases: map[string][]string{}, includes: make([][]int, len(units)), seen: make([]files, len(units)),
		names: map[string][]declaration{}, declared: map[string][]prototype{}, spaces: map[string]bool{},
		outside: map[*resolve.Def][]string{}}
	numbers := map[*resolve.Unit]int{}
	for i, u := range units {
		p := u.File.Row.FilePath
		l.modules[p] = &resolve.Module{Name: p, Unit: u}
		l.bases[path.Base(p)] = append(l.bases[path.Base(p)], p)
		numbers[u] = i
		if u.File.Row.Language == cppName {
			for _, found := range namespace.FindAllSubmatch(u.File.Content, -1) {
				for name := range strings.SplitSeq(string(found[1]), "::") {
					l.spaces[name] = name != "std"
				}
			}
		}
	}
	for i, u := range units {
		u.IsAPI = !u.File.Row.IsTest
		u.IsExact = u.File.Row.Language == cppName
		u.Top.Stars = nil
		for _, x := range u.Imports {
			if m := l.Find(u, x.Path); m != nil {
				l.includes[i] = append(l.includes[i], numbers[m.Unit])
			}
		}
		l.declare(i, u)
		u.Top.Around = &resolve.Module{Find: func(name string) []*resolve.Binding { return l.visible(i, name) }}
	}
	defined := map[*resolve.Def]map[string]bool{} // the methods that are defined outside of their classes
	for i, u := range units {
		for _, d := range u.Defs {
			if at := qualified(d.Name); at > 0 {
				l.join(i, d, at, defined)
			}
		}
		in := &resolve.Scope{Kind: schema.ScopeFunction, Parent: u.Top}
		for _, e := range u.Exprs {
			l.unqualify(e, in)
		}
	}
	for _, u := range units {
		for _, d := range u.Defs {
			counted(d)
		}
	}
	for name, all := range l.declared {
		for _, d := range l.names[name] {
			for _, p := range all {
				withDefaults(d.Def, p.Def)
			}
		}
	}
	for i, u := range units {
		if !u.IsExact {
			continue
		}
		for name, own := range u.Top.Names { // overloads in other files
			if len(l.names[name]) > len(own) && !slices.ContainsFunc(own, func(b *resolve.Binding) bool { return b.Def == nil || b.Def.Kind != schema.KindFunction }) {
				for _, b := range l.visible(i, name) {
					if b.Def != nil && b.Def.Kind == schema.KindFunction && !slices.Contains(own, b) {
						own = append(own, b)
					}
				}
				u.Top.Names[name] = own
			}
		}
	}
	for _, u := range units {
		for _, d := range u.Defs {
			if d.IsOverload && d.Container != nil {
				for _, b := range d.Container.Scope.Names[d.Name] {
					withDefaults(b.Def, d)
				}
				d.IsDropped = defined[d.Container][d.Name]
				d.IsOverload = d.IsDropped
			}
		}
		u.DropOverloads()
		for _, d := range u.Defs {
			if d.Scope != nil && d.Kind.IsType() {
				for name, all := range d.Scope.Names {
					d.Scope.Names[name] = slices.DeleteFunc(all, isDropped)
				}
			}
		}
		if u.IsExact {
			l.enclose(u)
		}
	}
	return l
}

// enclose puts the definitions at file level in their namespaces, which have no symbol.
func (l *linker) enclose(u *resolve.Unit) {
	all := spaces(u.File.Content)
	made := map[string]*resolve.Def{}
	for _, d := range u.Defs {
		if d.Container != nil || d.Kind == schema.KindMacro || d.IsLocal {
			continue
		}
		names := l.outside[d]
		for i := len(all) - 1; i >= 0; i-- {
			if s := all[i]; s.start <= int(d.At) && int(d.At) < s.end {
				names = append(slices.Clone(s.names), names...)
				break
			}
		}
		path := ""
		for _, name := range names {
			path += "::" + name
			if made[path] == nil {
				made[path] = &resolve.Def{Unit: u, Name: name, Container: d.Container, IsDropped: true}
			}
			d.Container = made[path]
		}
	}
}

// counted corrects the parameters of a function: (void) is none, and in C++ the parser keeps no node for the rest.
func counted(d *resolve.Def) {
	if ps := d.Params; len(ps) > 0 && ps[0].Text == "void" && ps[0].Name == "" && ps[0].Kind == schema.ParameterValue {
		d.Params = ps[1:]
	}
	if d.Unit.IsExact && (strings.Contains(d.Signature, ", ...)") || strings.Contains(d.Signature, "(...)")) {
		at := slices.IndexFunc(d.Params, func(p resolve.Parameter) bool { return p.Kind == schema.ParameterResult })
		if at < 0 {
			at = len(d.Params)
		}
		d.Params = slices.Insert(d.Params, at, resolve.Parameter{Kind: schema.ParameterValue, IsRest: true})
	}
}

// withDefaults notes the parameters of a function that have a default in its declaration.
func withDefaults(d, declared *resolve.Def) {
	if d == nil || d == declared || len(d.Params) != len(declared.Params) {
		return
	}
	for i, p := range declared.Params {
		d.Params[i].IsOptional = d.Params[i].IsOptional || p.IsOptional
	}
}

// qualified returns the offset of the :: before the last name, or -1.
func qualified(name string) int {
	if strings.HasSuffix(name, "::") { // the name is missing
		return -1
	}
	if at := strings.Index(name, "operator"); at >= 0 {
		name = name[:at]
	} else if strings.HasSuffix(name, ">") {
		name = name[:strings.IndexByte(name+"<", '<')]
	}
	return strings.LastIndex(name, "::")
}

func isDropped(b *resolve.Binding) bool { return b.Def != nil && b.Def.IsDropped }

// join makes a function with a qualified name a method of the class that the last qualifier names, if there is one.
func (l *linker) join(file int, d *resolve.Def, at int, defined map[*resolve.Def]map[string]bool) {
	qualifier := d.Name[:at]
	for name := range strings.SplitSeq(qualifier, "::") {
		if l.spaces[name] {
			l.outside[d] = append(l.outside[d], name)
		}
	}
	d.Name = d.Name[at+2:]
	d.At += uint32(at + 2)
	if at = strings.IndexByte(qualifier, '<'); at >= 0 {
		qualifier = qualifier[:at]
	}
	qualifier = strings.TrimSpace(qualifier[strings.LastIndexByte(qualifier, ':')+1:])
	u := l.units[file]
	bs := u.Top.Names[qualifier]
	if len(bs) == 0 {
		bs = l.visible(file, qualifier)
	}
	for _, b := range bs {
		class := b.Def
		if class == nil || class.Scope == nil || !class.Kind.IsType() || class.Kind == schema.KindTypeAlias || d.Kind != schema.KindFunction {
			continue
		}
		d.Container, d.Kind = class, schema.KindMethod
		if d.Name == class.Name {
			d.Name = constructor
		}
		class.Scope.Bind(d.Name, &resolve.Binding{Def: d, IsMaybe: true})
		if defined[class] == nil {
			defined[class] = map[string]bool{}
		}
		defined[class][d.Name] = true
		d.Scope.Parent = &resolve.Scope{Kind: schema.ScopeType, Def: class, Parent: d.Scope.Parent, Names: class.Scope.Names}
		d.Scope.Bind("this", &resolve.Binding{Param: resolve.Receiver, Class: class})
		return
	}
	u.Top.Bind(d.Name, &resolve.Binding{Def: d, IsMaybe: true})
	l.names[d.Name] = append(l.names[d.Name], declaration{file, u.Top.Names[d.Name][len(u.Top.Names[d.Name])-1]})
}

// unqualify removes the namespaces from the names in an expression. These names get a scope without members.
func (l *linker) unqualify(e *resolve.Expr, in *resolve.Scope) {
	if e == nil {
		return
	}
	if x := e.X; e.Op == resolve.Member && x != nil && x.Op == resolve.Name && l.spaces[x.Name] && e.Start >= x.End && e.Start <= x.End+2 {
		e.Op, e.X = resolve.Name, nil
		e.Scope = in
	}
	l.unqualify(e.X, in)
	for _, a := range e.Args {
		l.unqualify(a, in)
	}
}

// declare adds the names of a file.
func (l *linker) declare(file int, u *resolve.Unit) {
	for _, d := range u.Defs {
		switch {
		case d.Kind == schema.KindTypeAlias && slices.ContainsFunc(u.Top.Names[d.Name], func(b *resolve.Binding) bool { return b.Def != nil && b.Def.Kind.IsType() && b.Def.Kind != d.Kind }):
			d.IsDropped = true // the type has the name as its tag
		case d.IsOverload && d.Container != nil: // of a method
		case d.IsOverload:
			d.IsDropped = true
			l.declared[d.Name] = append(l.declared[d.Name], prototype{file, d})
		case d.Kind == schema.KindEnumMember && d.Container != nil, d.Kind == schema.KindMacro && d.Container != nil, d.Kind.IsType() && d.Container != nil && !d.IsLocal:
			u.Top.Bind(d.Name, &resolve.Binding{Def: d})
		}
	}
	for _, e := range u.Exprs { // a type in a struct of C is no field of it
		for u.File.Row.Language == "c" && e.Role == schema.RoleType && e.Scope.Kind == schema.ScopeType && e.Scope.Parent != nil {
			e.Scope = e.Scope.Parent
		}
	}
	for name, all := range u.Top.Names {
		all = slices.DeleteFunc(all, isDropped)
		if u.Top.Names[name] = all; len(all) == 0 {
			delete(u.Top.Names, name)
		}
		for _, b := range all {
			b.IsMaybe = true // a tag and a function can have one name, and both branches of an #if are read
			l.names[name] = append(l.names[name], declaration{file, b})
		}
	}
}

// files is a set of files.
type files []uint64

func (s files) has(file int) bool { return s[file/64]&(1<<(file%64)) != 0 }

func (s files) add(file int) { s[file/64] |= 1 << (file % 64) }

// reach returns the files that a file includes, itself too.
func (l *linker) reach(file int) files {
	if l.seen[file] == nil {
		seen := make(files, len(l.units)/64+1)
		seen.add(file)
		for next := []int{file}; len(next) > 0; {
			last := next[len(next)-1]
			next = next[:len(next)-1]
			for _, i := range l.includes[last] {
				if !seen.has(i) {
					seen.add(i)
					next = append(next, i)
				}
			}
		}
		l.seen[file] = seen
	}
	return l.seen[file]
}

// visible returns the meanings of a name that a file does not define: definitions in the files that it includes, and otherwise the
// definition with external linkage that a prototype there declares.
func (l *linker) visible(file int, name string) (out []*resolve.Binding) {
	all := l.names[name]
	if len(all) == 0 {
		return nil
	}
	seen := l.reach(file)
	for _, d := range all {
		if seen.has(d.file) {
			out = append(out, d.Binding)
		}
	}
	if len(out) > 0 && !l.units[file].IsExact {
		return out
	}
	var headers []int
	for _, p := range l.declared[name] {
		if seen.has(p.file) {
			headers = append(headers, p.file)
		}
	}
	if len(headers) == 0 {
		return out
	}
	linked := slices.DeleteFunc(slices.Clone(all), func(d declaration) bool {
		return seen.has(d.file) || d.Def == nil || d.Def.IsPrivate || d.Def.Kind != schema.KindFunction && d.Def.Kind != schema.KindVariable
	})
	if isOne(linked) {
		return append(out, bindings(linked)...)
	}
	// Several programs define the name: the definition includes the prototype too.
	linked = slices.DeleteFunc(linked, func(d declaration) bool {
		return !slices.ContainsFunc(headers, func(h int) bool { return l.reach(d.file).has(h) })
	})
	if isOne(linked) {
		return append(out, bindings(linked)...)
	}
	return out
}

// isOne reports whether all declarations are in one file, such as those of an #if.
func isOne(all []declaration) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(d declaration) bool { return d.file != all[0].file })
}

func bindings(all []declaration) (out []*resolve.Binding) {
	for _, d := range all {
		out = append(out, d.Binding)
	}
	return out
}

// Find returns the file that an include means: by its path from the file, or the only one whose path ends in it.
func (l *linker) Find(from *resolve.Unit, name string) *resolve.Module {
	if m := l.modules[path.Join(path.Dir(from.File.Row.FilePath), name)]; m != nil {
		return m
	}
	if l.IsStandard(name) {
		return nil
	}
	clean := path.Clean(name)
	for strings.HasPrefix(clean, "../") {
		clean = clean[3:]
	}
	var found []string
	for _, p := range l.bases[path.Base(clean)] {
		if p == clean || strings.HasSuffix(p, "/"+clean) {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return l.modules[found[0]]
}

// Within returns nil: a file has no modules in it.
func (l *linker) Within(*resolve.Module, string) *resolve.Module { return nil }

// Global returns an empty text: files outside the repository give no names to symbols.
func (l *linker) Global(*resolve.Unit, string) string { return "" }

// standard lists the headers of the C library and of POSIX.
var standard = resolve.Words("assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h " +
	"stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h strings.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h " +
	"dirent.h dlfcn.h fcntl.h getopt.h glob.h grp.h libgen.h netdb.h poll.h pthread.h pwd.h regex.h sched.h semaphore.h syslog.h termios.h unistd.h utime.h")

// IsStandard reports whether a header comes with the C library.
func (l *linker) IsStandard(name string) bool {
	return standard[name] || strings.HasPrefix(name, "sys/") || strings.HasPrefix(name, "netinet/") || strings.HasPrefix(name, "arpa/")
}
