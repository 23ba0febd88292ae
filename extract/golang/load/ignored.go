package load

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/schema"
)

// The words of diagnostics about Go files that the index lacks, before and after the cause.
const (
	usesMissed   = "the build has this Go file, and the index does not, because "
	whatIsMissed = ": calls and other uses in it are missing"
	noneMissed   = "the index does not have this Go file, because "
	whyNone      = "; its package imports nothing of the repository, so no use of that is missing"
)

// ignoredFile is a Go file that the build has and the tree has not. It may use code of the tree.
type ignoredFile struct {
	Path    string // relative to the root
	Pkg     string // its package path
	Content []byte // nil when it is not a regular file
}

// noteIgnored adds a diagnostic for each Go file below the root that packages hold and that is no file of the tree, as one that git
// ignores. Its code is compiled and has no rows. It may use code of the tree where its package has files of the tree, or imports one
// that has. Vendored dependencies, a toolchain, a module cache and modules that use nothing of the tree are external code.
func (x *Program) noteIgnored() {
	packages := map[string]string{} // by paths on the machine
	ignored := map[string]bool{}    // paths on the machine, and whether they may use code of the tree
	reaches := map[*Node]bool{}
	x.Known = map[string]bool{}
	seen := map[*Node]bool{}
	for _, n := range x.Graph.Nodes { // each after its imports
		reaches[n] = x.Published[n.Path] != "" || slices.ContainsFunc(n.files, func(name string) bool { return x.ByName[name].Source != nil })
		for _, dep := range n.Imports {
			reaches[n] = reaches[n] || reaches[dep]
		}
		if reaches[n] && !slices.ContainsFunc(n.files, func(name string) bool { return x.ByName[name].Source != nil }) {
			n.reach(x.Known, seen)
		}
		if !n.ours && (n.standard || !reaches[n] || strings.HasPrefix(n.Dir, x.Tool.modules)) {
			continue
		}
		for _, name := range n.files {
			vendored := folder.InVendorFolder(path.Dir(x.relative(name)) + "/")
			if f := x.ByName[name]; f.below && f.Source == nil && (!vendored || n.ours && !n.standard && reaches[n]) {
				ignored[name] = ignored[name] || reaches[n]
				packages[name] = strings.TrimSuffix(n.Path, "_test")
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ignored)) {
		p := x.relative(name)
		why, remedy := x.whyIgnored(p)
		msg := noneMissed + why + whyNone
		if ignored[name] {
			msg = usesMissed + why + whatIsMissed + remedy
			f := ignoredFile{Path: p, Pkg: packages[name]}
			f.Content, _ = readRegular(name)
			x.Ignored = append(x.Ignored, f)
		}
		x.Diagnostics = append(x.Diagnostics, schema.Diagnostic{FilePath: p, ModulePath: path.Dir(p),
			Stage: schema.StageLoad, Code: schema.CodeIgnoredByGit, Severity: schema.SeverityWarning, Message: msg})
	}
}

// relative returns a path below the root of the tree as the tables have it.
func (x *Program) relative(name string) string {
	return filepath.ToSlash(strings.TrimPrefix(name, x.Tree.Root+string(filepath.Separator)))
}

// whyIgnored says why a Go file below the root is no file of the tree, and after a semicolon
// the remedy; empty when there is no simple one.
func (x *Program) whyIgnored(p string) (why, remedy string) {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		folder := filepath.Join(x.Tree.Root, filepath.FromSlash(dir))
		if info, err := os.Lstat(folder); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return "it lies behind a symbolic link", ""
		}
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil && x.Tree.Top != "" {
			return "it lies in a submodule or another repository", ""
		}
	}
	switch {
	case strings.ContainsRune(p, utf8.RuneError): // go list replaces bytes that are not
		return "its path is not UTF-8", ""
	case folder.InVendorFolder(path.Dir(p)+"/") && !x.Cfg.Vendored:
		return "it lies in a vendored folder", ""
	case x.Tree.Top == "":
		return "ignore files name it", "; take it out of those to have it read"
	}
	return "git ignores it", "; git add --force has it read"
}

// reach adds the import paths of the dependencies of a package.
func (n *Node) reach(to map[string]bool, seen map[*Node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	for _, dep := range n.Imports {
		to[dep.Path] = true
		dep.reach(to, seen)
	}
}
