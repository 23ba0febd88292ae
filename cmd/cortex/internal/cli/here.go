package cli

import (
	"os"
	"path/filepath"
	"strings"
)

// fromHere has paths mean what they mean in this folder, where the index is that of a tree that the folder lies in: ./x
// from below is no ./x at the top. It changes those that begin with a dot, and absolute ones; what leads out of the tree stays.
func fromHere(args map[string]any, dirs []string) {
	here, err := os.Getwd()
	if err != nil || len(dirs) != 1 {
		return
	}
	dir, ok := nearestIndex(here)
	if !ok || dir != dirs[0] {
		return // an index that was named is of any tree
	}
	tree := filepath.Dir(filepath.Dir(dir))
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

// inTree is a path of a folder as one of the tree above it.
func inTree(text, here, tree string) string {
	at := filepath.FromSlash(text)
	switch {
	case at == ".", at == "..", strings.HasPrefix(at, "."+string(filepath.Separator)), strings.HasPrefix(at, ".."+string(filepath.Separator)):
		at = filepath.Join(here, at)
	case !filepath.IsAbs(at):
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
