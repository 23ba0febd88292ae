package git

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract/folder"
	"golang.org/x/sync/errgroup"
)

// State is the state of a folder at a moment.
//
// DESIGN: a stamp is the type, the size and the time of a file. A file that was changed and changed back has another time, which its content
// would hide. A tool that sets the time of a file to an old one deceives it.
type State struct {
	Head  string            // the commit that is checked out; empty before the first
	Files map[string]string // by path the stamp of each file that git tracks or does not ignore
}

// State returns the state of the folder, without the files that do not count.
func (c *Checkout) State(ctx context.Context) (State, error) {
	s := State{Files: map[string]string{}}
	err := c.run(ctx, func(ctx context.Context, w *WorkTree) error {
		var tracked, others []string
		group, gctx := errgroup.WithContext(ctx)
		group.Go(func() (err error) { tracked, err = w.lines(gctx, "ls-files", "-z", "--cached"); return err })
		group.Go(func() (err error) {
			others, err = w.lines(gctx, "ls-files", "-z", "--others", "--exclude-standard")
			return err
		})
		group.Go(func() error {
			s.Head, _ = w.headAnd(gctx, strings.Repeat("0", 40)) // the error is about the zeros
			return gctx.Err()
		})
		if err := group.Wait(); err != nil {
			return err
		}
		f, err := folder.Open(c.root)
		if err != nil {
			return fmt.Errorf("open the checkout: %w", err)
		}
		defer f.Close()
		for _, p := range slices.Concat(tracked, others) {
			if info, err := f.Stat(p); err == nil && info.Mode().Type()&^fs.ModeSymlink == 0 && !c.without.Has(p) {
				s.Files[p] = fmt.Sprintf("%v %d %d", info.Mode().Type(), info.Size(), info.ModTime().UnixNano())
			}
		}
		return nil
	})
	return s, err
}

// ID returns a short name of the state, which no other state of the folder has.
func (s State) ID() string {
	h := sha256.New()
	fmt.Fprintln(h, s.Head)
	for _, p := range slices.Sorted(maps.Keys(s.Files)) {
		fmt.Fprintf(h, "%q %s\n", p, s.Files[p])
	}
	return fmt.Sprintf("%x", h.Sum(nil))[:16]
}
