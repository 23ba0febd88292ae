package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
)

// fromHere makes paths relative to the root of the tree around an index. It changes absolute paths. For the nearest index it changes
// paths of this folder, too: those that begin with a dot, and names of files that are here and not at the root. It leaves paths that
// lead out of the tree.
func fromHere(args map[string]any, dirs []string) {
	here, err := os.Getwd()
	if err != nil || len(dirs) != 1 {
		return
	}
	dir, err := filepath.Abs(dirs[0])
	tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+revisions.DefaultIndex)
	if err != nil || !ok {
		return
	}
	if nearest, ok := revisions.Nearest(here); !ok || nearest != dirs[0] {
		here = "" // a named index may be of another tree
	}
	for _, name := range []string{"target", "to", "scope", "path_prefix"} {
		if text, ok := args[name].(string); ok {
			args[name] = inTree(text, here, tree)
		}
	}
	if patterns, ok := args["exclude_patterns"].([]string); ok {
		for i, p := range patterns {
			patterns[i] = inTree(p, here, tree)
		}
	}
}

// isFileHere reports whether a path, or a place in a file, is in the folder here and not at the root of the tree.
func isFileHere(at, here, tree string) bool {
	if i := strings.IndexAny(at, ":#"); i >= 0 {
		at = at[:i]
	}
	info, err := os.Stat(filepath.Join(here, at))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	_, err = os.Stat(filepath.Join(tree, at))
	return err != nil
}

// inTree makes a path of the folder here relative to the tree above it.
func inTree(text, here, tree string) string {
	at := filepath.FromSlash(text)
	switch {
	case filepath.IsAbs(at):
	case here == "":
		return text
	case at == ".", at == "..", strings.HasPrefix(at, "."+string(filepath.Separator)), strings.HasPrefix(at, ".."+string(filepath.Separator)):
		at = filepath.Join(here, at)
	case isFileHere(at, here, tree):
		at = filepath.Join(here, at)
	default:
		return text
	}
	rel, err := filepath.Rel(tree, at)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return text
	}
	if rel == "." {
		return rel
	}
	return "./" + filepath.ToSlash(rel)
}
