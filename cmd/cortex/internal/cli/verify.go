package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

const verifyDescription = `Checks every SHA-256, the schema of each table, keys, order, and references between
tables. Exits with 3 when there are faults.

Example:
   cortex verify`

func verifyCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "verify",
		Usage:       "check that an index is whole and true to its format",
		UsageText:   "cortex verify [--index DIR]",
		Description: verifyDescription,
		Flags:       []cli.Flag{indexFlag(), formatFlag("table", "json")},
		Action:      func(cc *cli.Context) error { return runVerify(cc, c) },
	})
}

func runVerify(cc *cli.Context, c *console) error {
	dir, format, err := indexAndFormat(cc, "table", "json")
	if err != nil {
		return err
	}
	faults, err := queries.Verify(cc.Context, dir, nil)
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
		if err := writeJSON(c.out, out); err != nil {
			return err
		}
	} else if err := c.printFaults(faults); err != nil {
		return err
	}
	if len(faults) == 0 {
		return nil
	}
	return &failure{err: fmt.Errorf("the index has %s", describeFaults(faults)),
		hint: "extract it again with cortex extract", status: statusFaults}
}

func (c *console) printFaults(faults []queries.Fault) error {
	if len(faults) == 0 {
		_, err := fmt.Fprintln(c.out, "ok: files, tables, keys and references are as the manifest and the format say")
		return err
	}
	t := queries.Table{Columns: []string{"table", "check", "message"}}
	for _, f := range faults {
		t.Rows = append(t.Rows, []any{f.Table, f.Check, f.Message})
	}
	return c.printProse(t)
}

// describeFaults counts the faults, of which there is at least one, and shows the first.
func describeFaults(faults []queries.Fault) string {
	f := faults[0]
	first := f.Check + ": " + f.Message
	if f.Table != "" {
		first = f.Table + ": " + first
	}
	if len(faults) > 1 {
		first = "the first is " + first
	}
	return plural(len(faults), "fault") + ": " + first
}
