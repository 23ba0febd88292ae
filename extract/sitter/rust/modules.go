package rust

import (
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/schema"
)

// linker finds modules by their names: the crate and the modules below it, with dots between.
type linker struct {
	modules map[string]*resolve.Module
	files   map[string]*resolve.Unit
	crates  map[string]string // the module of a library that the repository has, by its name in code
}

// manifest is a Cargo.toml.
type manifest struct {
	dir, name, library string
	roots              []root
	packages           map[string]string // the packages of dependencies, by their names in code
}

// root is the file of a crate, and the name of its module.
type root struct {
	file, module string
	isProgram    bool
}

const maxManifest = 1 << 20

// read reads the lines of a manifest that name crates and files.
func (m *manifest) read(text string) {
	section, name, file := "", "", ""
	m.packages = map[string]string{}
	end := func() {
		switch {
		case section == "lib" && file != "":
			m.library = path.Join(m.dir, file)
		case strings.HasPrefix(section, "[") && file != "":
			m.roots = append(m.roots, root{file: path.Join(m.dir, file), module: name, isProgram: section == "[bin]"})
		}
		name, file = "", ""
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if inner, ok := strings.CutPrefix(line, "["); ok {
			end()
			section = strings.TrimSpace(inner[:max(strings.LastIndexByte(inner, ']'), 0)])
			section = strings.TrimSuffix(section, "]")
			if i := strings.LastIndex(section, "dependencies."); i >= 0 {
				m.packages[crate(section[i+len("dependencies."):])] = ""
			}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key = strings.Trim(strings.TrimSpace(key), `"`)
		switch {
		case strings.HasSuffix(section, "dependencies"):
			key, _, _ = strings.Cut(key, ".")
			m.packages[crate(key)] = crate(quoted(value, "package"))
		case key == "name" && section == "package":
			m.name = quoted(value, "")
		case key == "name":
			name = quoted(value, "")
		case key == "path":
			file = quoted(value, "")
		}
	}
	end()
}

// quoted returns the first text in quotes after a key.
func quoted(value, key string) string {
	if key != "" {
		_, after, ok := strings.Cut(value, key)
		if after = strings.TrimSpace(after); !ok || !strings.HasPrefix(after, "=") {
			return ""
		}
		value = after
	}
	_, value, _ = strings.Cut(value, `"`)
	value, _, _ = strings.Cut(value, `"`)
	return value
}

// crate returns the name of a package in code.
func crate(name string) string { return strings.ReplaceAll(strings.Trim(name, `"' `), "-", "_") }

// manifests reads the manifests of the tree, the innermost first. There is always one for the root.
func manifests(tree *extract.Tree) (all []*manifest) {
	f, err := folder.Open(tree.Root)
	if err == nil {
		defer func() { _ = f.Close() }()
		for _, file := range tree.Files {
			if path.Base(file.Row.FilePath) != "Cargo.toml" {
				continue
			}
			if text, _, err := f.Read(file.Row.FilePath, maxManifest); err == nil {
				m := &manifest{dir: path.Dir(file.Row.FilePath)}
				if m.read(string(text)); m.name != "" {
					all = append(all, m)
				}
			}
		}
	}
	all = append(all, &manifest{dir: ".", name: "crate"})
	slices.SortStableFunc(all, func(a, b *manifest) int { return len(b.dir) - len(a.dir) })
	return all
}

// below returns the path below a folder, and whether it is there.
func below(dir, p string) (string, bool) {
	if dir == "." {
		return p, true
	}
	return strings.CutPrefix(p, dir+"/")
}

// link names the modules of the units.
//
// DESIGN: the library of a package has the package's name, and its other crates have names below that: programs of several packages have
// one name often.
func link(tree *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{modules: map[string]*resolve.Module{}, files: map[string]*resolve.Unit{}, crates: map[string]string{}}
	for _, u := range units {
		l.files[u.File.Row.FilePath] = u
	}
	all := manifests(tree)
	roots := map[*resolve.Unit]string{} // the module of the crate
	packages := map[*resolve.Unit]*manifest{}
	for _, m := range all {
		name := crate(m.name)
		if m.library == "" {
			m.library = path.Join(m.dir, "src/lib.rs")
		}
		if u := l.files[m.library]; u != nil {
			if _, known := l.crates[name]; !known {
				l.crates[name] = name
			}
			l.walk(u, name, roots, name)
		}
		hasLibrary := l.files[m.library] != nil
		for _, r := range m.roots {
			if u := l.files[r.file]; u != nil && roots[u] == "" {
				if !hasLibrary && r.isProgram {
					r.module, hasLibrary = name, true
				} else {
					r.module = name + "." + crate(strings.TrimSuffix(path.Base(r.file), ".rs"))
				}
				l.walk(u, r.module, roots, r.module)
			}
		}
		for _, u := range units {
			p, ok := below(m.dir, u.File.Row.FilePath)
			if !ok || packages[u] != nil {
				continue
			}
			packages[u] = m
			dir, file := path.Split(p)
			dir = strings.TrimSuffix(dir, "/")
			switch {
			case roots[u] != "":
				continue
			case p == "src/main.rs" && !hasLibrary:
				l.walk(u, name, roots, name)
			case p == "src/main.rs", p == "build.rs", dir == "src/bin", dir == "tests", dir == "examples", dir == "benches",
				file == "main.rs" && slices.Contains([]string{"src/bin", "tests", "examples", "benches"}, path.Dir(dir)):
				l.walk(u, named(name, p), roots, named(name, p))
			}
		}
	}
	for _, u := range units { // files that no declaration leads to
		if m := packages[u]; roots[u] == "" {
			p, _ := below(m.dir, u.File.Row.FilePath)
			l.add(u, named(crate(m.name), p), roots, crate(m.name))
		}
	}
	around := map[string]*resolve.Module{}
	for _, u := range units {
		a := around[roots[u]]
		if a == nil {
			a = &resolve.Module{Name: "extern", Names: &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}}}
			around[roots[u]] = a
			for _, name := range []string{"std", "core", "alloc", "proc_macro"} {
				a.Names.Bind(name, &resolve.Binding{Import: &resolve.Import{Path: name}})
			}
			for name, module := range l.crates {
				a.Names.Bind(name, &resolve.Binding{Module: l.modules[module]})
			}
			for name, of := range packages[u].packages {
				if m := l.modules[l.crates[of]]; of != "" && m != nil {
					a.Names.Bind(name, &resolve.Binding{Module: m})
				} else if l.crates[name] == "" {
					a.Names.Bind(name, &resolve.Binding{Import: &resolve.Import{Path: name}})
				}
			}
		}
		l.enter(u, u.Top, u.Module, roots[u], a)
		for _, s := range u.Spaces {
			l.enter(u, s.Scope, moduleOf(u, s), roots[u], a)
			parent := u.Top
			if s.Container != nil && s.Container.Scope != nil {
				parent = s.Container.Scope
			}
			parent.Bind(s.Name, &resolve.Binding{Module: l.modules[moduleOf(u, s)], IsMaybe: true})
		}
		for _, d := range u.Defs {
			mayLack(d)
			if d.Kind == schema.KindMacro {
				l.macro(d, a, l.modules[roots[u]])
			}
			if d.Name == "main" && d.Container == nil && u.Module == roots[u] {
				d.Entry = schema.EntryProgram
			}
		}
	}
	for _, u := range units {
		for _, i := range u.Imports {
			l.place(u, i, packages[u])
		}
	}
	return l
}

