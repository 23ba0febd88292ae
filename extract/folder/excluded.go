package folder

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Excluded holds the paths from the root that are not part of the tree.
type Excluded []string

// NewExcluded makes paths of the machine relative to root, and drops paths outside it.
func NewExcluded(root string, paths []string) (Excluded, error) {
	var x Excluded
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, fmt.Errorf("resolve %s: %w", p, err)
		}
		rel, err := filepath.Rel(root, followLinks(abs))
		if err == nil && filepath.IsLocal(rel) {
			x = append(x, filepath.ToSlash(rel))
		}
	}
	return x, nil
}

// followLinks follows the symbolic links of the part of a path that exists.
func followLinks(p string) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	if dir := filepath.Dir(p); dir != p {
		return filepath.Join(followLinks(dir), filepath.Base(p))
	}
	return p
}

// Has reports whether a path is excluded, or is below an excluded directory.
func (x Excluded) Has(p string) bool {
	for _, e := range x {
		if e == "." || p == e || strings.HasPrefix(p, e) && p[len(e)] == '/' {
			return true
		}
	}
	return false
}
