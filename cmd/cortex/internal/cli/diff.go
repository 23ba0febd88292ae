package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/check"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/git"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

func diffCommand(c *console) *cli.Command {
	op := registry.Get("diff")
	return command(&cli.Command{
		Name:        "diff",
		Usage:       "compare two indexes or revisions: what a change did",
		UsageText:   "cortex diff [options] BASE [HEAD]",
		Description: op.Help + "\n\nExample:\n   cortex diff main\n   cortex diff main...HEAD --format markdown\n   cortex " + op.Example,
		Flags: append([]cli.Flag{
			formatFlag("table", "json", "markdown", "csv", "sarif", "github"), jsonFlag(),
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "use colors `WHEN`: auto, always, never"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the answer to `FILE`"},
			&cli.StringFlag{Name: "tests", DefaultText: "folded", Usage: "show results in tests: `HOW` is list or only; args prints the commands that run the tests to run"},
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 4 for findings in `LIST`: breaking, new-cycle, new-unused, untested, new-dependency, changed-config, complexity:NUMBER (default: the gates of " + check.FileName + " in BASE)"},
			&cli.StringFlag{Name: "config", Usage: "read gates in `FILE`, and not in BASE"},
			&cli.BoolFlag{Name: "all", DisableDefaultText: true, Usage: "list the results that are only counted, too"},
			&cli.BoolFlag{Name: "why", DisableDefaultText: true, Usage: "list all reasons why the answer may be incomplete"},
			&cli.BoolFlag{Name: "long", DisableDefaultText: true, Usage: "print a table with full symbols"},
		}, extractionFlags()...),
		Action: func(cc *cli.Context) error { return runDiff(cc, c, op) },
	})
}

func runDiff(cc *cli.Context, c *console, op queries.Operation) error {
	format, err := choice(cc, "format", []string{"table", "json", "markdown", "csv", "sarif", "github"})
	if err != nil {
		return err
	}
	commands := cc.String("tests") == "args"
	if commands {
		if err := cc.Set("tests", string(queries.TestsFolded)); err != nil {
			return err
		}
	}
	if err := c.reading(cc, op); err != nil {
		return err
	}
	base, head, err := c.sides(cc)
	if err != nil {
		return err
	}
	ix, err := queries.OpenPair(cc.Context, 0, base, head)
	if err != nil {
		return err
	}
	// The process ends soon: closing the index would only take time.
	found, err := op.Run(cc.Context, ix, map[string]any{"base": base, "head": head})
	if err != nil {
		return err
	}
	answer := found.(*diff.Answer)
	config, err := gateConfig(cc.Context, ix, cc.String("config"))
	if err != nil {
		return err
	}
	gated, err := config.Gate(answer, splitList(cc.String("fail-on")), time.Now())
	if err != nil {
		return err
	}
	if gated.Skipped != "" {
		c.note("the gates are skipped: " + gated.Skipped)
	}
	c.Wording = func(note string) string { return inFlags(op, note) }
	if err := c.write(cc, func(p render.Printer) error {
		if commands {
			return printCommands(p.Out, answer.Tests)
		}
		switch format {
		case "sarif":
			return render.SARIF(p.Out, Version, answer.Findings)
		case "github":
			return render.GitHub(p.Out, answer.Findings)
		case "markdown":
			return render.Comment(p.Out, answer.Report(p.Reading), treeURL(ix.Manifest().Repository), treeURL(ix.Base().Manifest().Repository))
		}
		return p.Answer(cc.Context, answer, format)
	}); err != nil {
		return err
	}
	return refusal(gated)
}

