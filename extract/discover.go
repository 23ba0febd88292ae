package extract

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/schema"
)

// Discover returns the tree below cfg.Root, with the contents of the files in
// the languages of cfg.Extractors. The error is an *InputError when there is no
// such directory or no file in it.
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

// discovery is a tree whose history may still be read.
type discovery struct {
	tree *Tree
	join func() error // waits for the history and writes last_modified
}

// discover reads the tree and gives the contents of its texts to emit, in order,
// a batch of files at a time. The history is read until the context ends.
func discover(ctx context.Context, cfg Config, emit func([]schema.Content) error) (*discovery, error) {
	root, err := openRoot(cfg.Root)
	if err != nil {
		return nil, err
	}
	f, err := openFolder(root)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", cfg.Root, err)
	}
	defer f.Close()
	x, err := newExcluded(root, cfg.Exclude)
	if err != nil {
		return nil, err
	}

	t := &Tree{Root: root}
	list, g, err := t.list(ctx, cfg, f, x)
	if err != nil {
		return nil, err
	}
	found := t.sift(cfg, list.entries)
	if cfg.Vendored {
		t.missVendored(f, found)
	}
	join := func() error { return nil }
	if g != nil && t.Repository.Commit != "" {
		join = t.startHistory(ctx, g, list.changed, found)
	}
	t.Repository.Dirty = list.dirty
	t.Repository.Name = cfg.Name
	if cfg.Name == "" {
		t.Repository.Name = repositoryName(ctx, g, t.Top, f)
	}
	if err := t.stat(ctx, cfg, f, found); err != nil {
		return nil, err
	}
	if len(t.Files) == 0 {
		return nil, noFiles(cfg.Root, g != nil)
	}
	if err := t.read(ctx, cfg, f, emit); err != nil {
		return nil, err
	}
	return &discovery{tree: t, join: join}, nil
}

// missVendored warns of vendored folders at the root that git ignores, though they are asked
// for.
func (t *Tree) missVendored(f *folder, found []entry) {
	for _, dir := range slices.Sorted(maps.Keys(vendorFolders)) {
		info, err := f.stat(dir)
		if err != nil || !info.IsDir() || slices.ContainsFunc(found, func(e entry) bool { return strings.HasPrefix(e.path, dir+"/") }) {
			continue
		}
		t.warn(dir, "a vendored folder that ignore files name, so that it is not indexed")
	}
}

func noFiles(root string, inGit bool) error {
	hint := "vendored folders and what ignore files name do not count"
	if inGit {
		hint = "what git ignores does not count, and neither do vendored folders"
	}
	return &InputError{message: "there is no file to index in " + root, hint: hint}
}

// openRoot returns the absolute path of the directory, without symbolic links.
func openRoot(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("resolve %s: %w", dir, err)
	}
	root, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return "", &InputError{message: "there is no directory " + dir, hint: "name the root of a repository, or a directory in one"}
	}
	if err != nil {
		return "", fmt.Errorf("resolve %s: %w", dir, err)
	}
	info, err := os.Stat(root)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", dir, err)
	}
	if !info.IsDir() {
		return "", &InputError{message: dir + " is not a directory", hint: "name the directory that the file is in"}
	}
	if isGitDir(root) {
		return "", &InputError{message: dir + " is a bare git repository, without files", hint: "clone it, and name the clone"}
	}
	return root, nil
}

// isGitDir reports whether a directory is what git keeps in .git.
func isGitDir(dir string) bool {
	head, err := os.Lstat(filepath.Join(dir, "HEAD"))
	if err != nil || head.IsDir() {
		return false
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// list lists the paths below the root, by git where it can be asked; otherwise g is nil.
func (t *Tree) list(ctx context.Context, cfg Config, f *folder, x excluded) (*listing, *git, error) {
	list, g, err := t.listGit(ctx, x)
	if g != nil {
		return list, g, nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		t.warn("", "the git repository cannot be read, and its ignore files are followed instead: "+Scrub(err.Error(), Place{Path: t.Root}))
	}
	t.Top, t.Repository = "", schema.Repository{}
	list, err = walk(ctx, f, cfg.Vendored, x)
	return list, nil, err
}

func (t *Tree) listGit(ctx context.Context, x excluded) (*listing, *git, error) {
	top, g, err := workTree(ctx, t.Root)
	if g == nil {
		return nil, nil, err
	}
	list, err := listGit(ctx, g, prefixOf(top, t.Root), x)
	if err != nil {
		return nil, nil, refusal(ctx, err)
	}
	t.Top = top
	t.Repository, err = describe(ctx, g)
	if err != nil {
		return nil, nil, refusal(ctx, err)
	}
	if p := strings.TrimSuffix(prefixOf(top, t.Root), "/"); utf8.ValidString(p) && !strings.ContainsFunc(p, unicode.IsControl) {
		t.Repository.Path = p // else two folders are told apart by --name
	}
	return list, g, nil
}

// prefixOf returns the path of a directory from the one it is below, with a
// slash at its end; empty when they are the same.
func prefixOf(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel) + "/"
}

// startHistory begins to read when the found files that are as at HEAD were last
// committed, and returns what waits for that.
func (t *Tree) startHistory(ctx context.Context, g *git, changed map[string]bool, found []entry) func() error {
	var paths []string
	for _, e := range found {
		if e.tracked && !changed[e.path] {
			paths = append(paths, e.path)
		}
	}
	var times map[string]time.Time
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		times, err = lastTouched(ctx, g, prefixOf(t.Top, t.Root), paths)
	}()
	return func() error {
		<-done
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			t.warn("", "the history cannot be read, so that last_modified is not known: "+strings.TrimSpace(err.Error()))
			return nil
		}
		for _, file := range t.Files {
			file.Row.LastModified = times[file.Row.FilePath]
		}
		return nil
	}
}
