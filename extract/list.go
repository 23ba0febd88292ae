package extract

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/schema"
	"golang.org/x/sync/errgroup"
)

// entry is a path that git or a walk names, before anybody looked at it.
type entry struct {
	path    string // from the root, slash-separated
	tracked bool
	gitlink bool // a submodule
	sparse  bool // git was told not to check it out
}

// listing is the paths below a root, with what git knows about them.
type listing struct {
	entries []entry         // sorted by path, without repeats and without excluded ones
	changed map[string]bool // paths that differ from HEAD, untracked ones included
	dirty   bool            // one of the changes is not excluded
}

// excluded holds the paths from the root that are not part of the tree.
type excluded []string

// newExcluded makes paths of the machine relative to root; those outside it are dropped.
func newExcluded(root string, paths []string) (excluded, error) {
	var x excluded
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, fmt.Errorf("resolve %s: %w", p, err)
		}
		rel, err := filepath.Rel(root, resolve(abs))
		if err == nil && filepath.IsLocal(rel) {
			x = append(x, filepath.ToSlash(rel))
		}
	}
	return x, nil
}

// resolve follows the symbolic links of the part of a path that exists.
func resolve(p string) string {
	if real, err := filepath.EvalSymlinks(p); err == nil {
		return real
	}
	if dir := filepath.Dir(p); dir != p {
		return filepath.Join(resolve(dir), filepath.Base(p))
	}
	return p
}

// has reports whether a path is excluded or below something that is.
func (x excluded) has(p string) bool {
	for _, e := range x {
		if e == "." || p == e || strings.HasPrefix(p, e) && p[len(e)] == '/' {
			return true
		}
	}
	return false
}

// listGit returns what git tracks below its directory and what it does not
// ignore. prefix is the directory's path from the top of the work tree, empty or
// with a slash at its end.
func listGit(ctx context.Context, g *git, prefix string, x excluded) (*listing, error) {
	var tracked, others, status []string
	group, gctx := errgroup.WithContext(ctx)
	ask := func(answer *[]string, args ...string) {
		group.Go(func() (err error) { *answer, err = g.lines(gctx, args...); return err })
	}
	ask(&tracked, "ls-files", "-z", "-t", "--stage", "--cached")
	ask(&others, "ls-files", "-z", "--others", "--exclude-standard")
	// Changes of content and of the staging area; a submodule is no part of the tree.
	ask(&status, "status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames", "--", ".")
	if err := group.Wait(); err != nil {
		return nil, err
	}

	l := &listing{changed: map[string]bool{}}
	change := func(p string) {
		if !x.has(p) {
			l.changed[p] = true
			l.dirty = true
		}
	}
	for _, line := range tracked { // "H 100644 <hash> <stage>\t<path>"
		info, p, ok := strings.Cut(line, "\t")
		if !ok || len(info) < 3 {
			return nil, fmt.Errorf("git ls-files: unexpected output %q", line)
		}
		l.entries = append(l.entries, entry{path: p, tracked: true, gitlink: strings.HasPrefix(info[2:], "160000 "), sparse: info[0] == 'S'})
	}
	for _, p := range others {
		embedded := strings.HasSuffix(p, "/") // another repository's work tree
		p = strings.TrimSuffix(p, "/")
		l.entries = append(l.entries, entry{path: p, gitlink: embedded})
		change(p)
	}
	for _, line := range status { // "XY <path from the top>"
		if len(line) > 3 {
			change(strings.TrimPrefix(line[3:], prefix))
		}
	}
	l.finish(x)
	return l, nil
}

// gone is the diagnostic of a path that has no row.
func gone(p, message string) schema.Diagnostic {
	d := schema.Diagnostic{Stage: schema.StageDiscover, Severity: schema.SeverityWarning, Message: message}
	if utf8.ValidString(p) {
		d.FilePath, d.ModulePath = p, path.Dir(p)
	} else {
		d.Message = strconv.Quote(p) + ": " + message
	}
	return d
}

// finish sorts the entries, and drops repeats and what is excluded.
func (l *listing) finish(x excluded) {
	slices.SortStableFunc(l.entries, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	l.entries = slices.CompactFunc(l.entries, func(a, b entry) bool { return a.path == b.path })
	l.entries = slices.DeleteFunc(l.entries, func(e entry) bool { return x.has(e.path) })
}
