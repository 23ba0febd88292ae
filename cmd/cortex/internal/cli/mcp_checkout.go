package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/schema"
)

// checkout is a working tree as the server asks it.
type checkout struct{ *extract.Checkout }

// Holds reports whether the checkout has the commit, or is of the same repository.
func (c checkout) Holds(ctx context.Context, repository, commit string) bool {
	return c.Name() == repository && repository != "" || c.Has(ctx, commit)
}

// Head is the commit that is checked out. It comes with the error that there is no such
// commit as the one of zeros.
func (c checkout) Head(ctx context.Context) string {
	changes, _ := c.Checkout.Since(ctx, strings.Repeat("0", 40))
	return changes.Head
}

// Since is how the checkout differs from a commit.
func (c checkout) Since(ctx context.Context, commit string) (head string, ahead int, files []string, err error) {
	changes, err := c.Checkout.Since(ctx, commit)
	return changes.Head, changes.Ahead, changes.Files, err
}

// openCheckout is the checkout that is named, or the one around this folder; nil for none.
// The indexes themselves are no part of it.
func openCheckout(cc *cli.Context, indexes []string) (mcpserver.Checkout, error) {
	var kept []string
	for _, dir := range indexes {
		if _, err := os.Stat(filepath.Join(dir, schema.ManifestFile)); err == nil || filepath.Ext(dir) == ".zip" {
			kept = append(kept, dir)
		}
	}
	dir := cc.String("checkout")
	named := dir != ""
	if !named {
		dir = extractedTree(indexes)
	}
	found, err := extract.OpenCheckout(cc.Context, dir, kept...)
	if err == nil { // an index of a folder says so
		found, err = extract.OpenCheckout(cc.Context, found.Top(), kept...)
	}
	if err == nil {
		return checkout{found}, nil
	}
	if named || cc.Context.Err() != nil {
		return nil, failedError("name the folder of a git repository, or leave --checkout away", "open the checkout %s: %w", dir, err)
	}
	return nil, nil
}

// extractedTree is the folder around this one of which cortex extract made one of the
// indexes, by where that is kept; this folder when there is none.
func extractedTree(indexes []string) string {
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	for _, dir := range indexes {
		tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+defaultIndex)
		if below, err := filepath.Rel(tree, here); ok && err == nil && filepath.IsLocal(below) {
			return tree
		}
	}
	return "."
}
