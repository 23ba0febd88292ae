package python

import (
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
)

// linker finds modules by their names.
//
// DESIGN: the path of a file below its root is its module name, as Python's search path would have it. The root is the folder above the
// outermost package with an __init__ file, or otherwise the nearest folder with a project file, or its folder src.
type linker struct {
	modules  map[string][]*resolve.Unit // by name, in the order of paths
	packages map[string]bool            // the names of the folders around modules
	inits    map[string]*resolve.Unit   // by folder
	byPath   map[string]*resolve.Unit   // by path without its ending
}

var projects = map[string]bool{"pyproject.toml": true, "setup.py": true, "setup.cfg": true}

// link names the modules of the units.
func link(tree *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{modules: map[string][]*resolve.Unit{}, packages: map[string]bool{}, inits: map[string]*resolve.Unit{}, byPath: map[string]*resolve.Unit{}}
	roots := map[string]bool{".": true, "src": true}
	for _, f := range tree.Files {
		if dir, name := path.Split(f.Row.FilePath); projects[name] {
			dir = path.Clean(dir)
			roots[dir], roots[path.Join(dir, "src")] = true, true
		}
	}
	for _, u := range units {
		base := withoutEnding(u.File.Row.FilePath)
		if l.byPath[base] == nil || path.Ext(u.File.Row.FilePath) == ".py" {
			l.byPath[base] = u
		}
		if path.Base(base) == "__init__" {
			l.inits[u.File.Row.ModulePath] = u
		}
	}
	for _, u := range units {
		base := withoutEnding(u.File.Row.FilePath)
		dir := u.File.Row.ModulePath
		root := dir
		for l.inits[root] != nil && root != "." {
			root = path.Dir(root)
		}
		isPackage := root != dir
		if !isPackage {
			for !roots[root] {
				root = path.Dir(root)
			}
		}
		u.Module = dotted(root, base)
		u.Package = strings.TrimSuffix(u.Module, ".__init__")
		if path.Base(base) == "__init__" {
			u.Module = u.Package
		} else {
			u.Package = parent(u.Module)
		}
		u.IsAPI = !u.File.Row.IsTest && !strings.Contains("."+u.Module, "._") && (isPackage || dir == root && roots[root]) && !isForTests(u.Module)
		u.IsFront = u.IsAPI && path.Base(base) == "__init__"
		l.modules[u.Module] = append(l.modules[u.Module], u)
		for p := parent(u.Module); p != ""; p = parent(p) {
			l.packages[p] = true
		}
	}
	return l
}

// isForTests reports whether a module is part of the tests by its name.
func isForTests(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	return first == "tests" || first == "test" || module == "conftest" || strings.HasSuffix(module, ".conftest")
}

// dotted returns the path below a root as a module name.
func dotted(root, base string) string {
	if root != "." {
		base = strings.TrimPrefix(base, root+"/")
	}
	return strings.ReplaceAll(base, "/", ".")
}

func withoutEnding(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

func parent(module string) string { return module[:max(strings.LastIndexByte(module, '.'), 0)] }

// absolute returns the name of the module that a path with leading dots means.
func absolute(from *resolve.Unit, p string) (string, bool) {
	bare := strings.TrimLeft(p, ".")
	if bare == p {
		return p, true
	}
	pkg := from.Package
	for range len(p) - len(bare) - 1 {
		if pkg == "" {
			return "", false
		}
		pkg = parent(pkg)
	}
	return strings.Trim(pkg+"."+bare, "."), true
}

// Find returns the module that a path means in a unit.
func (l *linker) Find(from *resolve.Unit, p string) *resolve.Module {
	name, ok := absolute(from, p)
	if !ok {
		return nil
	}
	if bare := strings.TrimLeft(p, "."); bare != p { // by the folders: packages of one name are not confused
		dir := from.File.Row.ModulePath
		for range len(p) - len(bare) - 1 {
			dir = path.Dir(dir)
		}
		if u := l.at(path.Join(dir, strings.ReplaceAll(bare, ".", "/"))); u != nil {
			return &resolve.Module{Name: u.Module, Unit: u}
		}
	} else if dir := from.File.Row.ModulePath; l.inits[dir] == nil { // a program finds the modules in its folder
		if u := l.at(path.Join(dir, strings.ReplaceAll(p, ".", "/"))); u != nil {
			return &resolve.Module{Name: u.Module, Unit: u}
		}
	}
	return l.named(from, name)
}

// at returns the module of a path without an ending, or of a package.
func (l *linker) at(p string) *resolve.Unit {
	if u := l.byPath[p]; u != nil && path.Base(p) != "__init__" {
		return u
	}
	return l.inits[p]
}

// named returns the module with a name, of several the one whose path has the most in common with that of the unit.
func (l *linker) named(from *resolve.Unit, name string) *resolve.Module {
	var best *resolve.Unit
	most := -1
	for _, u := range l.modules[name] {
		n := common(u.File.Row.FilePath, from.File.Row.FilePath)
		if path.Ext(u.File.Row.FilePath) == ".pyi" {
			n-- // the declarations of a module with a file of code
		}
		if n > most {
			best, most = u, n
		}
	}
	if best == nil && !l.packages[name] {
		return nil
	}
	return &resolve.Module{Name: name, Unit: best}
}

// common returns the number of folders that two paths begin with, doubled.
func common(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n += 2
		}
	}
	return n
}

// Within returns a module in a package.
func (l *linker) Within(m *resolve.Module, name string) *resolve.Module {
	if m.Unit == nil {
		for _, u := range l.modules[m.Name+"."+name] {
			return &resolve.Module{Name: u.Module, Unit: u}
		}
		if l.packages[m.Name+"."+name] {
			return &resolve.Module{Name: m.Name + "." + name}
		}
		return nil
	}
	if l.inits[m.Unit.File.Row.ModulePath] != m.Unit {
		return nil
	}
	if u := l.at(path.Join(m.Unit.File.Row.ModulePath, name)); u != nil {
		return &resolve.Module{Name: u.Module, Unit: u}
	}
	if l.packages[m.Name+"."+name] {
		return l.named(m.Unit, m.Name+"."+name)
	}
	return nil
}

// Global returns the name of an external module.
func (l *linker) Global(from *resolve.Unit, p string) string {
	name, _ := absolute(from, p)
	return name
}

// IsStandard reports whether a module is of the standard library.
func (l *linker) IsStandard(p string) bool {
	first, _, _ := strings.Cut(p, ".")
	return standard[first]
}

// outside returns the global name of an external symbol of a SCIP index: its module and names.
func outside(s *scip.Symbol) string { return strings.Join(append(slices.Clone(s.Owners), s.Name), ".") }
