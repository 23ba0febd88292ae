package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/extraction"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// maxMoved is the number of extractions of a tree that changes meanwhile.
const maxMoved = 3

// fresh returns an index of the working tree as it is: the one in dirs when no file changed since, or one in the user's cache, which it
// makes if need be.
func (c *console) fresh(ctx context.Context, dirs []string) ([]string, error) {
	if len(dirs) > 1 {
		return nil, usageError("name one index with --index", "--fresh is for one index, and there are %d", len(dirs))
	}
	like, err := manifestAt(ctx, dirs[0])
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(dirs[0])
	if err != nil {
		return nil, fmt.Errorf("find the index: %w", err)
	}
	tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+revisions.DefaultIndex)
	if !ok {
		tree = "."
	}
	r := like.Repository
	found, err := git.OpenCheckout(ctx, tree)
	if err == nil {
		found, err = git.OpenCheckout(ctx, found.Top(), dir)
	}
	if err == nil && !(checkout{found}).Holds(ctx, r.Name, r.Commit) {
		err = fmt.Errorf("the index is of %s, and not of this repository", r.FullName())
	}
	if err != nil {
		return nil, failedError("query in the git repository of the index, or omit --fresh", "--fresh: %w", err)
	}
	if !r.Dirty {
		if now, err := found.Since(ctx, r.Commit); err == nil && now.Head == r.Commit && len(now.Files) == 0 {
			return dirs, nil
		}
	}
	w := &revisions.Working{Checkout: found, Version: Version, Program: runningBuild, Extract: func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error) {
		fmt.Fprintln(c.Err, "extracting "+render.Printable(name, false))
		p := render.NewProgress(c.Err, c.live)
		defer p.Stop()
		if c.live {
			cfg.Progress = p
		}
		return c.extract(ctx, extraction.To, dest, cfg, nil)
	}}
	made, ok, err := w.Find(ctx, like)
	for try := 0; err == nil && !ok; try++ {
		made, err = w.Make(ctx, like)
		if ok = err == nil; errors.Is(err, revisions.ErrMoved) && try+1 < maxMoved {
			err = nil
		}
	}
	if errors.Is(err, revisions.ErrMoved) {
		return nil, failedError("try again when the files are at rest, or omit --fresh", "--fresh: %w, %d times", err, maxMoved)
	}
	return []string{made.Dir}, err
}

// manifestAt returns the manifest of an index.
func manifestAt(ctx context.Context, dir string) (schema.Manifest, error) {
	ix, err := queries.Open(ctx, dir)
	if err != nil {
		return schema.Manifest{}, err
	}
	return ix.Manifest(), ix.Close()
}
