package catalog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
)

// UsePair opens two directories as a pair, to compare them, and calls do with it. The pair closes when do returns.
func (c *Catalog) UsePair(ctx context.Context, base, head string, do func(*Open) error) error {
	memory := c.Memory
	if memory > 0 {
		memory /= maxLimited
	}
	ix, err := queries.OpenPair(ctx, memory, base, head)
	if err != nil {
		return err
	}
	open := &Open{Index: ix}
	for _, e := range c.Usable() {
		if e.dir == head {
			open.Of = []*Entry{e}
		}
	}
	return errors.Join(do(open), ix.Close())
}

// Dir returns the directory of the index.
func (e *Entry) Dir() string { return e.dir }

// Usable returns the usable indexes.
func (c *Catalog) Usable() []*Entry { return slices.Concat(c.Groups()...) }

// Has reports whether a selector names an index, or several.
func (c *Catalog) Has(selector string) bool {
	return IsPath(selector) || len(selected(c.Groups(), selector)) > 0
}

// IsPath reports whether a selector is the path of a file or a folder, and no name.
func IsPath(selector string) bool {
	return filepath.IsAbs(selector) || strings.HasPrefix(selector, ".") || strings.HasPrefix(selector, "~") || strings.HasSuffix(strings.ToLower(selector), ".zip")
}

// One returns the only index that a selector or a path names. Paths of other files stay unread.
func (c *Catalog) One(selector string) (*Entry, error) {
	if IsPath(selector) {
		return c.at(selector)
	}
	chosen, _, err := c.choose(selector)
	if err != nil {
		return nil, err
	}
	if len(chosen) > 1 {
		return nil, &queries.UsageError{Message: "there are indexes of several repositories", Advice: "name one of " + wording.List(Names(chosen), 20) + " in head"}
	}
	return chosen[0], nil
}

// at returns the usable index at a path.
func (c *Catalog) at(path string) (*Entry, error) {
	usable := c.Usable()
	if abs, err := filepath.Abs(path); err == nil {
		for _, e := range usable {
			if abs == e.dir || abs == e.zip {
				return e, nil
			}
		}
	}
	return nil, &queries.UsageError{Message: fmt.Sprintf("%q is no index of this server, which reads no other files", wording.Echo(path)),
		Advice: "name a revision, or one of " + wording.List(Names(usable), 20) + "; a person adds an index with cortex mcp --index"}
}
