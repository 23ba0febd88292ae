package revisions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// Working makes indexes of a working tree in the user's cache, and finds them there. The name of each is the state of the tree.
//
// Limitations: the type checker also reads ignored files and modules outside the tree, which the state lacks. An index of SCIP files is not
// made again.
type Working struct {
	Checkout *git.Checkout // of the top of the work tree
	Version  string        // of cortex
	Program  func() string // returns the name of the build of cortex
	Offline  bool          // never download a module
	Limit    time.Duration // of an extraction, which is not tried again after a slow one; 0 for none
	// Extract writes the index of a tree.
	Extract  func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error)
	Progress extract.Progress // of Extract; nil for none
}

// Made is an index of the working tree, and the state that it is of.
type Made struct {
	Dir string
	Of  git.State
}

// ErrMoved is the error of an extraction while which the tree changed. Its result would mix two states, and is thrown away.
var ErrMoved = errors.New("files changed while they were read")

// Slow is the time after which an extraction counts as slow.
const Slow = 30 * time.Second

// slowFor is the time after a slow extraction in which no other one with a limit starts: the machine may have been busy.
const slowFor = 24 * time.Hour

// ErrSlow is the error of an extraction that took longer than the limit, and of later ones with a limit.
var ErrSlow = errors.New("the last extraction was slow")

// Find returns the state of the tree, and the index of it when there is one that was made like another one.
func (w *Working) Find(ctx context.Context, like schema.Manifest) (made Made, ok bool, err error) {
	folder, err := w.folder(like, "working")
	if err != nil {
		return made, false, err
	}
	if w.isSlow(folder) {
		return made, false, ErrSlow
	}
	if made.Of, err = w.Checkout.State(ctx); err != nil {
		return made, false, err
	}
	made.Dir = filepath.Join(folder, made.Of.ID())
	ix, err := queries.Open(ctx, made.Dir)
	if err != nil {
		return made, false, ctx.Err()
	}
	_ = os.Chtimes(made.Dir, time.Time{}, time.Now()) // tidy goes by the last use
	return made, true, ix.Close()
}

// IsSlow reports whether no extraction starts, because the last one took longer than the limit.
func (w *Working) IsSlow(like schema.Manifest) bool {
	folder, err := w.folder(like, "working")
	return err == nil && w.isSlow(folder)
}

func (w *Working) isSlow(folder string) bool {
	if w.Limit == 0 {
		return false
	}
	mark, err := os.Stat(filepath.Join(folder, slow))
	return err == nil && time.Since(mark.ModTime()) < slowFor
}

// Make extracts the tree like another index was made. The error is ErrMoved when the tree changed meanwhile. A kill leaves nothing or
// the whole index, because it gets its name last.
func (w *Working) Make(ctx context.Context, like schema.Manifest) (made Made, err error) {
	folder, err := w.folder(like, "working")
	if err != nil {
		return made, err
	}
	if made.Of, err = w.Checkout.State(ctx); err != nil {
		return made, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return made, err
	}
	temp, err := os.MkdirTemp(folder, unfinished+"*")
	if err != nil {
		return made, err
	}
	defer os.RemoveAll(temp)
	index, began := filepath.Join(temp, "index"), time.Now()
	err = w.extract(ctx, index, like)
	if err != nil && (ctx.Err() != nil || errors.Is(err, ErrSlow)) {
		if ctx.Err() == nil {
			err = errors.Join(err, os.WriteFile(filepath.Join(folder, slow), nil, 0o666))
		}
		return made, err
	}
	after, stateErr := w.Checkout.State(ctx)
	switch {
	case stateErr != nil:
		return made, stateErr
	case after.ID() != made.Of.ID(): // which explains an error, too
		return made, ErrMoved
	case err != nil:
		return made, fmt.Errorf("extract the working tree: %w", err)
	}
	made.Dir = filepath.Join(folder, made.Of.ID())
	if err := os.Rename(index, made.Dir); err != nil && !isThere(made.Dir) { // another process made it
		return made, err
	}
	if time.Since(began) < Slow {
		_ = os.Remove(filepath.Join(folder, slow))
	}
	return made, tidy(folder)
}

// extract writes the index of the tree within the limit.
func (w *Working) extract(ctx context.Context, index string, like schema.Manifest) error {
	if w.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, w.Limit, ErrSlow)
		defer cancel()
	}
	o := like.Options
	_, err := w.Extract(ctx, index, "the working tree", extract.Config{Root: w.root(like), Name: like.Repository.Name, Tests: o.Tests, Content: o.Content,
		Vendored: o.Vendored, GOOS: o.GOOS, GOARCH: o.GOARCH, Tags: o.Tags, MaxFileSize: o.MaxFileSize, Offline: w.Offline, Version: w.Version, Progress: w.Progress})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// root returns the folder of the work tree that an index is of.
func (w *Working) root(like schema.Manifest) string {
	return filepath.Join(w.Checkout.Top(), filepath.FromSlash(like.Repository.Path))
}

// folder returns the folder of a kind of indexes that are made like another one.
func (w *Working) folder(like schema.Manifest, kind string) (string, error) {
	if len(like.Options.SCIP) > 0 {
		return "", failed("run cortex extract with --scip", "the index has facts of SCIP files, which cortex does not make again")
	}
	cache, err := cacheFor("the working tree", kind)
	o := like.Options
	o.GoVersion = "" // that of this machine
	return filepath.Join(cache, keyOf(w.Version, w.Program, like.Repository.Name, w.root(like), o)), err
}

const (
	// unfinished begins the name of a folder in which an extraction writes.
	unfinished = "new-"
	// slow is a file in the folder of the indexes when the last extraction with a limit took longer.
	slow = "slow"
	// maxWorking is the number of indexes of a tree that stay: the last one, and two that processes may still read.
	maxWorking = 3
)

// tidy removes all but the youngest indexes of a folder, and the remains of killed extractions.
func tidy(folder string) error {
	names, age, err := youngestFirst(folder)
	if err != nil {
		return err
	}
	whole := 0
	for _, n := range names {
		keep := time.Since(age[n]) < minKept
		if !strings.HasPrefix(n, unfinished) {
			whole++
			keep = whole <= maxWorking
		}
		if !keep {
			if err := os.RemoveAll(filepath.Join(folder, n)); err != nil {
				return err
			}
		}
	}
	return nil
}
