// Package revisions finds the index that a name means: the folder or zip of an index, or a revision of a git repository, or its working
// tree. It extracts the last two into the user's cache, and takes the index of a revision from there the next time.
package revisions

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/schema"
)

// Finder finds the indexes of a comparison.
type Finder struct {
	Here    string        // a folder of the work tree that has the revisions
	Version string        // of cortex
	Program func() string // returns the name of the build of cortex
	// Index returns the directory of the index with a name, if it has one. A name without an index means a revision.
	Index func(ctx context.Context, name string) (dir string, ok bool, err error)
	// Default returns the directory of the head that a comparison without one has where there is no work tree.
	Default func(ctx context.Context) (dir string, err error)
	// Extract writes the index of a tree, which users know by a name.
	Extract  func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error)
	Progress extract.Progress  // of Extract; nil for none
	Note     func(text string) // tells the user about a decision
	Build    Build             // replaces that of the other index
	Offline  bool              // never download a module
	checkout *git.Checkout     // nil before open
}

// Build chooses the files of a build. Empty values are those of the other index, or the defaults.
type Build struct {
	GOOS, GOARCH string
	Tags         []string // nil for those of the other index
}

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }
func (e *hinted) Hint() string  { return e.hint }

func failed(hint, format string, args ...any) error {
	return &hinted{fmt.Errorf(format, args...), hint}
}

// UnknownError is the error for a name that means no index and no revision.
type UnknownError struct{ Name, Tree string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%q is neither an index nor a revision of %s", e.Name, e.Tree)
}

// Hint returns the next step.
func (e *UnknownError) Hint() string {
	return "name a branch, a tag or a commit, or the folder or zip of an index"
}

// source is a side of a comparison as the user names it.
type source struct {
	named    string // for errors
	dir      string // of an index; empty for a revision or the working tree
	commit   string // of a revision; empty for the working tree
	manifest schema.Manifest
}

// Pair returns the directories of the two indexes that one or two names mean. It extracts revisions and the working tree. One name means
// the difference to the working tree, or both sides: base..head, or base...head from the merge base.
func (f *Finder) Pair(ctx context.Context, names ...string) (base, head string, err error) {
	b, h, err := f.named(ctx, names)
	if err != nil {
		return "", "", err
	}
	if err := f.extract(ctx, &h, b); err != nil {
		return "", "", err
	}
	if err := f.extract(ctx, &b, h); err != nil {
		return "", "", err
	}
	if err := f.match(ctx, &b, h); err != nil {
		return "", "", err
	}
	return b.dir, h.dir, nil
}

// named reads the names.
func (f *Finder) named(ctx context.Context, names []string) (base, head source, err error) {
	if len(names) == 1 {
		dir, ok, err := f.Index(ctx, names[0])
		if err != nil {
			return base, head, err
		}
		if from, to, two := strings.Cut(names[0], "..."); two && !ok {
			return f.parted(ctx, cmp.Or(from, "HEAD"), cmp.Or(to, "HEAD"))
		}
		if from, to, two := strings.Cut(names[0], ".."); two && !ok && from != "" {
			return f.named(ctx, []string{from, cmp.Or(to, "HEAD")})
		}
		if ok {
			base, err = f.index(ctx, names[0], dir)
		} else {
			base, err = f.revision(ctx, names[0])
		}
		if err != nil {
			return base, head, err
		}
		if f.open(ctx) == nil {
			return base, source{named: "the working tree"}, nil
		}
		if ctx.Err() != nil {
			return base, head, ctx.Err()
		}
		if dir, err = f.Default(ctx); err != nil {
			return base, head, err
		}
		head, err = f.index(ctx, dir, dir)
		return base, head, err
	}
	if base, err = f.source(ctx, names[0]); err != nil {
		return base, head, err
	}
	head, err = f.source(ctx, names[1])
	return base, head, err
}

// parted returns two revisions, the first where the second left it.
func (f *Finder) parted(ctx context.Context, from, to string) (base, head source, err error) {
	if base, err = f.revision(ctx, from); err != nil {
		return base, head, err
	}
	if head, err = f.revision(ctx, to); err != nil {
		return base, head, err
	}
	if base.commit, err = f.checkout.MergeBase(ctx, base.commit, head.commit); err != nil {
		return base, head, failed("name two revisions with a common ancestor; a shallow clone may lack it", "find where %s left %s: %w", to, from, err)
	}
	return base, head, nil
}

// source returns the index or the revision with a name.
func (f *Finder) source(ctx context.Context, name string) (source, error) {
	dir, ok, err := f.Index(ctx, name)
	switch {
	case err != nil:
		return source{}, err
	case ok:
		return f.index(ctx, name, dir)
	}
	return f.revision(ctx, name)
}

// index opens an index. One of another format has no tables to compare, but perhaps a commit.
func (f *Finder) index(ctx context.Context, name, dir string) (source, error) {
	ix, err := queries.Open(ctx, dir)
	if err != nil {
		if s, ok := otherFormat(dir); ok && f.open(ctx) == nil && f.checkout.Has(ctx, s.commit) {
			f.Note(name + " has another format: its commit is extracted again")
			return s, nil
		}
		return source{}, err
	}
	defer ix.Close()
	return source{named: name, dir: dir, manifest: ix.Manifest()}, nil
}

