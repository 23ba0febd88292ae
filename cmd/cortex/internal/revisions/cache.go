package revisions

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// make extracts a revision or the working tree into the user's cache. It takes the index of a revision from there.
func (f *Finder) make(ctx context.Context, s *source, name string, options schema.Options) error {
	cache, err := cacheFor(s.named, "revisions")
	if err != nil {
		return err
	}
	key := keyOf(f.Version, f.Program, name, f.checkout.Root(), options)
	dest := filepath.Join(cache, cmp.Or(s.commit, "working-tree")+"-"+key)
	if s.commit != "" {
		if ix, err := queries.Open(ctx, dest); err == nil {
			s.dir, s.manifest = dest, ix.Manifest()
			_ = os.Chtimes(dest, time.Time{}, time.Now()) // prune goes by the last use
			return ix.Close()
		}
	}
	root := f.checkout.Root()
	if s.commit != "" {
		temp, err := os.MkdirTemp("", "cortex-diff-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		if err := f.checkout.CheckOut(ctx, s.commit, temp); err != nil {
			return err
		}
		below, err := filepath.Rel(f.checkout.Top(), root)
		if err != nil {
			return err
		}
		if root = filepath.Join(temp, below); !isThere(root) {
			return failed("compare revisions that have the folder", "%s has no folder %s", s.named, below)
		}
	}
	if err := os.MkdirAll(cache, 0o777); err != nil {
		return err
	}
	m, err := f.Extract(ctx, dest, s.named, extract.Config{Root: root, Name: name, Tests: options.Tests, Content: options.Content, Vendored: options.Vendored,
		GOOS: options.GOOS, GOARCH: options.GOARCH, Tags: options.Tags, MaxFileSize: options.MaxFileSize, Offline: f.Offline, Version: f.Version,
		Progress: f.Progress})
	if err != nil {
		return fmt.Errorf("extract %s: %w", s.named, err)
	}
	s.dir, s.manifest = dest, m
	return prune(cache)
}

// keyOf returns a short name of the way in which cortex makes an index of a tree.
func keyOf(version string, build func() string, name, root string, o schema.Options) string {
	if build != nil {
		version += " " + build()
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", []any{version, schema.FormatVersion, name, o.Tests, o.Content, o.Vendored, o.GOOS,
		o.GOARCH, o.Tags, o.GoVersion, o.MaxFileSize, root})))[:16]
}

// The cache of revisions keeps the indexes of the last hour, which other processes may read, and a number of older ones.
const (
	maxKept = 10
	minKept = time.Hour
)

// youngestFirst returns the names of the folders in a folder, by the times of their last change.
func youngestFirst(folder string) (names []string, age map[string]time.Time, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, err
	}
	age = map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			age[e.Name()] = info.ModTime()
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return age[b].Compare(age[a]) })
	return names, age, nil
}

// prune removes the indexes of a folder that were not used for the longest time.
func prune(folder string) error {
	names, age, err := youngestFirst(folder)
	if err != nil {
		return err
	}
	for i, n := range names {
		if i >= maxKept && time.Since(age[n]) > minKept {
			if err := os.RemoveAll(filepath.Join(folder, n)); err != nil {
				return err
			}
		}
	}
	return nil
}