// mayLack marks the names of a function that some configurations lack: another function may have the name.
func mayLack(d *resolve.Def) {
	if d.Scope == nil || !slices.ContainsFunc(d.Notes, func(n resolve.Note) bool { return n.Name == "cfg" }) {
		return
	}
	for s := d.Scope.Parent; s != nil; s = s.Parent {
		for _, b := range s.Names[d.Name] {
			b.IsMaybe = b.IsMaybe || b.Def == d
		}
	}
}

// named returns the name of a module from its path in a package.
func named(name, p string) string {
	p = strings.TrimSuffix(strings.TrimPrefix(p, "src/"), ".rs")
	if p != "main" {
		p = strings.TrimSuffix(strings.TrimSuffix(p, "/mod"), "/main")
	}
	return name + "." + strings.ReplaceAll(crate(p), "/", ".")
}

func (l *linker) add(u *resolve.Unit, module string, roots map[*resolve.Unit]string, crate string) {
	roots[u], u.Module = crate, module
	u.Package = crate
	u.IsAPI = !u.File.Row.IsTest && l.crates[crate] != ""
	if l.modules[module] == nil {
		l.modules[module] = &resolve.Module{Name: module, Unit: u}
	}
	for _, s := range u.Spaces {
		if name := moduleOf(u, s); l.modules[name] == nil {
			l.modules[name] = &resolve.Module{Name: name, Names: s.Scope}
		}
	}
}

