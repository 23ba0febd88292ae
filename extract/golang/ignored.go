package golang

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// What diagnostics say of Go files that the index lacks, before and after why that is. Questions
// know those that may use code of the tree by how they begin (queries/graph/unread.sql).
const (
	usesMissed   = "the build has this Go file, and the index does not, because "
	whatIsMissed = ": calls and other uses in it are missing"
	noneMissed   = "the index does not have this Go file, because "
	whyNone      = "; its package imports nothing of the repository, so no use of that is missing"
)

// noteIgnored adds a diagnostic for each Go file below the root that packages hold and that is no
// file of the tree, as one that git ignores. Its code is compiled, and nobody
// reads what it uses; that may be code of the tree where its package has files of the tree,
// or imports one that has, directly or through others. Vendored folders, a toolchain and a module cache are outside code, and so are
// other modules that use nothing of the tree.
func (x *extraction) noteIgnored() {
	ignored := map[string]bool{} // paths on the machine, and whether they may use code of the tree
	reaches := map[*node]bool{}
	x.unseen.known = map[string]bool{}
	seen := map[*node]bool{}
	for _, n := range x.graph.nodes { // each after what it imports
		reaches[n] = x.published[n.path] != "" || slices.ContainsFunc(n.files, func(name string) bool { return x.byName[name].source != nil })
		for _, dep := range n.imports {
			reaches[n] = reaches[n] || reaches[dep]
		}
		if reaches[n] && !slices.ContainsFunc(n.files, func(name string) bool { return x.byName[name].source != nil }) {
			n.reach(x.unseen.known, seen)
		}
		if !n.ours && (n.standard || !reaches[n] || strings.HasPrefix(n.dir, x.tool.modules)) {
			continue
		}
		for _, name := range n.files {
			if f := x.byName[name]; f.below && f.source == nil && !extract.InVendorFolder(x.relative(name)) {
				ignored[name] = ignored[name] || reaches[n]
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ignored)) {
		p := x.relative(name)
		why, remedy := x.whyIgnored(p)
		msg := noneMissed + why + whyNone
		if ignored[name] {
			msg = usesMissed + why + whatIsMissed + remedy
			x.unseen.all = true
		}
		x.all.rows.Diagnostics = append(x.all.rows.Diagnostics, schema.Diagnostic{FilePath: p, ModulePath: path.Dir(p),
			Stage: schema.StageLoad, Severity: schema.SeverityWarning, Message: msg})
	}
}

// relative returns a path below the root of the tree as it stands in the tables.
func (x *extraction) relative(name string) string {
	return filepath.ToSlash(strings.TrimPrefix(name, x.tree.Root+string(filepath.Separator)))
}

// whyIgnored says why a Go file below the root is no file of the tree, and behind a semicolon
// what would make it one; empty when nothing simple does.
func (x *extraction) whyIgnored(p string) (why, remedy string) {
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		folder := filepath.Join(x.tree.Root, filepath.FromSlash(dir))
		if info, err := os.Lstat(folder); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return "it lies behind a symbolic link", ""
		}
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil && x.tree.Top != "" {
			return "it lies in a submodule or another repository", ""
		}
	}
	switch {
	case strings.ContainsRune(p, utf8.RuneError): // what go list writes for bytes that are not
		return "its path is not UTF-8", ""
	case x.tree.Top == "":
		return "ignore files name it", "; take it out of those to have it read"
	}
	return "git ignores it", "; git add --force has it read"
}

// reach adds the import paths of what a package imports, directly or through others.
func (n *node) reach(to map[string]bool, seen map[*node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	for _, dep := range n.imports {
		to[dep.path] = true
		dep.reach(to, seen)
	}
}
