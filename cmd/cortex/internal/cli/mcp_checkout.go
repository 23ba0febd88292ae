package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

// checkout adapts a git checkout to the server.
type checkout struct{ *git.Checkout }

// Holds reports whether the checkout has the commit, or the same repository.
func (c checkout) Holds(ctx context.Context, repository, commit string) bool {
	return c.Name() == repository && repository != "" || c.Has(ctx, commit)
}

// Head returns the checked-out commit. git.Checkout returns it with the error for an unknown
// commit.
func (c checkout) Head(ctx context.Context) string {
	changes, _ := c.Checkout.Since(ctx, strings.Repeat("0", 40))
	return changes.Head
}

// Since returns the differences between the checkout and a commit.
func (c checkout) Since(ctx context.Context, commit string) (head string, ahead int, files []string, err error) {
	changes, err := c.Checkout.Since(ctx, commit)
	return changes.Head, changes.Ahead, changes.Files, err
}

// Stamps returns the state of the files.
func (c checkout) Stamps(ctx context.Context) (head string, stamps map[string]string, err error) {
	s, err := c.State(ctx)
	return s.Head, s.Files, err
}

// openCheckout returns the checkout of --checkout, or the one around this folder; nil for
// none. The indexes are not part of it.
func openCheckout(cc *cli.Context, indexes []string) (mcpserver.Checkout, error) {
	var kept []string
	for _, dir := range indexes {
		if _, err := os.Stat(filepath.Join(dir, schema.ManifestFile)); err == nil || filepath.Ext(dir) == ".zip" {
			kept = append(kept, dir)
		}
	}
	dir := cc.String("checkout")
	named := dir != ""
	if !named {
		dir = extractedTree(indexes)
	}
	found, err := git.OpenCheckout(cc.Context, dir, kept...)
	if err == nil { // paths of an index are from the top, unless it is of a folder
		found, err = git.OpenCheckout(cc.Context, found.Top(), kept...)
	}
	if err == nil {
		return checkout{found}, nil
	}
	if named || cc.Context.Err() != nil {
		return nil, failedError("name the folder of a git repository, or omit --checkout", "checkout %s is unusable: %w", dir, err)
	}
	return nil, nil
}

// absentIndex says how to make an index that is missing. With --extract, the server runs `cortex extract` as another process, whose
// memory ends with it.
func absentIndex(cc *cli.Context, index string) (mcpserver.Absent, error) {
	top, err := filepath.Abs(cc.String("checkout"))
	if err != nil {
		return mcpserver.Absent{}, fmt.Errorf("find the checkout: %w", err)
	}
	tree, place, remote := top, index, cc.String("http") != ""
	if remote { // clients on other machines learn no path
		place = filepath.Base(index)
	}
	if cc.String("checkout") == "" || remote {
		tree = "."
		if below, err := filepath.Rel(top, index); err == nil && filepath.IsLocal(below) {
			place = below
		}
	}
	out := mcpserver.Absent{Place: place, Advice: fmt.Sprintf("run cortex extract %s --out %s, or start the server with --extract", tree, place)}
	if !cc.Bool("extract") {
		return out, nil
	}
	program, err := os.Executable()
	if err != nil {
		return out, fmt.Errorf("find this program: %w", err)
	}
	out.Advice = "see the error above, or run cortex extract"
	out.Extract = func() error {
		text, err := exec.CommandContext(cc.Context, program, "extract", "--quiet", "--out", index, top).CombinedOutput()
		if first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n"); err != nil && first != "" {
			return errors.New(strings.TrimPrefix(first, "cortex: "))
		}
		return err
	}
	return out, nil
}

