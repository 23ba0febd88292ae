package cli

import (
	"errors"
	"fmt"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/urfave/cli/v2"
)

const verifyDescription = `Checks every SHA-256, the schema of each table, keys, order, and references between
tables. Exits with 3 for faults, and with 1 when there is no index. For a zip it checks
the zip and its unpacked files.

Example:
   cortex verify`

func verifyCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "verify",
		Usage:       "check that an index is complete and follows its format",
		UsageText:   "cortex verify [--index DIR]",
		Description: verifyDescription,
		Flags:       []cli.Flag{indexFlag(), formatFlag("table", "json")},
		Action:      func(cc *cli.Context) error { return runVerify(cc, c) },
	})
}

func runVerify(cc *cli.Context, c *console) error {
	name, format, err := nameAndFormat(cc, "table", "json")
	if err != nil {
		return err
	}
	faults, advice, err := verify(cc, c, name)
	if err != nil {
		return err
	}
	if format == "json" {
		type fault struct {
			Table   string `json:"table"`
			Check   string `json:"check"`
			Message string `json:"message"`
		}
		out := struct {
			OK     bool    `json:"ok"`
			Faults []fault `json:"faults"`
		}{len(faults) == 0, []fault{}}
		for _, f := range faults {
			out.Faults = append(out.Faults, fault(f))
		}
		if err := render.JSON(c.Out, out); err != nil {
			return err
		}
	} else if err := c.printFaults(faults); err != nil {
		return err
	}
	if len(faults) == 0 {
		return nil
	}
	return &failure{err: fmt.Errorf("the index has %s", artifact.Describe(faults)),
		hint: advice, status: statusFaults}
}

// verify returns the faults of an index or a zip, and the advice for them.
func verify(cc *cli.Context, c *console, name string) (faults []artifact.Fault, advice string, err error) {
	dir, err := c.wholeDir(cc.Context, name)
	if e := (*queries.IndexError)(nil); errors.As(err, &e) && e.Damaged {
		return []artifact.Fault{{Check: "zip", Message: e.Message}}, e.Advice, nil
	}
	if err != nil {
		return nil, "", err
	}
	faults, err = artifact.Verify(cc.Context, dir, nil)
	return faults, "run cortex extract again", err
}

func (c *console) printFaults(faults []artifact.Fault) error {
	if len(faults) == 0 {
		_, err := fmt.Fprintln(c.Out, "ok: files, tables, keys and references agree with the manifest and the format")
		return err
	}
	t := queries.Table{Columns: []string{"table", "check", "message"}}
	for _, f := range faults {
		t.Rows = append(t.Rows, []any{f.Table, f.Check, f.Message})
	}
	return c.Prose(t)
}
