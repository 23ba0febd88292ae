// Package git reads a git work tree: its files, its commits and its changes. Every git
// process runs with everything disarmed that the configuration of a checkout could run.
package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// DESIGN: a configuration can name commands: file system monitor, hooks, filters (which
// `status` runs on changed files), transport helpers, external diffs, text conversion,
// signature programs, lazy fetches of partial clones. Overrides go as `-c`, which every
// git knows; an older git ignores GIT_CONFIG_COUNT silently. The machine's own
// configuration stays: it holds safe.directory and the user's ignore rules. git opens
// ignore and attribute files itself and would wait for a FIFO forever: cortex reads a
// tree with such a FIFO without git.

// A WorkTree is a directory in a git work tree. Its methods run git there.
type WorkTree struct {
	Top       string // top of the work tree, absolute, without symbolic links
	dir       string // the directory, likewise
	overrides []string
}

// disarmed are the overrides of every git command.
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

// Open returns the work tree around a directory, and nil when there is none. The
// directory is absolute, without symbolic links. After an error the caller can read the
// directory without git. The error may name paths of the machine, because git does.
func Open(ctx context.Context, dir string) (*WorkTree, error) {
	top := dir
	for ; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			break
		}
		if top == filepath.Dir(top) {
			return nil, nil
		}
	}
	if p, ok := blockingFile(dir, top); ok {
		return nil, errors.New(p + " is a FIFO or a device, for which git would wait without end")
	}
	if _, err := exec.LookPath("git"); err != nil {
		return nil, errors.New("there is no git command")
	}
	w := &WorkTree{Top: top, dir: dir}
	if err := w.disarm(ctx); err != nil {
		return nil, err
	}
	out, err := w.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, explain(ctx, err)
	}
	// A configuration can place the work tree anywhere.
	configured, err := filepath.EvalSymlinks(filepath.FromSlash(strings.TrimSuffix(string(out), "\n")))
	if err != nil || !sameFile(configured, top) {
		return nil, errors.New("its configuration places the work tree elsewhere")
	}
	return w, nil
}

// Prefix returns the path of the directory from the top, with a slash at its end; empty
// for the top itself.
func (w *WorkTree) Prefix() string { return prefix(w.Top, w.dir) }

func prefix(top, dir string) string {
	rel, err := filepath.Rel(top, dir)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel) + "/"
}

// disarm sets the overrides, among them one for each filter of the configuration.
func (w *WorkTree) disarm(ctx context.Context) error {
	for _, o := range disarmed {
		w.overrides = append(w.overrides, "-c", o)
	}
	// Exit status 1: the configuration has no filter.
	out, err := w.run(ctx, "config", "-z", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil && exitCode(err) != 1 {
		return explain(ctx, err)
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
			return errors.New("its configuration has a filter whose name cannot be overridden")
		}
		for _, o := range []string{".clean=", ".smudge=", ".process=", ".required=false"} {
			w.overrides = append(w.overrides, "-c", d+o)
		}
	}
	return nil
}

// command returns a git command that has not started.
func (w *WorkTree) command(ctx context.Context, args ...string) *exec.Cmd {
	all := append([]string{"--no-pager", "--no-replace-objects", "--no-optional-locks", "--literal-pathspecs"}, w.overrides...)
	cmd := exec.CommandContext(ctx, "git", append(all, args...)...)
	cmd.Dir = w.dir
	cmd.WaitDelay = time.Second
	cmd.Stderr = &bytes.Buffer{}
	cmd.Env = slices.DeleteFunc(cmd.Environ(), func(kv string) bool {
		key, _, _ := strings.Cut(kv, "=")
		switch key {
		case "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH":
			return false // the location of this machine's git and of its configuration
		case "LANGUAGE", "LC_ALL", "SSH_ASKPASS":
			return true
		}
		return strings.HasPrefix(key, "GIT_")
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_ATTR_NOSYSTEM=1")
	return cmd
}

// run returns the output of git. The error of a failed git wraps an *exec.ExitError.
func (w *WorkTree) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := w.command(ctx, args...)
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return out, failure(cmd, args[0], err)
}

// failure returns the error of a git command that has ended, with git's own reason; nil without an error.
func failure(cmd *exec.Cmd, name string, err error) error {
	if err == nil {
		return nil
	}
	var lines []string
	for line := range strings.Lines(cmd.Stderr.(*bytes.Buffer).String()) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "fatal: ")
		if line != "" && !strings.HasPrefix(line, "hint:") && len(lines) < 3 {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return fmt.Errorf("git %s: %w", name, err)
	}
	return fmt.Errorf("git %s: %w: %s", name, err, strings.Join(lines, "; "))
}

// lines returns the output of git, split at NUL bytes.
func (w *WorkTree) lines(ctx context.Context, args ...string) ([]string, error) {
	out, err := w.run(ctx, args...)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// exitCode returns git's exit status, or -1 when git did not exit by itself.
func exitCode(err error) int {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

// each calls yield with each part of git's output, split at a byte, while git runs.
func (w *WorkTree) each(ctx context.Context, end byte, yield func(string) error, args ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := w.command(ctx, args...)
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
	return failure(cmd, args[0], err)
}

// explain replaces an error of run where a plainer one is known. An error of the context stays.
func explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		return errors.New("git could not be run")
	}
	if strings.Contains(err.Error(), "dubious ownership") || strings.Contains(err.Error(), "unsafe repository") {
		return errors.New("git refuses it, because it belongs to another user (git config --global --add safe.directory would allow it)")
	}
	return err
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}
