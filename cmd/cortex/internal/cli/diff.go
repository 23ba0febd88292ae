package cli

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/check"
	"github.com/cortex-index/cortex/cmd/cortex/internal/extraction"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/extract"
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
			&cli.StringFlag{Name: "sections", Usage: "show only the sections in `LIST` after the summary: " + strings.Join(sectionsOf(op).Values, ", ") + "; JSON has all, and gates see all"},
			&cli.StringFlag{Name: "fail-on", Usage: "exit with 4 for findings in `LIST`: breaking, new-cycle, new-unused, untested, new-dependency, changed-config, complexity:NUMBER (default: the gates of " + check.FileName + " in BASE)"},
			&cli.StringFlag{Name: "config", Usage: "read gates in `FILE`, and not in BASE"},
			&cli.StringFlag{Name: "lake", Usage: "list the repositories in the lake in `DIR` that use the broken public symbols"},
			&cli.StringFlag{Name: "memory-limit", Usage: "with --lake: keep the memory of its database below `SIZE`, like 500MB or 2GB", DefaultText: "2GB"},
			&cli.BoolFlag{Name: "all", DisableDefaultText: true, Usage: "list the results that are only counted, too"},
			&cli.BoolFlag{Name: "why", DisableDefaultText: true, Usage: "list all reasons why the answer may be incomplete"},
			&cli.BoolFlag{Name: "long", DisableDefaultText: true, Usage: "print a table with full symbols"},
		}, extractionFlags()...),
		Action: func(cc *cli.Context) error { return runDiff(cc, c, op) },
	})
}

// sectionsOf returns the argument with the sections to show.
func sectionsOf(op queries.Operation) queries.Arg {
	return op.Args[slices.IndexFunc(op.Args, func(a queries.Arg) bool { return a.Name == "sections" })]
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
	found, err := op.Run(cc.Context, ix, map[string]any{"base": base, "head": head, "sections": splitList(cc.String("sections"))})
	if err != nil {
		return err
	}
	answer := found.(*diff.Answer)
	if cc.IsSet("lake") {
		if err := elsewhere(cc, answer, ix.Manifest().Repository.FullName()); err != nil {
			return err
		}
	}
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

// sides returns the directories of the two indexes that the arguments name. It extracts revisions and the working tree.
func (c *console) sides(cc *cli.Context) (base, head string, err error) {
	args := cc.Args().Slice()
	switch {
	case len(args) == 0:
		return "", "", usageError(helpOf(cc), "BASE is missing")
	case len(args) > 2:
		return "", "", usageError(helpOf(cc), "argument %q is unexpected", args[2])
	}
	here, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	f := &revisions.Finder{Here: here, Version: Version, Program: runningBuild, Index: revisions.IndexAt, Note: c.note, Offline: cc.Bool("offline"),
		Default: func(context.Context) (string, error) {
			dir, ok := revisions.Nearest(here)
			if !ok {
				return "", usageError("name the second index", "HEAD is missing, and there is no git work tree here")
			}
			return dir, nil
		},
		Extract: func(ctx context.Context, dest, name string, cfg extract.Config) (schema.Manifest, error) {
			if !cc.Bool("quiet") {
				fmt.Fprintln(c.Err, "extracting "+render.Printable(name, false))
				p := render.NewProgress(c.Err, c.live)
				defer p.Stop()
				cfg.Progress = p
			}
			return c.extract(ctx, extraction.To, dest, cfg, nil)
		}}
	for name, to := range map[string]*string{"goos": &f.Build.GOOS, "goarch": &f.Build.GOARCH} {
		if cc.IsSet(name) {
			*to = cc.String(name)
		}
	}
	if cc.IsSet("tags") {
		f.Build.Tags = splitList(cc.String("tags"))
	}
	return f.Pair(cc.Context, args...)
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
