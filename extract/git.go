package extract

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// DESIGN: git is asked with its plumbing, and with everything disarmed that it
// would run or fetch on the word of a configuration: file system monitor, hooks,
// filters (which `status` runs on changed files), helpers of transports, external
// diffs, text conversion, signature programs, lazy fetches of partial clones.
// Overrides go as `-c`, which every git knows, and not as GIT_CONFIG_COUNT, which
// an older git would silently not see. The machine's own configuration is left in
// place: safe.directory stands there, and so do the user's ignore rules, without
// which a personal editor's files would count as part of the tree. git opens ignore
// and attribute files itself, and would wait for a FIFO of that name without end: a
// tree that has one is read without git.

// git runs git in one directory without running anything of its configuration.
type git struct {
	dir       string
	overrides []string // -c key=value …
}

// disarmed are the overrides that hold whatever the configuration says.
var disarmed = []string{
	"core.fsmonitor=false",
	"core.hooksPath=" + os.DevNull,
	"core.pager=cat",
	"core.sshCommand=false",
	"core.gitProxy=false",
	"core.askPass=false",
	"core.attributesFile=" + os.DevNull,
	"core.alternateRefsCommand=false",
	"core.untrackedCache=false",
	"core.quotePath=false",
	"credential.helper=",
	"diff.external=",
	"gc.auto=0",
	"log.showSignature=false",
	"maintenance.auto=false",
	"protocol.allow=never",
	"submodule.recurse=false",
}

// gitRefusal is why git cannot be asked about a directory. It is a problem of
// the input: the tree is then read without git.
type gitRefusal struct{ reason string }

func (e *gitRefusal) Error() string { return e.reason }

// openGit returns git for a directory, or a *gitRefusal.
func openGit(ctx context.Context, dir string) (*git, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, &gitRefusal{"there is no git command"}
	}
	g := &git{dir: dir}
	for _, o := range disarmed {
		g.overrides = append(g.overrides, "-c", o)
	}
	// Exit status 1 says that there are none.
	out, err := g.run(ctx, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil && exitCode(err) != 1 {
		return nil, refusal(ctx, err)
	}
	var drivers []string
	for key := range strings.SplitSeq(string(out), "\x00") {
		dot := strings.LastIndexByte(key, '.')
		if dot <= len("filter.") {
			continue
		}
		drivers = append(drivers, key[:dot])
	}
	slices.Sort(drivers)
	for _, d := range slices.Compact(drivers) {
		if strings.ContainsAny(d, "=\n") {
			return nil, &gitRefusal{"its configuration has a filter whose name cannot be overridden"}
		}
		for _, o := range []string{".clean=", ".smudge=", ".process=", ".required=false"} {
			g.overrides = append(g.overrides, "-c", d+o)
		}
	}
	return g, nil
}

// command returns a git command that has not started.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	all := append([]string{"--no-pager", "--no-replace-objects", "--no-optional-locks", "--literal-pathspecs"}, g.overrides...)
	cmd := exec.CommandContext(ctx, "git", append(all, args...)...)
	cmd.Dir = g.dir
	cmd.WaitDelay = time.Second
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		switch key {
		case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH":
			return false // where this machine's git and its configuration are
		case "LANGUAGE", "LC_ALL", "SSH_ASKPASS":
			return true
		}
		return strings.HasPrefix(key, "GIT_")
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_ATTR_NOSYSTEM=1")
	return cmd
}

// run returns what git prints. The error of a git that failed is an *exec.ExitError.
func (g *git) run(ctx context.Context, args ...string) ([]byte, error) {
	out, err := g.command(ctx, args...).Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return out, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// lines returns what git prints, cut at NUL bytes.
func (g *git) lines(ctx context.Context, args ...string) ([]string, error) {
	out, err := g.run(ctx, args...)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// exitCode is git's exit status, or -1 when it did not exit by itself.
func exitCode(err error) int {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

// refusal makes an error of run a *gitRefusal, with what git says. An error of
// the context stays.
func refusal(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) {
		return &gitRefusal{"git could not be run"}
	}
	if bytes.Contains(exit.Stderr, []byte("dubious ownership")) || bytes.Contains(exit.Stderr, []byte("unsafe repository")) {
		return &gitRefusal{"git refuses it, because it belongs to another user (git config --global --add safe.directory would allow it)"}
	}
	return &gitRefusal{fmt.Sprintf("%s ended with status %d", strings.Join(strings.Fields(err.Error())[:2], " "), exit.ExitCode())}
}

// workTree returns the top of the work tree around root and git for root. Both
// are zero when root is in no work tree, and the error is a *gitRefusal when it
// is in one that git cannot be asked about.
func workTree(ctx context.Context, root string) (top string, g *git, err error) {
	for top = root; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			break
		}
		if top == filepath.Dir(top) {
			return "", nil, nil
		}
	}
	if p, ok := endless(root, top); ok {
		return "", nil, &gitRefusal{p + " is a FIFO or a device, for which git would wait without end"}
	}
	g, err = openGit(ctx, root)
	if err != nil {
		return "", nil, err
	}
	out, err := g.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", nil, refusal(ctx, err)
	}
	// A configuration can place the work tree anywhere.
	said, err := filepath.EvalSymlinks(filepath.FromSlash(strings.TrimSuffix(string(out), "\n")))
	if err != nil || !sameFile(said, top) {
		return "", nil, &gitRefusal{"its configuration places the work tree elsewhere"}
	}
	return top, g, nil
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}
