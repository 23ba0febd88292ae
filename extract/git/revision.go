package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Commit returns the commit that a revision of the checkout names, such as a branch, a tag or HEAD~3.
func (c *Checkout) Commit(ctx context.Context, revision string) (commit string, err error) {
	if revision == "" || strings.ContainsAny(revision, "\n\x00") {
		return "", errors.New("the name of a revision is one line")
	}
	err = c.run(ctx, func(ctx context.Context, w *WorkTree) error {
		out, err := w.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
		commit = strings.TrimSpace(string(out))
		return err
	})
	return commit, err
}

// MergeBase returns the best common ancestor of two commits.
func (c *Checkout) MergeBase(ctx context.Context, a, b string) (commit string, err error) {
	err = c.run(ctx, func(ctx context.Context, w *WorkTree) error {
		out, err := w.run(ctx, "merge-base", "--end-of-options", a, b)
		commit, _, _ = strings.Cut(string(out), "\n")
		return err
	})
	return commit, err
}

// CheckOut writes the files of a commit to an empty directory, which becomes a work tree of a repository in that directory. The new
// repository borrows the objects of the checkout. Nothing in the checkout changes, and submodules stay empty.
func (c *Checkout) CheckOut(ctx context.Context, commit, dir string) error {
	w, err := Open(ctx, c.root)
	if err == nil && w == nil {
		err = errors.New("there is no git repository around " + c.root)
	}
	if err != nil {
		return err
	}
	paths := map[string]string{}
	for _, name := range []string{"objects", "shallow"} {
		out, err := w.run(ctx, "rev-parse", "--git-path", name)
		if err != nil {
			return explain(ctx, err)
		}
		path := strings.TrimSuffix(string(out), "\n")
		if !filepath.IsAbs(path) {
			path = filepath.Join(w.dir, path)
		}
		paths[name] = path
	}
	to := &WorkTree{Top: dir, dir: dir}
	if err := to.disarm(ctx); err != nil {
		return err
	}
	format := "sha1"
	if len(commit) == 64 {
		format = "sha256"
	}
	if _, err := to.run(ctx, "init", "--quiet", "--template=", "--object-format="+format); err != nil {
		return explain(ctx, err)
	}
	info := filepath.Join(dir, ".git", "objects", "info")
	if err := os.MkdirAll(info, 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(info, "alternates"), []byte(paths["objects"]+"\n"), 0o666); err != nil {
		return err
	}
	if shallow, err := os.ReadFile(paths["shallow"]); err == nil {
		if err := os.WriteFile(filepath.Join(dir, ".git", "shallow"), shallow, 0o666); err != nil {
			return err
		}
	}
	if _, err := to.run(ctx, "checkout", "--quiet", "--detach", commit); err != nil {
		return fmt.Errorf("check out %s: %w", commit, explain(ctx, err))
	}
	return nil
}
