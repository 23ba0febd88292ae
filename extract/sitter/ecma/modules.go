package ecma

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/scip"
)

// linker finds modules by their paths.
type linker struct {
	files    map[string]*resolve.Unit // by path
	packages []*manifest              // the longest folder first
	configs  []config                 // the longest folder first
}

// manifest is a package.json.
type manifest struct {
	dir     string
	Name    string         `json:"name"`
	Main    string         `json:"main"`
	Module  string         `json:"module"`
	Types   string         `json:"types"`
	Exports any            `json:"exports"`
	Imports map[string]any `json:"imports"`
}

// config is a tsconfig.json.
type config struct {
	dir     string
	Options struct {
		BaseURL string              `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
	patterns []string // the most specific first
}

// maxManifest is the size above which a manifest is not read.
const maxManifest = 1 << 20

// link names the modules of the units: the name of the package and the path in it.
func link(tree *extract.Tree, units []*resolve.Unit) resolve.Linker {
	l := &linker{files: map[string]*resolve.Unit{}}
	for _, u := range units {
		l.files[u.File.Row.FilePath] = u
	}
	if f, err := folder.Open(tree.Root); err == nil {
		l.manifests(f, tree)
		f.Close()
	}
	for _, u := range units {
		p := u.File.Row.FilePath
		u.Module = withoutEnding(p)
		if m := l.manifestOf(p); m != nil && m.Name != "" {
			u.Module = path.Join(m.Name, withoutEnding(below(m.dir, p)))
			u.IsAPI = !u.File.Row.IsTest
		}
	}
	return l
}

// below returns a path relative to a folder around it.
func below(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(p, dir+"/")
}

func within(dir, p string) bool { return dir == "." || strings.HasPrefix(p, dir+"/") }

// manifests reads the manifests and configurations of the tree. One that is broken counts as empty.
func (l *linker) manifests(f *folder.Folder, tree *extract.Tree) {
	for _, file := range tree.Files {
		p := file.Row.FilePath
		name := path.Base(p)
		if name != "package.json" && name != "tsconfig.json" && name != "jsconfig.json" {
			continue
		}
		text, _, err := f.Read(p, maxManifest)
		if err != nil {
			continue
		}
		if name == "package.json" {
			m := &manifest{dir: path.Dir(p)}
			_ = json.Unmarshal(text, m)
			l.packages = append(l.packages, m)
			continue
		}
		c := config{dir: path.Dir(p)}
		_ = json.Unmarshal(bare(text), &c)
		c.patterns = slices.SortedFunc(maps.Keys(c.Options.Paths), func(a, b string) int {
			return cmp.Or(cmp.Compare(strings.Index(b+"*", "*"), strings.Index(a+"*", "*")), strings.Compare(a, b))
		})
		l.configs = append(l.configs, c)
	}
	slices.SortStableFunc(l.packages, func(a, b *manifest) int { return cmp.Compare(len(b.dir), len(a.dir)) })
	slices.SortStableFunc(l.configs, func(a, b config) int { return cmp.Compare(len(b.dir), len(a.dir)) })
}

// bare returns JSON without comments and without commas before a closing bracket.
func bare(text []byte) []byte {
	var out []byte
	inString := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
			c = text[i]
		case c == '"':
			inString = !inString
		case inString:
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			for i += 2; i+1 < len(text) && (text[i] != '*' || text[i+1] != '/'); i++ {
			}
			i++
			continue
		case c == '}' || c == ']':
			trimmed := strings.TrimRight(string(out), " \t\r\n")
			if strings.HasSuffix(trimmed, ",") {
				out = out[:len(trimmed)-1]
			}
		}
		out = append(out, c)
	}
	return out
}

func (l *linker) manifestOf(p string) *manifest {
	for _, m := range l.packages {
		if within(m.dir, p) {
			return m
		}
	}
	return nil
}

// Find returns the module that a path means in a unit.
func (l *linker) Find(from *resolve.Unit, p string) *resolve.Module {
	if u := l.find(from, p); u != nil {
		return &resolve.Module{Name: u.Module, Unit: u}
	}
	return nil
}

func (l *linker) find(from *resolve.Unit, p string) *resolve.Unit {
	file := from.File.Row.FilePath
	if strings.HasPrefix(p, ".") {
		return l.at(path.Join(path.Dir(file), p))
	}
	for _, c := range l.configs {
		if !within(c.dir, file) {
			continue
		}
		base := path.Join(c.dir, c.Options.BaseURL)
		for _, pattern := range c.patterns {
			rest, ok := match(pattern, p)
			if !ok {
				continue
			}
			for _, target := range c.Options.Paths[pattern] {
				if u := l.at(path.Join(base, strings.Replace(target, "*", rest, 1))); u != nil {
					return u
				}
			}
		}
		if c.Options.BaseURL != "" {
			if u := l.at(path.Join(base, p)); u != nil {
				return u
			}
		}
		break
	}
	if strings.HasPrefix(p, "#") {
		m := l.manifestOf(file)
		if m == nil {
			return nil
		}
		return l.mapped(m, m.Imports, p)
	}
	for _, m := range l.packages {
		if m.Name == "" || p != m.Name && !strings.HasPrefix(p, m.Name+"/") {
			continue
		}
		rest := strings.TrimPrefix(strings.TrimPrefix(p, m.Name), "/")
		if exports, ok := m.Exports.(map[string]any); ok {
			if u := l.mapped(m, exports, "./"+rest); u != nil {
				return u
			}
		}
		if rest != "" {
			return cmp.Or(l.at(path.Join(m.dir, rest)), l.at(path.Join(m.dir, "src", rest)))
		}
		for _, entry := range append(texts(m.Exports), m.Types, m.Module, m.Main, "src/index", "index", "src/main") {
			if entry == "" {
				continue
			}
			if u := l.source(m.dir, entry); u != nil {
				return u
			}
		}
	}
	return nil
}

// mapped returns the module that a map of a manifest gives a path.
func (l *linker) mapped(m *manifest, paths map[string]any, p string) *resolve.Unit {
	p = strings.TrimSuffix(p, "/")
	for _, pattern := range slices.SortedFunc(maps.Keys(paths), func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b)) }) {
		rest, ok := match(pattern, p)
		if !ok {
			continue
		}
		for _, target := range texts(paths[pattern]) {
			if u := l.source(m.dir, strings.Replace(target, "*", rest, 1)); u != nil {
				return u
			}
		}
	}
	return nil
}

// source returns the module of a path in a package. A built file means the file that it was built from.
func (l *linker) source(dir, p string) *resolve.Unit {
	p = path.Clean(p)
	if u := l.at(path.Join(dir, p)); u != nil {
		return u
	}
	parts := strings.Split(p, "/")
	for i := range parts[:len(parts)-1] {
		switch parts[i] {
		case "dist", "lib", "build", "out", "esm", "cjs", "types":
			for skipped := i + 1; skipped < len(parts); skipped++ {
				if u := l.at(path.Join(dir, path.Join(parts[:i]...), "src", path.Join(parts[skipped:]...))); u != nil {
					return u
				}
			}
		}
	}
	return nil
}

// texts returns the paths in a value of a manifest: of several conditions these first, and then those that packages make up.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case map[string]any:
		known := []string{".", "types", "import", "module", "default", "node", "require", "browser"}
		for _, condition := range slices.Concat(known, slices.Sorted(maps.Keys(v))) {
			out = append(out, texts(v[condition])...)
		}
	case []any:
		for _, x := range v {
			out = append(out, texts(x)...)
		}
	}
	return out
}

// match matches a path with a pattern of at most one star.
func match(pattern, p string) (rest string, ok bool) {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return "", p == pattern || p+"/" == pattern
	}
	if len(p) < len(before)+len(after) || !strings.HasPrefix(p, before) || !strings.HasSuffix(p, after) {
		return "", false
	}
	return p[len(before) : len(p)-len(after)], true
}

// endings are the ends of the files that a path without an end may mean, in order.
var endings = []string{".ts", ".tsx", ".mts", ".cts", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"}

// at returns the unit of a path with or without an ending, or of a folder.
func (l *linker) at(p string) *resolve.Unit {
	if u := l.files[p]; u != nil {
		return u
	}
	bare := p
	switch path.Ext(p) { // a path names the file that the compiler makes
	case ".js", ".jsx", ".mjs", ".cjs":
		bare = strings.TrimSuffix(p, path.Ext(p))
	}
	for _, base := range []string{p, bare, p + "/index"} {
		for _, e := range endings {
			if u := l.files[base+e]; u != nil {
				return u
			}
		}
	}
	return nil
}

// Within returns nil: a path names each module.
func (l *linker) Within(*resolve.Module, string) *resolve.Module { return nil }

// Global returns the name of an external module; of a relative path to no file it is empty.
func (l *linker) Global(_ *resolve.Unit, p string) string {
	if strings.HasPrefix(p, ".") || strings.HasPrefix(p, "#") || strings.HasPrefix(p, "/") {
		return ""
	}
	return strings.TrimPrefix(p, "node:")
}

// IsStandard reports whether a module comes with Node.
func (l *linker) IsStandard(p string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(p, "node:"), "/")
	return strings.HasPrefix(p, "node:") || standard[first]
}

// outside returns the global name of an external symbol of a SCIP index: its package, its file below that, and its names. The compiler's
// own libraries have the built-in names.
func outside(s *scip.Symbol) string {
	if s.Package == "typescript" {
		return resolve.Builtin(s.Name)
	}
	file := path.Join(s.Owners[:s.Spaces]...)
	file, _, _ = strings.Cut(file, ".d.")
	module := path.Join(strings.TrimPrefix(s.Package, "@types/"), strings.TrimSuffix(file, "index"))
	return strings.Join(append(append([]string{module}, s.Owners[s.Spaces:]...), s.Name), ".")
}
