package freshness

import (
	"context"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/schema"
)

// Behind returns one line with advice when a checkout is newer than an index of it, and an empty text otherwise. Nobody knows which
// changes an index of a changed tree already has, so there the commit alone counts.
func Behind(ctx context.Context, checkout Checkout, r schema.Repository) string {
	head, ahead, files, err := checkout.Since(ctx, r.Commit)
	commit := catalog.Short(r.Commit)
	switch {
	case err != nil:
		return ""
	case head == r.Commit && len(files) > 0 && !r.Dirty:
		return "index is older than the working tree: " + wording.Count(len(files), "file", "files") + " changed since commit " + commit + ": run cortex extract"
	case head == r.Commit || ahead == 0:
		return ""
	case ahead < 0:
		return "index is of commit " + commit + ", and HEAD is " + catalog.Short(head) + ": run cortex extract"
	}
	return "index is of commit " + commit + ", " + wording.Count(ahead, "commit", "commits") + " behind HEAD: run cortex extract"
}
