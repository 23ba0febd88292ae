package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/lake"
	"github.com/urfave/cli/v2"
)

const lakeDescription = `A lake is a folder with the indexes of many repositories, as plain Parquet files that
other engines read too. With --lake DIR, cortex query answers callers, callees,
references, dependents, search and sql from it.

Example:
   cortex lake add .cortex/index --to /tmp/lake`

func lakeCommand(c *console) *cli.Command {
	memory := &cli.StringFlag{Name: "memory-limit", Usage: "keep the memory of the database below `SIZE`: like 500MB or 2GB", DefaultText: "2GB"}
	cmd := command(&cli.Command{
		Name:        "lake",
		Usage:       "keep the indexes of many repositories in one folder",
		UsageText:   "cortex lake COMMAND [options] [arguments]",
		Description: lakeDescription,
		Action: func(cc *cli.Context) error {
			if name := cc.Args().First(); name != "" {
				return unknown("command", name, cc.Command.Subcommands, "run cortex lake --help for the commands")
			}
			return usageError("run cortex lake --help for the commands", "COMMAND is missing")
		},
	})
	cmd.Subcommands = []*cli.Command{
		command(&cli.Command{
			Name:      "add",
			Usage:     "add indexes of clean commits",
			UsageText: "cortex lake add INDEX... --to DIR",
			Description: `Adds each index, a folder or a zip, and makes the lake when DIR is new. A commit that the
lake has already changes nothing. Any number of writers may add at once.

Example:
   cortex lake add .cortex/index --to /tmp/lake`,
			Flags:  []cli.Flag{&cli.StringFlag{Name: "to", Usage: "the lake is the folder `DIR`"}},
			Action: func(cc *cli.Context) error { return runLakeAdd(cc, c) },
		}),
		command(&cli.Command{
			Name:      "list",
			Usage:     "list the stored commits",
			UsageText: "cortex lake list DIR",
			Description: `Lists the stored commits of each repository, the newest first, with their branch and the
number of edges. An asterisk marks the newest commit of a branch, about which queries ask.

Example:
   cortex lake list /tmp/lake`,
			Flags:  []cli.Flag{formatFlag("table", "csv", "json", "markdown"), jsonFlag()},
			Action: func(cc *cli.Context) error { return runLakeList(cc, c) },
		}),
		command(&cli.Command{
			Name:      "remove",
			Usage:     "remove commits of a repository",
			UsageText: "cortex lake remove DIR REPOSITORY [COMMIT]",
			Description: `Removes one commit of a repository, or all its commits.

Example:
   cortex lake remove /tmp/lake github.com/cortex-index/cortex`,
			Action: func(cc *cli.Context) error { return runLakeRemove(cc, c) },
		}),
		command(&cli.Command{
			Name:      "compact",
			Usage:     "write a lake again as few sorted files",
			UsageText: "cortex lake compact DIR --to NEW [options]",
			Description: `Writes the commits of a lake to a new folder, each table as one sorted file. The old folder
stays as it is: name the new one to readers and writers, then delete the old one.

Example:
   cortex lake compact /tmp/lake --to /tmp/lake-compact`,
			Flags: []cli.Flag{&cli.StringFlag{Name: "to", Usage: "write the new lake to the folder `NEW`"},
				repeatedFlag("without", "leave out the repository `NAME`; may be repeated"), memory},
			Action: func(cc *cli.Context) error { return runLakeCompact(cc, c) },
		}),
		command(&cli.Command{
			Name:      "verify",
			Usage:     "check that a lake is complete",
			UsageText: "cortex lake verify DIR [options]",
			Description: `Reads each row, and checks files, counts, hashes and the symbols of edges. Exits with 3 for
faults. Files that a killed writer left are no fault.

Example:
   cortex lake verify /tmp/lake`,
			Flags:  []cli.Flag{formatFlag("table", "json"), memory},
			Action: func(cc *cli.Context) error { return runLakeVerify(cc, c) },
		}),
	}
	return cmd
}

// lakeFlags are the flags of the operations that lakes answer.
func lakeFlags(op queries.Operation) []cli.Flag {
	if op.Name != files.SQL().Name && !slices.ContainsFunc(lake.Operations(), func(l queries.Operation) bool { return l.Name == op.Name }) {
		return nil
	}
	flags := []cli.Flag{&cli.StringFlag{Name: "lake", Usage: "answer from the lake in `DIR`, which has many repositories"},
		&cli.StringFlag{Name: "memory-limit", Usage: "with --lake: keep the memory of the database below `SIZE`, like 500MB or 2GB", DefaultText: "2GB"}}
	if op.Name == files.SQL().Name {
		return flags
	}
	return append(flags, repeatedFlag("repository", "with --lake: only results in the repository `NAME`, which may have *; may be repeated"),
		&cli.StringFlag{Name: "branch", Usage: "with --lake: only the newest commit of the branch `NAME` in each repository counts"},
		&cli.BoolFlag{Name: "all-commits", DisableDefaultText: true, Usage: "with --lake: all stored commits count, and not only the newest of each branch"})
}

