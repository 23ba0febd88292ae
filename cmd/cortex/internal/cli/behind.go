package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// maxBehind is the time that a note about an old index may take.
const maxBehind = time.Second

// compare asks git, while the operation runs, whether the checkout around an index is newer than it. The function that it returns
// prints a note if so. An index at another place than the default has no checkout around it.
//
// DESIGN: git looks at the files while the operation runs, so an answer waits only for the rest of a slower git. The check takes 17 ms of
// processor time on prometheus (1,666 files) and 55 ms on 10,000 files, of which git status takes 6 and 30. A query takes 150 and longer, and
// the answer did not wait on either.
func (c *console) compare(ctx context.Context, dirs []string, ix *queries.Index) (note func()) {
	r := ix.Manifest().Repository
	if len(dirs) != 1 || r.Commit == "" {
		return func() {}
	}
	dir, err := filepath.Abs(dirs[0])
	tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+revisions.DefaultIndex)
	if err != nil || !ok {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, maxBehind)
	line := make(chan string, 1)
	go func() {
		text := ""
		if found, err := git.CheckoutAt(tree); err == nil {
			text = freshness.Behind(ctx, checkout{found}, r, changedAfter(ctx, ix, dir, tree))
		}
		line <- text
	}()
	return func() {
		defer cancel()
		if text := <-line; text != "" {
			c.note(text)
		}
	}
}

// changedAfter returns a function that adds the files of an index in dir that differ from those in the tree to others that may. A file
// differs when it was written after the index was, or when it is gone.
func changedAfter(ctx context.Context, ix *queries.Index, dir, tree string) func(files []string) []string {
	return func(files []string) (out []string) {
		made, err := os.Stat(filepath.Join(dir, schema.ManifestFile))
		if err != nil {
			return nil
		}
		indexed, err := queries.Collect(ctx, ix.Query, func(f *string) []any { return []any{f} }, "SELECT file_path FROM files ORDER BY file_path")
		if err != nil {
			return nil
		}
		files = append(files, indexed...)
		slices.Sort(files)
		for _, f := range slices.Compact(files) {
			now, err := os.Lstat(filepath.Join(tree, filepath.FromSlash(f)))
			_, known := slices.BinarySearch(indexed, f)
			switch {
			case err == nil && now.ModTime().After(made.ModTime()):
				out = append(out, f)
			case errors.Is(err, fs.ErrNotExist) && known:
				out = append(out, f+" (deleted)")
			}
		}
		return out
	}
}
