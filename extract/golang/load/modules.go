package load

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/language"
	"github.com/cortex-index/cortex/schema"
)

// Module is one Go module of the tree, or the folder tree that no go.mod governs.
type Module struct {
	dir       string // relative to the root of the tree; "." for the root, and for a module around the root
	inside    string // of a module around the root: the root's path in it
	Path      string // as its go.mod says; empty when there is no go.mod or it names none
	synthetic bool   // there is no go.mod: it is loaded as if there were one
	directive string // the Go version that its go.mod asks for; may be empty
	fixture   bool   // below testdata, or a folder whose name begins with . or _, which the go command passes over
}

// Root returns the directory of the module's go.mod, empty for a module around the root.
func (m *Module) Root() string {
	if m.inside != "" {
		return ""
	}
	return m.dir
}

// layout knows the module and the import path of a directory. It
// follows from the list of go.mod files alone.
type layout struct {
	name    string             // the repository's name, for code outside every module
	Modules []*Module          // the deepest first
	Suffix  map[string]string  // by directory: the suffix that tells directories of one import path apart
	prefix  map[string]string  // by directory with Go files: the prefix of its symbols
	ByPath  map[string]string  // import path to directory, where exactly one has it
	Managed map[string]*Module // by directory: its module
}

// newLayout reads the go.mod files of the tree, and the one above its root when
// the root is inside a module of the same git work tree.
func newLayout(tree *extract.Tree, dirs []string) *layout {
	l := &layout{name: tree.Repository.FullName(), Suffix: map[string]string{}, prefix: map[string]string{},
		ByPath: map[string]string{}, Managed: map[string]*Module{}}
	for _, f := range tree.Files {
		if path.Base(f.Row.FilePath) == "go.mod" && f.Row.Status != schema.StatusSkipped {
			l.add(tree.Root, path.Dir(f.Row.FilePath))
		}
	}
	if !slices.ContainsFunc(l.Modules, func(m *Module) bool { return m.dir == "." }) {
		l.addAbove(tree)
	}
	slices.SortFunc(l.Modules, func(a, b *Module) int {
		if d := depth(b.dir) - depth(a.dir); d != 0 {
			return d
		}
		return strings.Compare(a.dir, b.dir)
	})
	slices.Sort(dirs)
	for _, d := range dirs {
		l.place(d)
	}
	return l
}

func (l *layout) add(root, dir string) {
	b, err := readInside(root, path.Join(dir, "go.mod"))
	if err != nil {
		return
	}
	l.Modules = append(l.Modules, &Module{dir: dir, Path: modfile.ModulePath(b), directive: goDirective(b), fixture: language.IsGoFixture(dir)})
}

// addAbove finds the module around the root: a go.mod between the root and the
// top of the git work tree. Outside git nothing above the root is looked at.
func (l *layout) addAbove(tree *extract.Tree) {
	inside := ""
	for dir := tree.Root; tree.Top != "" && dir != tree.Top; {
		next := filepath.Dir(dir)
		if next == dir {
			break
		}
		dir, inside = next, path.Join(filepath.Base(dir), inside)
		if b, err := readRegular(filepath.Join(dir, "go.mod")); err == nil {
			l.Modules = append(l.Modules, &Module{dir: ".", inside: inside, Path: modfile.ModulePath(b), directive: goDirective(b)})
			return
		}
	}
	l.Modules = append(l.Modules, &Module{dir: ".", synthetic: true})
}

// place gives a directory with Go files its prefix, its suffix and its module.
func (l *layout) place(dir string) {
	m := l.moduleOf(dir)
	l.Managed[dir] = m
	p, ok := m.importPath(dir)
	if !ok {
		p = path.Join(l.name, dir)
	}
	l.prefix[dir] = p
	if _, taken := l.ByPath[p]; taken {
		l.Suffix[dir] = dir
		return
	}
	l.ByPath[p] = dir
}

// PackagePath returns the import path of a directory, empty outside every module.
func (l *layout) PackagePath(dir string) string {
	p, _ := l.Managed[dir].importPath(dir)
	return p
}

// PathOf returns the import path that a Go file in a directory would have, empty outside every module. Unlike packagePath it takes
// directories without a source.
func (l *layout) PathOf(dir string) string {
	for _, m := range l.Modules {
		if _, ok := relativeTo(m.dir, dir); ok {
			p, _ := m.importPath(dir)
			return p
		}
	}
	return ""
}

// BelowModule returns the path of a directory with Go files from its Go module on.
func (l *layout) BelowModule(dir string) string {
	rel, _ := relativeTo(l.Managed[dir].dir, dir)
	return rel
}

func (l *layout) moduleOf(dir string) *Module {
	for _, m := range l.Modules {
		if _, ok := relativeTo(m.dir, dir); ok {
			return m
		}
	}
	// Only a tree without a go.mod at its root gets here, for folders outside its modules.
	l.Modules = append(l.Modules, &Module{dir: ".", synthetic: true})
	return l.Modules[len(l.Modules)-1]
}

// importPath returns the import path of a directory of the module; ok is false
// when the module has no path.
func (m *Module) importPath(dir string) (p string, ok bool) {
	if m.Path == "" {
		return "", false
	}
	rel, _ := relativeTo(m.dir, dir)
	rel = path.Join(m.inside, rel)
	switch {
	case m.Path == "std" && rel != ".":
		return rel, true // the standard library's own module
	case strings.HasPrefix(rel, "vendor/"):
		if m.Path == "cmd" {
			return path.Join(m.Path, rel), true
		}
		return strings.TrimPrefix(rel, "vendor/"), true
	}
	return path.Join(m.Path, rel), true
}

// relativeTo returns dir relative to base, when it is base or below it. Both are
// relative to the root, slash-separated and clean.
func relativeTo(base, dir string) (string, bool) {
	switch base {
	case ".":
		return dir, true
	case dir:
		return ".", true
	}
	return strings.CutPrefix(dir, base+"/")
}

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return strings.Count(dir, "/") + 1
}

// readInside reads a file of the tree; a symbolic link that leads outside is an error.
func readInside(root, name string) ([]byte, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.ReadFile(filepath.FromSlash(name))
}