// walk names the module of a file, and the modules that it declares.
func (l *linker) walk(u *resolve.Unit, module string, roots map[*resolve.Unit]string, crate string) {
	if roots[u] != "" {
		return
	}
	l.add(u, module, roots, crate)
	dir := path.Dir(u.File.Row.FilePath)
	if base := path.Base(u.File.Row.FilePath); base != "mod.rs" && module != crate {
		dir = strings.TrimSuffix(u.File.Row.FilePath, ".rs")
	}
	for _, i := range u.Imports {
		if i.Path != modDeclaration {
			continue
		}
		inner := spaces(i.In)
		for _, p := range []string{path.Join(dir, path.Join(inner...), i.Alias+".rs"), path.Join(dir, path.Join(inner...), i.Alias, "mod.rs")} {
			if child := l.files[p]; child != nil {
				l.walk(child, strings.Join(append(append([]string{module}, inner...), i.Alias), "."), roots, crate)
				break
			}
		}
	}
}

// spaces returns the names of the modules in a file around a definition, from the outermost.
func spaces(d *resolve.Def) (names []string) {
	for ; d != nil; d = d.Container {
		if slices.Contains(d.Unit.Spaces, d) {
			names = append([]string{d.Name}, names...)
		}
	}
	return names
}

// moduleOf returns the name of the module that is around a definition.
func moduleOf(u *resolve.Unit, d *resolve.Def) string {
	return strings.Join(append([]string{u.Module}, spaces(d)...), ".")
}

// enter binds the names that each module has for itself, its crate and the module around it.
func (l *linker) enter(u *resolve.Unit, s *resolve.Scope, module, crate string, around *resolve.Module) {
	s.Around = around
	for name, m := range map[string]string{"crate": crate, "self": module, "super": module[:max(strings.LastIndexByte(module, '.'), 0)]} {
		if l.modules[m] != nil {
			s.Bind(name, &resolve.Binding{Module: l.modules[m]})
		}
	}
}

// macro makes a macro visible in its crate, and at the top of it where other crates see it.
func (l *linker) macro(d *resolve.Def, around, top *resolve.Module) {
	if d.IsLocal {
		return
	}
	around.Names.Bind(d.Name+"!", &resolve.Binding{Def: d})
	if top == nil || top.Unit == nil {
		return
	}
	for _, n := range d.Notes {
		if n.Name == "macro_export" {
			for _, name := range []string{d.Name, d.Name + "!"} {
				if len(top.Unit.Top.Names[name]) == 0 {
					top.Unit.Top.Bind(name, &resolve.Binding{Def: d})
				}
			}
		}
	}
}

// place makes the path of an import a path from its crate.
func (l *linker) place(u *resolve.Unit, i *resolve.Import, m *manifest) {
	at := moduleOf(u, i.In)
	if i.Path == modDeclaration && i.Alias != "" {
		i.Path, i.Alias = at+"."+i.Alias, ""
		return
	}
	i.Path = strings.TrimPrefix(i.Path, ".")
	first, rest, _ := strings.Cut(i.Path, ".")
	scope := u.Top
	for d := i.In; d != nil; d = d.Container {
		if slices.Contains(u.Spaces, d) {
			scope = d.Scope
			break
		}
	}
	isLocal := slices.ContainsFunc(scope.Names[first], func(b *resolve.Binding) bool { return b.Import != i && b.Module == nil })
	switch {
	case first == "crate":
		first = at
		if m := scope.Names["crate"]; len(m) > 0 && m[0].Module != nil {
			first = m[0].Module.Name
		}
	case first == "self":
		first = at
	case first == "super":
		for first = at; ; {
			first = first[:max(strings.LastIndexByte(first, '.'), 0)]
			next, after, _ := strings.Cut(rest, ".")
			if next != "super" {
				break
			}
			rest = after
		}
	case isLocal:
		first = at + "." + first
	case m.packages[first] != "" && l.crates[m.packages[first]] != "":
		first = l.crates[m.packages[first]]
	case l.crates[first] != "":
		first = l.crates[first]
	}
	i.Path = strings.Trim(first+"."+rest, ".")
}

// Find returns a module of the repository.
func (l *linker) Find(_ *resolve.Unit, p string) *resolve.Module { return l.modules[p] }

// Within returns a module in a module.
func (l *linker) Within(m *resolve.Module, name string) *resolve.Module {
	return l.modules[m.Name+"."+name]
}

// Global returns the name of an external module; of a path in a crate of the repository it is empty.
func (l *linker) Global(_ *resolve.Unit, p string) string {
	if first, _, _ := strings.Cut(p, "."); l.modules[first] != nil {
		return ""
	}
	return p
}

// IsStandard reports whether a module comes with Rust.
func (l *linker) IsStandard(p string) bool {
	first, _, _ := strings.Cut(p, ".")
	return first == "std" || first == "core" || first == "alloc" || first == "proc_macro" || first == "test"
}