// revisionsOf returns the finder for the revisions of the checkout, which extracts them in other processes; nil without a checkout.
func (c *console) revisionsOf(cc *cli.Context, indexes []string, of mcpserver.Checkout) (*revisions.Finder, error) {
	if of == nil {
		return nil, nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	return &revisions.Finder{Here: cmp.Or(cc.String("checkout"), extractedTree(indexes)), Version: Version, Program: runningBuild,
		Extract: func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error) {
			return extractApart(ctx, []string{program}, dest, name, cfg)
		}}, nil
}

// workingTree returns the maker of indexes of the working tree, which leaves most of the machine to others; nil when files may change
// without a new index.
func workingTree(cc *cli.Context, of mcpserver.Checkout) (mcpserver.Working, error) {
	found, ok := of.(checkout)
	switch {
	case !cc.Bool("watch"):
		return nil, nil
	case !ok && cc.IsSet("watch"):
		return nil, failedError("start the server in a clone, or use --checkout", "--watch found no git repository")
	case !ok:
		return nil, nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	words := []string{program}
	if nice, err := exec.LookPath("nice"); err == nil {
		words = []string{nice, "-n", "10", program}
	}
	w := &revisions.Working{Checkout: found.Checkout, Version: Version, Program: runningBuild, Extract: func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error) {
		cfg.Jobs = max(1, runtime.NumCPU()/2)
		return extractApart(ctx, words, dest, name, cfg)
	}}
	if !cc.IsSet("watch") {
		w.Limit = revisions.Slow
	}
	return w, nil
}

// phase matches a line of progress.
var phase = regexp.MustCompile(`^ *[0-9.]+ s  (.*)`)

// extractApart runs `cortex extract` as another process, whose memory ends with it. It passes the phases on.
func extractApart(ctx context.Context, words []string, dest, name string, cfg extract.Config) (m schema.Manifest, err error) {
	args := append(words[1:len(words):len(words)], "extract", "--out", dest, "--name", cfg.Name, "--goos", cfg.GOOS, "--goarch", cfg.GOARCH, "--tags", strings.Join(cfg.Tags, ","),
		"--max-file-size", strconv.FormatInt(cfg.MaxFileSize, 10))
	if cfg.Jobs > 0 {
		args = append(args, "--jobs", strconv.Itoa(cfg.Jobs))
	}
	for option, on := range map[string]bool{"--no-tests": !cfg.Tests, "--no-content": !cfg.Content, "--include-vendored": cfg.Vendored, "--offline": cfg.Offline} {
		if on {
			args = append(args, option)
		}
	}
	cmd := exec.CommandContext(ctx, words[0], append(args, cfg.Root)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // it removes the unfinished index
	cmd.WaitDelay = maxStop
	said, err := cmd.StderrPipe()
	if err != nil {
		return m, err
	}
	if err := cmd.Start(); err != nil {
		return m, err
	}
	var reason string
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if found := phase.FindStringSubmatch(lines.Text()); found != nil && cfg.Progress != nil {
			cfg.Progress.Phase("extracting "+name+": "+found[1], 0)
		} else if text, ok := strings.CutPrefix(lines.Text(), "cortex: "); ok {
			reason = text
		}
	}
	if err := cmd.Wait(); err != nil {
		if ctx.Err() == nil && reason != "" {
			err = errors.New(reason)
		}
		return m, err
	}
	text, err := os.ReadFile(filepath.Join(dest, schema.ManifestFile))
	if err != nil {
		return m, err
	}
	return schema.ParseManifest(text)
}

// maxStop is the time that an interrupted extraction has to end.
const maxStop = 5 * time.Second

// extractedTree returns the folder around this one that contains one of the indexes at its
// default path; this folder when there is none.
func extractedTree(indexes []string) string {
	here, err := os.Getwd()
	if err != nil {
		return "."
	}
	for _, dir := range indexes {
		tree, ok := strings.CutSuffix(dir, string(filepath.Separator)+revisions.DefaultIndex)
		if below, err := filepath.Rel(tree, here); ok && err == nil && filepath.IsLocal(below) {
			return tree
		}
	}
	return "."
}
