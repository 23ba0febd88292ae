package extract

import (
	"bufio"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// patience is how long git may take for one question, however long the caller would
// wait: some things in a .git directory make git wait without end.
const patience = time.Minute

// errImpatient says that git was given up.
var errImpatient = errors.New("git did not answer in time")

// Checkout is a folder in a git work tree, of which an index may be. It holds nothing
// open, and is safe for concurrent use.
type Checkout struct {
	root, top, name string
	without         excluded
	patience        time.Duration
}

// OpenCheckout returns the checkout of a folder: paths are from there, and what lies
// in the work tree outside of it does not count, as in an index of that folder. Neither
// does what lies at one of the paths without, as with Config.Exclude. The error is an
// *InputError where there is no such folder, no git repository around it, or a bare one.
func OpenCheckout(ctx context.Context, dir string, without ...string) (*Checkout, error) {
	root, err := openRoot(dir)
	if err != nil {
		return nil, err
	}
	c := &Checkout{root: root, patience: patience}
	if c.without, err = newExcluded(root, without); err != nil {
		return nil, err
	}
	err = c.ask(ctx, func(ctx context.Context, a *asked) error {
		c.top, c.name = a.top, repositoryName(ctx, a.git, a.top, a.folder)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Name is the repository's name as an index of the folder has it that was not given
// another one. It is that of the time when the checkout was opened, and may be empty.
func (c *Checkout) Name() string { return c.name }

// Root is the folder, absolute, without symbolic links.
func (c *Checkout) Root() string { return c.root }

// Top is the top of the work tree around the folder, likewise: the folder that an index
// of the whole repository is of.
func (c *Checkout) Top() string { return c.top }

// Has reports whether the checkout has a commit, which is 40 or 64 lower-case hex
// digits; nothing else reaches git. It is false when git cannot be asked.
func (c *Checkout) Has(ctx context.Context, commit string) bool {
	err := c.ask(ctx, func(ctx context.Context, a *asked) error {
		_, err := headAnd(ctx, a.git, commit)
		return err
	})
	return err == nil
}

// asked is what a question is put to.
type asked struct {
	top    string
	git    *git
	folder *folder // the checkout's files
}

// ask calls question with git, opened anew: the configuration may have got a filter
// since, and the tree a FIFO. The context that question gets ends when patience does.
func (c *Checkout) ask(ctx context.Context, question func(context.Context, *asked) error) error {
	ctx, cancel := context.WithTimeoutCause(ctx, c.patience, errImpatient)
	defer cancel()
	err := c.askNow(ctx, question)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (c *Checkout) askNow(ctx context.Context, question func(context.Context, *asked) error) error {
	top, g, err := workTree(ctx, c.root)
	if err != nil {
		return fmt.Errorf("the git repository cannot be read: %w", err)
	}
	if g == nil {
		return &InputError{message: "there is no git repository around " + c.root, hint: "name a folder of a clone"}
	}
	f, err := openFolder(c.root)
	if err != nil {
		return fmt.Errorf("open the checkout: %w", err)
	}
	defer f.Close()
	return question(ctx, &asked{top: top, git: g, folder: f})
}

// headAnd returns the commit that is checked out, empty before the first, and an error
// when there is no such other commit.
func headAnd(ctx context.Context, g *git, commit string) (head string, err error) {
	if n := len(commit); n != 2*sha1.Size && n != 2*sha256.Size || strings.Trim(commit, "0123456789abcdef") != "" {
		return "", errors.New("a commit is named by 40 or 64 lower-case hex digits")
	}
	cmd := g.command(ctx, "cat-file", "--batch-check=%(objectname)")
	cmd.Stdin = strings.NewReader("HEAD^{commit}\n" + commit + "^{commit}\n")
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git cat-file: %w", err)
	}
	// An id, or "<name> missing".
	head, rest, _ := strings.Cut(string(out), "\n")
	if strings.HasSuffix(head, " missing") {
		head = ""
	}
	// What is found can be another: of a tag, of a branch with such a name.
	if rest != commit+"\n" {
		return head, errors.New("the checkout does not have the commit " + commit)
	}
	return head, nil
}

// each gives yield what git prints, cut at a byte, while git prints it.
func (g *git) each(ctx context.Context, end byte, yield func(string) error, args ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := g.command(ctx, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	r := bufio.NewReaderSize(out, 1<<16)
	for err == nil {
		var s string
		if s, err = r.ReadString(end); err == nil {
			err = yield(s[:len(s)-1])
		}
	}
	if err != io.EOF {
		cancel()
	}
	if ended := cmd.Wait(); err == io.EOF {
		err = ended
	}
	if err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	return nil
}
