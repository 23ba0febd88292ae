package git

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cortex-index/cortex/extract/folder"
)

// maxWait is the time limit for git per call, even when the caller's context allows
// more: some files in a .git directory make git wait without end.
const maxWait = time.Minute

// errTimeout is the cause of a context that maxWait has ended.
var errTimeout = errors.New("git did not answer in time")

// A Checkout is a folder in a git work tree. It keeps no file open, and is safe for
// concurrent use.
type Checkout struct {
	root, top, name string
	without         folder.Excluded
	maxWait         time.Duration
}

// OpenCheckout returns the checkout of a folder. As in an index of that folder, paths are
// relative to it, and files outside of it do not count. Neither do files at the paths
// without, as with Config.Exclude of package extract. The error is a *folder.InputError
// when there is no such folder, no git repository around it, or only a bare one.
func OpenCheckout(ctx context.Context, dir string, without ...string) (*Checkout, error) {
	root, err := folder.Resolve(dir)
	if err != nil {
		return nil, err
	}
	c := &Checkout{root: root, maxWait: maxWait}
	if c.without, err = folder.NewExcluded(root, without); err != nil {
		return nil, err
	}
	err = c.run(ctx, func(ctx context.Context, w *WorkTree) error {
		c.top, c.name = w.Top, w.Name(ctx)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// CheckoutAt returns the checkout of a folder without asking git, for one comparison. Its name and its top are empty, and its methods
// fail where OpenCheckout does.
func CheckoutAt(dir string) (*Checkout, error) {
	root, err := folder.Resolve(dir)
	return &Checkout{root: root, maxWait: maxWait}, err
}

// Name returns the default name of the repository in an index of the folder, as of the
// call of OpenCheckout. It may be empty.
func (c *Checkout) Name() string { return c.name }

// Root returns the absolute path of the folder, without symbolic links.
func (c *Checkout) Root() string { return c.root }

// Top returns the top of the work tree around the folder, likewise. An index of the whole
// repository is an index of that folder.
func (c *Checkout) Top() string { return c.top }

// Has reports whether the checkout has a commit, which is 40 or 64 lower-case hex
// digits; nothing else reaches git. It is false when git fails.
func (c *Checkout) Has(ctx context.Context, commit string) bool {
	err := c.run(ctx, func(ctx context.Context, w *WorkTree) error {
		_, err := w.headAnd(ctx, commit)
		return err
	})
	return err == nil
}

// run opens the work tree and calls do with it, within maxWait. It opens the work tree
// anew each time, because the configuration may have a new filter and the tree a new FIFO.
func (c *Checkout) run(ctx context.Context, do func(context.Context, *WorkTree) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.maxWait, errTimeout)
	defer cancel()
	w, err := Open(ctx, c.root)
	switch {
	case err != nil:
		err = fmt.Errorf("the git repository cannot be read: %w", err)
	case w == nil:
		err = folder.NewInputError("there is no git repository around "+c.root, "name a folder of a clone")
	default:
		err = do(ctx, w)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// headAnd returns the commit that is checked out, empty before the first, and an error
// when there is no such other commit.
func (w *WorkTree) headAnd(ctx context.Context, commit string) (head string, err error) {
	if n := len(commit); n != 2*sha1.Size && n != 2*sha256.Size || strings.Trim(commit, "0123456789abcdef") != "" {
		return "", errors.New("a commit is named by 40 or 64 lower-case hex digits")
	}
	cmd := w.command(ctx, "cat-file", "--batch-check=%(objectname)")
	cmd.Stdin = strings.NewReader("HEAD^{commit}\n" + commit + "^{commit}\n")
	out, err := cmd.Output()
	if err != nil {
		return "", failure(cmd, "cat-file", err)
	}
	// An id, or "<name> missing".
	head, rest, _ := strings.Cut(string(out), "\n")
	if strings.HasSuffix(head, " missing") {
		head = ""
	}
	// The id can be another one: of the commit of a tag, or of a branch with such a name.
	if rest != commit+"\n" {
		return head, errors.New("the checkout does not have the commit " + commit)
	}
	return head, nil
}
