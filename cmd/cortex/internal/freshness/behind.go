package freshness

import (
	"context"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
)

// History is a checkout that compares commits without looking at files.
type History interface {
	// Ahead returns the commit that is checked out, and the number of its commits that another commit lacks; -1 when it is unknown.
	Ahead(ctx context.Context, commit string) (head string, ahead int, err error)
}

// Behind returns one line with advice when a checkout is newer than an index of a commit, and an empty text otherwise.
func Behind(ctx context.Context, checkout History, commit string) string {
	head, ahead, err := checkout.Ahead(ctx, commit)
	switch {
	case err != nil || head == commit || ahead == 0:
		return ""
	case ahead < 0:
		return "index is of commit " + catalog.Short(commit) + ", and HEAD is " + catalog.Short(head) + ": run cortex extract"
	}
	return "index is of commit " + catalog.Short(commit) + ", " + wording.Count(ahead, "commit", "commits") + " behind HEAD: run cortex extract"
}
