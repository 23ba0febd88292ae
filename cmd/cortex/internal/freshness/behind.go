package freshness

import (
	"context"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/schema"
)

// Behind returns one line with advice when a checkout is newer than an index of it, and an empty text otherwise. An index of a changed tree
// has the changes that were there, so later returns the changes that came after it: of the files that differ from the commit, and of those
// that were changed back.
func Behind(ctx context.Context, checkout Checkout, r schema.Repository, later func(files []string) []string) string {
	head, ahead, files, err := checkout.Since(ctx, r.Commit)
	commit := catalog.Short(r.Commit)
	since := "commit " + commit
	if r.Dirty && err == nil {
		files = later(files)
		since = "it was made"
	}
	switch {
	case err != nil:
		return ""
	case head == r.Commit && len(files) > 0:
		return "index is older than the working tree: " + wording.Count(len(files), "file", "files") + " changed since " + since + ": " + wording.List(files, 3) + ": run cortex extract"
	case head == r.Commit:
		return ""
	case ahead <= 0: // HEAD moved back, or to another branch
		return "index is of commit " + commit + ", and HEAD is " + catalog.Short(head) + ": run cortex extract"
	}
	return "index is of commit " + commit + ", " + wording.Count(ahead, "commit", "commits") + " behind HEAD: run cortex extract"
}
