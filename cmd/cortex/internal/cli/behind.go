package cli

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/schema"
)

// maxBehind is the time that a note about an old index may take.
const maxBehind = time.Second

// compare asks git, while the operation runs, whether the checkout around an index is newer than it. The function that it returns
// prints a note if so. An index at another place than the default has no checkout around it.
//
// DESIGN: git looks at the files while the operation runs, so an answer waits only for the rest of a slower git.
func (c *console) compare(ctx context.Context, dirs []string, r schema.Repository) (note func()) {
	if len(dirs) != 1 || r.Commit == "" {
		return func() {}
	}
	dir, err := filepath.Abs(dirs[0])
	tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+defaultIndex)
	if err != nil || !ok {
		return func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, maxBehind)
	line := make(chan string, 1)
	go func() {
		text := ""
		if found, err := git.OpenCheckout(ctx, tree); err == nil {
			text = freshness.Behind(ctx, checkout{found}, r)
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
