// Command compare asks two cortex programs the same questions and lists every difference.
//
// It answers one question before a change lands: does the new program still give the
// answers of the old one? Usage:
//
//	go run ./ci/compare -base-binary BIN [-binary BIN2] -tree TREE -questions N -seed S
//	go run ./ci/compare -base REV -tree TREE
//
// Each program extracts TREE into its own index and reads that index only, because the
// two may use different formats. The questions are a sample of the base index with a
// fixed seed: N of each operation at each depth. Both programs answer each question in
// turn as cold processes, thus the printed times compare the two under equal load.
//
//	-base-binary BIN  the base program
//	-base REV         build the base program from this git revision instead
//	-binary BIN2      the new program (default: built from the working tree)
//	-tree TREE        the repository to extract (default: .)
//	-questions N      questions of each operation at each depth (default: 100)
//	-seed S           seed of the sample (default: 1)
//	-only OPS         comma-separated operations, as callers,path (default: all)
//	-keep-base DIR    write the base index to DIR, or reuse the index there
//	-keep DIR         write the new index to DIR, or reuse the index there; delete DIR
//	                  after every change of extraction
//	-jobs N           N questions at a time (default: 2)
//	-wanted FILE      reviewed differences (default: ci/compare/wanted.txt)
//	-out FILE         write every difference to FILE; the terminal gets three of a kind
//	-v                print each reason for incomplete answers, with its count
//
// The kinds of difference are:
//
//	failed        one program answers, the other reports an error
//	resolved      the target resolves to other symbols
//	symbols       a symbol is in one answer only
//	total         total_found differs, in answers that are cut at the limit
//	depth         a symbol is at another depth
//	evidence      a symbol has other evidence
//	places        a symbol has other call sites or places of use
//	detail        another field of a result differs, as role or severity
//	length        a path has another number of calls
//	weakest       the weakest evidence of a path differs
//	completeness  exact in one answer, lower_bound in the other
//
// Answers that are cut at the limit compare the symbols that both list. The exit status
// is 1 when a difference is left that wanted.txt does not list, 2 when compare fails.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	left, err := run(ctx, os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	case left > 0:
		os.Exit(1)
	}
}

// run compares as the arguments say and returns the number of unwanted differences.
func run(ctx context.Context, args []string) (left int, err error) {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	baseBinary := flags.String("base-binary", "", "the base program")
	baseRev := flags.String("base", "", "git revision to build the base program from")
	binary := flags.String("binary", "", "the new program (default: built from the working tree)")
	tree := flags.String("tree", ".", "the repository to extract")
	questions := flags.Int("questions", 100, "questions of each operation at each depth")
	seed := flags.Int("seed", 1, "seed of the sample")
	only := flags.String("only", "", "comma-separated operations (default: all)")
	keepBase := flags.String("keep-base", "", "folder of the base index")
	keep := flags.String("keep", "", "folder of the new index")
	jobs := flags.Int("jobs", 2, "questions at a time")
	wantedFile := flags.String("wanted", "", "reviewed differences (default: ci/compare/wanted.txt)")
	out := flags.String("out", "", "file for every difference")
	verbose := flags.Bool("v", false, "print reasons for incomplete answers")
	if err := flags.Parse(args); err != nil {
		return 0, err
	}
	if (*baseBinary == "") == (*baseRev == "") {
		return 0, errors.New("give one of -base-binary and -base")
	}
	wanted, err := readWanted(*wantedFile)
	if err != nil {
		return 0, err
	}
	temp, err := os.MkdirTemp("", "compare")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	if *baseRev != "" {
		*baseBinary = filepath.Join(temp, "base")
		if err := buildRevision(ctx, *baseRev, filepath.Join(temp, "worktree"), *baseBinary); err != nil {
			return 0, err
		}
	}
	if *binary == "" {
		*binary = filepath.Join(temp, "new")
		if err := build(ctx, ".", *binary); err != nil {
			return 0, err
		}
	}
	base, err := newProgram(ctx, *baseBinary, *tree, *keepBase, filepath.Join(temp, "base-index"))
	if err != nil {
		return 0, err
	}
	changed, err := newProgram(ctx, *binary, *tree, *keep, filepath.Join(temp, "new-index"))
	if err != nil {
		return 0, err
	}
	report := report{w: os.Stdout, examples: 3, verbose: *verbose}
	if *out != "" {
		f, err := os.Create(*out)
		if err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		report.all = f
	}
	for _, g := range groups {
		if *only != "" && !strings.Contains(","+*only+",", ","+g.operation+",") {
			continue
		}
		asked, err := sample(ctx, base, g, *questions, *seed)
		if err != nil {
			return 0, fmt.Errorf("sample %s: %w", g, err)
		}
		pairs, err := askBoth(ctx, base, changed, asked, *jobs)
		if err != nil {
			return 0, err
		}
		left += report.print(g, pairs, wanted)
	}
	fmt.Printf("%d differences are not in the wanted list\n", left)
	return left, nil
}

// buildRevision builds the command at a git revision, in a worktree that it removes.
func buildRevision(ctx context.Context, rev, worktree, binary string) (err error) {
	if _, err := execute(ctx, "git", "worktree", "add", "--detach", worktree, rev); err != nil {
		return err
	}
	defer func() {
		_, removeErr := execute(context.WithoutCancel(ctx), "git", "worktree", "remove", "--force", worktree)
		err = errors.Join(err, removeErr)
	}()
	return build(ctx, worktree, binary)
}

// build builds the command of the repository at dir.
func build(ctx context.Context, dir, binary string) error {
	_, err := execute(ctx, "go", "-C", dir, "build", "-buildvcs=false", "-trimpath", "-o", binary, "./cmd/cortex")
	return err
}

// program is a cortex program with its own index.
type program struct {
	binary, index string
	limits        map[string][]string // options of each operation that raise its limits to the maximum
}

// newProgram extracts the tree to keep, or to temp when keep is empty. It reuses an index in keep.
func newProgram(ctx context.Context, binary, tree, keep, temp string) (*program, error) {
	dir := temp
	if keep != "" {
		dir = keep
	}
	var err error
	p := &program{limits: map[string][]string{}}
	// Programs run in the folder for temporary files, where they find no other index.
	if p.binary, err = filepath.Abs(binary); err != nil {
		return nil, err
	}
	if p.index, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(p.index, "manifest.json")); err == nil {
		fmt.Printf("%s: reuses the index %s\n", binary, p.index)
	} else {
		start := time.Now()
		if _, err := execute(ctx, p.binary, "extract", "--quiet", "--out", p.index, tree); err != nil {
			return nil, err
		}
		fmt.Printf("%s: extract took %.1f s\n", binary, time.Since(start).Seconds())
	}
	for _, g := range groups {
		help, err := execute(ctx, p.binary, "query", g.operation, "--help")
		if err != nil {
			return nil, err
		}
		p.limits[g.operation] = limits(string(help))
	}
	return p, nil
}

// limits returns options that raise the limits of an operation to their maximum, read
// from its help: a limit is "(1 to 500)" there.
func limits(help string) []string {
	var options []string
	for line := range strings.Lines(help) {
		option, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch option {
		case "--max-results", "--max-per-level", "--limit":
			_, rest, _ := strings.Cut(line, "(1 to ")
			digits, _, _ := strings.Cut(rest, ")")
			if _, err := strconv.Atoi(digits); err == nil {
				options = append(options, option, digits)
			}
		case "--include-context":
			options = append(options, "--include-context=false")
		}
	}
	return options
}

// execute runs a command and returns its standard output; an error quotes the standard error.
func execute(ctx context.Context, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return stdout.Bytes(), nil
}