// printCommands prints the commands that run the tests to run, as a script. Without a test the script fails.
func printCommands(w io.Writer, t *diff.Tests) error {
	lines := t.Commands
	if len(lines) == 0 {
		lines = []string{"exit 1 # no command runs a test that can reach the change"}
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// gateConfig returns the configuration in a file; an empty name means the one in the base. A base without one has no gates.
func gateConfig(ctx context.Context, ix *queries.Index, path string) (*check.Config, error) {
	if path != "" {
		return check.Read(path)
	}
	var text []byte
	err := ix.QueryRow(ctx, "SELECT c.content FROM base.files f LEFT JOIN base.contents c ON c.file_id = f.file_id WHERE f.file_path = ?", check.FileName).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return &check.Config{}, nil
	}
	if err == nil && text == nil {
		return nil, failedError("extract the base with the text of files, or name the configuration of the base with --config", "%s of the base is not in its index", check.FileName)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s in the base: %w", check.FileName, err)
	}
	return check.Parse(check.FileName+" of the base", text)
}

// refusal returns the error that names the findings that gates refuse, or nil.
func refusal(g check.Gated) error {
	if len(g.Refused) == 0 {
		return nil
	}
	var lines []string
	for _, f := range g.Refused {
		place := f.File
		if f.Line > 0 {
			place = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		lines = append(lines, render.Printable(fmt.Sprintf("  %s  %s  %s: %s", f.Name, place, f.Symbol, f.Message), false))
	}
	return &failure{err: fmt.Errorf("the gates refuse %s:\n%s", render.Plural(len(g.Refused), "finding"), strings.Join(lines, "\n")), status: statusGate,
		hint: "mend the code, or list exceptions under ignore in " + check.FileName + " of the base"}
}

// treeURL returns the URL of the files of a commit, for hosts with a known form; otherwise an empty text.
func treeURL(r schema.Repository) string {
	host, path, _ := strings.Cut(r.Name, "/")
	if r.Commit == "" || host != "github.com" || strings.Count(path, "/") != 1 || strings.ContainsAny(path, "()<> \"'\\?#%") {
		return ""
	}
	return strings.TrimSuffix("https://"+r.Name+"/blob/"+r.Commit+"/"+r.Path, "/")
}

// A source is a side of a comparison as the user names it.
type source struct {
	named    string // for errors
	dir      string // of an index; empty for a revision or the working tree
	commit   string // of a revision; empty for the working tree
	manifest schema.Manifest
}

// sides returns the directories of the two indexes that the arguments name. It extracts revisions and the working tree.
func (c *console) sides(cc *cli.Context) (base, head string, err error) {
	args := cc.Args().Slice()
	switch {
	case len(args) == 0:
		return "", "", usageError(helpOf(cc), "BASE is missing")
	case len(args) > 2:
		return "", "", usageError(helpOf(cc), "argument %q is unexpected", args[2])
	}
	x := &sides{console: c, cc: cc}
	defer x.stop()
	b, h, err := x.named(args)
	if err != nil {
		return "", "", err
	}
	if err := x.extract(&h, b); err != nil {
		return "", "", err
	}
	if err := x.extract(&b, h); err != nil {
		return "", "", err
	}
	if err := x.match(&b, h); err != nil {
		return "", "", err
	}
	return b.dir, h.dir, nil
}

// sides finds the indexes of a comparison.
type sides struct {
	*console
	cc       *cli.Context
	checkout *git.Checkout
	progress *render.Progress
}

func (x *sides) stop() {
	if x.progress != nil {
		x.progress.Stop()
	}
}

// named reads the arguments.
func (x *sides) named(args []string) (base, head source, err error) {
	if from, to, ok := strings.Cut(args[0], "..."); ok && len(args) == 1 && !isThere(args[0]) {
		to = cmp.Or(to, "HEAD")
		if base, err = x.revision(cmp.Or(from, "HEAD")); err != nil {
			return base, head, err
		}
		if head, err = x.revision(to); err != nil {
			return base, head, err
		}
		if base.commit, err = x.checkout.MergeBase(x.cc.Context, base.commit, head.commit); err != nil {
			return base, head, failedError("name two revisions with a common ancestor; a shallow clone may lack it", "find where %s left %s: %w", to, from, err)
		}
		return base, head, nil
	}
	if from, to, ok := strings.Cut(args[0], ".."); ok && len(args) == 1 && !isThere(args[0]) && from != "" {
		args = []string{from, cmp.Or(to, "HEAD")}
	}
	if base, err = x.source(args[0]); err != nil {
		return base, head, err
	}
	if len(args) == 2 {
		head, err = x.source(args[1])
		return base, head, err
	}
	if err := x.open(); err == nil {
		return base, source{named: "the working tree"}, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return base, head, err
	}
	dir, ok := nearestIndex(here)
	if !ok {
		return base, head, usageError("name the second index", "HEAD is missing, and there is no git work tree here")
	}
	head, err = x.index(dir)
	return base, head, err
}

func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// source returns the index or the revision with a name.
func (x *sides) source(name string) (source, error) {
	if isZip(name) {
		return x.index(name)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		for _, dir := range []string{name, filepath.Join(name, defaultIndex)} {
			if isThere(filepath.Join(dir, schema.ManifestFile)) {
				return x.index(dir)
			}
		}
	}
	return x.revision(name)
}

// index opens an index. One of another format has no tables to compare, but perhaps a commit.
func (x *sides) index(name string) (source, error) {
	dir, err := indexDir(x.cc.Context, name)
	if err != nil {
		return source{}, err
	}
	ix, err := queries.Open(x.cc.Context, dir)
	if err != nil {
		if s, ok := otherFormat(dir); ok && x.open() == nil && x.checkout.Has(x.cc.Context, s.commit) {
			x.note(name + " has another format: its commit is extracted again")
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
func (x *sides) revision(name string) (source, error) {
	if err := x.open(); err != nil {
		return source{}, failedError("name the folder or zip of an index, or run this in a git work tree", "%s is no index, and no revision: %w", name, err)
	}
	commit, err := x.checkout.Commit(x.cc.Context, name)
	if err != nil {
		return source{}, failedError("name a branch, a tag or a commit, or the folder or zip of an index", "%q is neither an index nor a revision of %s", name, x.checkout.Top())
	}
	return source{named: name, commit: commit}, nil
}

// open finds the tree here: the one of the nearest index, or the whole repository.
func (x *sides) open() error {
	if x.checkout != nil {
		return nil
	}
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	checkout, err := git.OpenCheckout(x.cc.Context, here)
	if err != nil {
		return err
	}
	tree := checkout.Top()
	if dir, ok := nearestIndex(checkout.Root()); ok {
		if t := strings.TrimSuffix(dir, string(filepath.Separator)+defaultIndex); strings.HasPrefix(t, tree) {
			tree = t
		}
	}
	x.checkout, err = git.OpenCheckout(x.cc.Context, tree, filepath.Join(tree, filepath.Dir(defaultIndex)))
	return err
}

// extract makes the index of a side that has none, with the options of the other one if that has an index.
func (x *sides) extract(s *source, other source) error {
	if s.dir != "" {
		return nil
	}
	options := x.options(other)
	theirs := other.manifest.Repository
	if !x.checkout.Has(x.cc.Context, theirs.Commit) { // an index of another repository
		theirs.Name = ""
	}
	name := cmp.Or(theirs.Name, x.cc.String("name"), x.checkout.Name(), filepath.Base(x.checkout.Top()))
	if s.commit == "" {
		if found, ok := x.fresh(other, options); ok {
			*s = found
			return nil
		}
	}
	return x.make(s, name, options)
}

// options returns the options of extraction.
func (x *sides) options(like source) schema.Options {
	if like.dir != "" {
		o := like.manifest.Options
		for flag, to := range map[string]*string{"goos": &o.GOOS, "goarch": &o.GOARCH} {
			if x.cc.IsSet(flag) {
				*to = x.cc.String(flag)
			}
		}
		if x.cc.IsSet("tags") {
			o.Tags = splitList(x.cc.String("tags"))
		}
		return o
	}
	return schema.Options{Tests: true, Content: true, GOOS: x.cc.String("goos"), GOARCH: x.cc.String("goarch"), Tags: splitList(x.cc.String("tags")),
		MaxFileSize: defaultMaxFileSize}
}

// fresh returns the index of the working tree when nothing changed since it was made.
func (x *sides) fresh(other source, options schema.Options) (source, bool) {
	dir := filepath.Join(x.checkout.Root(), defaultIndex)
	ix, err := queries.Open(x.cc.Context, dir)
	if err != nil {
		return source{}, false
	}
	defer ix.Close()
	m := ix.Manifest()
	o := m.Options
	alike := o.Tests == options.Tests && o.Vendored == options.Vendored && o.GOOS == options.GOOS && o.GOARCH == options.GOARCH && slices.Equal(o.Tags, options.Tags)
	if m.Repository.Dirty || m.Generator.Version != Version || !alike || other.dir != "" && len(diff.NotAlike(other.manifest, m)) > 0 {
		return source{}, false
	}
	changes, err := x.checkout.Since(x.cc.Context, m.Repository.Commit)
	if err != nil || changes.Head != m.Repository.Commit || len(changes.Files) > 0 {
		return source{}, false
	}
	return source{named: dir, dir: dir, manifest: m}, true
}

// make extracts a revision or the working tree into the user's cache. It takes the index of a revision from there.
func (x *sides) make(s *source, name string, options schema.Options) error {
	cache, err := cacheFor(s.named)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%q", []any{Version, schema.FormatVersion, name, options.Tests, options.Content, options.Vendored, options.GOOS,
		options.GOARCH, options.Tags, options.GoVersion, options.MaxFileSize, x.checkout.Root()})))[:16]
	dest := filepath.Join(filepath.Dir(cache), "revisions", cmp.Or(s.commit, "working-tree")+"-"+key)
	if s.commit != "" {
		if ix, err := queries.Open(x.cc.Context, dest); err == nil {
			s.dir, s.manifest = dest, ix.Manifest()
			_ = os.Chtimes(dest, time.Time{}, time.Now()) // prune goes by the last use
			return ix.Close()
		}
	}
	root := x.checkout.Root()
	if s.commit != "" {
		temp, err := os.MkdirTemp("", "cortex-diff-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		if err := x.checkout.CheckOut(x.cc.Context, s.commit, temp); err != nil {
			return err
		}
		below, err := filepath.Rel(x.checkout.Top(), root)
		if err != nil {
			return err
		}
		if root = filepath.Join(temp, below); !isThere(root) {
			return failedError("compare revisions that have the folder", "%s has no folder %s", s.named, below)
		}
	}
	cfg := extract.Config{Root: root, Name: name, Tests: options.Tests, Content: options.Content, Vendored: options.Vendored, GOOS: options.GOOS, GOARCH: options.GOARCH,
		Tags: options.Tags, MaxFileSize: options.MaxFileSize, Jobs: x.cc.Int("jobs"), Offline: x.cc.Bool("offline"), Version: Version, Extractors: extractors(),
		FailInconsistent: FailInconsistent}
	if err := os.MkdirAll(filepath.Dir(dest), 0o777); err != nil {
		return err
	}
	m, err := x.run(dest, s.named, cfg)
	if err != nil {
		return fmt.Errorf("extract %s: %w", s.named, err)
	}
	s.dir, s.manifest = dest, m
	return prune(filepath.Dir(dest))
}

// run extracts a tree and shows the progress.
func (x *sides) run(dest, named string, cfg extract.Config) (schema.Manifest, error) {
	collectForExtraction()
	if err := os.Unsetenv("GODEBUG"); err != nil { // gotypesalias=0 would change the types
		return schema.Manifest{}, err
	}
	if !x.cc.Bool("quiet") {
		fmt.Fprintln(x.Err, "extracting "+render.Printable(named, false))
		x.progress = render.NewProgress(x.Err, x.live)
		cfg.Progress = x.progress
	}
	m, _, err := extractTo(x.cc.Context, dest, cfg, true)
	x.stop()
	return m, err
}

// match extracts a base again when it was made in another way than the head.
func (x *sides) match(base *source, head source) error {
	differ := diff.NotAlike(base.manifest, head.manifest)
	if len(differ) == 0 {
		return nil
	}
	r := base.manifest.Repository
	if r.Commit == "" || r.Dirty || r.FullName() != head.manifest.Repository.FullName() || x.open() != nil || !x.checkout.Has(x.cc.Context, r.Commit) {
		return nil // the answer says it
	}
	x.note("the base is extracted again, because it is not like the head: " + strings.Join(differ, "; "))
	*base = source{named: r.Commit, commit: r.Commit}
	return x.make(base, head.manifest.Repository.Name, head.manifest.Options)
}

// The cache of revisions keeps the indexes of the last hour, which other processes may read, and a number of older ones.
const (
	maxKept = 10
	minKept = time.Hour
)

// prune removes the indexes of a folder that were not used for the longest time.
func prune(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	age := map[string]time.Time{}
	var names []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() {
			age[e.Name()] = info.ModTime()
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int { return age[b].Compare(age[a]) })
	for i, n := range names {
		if i >= maxKept && time.Since(age[n]) > minKept {
			if err := os.RemoveAll(filepath.Join(folder, n)); err != nil {
				return err
			}
		}
	}
	return nil
}

// extractionFlags are the options of extraction that a comparison of revisions takes.
func extractionFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "goos", Value: "linux", Usage: "type-check revisions for `OS`"},
		&cli.StringFlag{Name: "goarch", Value: "amd64", Usage: "type-check revisions for `ARCH`"},
		&cli.StringFlag{Name: "tags", Usage: "set the build tags in `LIST`: separated by commas"},
		&cli.BoolFlag{Name: "offline", DisableDefaultText: true, Usage: "never download a module"},
		&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print only errors on standard error"},
	}
}

// write prints to the terminal or to the file of --output.
func (c *console) write(cc *cli.Context, show func(p render.Printer) error) error {
	name := cc.String("output")
	if name == "" {
		return c.paged(cc.Context, show)
	}
	p := c.Printer
	f, err := os.Create(name)
	if err != nil {
		return failedError("use a file in a writable folder", "file %s is not writable: %w", name, reason(err))
	}
	defer f.Close()
	p.Out, p.Width, p.Terminal, p.Colour = f, 0, false, false
	if err := show(p); err != nil {
		return err
	}
	return f.Close()
}