// ofLake returns the operation on a lake with the name of an operation on an index. An argument that lakes do not know is an error.
func ofLake(cc *cli.Context, op queries.Operation) (queries.Operation, error) {
	for _, other := range []string{"index", "fresh", "base", "explain-sql"} {
		if cc.IsSet(other) {
			return op, usageError("leave it out", "--%s does not work with --lake", other)
		}
	}
	at := slices.IndexFunc(lake.Operations(), func(l queries.Operation) bool { return l.Name == op.Name })
	if at < 0 {
		return op, nil // sql
	}
	l := lake.Operations()[at]
	for _, a := range op.Args {
		if cc.IsSet(flagName(a)) && !slices.ContainsFunc(l.Args, func(b queries.Arg) bool { return a.Name == b.Name }) {
			return op, usageError("leave it out", "--%s does not work with --lake", flagName(a))
		}
	}
	return l, nil
}

// onlyLake are the options that need a lake.
var onlyLake = []string{"repository", "branch", "all-commits", "memory-limit"}

// withoutLake returns an error for an option that needs a lake.
func withoutLake(cc *cli.Context) error {
	for _, name := range onlyLake {
		if cc.IsSet(name) {
			return usageError("name the lake with --lake", "--%s works with --lake only", name)
		}
	}
	return nil
}

// askLake runs an operation on a lake. It begins again when a writer removes files meanwhile.
func askLake(ctx context.Context, cc *cli.Context, op queries.Operation, args map[string]any) (ix *queries.Index, answer queries.Answer, err error) {
	for range 3 {
		if ix, err = openLake(cc); err == nil {
			if answer, err = op.Run(ctx, ix, args); err == nil {
				return ix, answer, nil
			}
			ix.Close()
		}
		if !lake.Vanished(err) {
			break
		}
	}
	return nil, nil, err
}

// openLake opens the lake of a query.
func openLake(cc *cli.Context) (*queries.Index, error) {
	memory, err := memoryLimit(cc)
	if err != nil {
		return nil, err
	}
	return lake.Open(cc.Context, cc.String("lake"), memory)
}

// elsewhere adds the uses of broken symbols in other repositories of a lake to an answer about one repository.
func elsewhere(cc *cli.Context, a *diff.Answer, repository string) error {
	ix, err := openLake(cc)
	if err != nil {
		return err
	}
	defer ix.Close()
	symbols, packages := a.Broken()
	uses, err := lake.Users(cc.Context, ix, symbols, packages)
	if err != nil {
		return err
	}
	others, err := lake.Others(cc.Context, ix, repository)
	if err != nil {
		return err
	}
	var found []diff.Elsewhere
	for _, u := range uses {
		if u.Repository != repository {
			found = append(found, diff.Elsewhere(u))
		}
	}
	a.AddElsewhere(found, others)
	return nil
}

// memoryLimit returns the limit of a command in bytes; 0 for the default.
func memoryLimit(cc *cli.Context) (int64, error) {
	if !cc.IsSet("memory-limit") {
		return 0, nil
	}
	return parseSize(cc.String("memory-limit"))
}

// theLake returns the first argument of a command on a lake, and the others.
func theLake(cc *cli.Context, least, most int, names ...string) (dir string, rest []string, err error) {
	given := cc.Args().Slice()
	if len(given) < least {
		return "", nil, usageError("run "+cc.Command.HelpName+" --help for the arguments", "%s is missing", names[len(given)])
	}
	if len(given) > most {
		return "", nil, usageError("run "+cc.Command.HelpName+" --help for the arguments", "argument %q is unexpected", given[most])
	}
	return given[0], given[1:], nil
}

