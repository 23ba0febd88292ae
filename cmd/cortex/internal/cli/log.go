package cli

import (
	"os"

	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/deadcode"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/urfave/cli/v2"
)

const logDescription = `Prints a row for each index, the oldest commit first: the commit and its date, lines of
code, functions and the sum of their complexity. Then come cycles of imports and calls,
unused symbols, external packages, and public symbols. Tests do not count.

Example:
   cortex log old.zip .cortex/index
   cortex log indexes/*.zip --format csv`

func logCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "log",
		Usage:       "print the size of the code in several indexes, a row for each",
		UsageText:   "cortex log [options] INDEX...",
		Description: logDescription,
		Flags:       []cli.Flag{formatFlag("table", "csv", "json", "markdown"), jsonFlag()},
		Action:      func(cc *cli.Context) error { return runLog(cc, c) },
	})
}

func runLog(cc *cli.Context, c *console) error {
	format, err := choice(cc, "format", []string{"table", "csv", "json", "markdown"})
	if err != nil {
		return err
	}
	if cc.NArg() == 0 {
		return usageError(helpOf(cc), "INDEX is missing")
	}
	h := &diff.History{Indexes: []diff.Size{}}
	for _, name := range cc.Args().Slice() {
		if _, err := os.Stat(name); err != nil {
			return failedError("log takes the folders and zips of indexes; cortex diff takes revisions too", "index %s is missing", name)
		}
		dir, err := revisions.Unpacked(cc.Context, name)
		if err != nil {
			return err
		}
		ix, err := queries.Open(cc.Context, dir)
		if err != nil {
			return err
		}
		size, err := diff.SizeOf(cc.Context, ix, deadcode.Mark)
		if err != nil {
			return err
		}
		if err := ix.Close(); err != nil {
			return err
		}
		h.Indexes = append(h.Indexes, size)
	}
	h.Sort()
	return c.Answer(cc.Context, h, format)
}
