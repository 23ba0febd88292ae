package git

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/folder"
	"golang.org/x/sync/errgroup"
)

// An Entry is a path that git names. The file may be missing.
type Entry struct {
	Path    string // from the directory of the work tree, slash-separated
	Tracked bool
	Gitlink bool // a submodule
	Sparse  bool // left out of a sparse checkout
}

// A Listing holds the paths of a work tree and the changes since HEAD.
type Listing struct {
	Entries []Entry         // sorted by path, without repeats and without excluded ones
	Changed map[string]bool // paths that differ from HEAD or are untracked, without excluded ones
}

// List returns the paths below the directory that git tracks or does not ignore.
func (w *WorkTree) List(ctx context.Context, x folder.Excluded) (*Listing, error) {
	list, err := w.list(ctx, x)
	if err != nil {
		return nil, explain(ctx, err)
	}
	return list, nil
}

// Ignored returns the files below the directory that git ignores.
func (w *WorkTree) Ignored(ctx context.Context) ([]string, error) {
	return w.lines(ctx, "ls-files", "-z", "--others", "--ignored", "--exclude-standard")
}

func (w *WorkTree) list(ctx context.Context, x folder.Excluded) (*Listing, error) {
	var tracked, others, status []string
	group, gctx := errgroup.WithContext(ctx)
	ask := func(answer *[]string, args ...string) {
		group.Go(func() (err error) { *answer, err = w.lines(gctx, args...); return err })
	}
	ask(&tracked, "ls-files", "-z", "-t", "--stage", "--cached")
	ask(&others, "ls-files", "-z", "--others", "--exclude-standard")
	// Changes of content and of the staging area. Submodules are not part of the tree.
	ask(&status, "status", "--porcelain=v1", "-z", "--untracked-files=no", "--ignore-submodules=all", "--no-renames", "--", ".")
	if err := group.Wait(); err != nil {
		return nil, err
	}

	l := &Listing{Changed: map[string]bool{}}
	change := func(p string) {
		if !x.Has(p) {
			l.Changed[p] = true
		}
	}
	for _, line := range tracked { // "H 100644 <hash> <stage>\t<path>"
		info, p, ok := strings.Cut(line, "\t")
		if !ok || len(info) < 3 {
			return nil, fmt.Errorf("git ls-files: unexpected output %q", line)
		}
		l.Entries = append(l.Entries, Entry{Path: p, Tracked: true, Gitlink: strings.HasPrefix(info[2:], "160000 "), Sparse: info[0] == 'S'})
	}
	for _, p := range others {
		embedded := strings.HasSuffix(p, "/") // another repository's work tree
		p = strings.TrimSuffix(p, "/")
		l.Entries = append(l.Entries, Entry{Path: p, Gitlink: embedded})
		change(p)
	}
	for _, line := range status { // "XY <path from the top>"
		if len(line) > 3 {
			change(strings.TrimPrefix(line[3:], w.Prefix()))
		}
	}
	slices.SortStableFunc(l.Entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	l.Entries = slices.CompactFunc(l.Entries, func(a, b Entry) bool { return a.Path == b.Path })
	l.Entries = slices.DeleteFunc(l.Entries, func(e Entry) bool { return x.Has(e.Path) })
	return l, nil
}