func runLakeAdd(cc *cli.Context, c *console) error {
	to := cc.String("to")
	switch {
	case cc.NArg() == 0:
		return usageError("name the folder or the zip of an index", "INDEX is missing")
	case to == "":
		return usageError("name the folder of the lake", "--to is missing")
	}
	for _, name := range cc.Args().Slice() {
		dir, err := revisions.Unpacked(cc.Context, name)
		if err != nil {
			return err
		}
		commit, added, err := lake.Add(cc.Context, to, dir)
		if err != nil {
			return err
		}
		said := fmt.Sprintf("added %s %.12s: %s, %s", commit.Repository, commit.Commit, plural(commit.Rows["symbols"], "symbol"), plural(commit.Rows["edges"], "edge"))
		if added && len(commit.Rows) == 0 {
			said = fmt.Sprintf("added the branch %s of %s %.12s, which is in the lake already", commit.Branches, commit.Repository, commit.Commit)
		}
		if !added {
			said = fmt.Sprintf("%s %.12s is in the lake already", commit.Repository, commit.Commit)
		}
		if _, err := fmt.Fprintln(c.Out, render.Printable(said, false)); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int64, thing string) string { return render.Plural(int(n), thing) }

// commitList is the answer of cortex lake list.
type commitList struct {
	Commits []lake.Commit `json:"commits"`
}

// Table gives a row for each commit.
func (l commitList) Table() queries.Table {
	t := queries.Table{Columns: []string{"repository", "branch", "commit", "committed_at", "current", "symbols", "edges"}}
	for _, c := range l.Commits {
		current := ""
		if c.Current {
			current = "*"
		}
		t.Rows = append(t.Rows, []any{c.Repository, c.Branches, fmt.Sprintf("%.12s", c.Commit), c.CommittedAt.UTC().Format("2006-01-02 15:04"), current, c.Rows["symbols"], c.Rows["edges"]})
	}
	t.Notes = []string{render.Plural(len(l.Commits), "commit")}
	return t
}

func runLakeList(cc *cli.Context, c *console) error {
	format, err := choice(cc, "format", []string{"table", "csv", "json", "markdown"})
	if err != nil {
		return err
	}
	dir, _, err := theLake(cc, 1, 1, "DIR")
	if err != nil {
		return err
	}
	all, err := lake.List(cc.Context, dir)
	if err != nil {
		return err
	}
	return c.Answer(cc.Context, commitList{all}, format)
}

func runLakeRemove(cc *cli.Context, c *console) error {
	dir, rest, err := theLake(cc, 2, 3, "DIR", "REPOSITORY")
	if err != nil {
		return err
	}
	commit := strings.Join(rest[1:], "")
	removed, err := lake.Remove(cc.Context, dir, rest[0], commit)
	if err != nil {
		return err
	}
	for _, r := range removed {
		if _, err := fmt.Fprintf(c.Out, "removed %s %.12s\n", render.Printable(r.Repository, false), r.Commit); err != nil {
			return err
		}
	}
	return nil
}

func runLakeCompact(cc *cli.Context, c *console) error {
	dir, _, err := theLake(cc, 1, 1, "DIR")
	if err != nil {
		return err
	}
	to := cc.String("to")
	if to == "" {
		return usageError("name a new folder", "--to is missing")
	}
	memory, err := memoryLimit(cc)
	if err != nil {
		return err
	}
	stored, err := lake.Compact(cc.Context, dir, to, valuesOf(cc, "without"), memory, func(table string) { c.note("writing " + table) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s in %s\n", render.Plural(len(stored), "commit"), render.Printable(to, false))
	return err
}

func runLakeVerify(cc *cli.Context, c *console) error {
	format, err := choice(cc, "format", []string{"table", "json"})
	if err != nil {
		return err
	}
	dir, _, err := theLake(cc, 1, 1, "DIR")
	if err != nil {
		return err
	}
	memory, err := memoryLimit(cc)
	if err != nil {
		return err
	}
	r, err := lake.Verify(cc.Context, dir, memory)
	if err != nil {
		return err
	}
	if format == "json" {
		if err := render.JSON(c.Out, r); err != nil {
			return err
		}
	} else {
		for _, f := range r.Faults {
			if _, err := fmt.Fprintln(c.Out, render.Printable(f, false)); err != nil {
				return err
			}
		}
		if len(r.Faults) == 0 {
			if _, err := fmt.Fprintf(c.Out, "ok: %s, each with all its rows, hashes and symbols\n", render.Plural(r.Commits, "commit")); err != nil {
				return err
			}
		}
		if r.Left > 0 {
			c.note(render.Plural(r.Left, "file") + " of killed writers, which no reader reads")
		}
	}
	if len(r.Faults) == 0 {
		return nil
	}
	return &failure{err: fmt.Errorf("the lake has %s", render.Plural(len(r.Faults), "fault")), hint: "remove the commit with cortex lake remove, and add it again", status: statusFaults}
}