// otherFormat returns the commit of an index that this version cannot read.
func otherFormat(dir string) (source, bool) {
	text, err := os.ReadFile(filepath.Join(dir, schema.ManifestFile))
	if err != nil {
		return source{}, false
	}
	var version *schema.VersionError
	if _, err := schema.ParseManifest(text); !errors.As(err, &version) {
		return source{}, false
	}
	var m schema.Manifest
	if json.Unmarshal(text, &m) != nil || m.Repository.Commit == "" || m.Repository.Dirty {
		return source{}, false
	}
	return source{named: dir, commit: m.Repository.Commit}, true
}

// revision returns the commit that a name means in the repository here.
func (f *Finder) revision(ctx context.Context, name string) (source, error) {
	if err := f.open(ctx); err != nil {
		return source{}, failed("name the folder or zip of an index, or run this in a git work tree", "%s is no index, and no revision: %w", name, err)
	}
	if strings.HasPrefix(name, "-") { // an option of git
		return source{}, &UnknownError{name, f.checkout.Top()}
	}
	commit, err := f.checkout.Commit(ctx, name)
	if err != nil {
		if ctx.Err() != nil {
			return source{}, ctx.Err()
		}
		return source{}, &UnknownError{name, f.checkout.Top()}
	}
	return source{named: name, commit: commit}, nil
}

// open finds the tree here: the one of the nearest index, or the whole repository.
func (f *Finder) open(ctx context.Context) error {
	if f.checkout != nil {
		return nil
	}
	checkout, err := git.OpenCheckout(ctx, f.Here)
	if err != nil {
		return err
	}
	tree := checkout.Top()
	if dir, ok := Nearest(checkout.Root()); ok {
		if t := strings.TrimSuffix(dir, string(filepath.Separator)+DefaultIndex); strings.HasPrefix(t, tree) {
			tree = t
		}
	}
	f.checkout, err = git.OpenCheckout(ctx, tree, filepath.Join(tree, filepath.Dir(DefaultIndex)))
	return err
}

// extract makes the index of a side that has none, with the options of the other one if that has an index.
func (f *Finder) extract(ctx context.Context, s *source, other source) error {
	if s.dir != "" {
		return nil
	}
	options := f.options(other)
	theirs := other.manifest.Repository
	if !f.checkout.Has(ctx, theirs.Commit) { // an index of another repository
		theirs.Name = ""
	}
	if s.commit == "" {
		if found, ok := f.fresh(ctx, other, options); ok {
			*s = found
			return nil
		}
	}
	return f.make(ctx, s, cmp.Or(theirs.Name, f.checkout.Name(), filepath.Base(f.checkout.Top())), options)
}

// options returns the options of extraction.
func (f *Finder) options(like source) schema.Options {
	o := schema.Options{Tests: true, Content: true, GOOS: "linux", GOARCH: "amd64", Tags: []string{}, MaxFileSize: extract.DefaultMaxFileSize}
	if like.dir != "" {
		o = like.manifest.Options
		o.GoVersion = "" // that of this machine
	}
	o.GOOS, o.GOARCH = cmp.Or(f.Build.GOOS, o.GOOS), cmp.Or(f.Build.GOARCH, o.GOARCH)
	if f.Build.Tags != nil {
		o.Tags = f.Build.Tags
	}
	return o
}

// fresh returns the index of the working tree when nothing changed since it was made.
func (f *Finder) fresh(ctx context.Context, other source, options schema.Options) (source, bool) {
	dir := filepath.Join(f.checkout.Root(), DefaultIndex)
	ix, err := queries.Open(ctx, dir)
	if err != nil {
		return source{}, false
	}
	defer ix.Close()
	m := ix.Manifest()
	o := m.Options
	alike := o.Tests == options.Tests && o.Vendored == options.Vendored && o.GOOS == options.GOOS && o.GOARCH == options.GOARCH && slices.Equal(o.Tags, options.Tags)
	if m.Repository.Dirty || m.Generator.Version != f.Version || !alike || other.dir != "" && len(diff.NotAlike(other.manifest, m)) > 0 {
		return source{}, false
	}
	changes, err := f.checkout.Since(ctx, m.Repository.Commit)
	if err != nil || changes.Head != m.Repository.Commit || len(changes.Files) > 0 {
		return source{}, false
	}
	return source{named: dir, dir: dir, manifest: m}, true
}

// match extracts a base again when it was made in another way than the head.
func (f *Finder) match(ctx context.Context, base *source, head source) error {
	differ := diff.NotAlike(base.manifest, head.manifest)
	if len(differ) == 0 {
		return nil
	}
	r := base.manifest.Repository
	if r.Commit == "" || r.Dirty || r.FullName() != head.manifest.Repository.FullName() || f.open(ctx) != nil || !f.checkout.Has(ctx, r.Commit) {
		return nil // the answer says it
	}
	f.Note("the base is extracted again, because it is not like the head: " + strings.Join(differ, "; "))
	*base = source{named: r.Commit, commit: r.Commit}
	return f.make(ctx, base, head.manifest.Repository.Name, head.manifest.Options)
}
