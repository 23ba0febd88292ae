package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

const verifyDescription = `Checks every SHA-256, the schema of each table, keys, order, and references between
tables. Exits with 3 when there are faults, and with 1 when there is no index. Of a zip,
all of it is checked, and what was unpacked of it before.

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
		hint: advice, status: statusFaults}
}

// verify returns what is wrong with an index or a zip of one, and what to do then.
func verify(cc *cli.Context, c *console, name string) (faults []queries.Fault, advice string, err error) {
	dir, err := c.wholeDir(cc.Context, name)
	if e := (*queries.IndexError)(nil); errors.As(err, &e) && e.Damaged {
		return []queries.Fault{{Check: "zip", Message: e.Message}}, e.Advice, nil
	}
	if err != nil {
		return nil, "", err
	}
	faults, err = queries.Verify(cc.Context, dir, nil)
	return faults, "extract it again with cortex extract", err
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
