package extract

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/extract/folder"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/schema"
)

// Discover returns the tree below cfg.Root, with the contents of the files in the languages
// of cfg.Extractors. The error is a *folder.InputError when there is no such directory or
// no file in it.
func Discover(ctx context.Context, cfg Config) (*Tree, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d, err := discover(ctx, cfg.withDefaults(), nil)
	if err != nil {
		return nil, err
	}
	return d.tree, d.join()
}

// withDefaults returns the configuration with zeros replaced.
func (c Config) withDefaults() Config {
	if c.MaxFileSize <= 0 {
		c.MaxFileSize = DefaultMaxFileSize
	}
	c.MaxFileSize = min(c.MaxFileSize, math.MaxInt32) // positions are 32 bits wide
	if c.Jobs <= 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
	if c.Tags == nil {
		c.Tags = []string{}
	}
	return c
}

// discovery is a tree while its history is read.
type discovery struct {
	tree *Tree
	join func() error // waits for the history and writes last_modified
}

// discover reads the tree and passes the contents of its texts to emit, in order, a batch
// of files at a time. It reads the history in parallel, until the context ends.
func discover(ctx context.Context, cfg Config, emit func([]schema.Content) error) (*discovery, error) {
	if cfg.Progress != nil {
		cfg.Progress.Phase("listing files", 0)
	}
	root, err := folder.Resolve(cfg.Root)
	if err != nil {
		return nil, err
	}
	f, err := folder.Open(root)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", cfg.Root, err)
	}
	defer f.Close()
	x, err := folder.NewExcluded(root, cfg.Exclude)
	if err != nil {
		return nil, err
	}

	t := &Tree{Root: root}
	list, w, err := t.list(ctx, cfg, f, x)
	if err != nil {
		return nil, err
	}
	found := t.sift(cfg, list.Entries)
	if cfg.Vendored {
		t.warnVendored(f, found)
	}
	join := func() error { return nil }
	if w != nil && t.Repository.Commit != "" {
		join = t.startHistory(ctx, w, list.Changed, found)
	}
	if cfg.Name != "" {
		t.Repository.Name = cfg.Name
	}
	if err := t.stat(ctx, cfg, f, found); err != nil {
		return nil, err
	}
	if len(t.Files) == 0 {
		return nil, noFiles(cfg.Root, w != nil)
	}
	if err := t.read(ctx, cfg, f, emit); err != nil {
		return nil, err
	}
	if w != nil {
		if err := t.fingerprint(ctx, f, w, list.Entries, x); err != nil {
			return nil, err
		}
	}
	return &discovery{tree: t, join: join}, nil
}

// warnVendored warns of vendored folders at the root that ignore files name although the
// configuration wants them.
func (t *Tree) warnVendored(f *folder.Folder, found []git.Entry) {
	for _, dir := range folder.VendorFolders {
		info, err := f.Stat(dir)
		if err != nil || !info.IsDir() || slices.ContainsFunc(found, func(e git.Entry) bool { return strings.HasPrefix(e.Path, dir+"/") }) {
			continue
		}
		t.warn(schema.CodeConfiguration, dir, "a vendored folder that ignore files name, so that it is not indexed")
	}
}

func noFiles(root string, inGit bool) error {
	hint := "files that ignore files name and vendored folders do not count"
	if inGit {
		hint = "files that git ignores and vendored folders do not count"
	}
	return folder.NewInputError("there is no file to index in "+root, hint)
}

// list lists the paths below the root, by git where possible; otherwise w is nil.
func (t *Tree) list(ctx context.Context, cfg Config, f *folder.Folder, x folder.Excluded) (*git.Listing, *git.WorkTree, error) {
	list, w, err := t.listGit(ctx, x)
	if w != nil {
		return list, w, nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		t.warn(schema.CodeToolchain, "", "the git repository cannot be read, and its ignore files are followed instead: "+Scrub(err.Error(), Around(t.Root)...))
	}
	paths, err := folder.Walk(ctx, f, cfg.Vendored, x)
	list = &git.Listing{}
	for _, p := range paths {
		list.Entries = append(list.Entries, git.Entry{Path: p})
	}
	t.Repository = schema.Repository{Name: git.ModuleName(f), Dirty: true}
	return list, nil, err
}

// listGit returns no work tree when there is none, or when git cannot read it.
func (t *Tree) listGit(ctx context.Context, x folder.Excluded) (*git.Listing, *git.WorkTree, error) {
	w, err := git.Open(ctx, t.Root)
	if w == nil {
		return nil, nil, err
	}
	list, err := w.List(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	r, err := w.Describe(ctx)
	if err != nil {
		return nil, nil, err
	}
	r.Name, r.Dirty = w.Name(ctx), len(list.Changed) > 0
	t.Top, t.Repository = w.Top, r
	return list, w, nil
}

// startHistory starts to read the times of the last commits of the unchanged files. The
// returned function waits for them and sets last_modified.
func (t *Tree) startHistory(ctx context.Context, w *git.WorkTree, changed map[string]bool, found []git.Entry) func() error {
	var paths []string
	for _, e := range found {
		if e.Tracked && !changed[e.Path] {
			paths = append(paths, e.Path)
		}
	}
	var times map[string]time.Time
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		times, err = w.LastTouched(ctx, paths)
	}()
	return func() error {
		<-done
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			t.warn(schema.CodeToolchain, "", "the history cannot be read, so that last_modified is not known: "+Scrub(err.Error(), Around(t.Root)...))
			return nil
		}
		for _, file := range t.Files {
			file.Row.LastModified = times[file.Row.FilePath]
		}
		return nil
	}
}
