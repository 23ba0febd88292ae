package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/check"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/urfave/cli/v2"
)

const checkDescription = `Runs the rules of ` + check.FileName + `. A rule is an operation or a SELECT that must give no rows:

   rules:
   - name: handlers-in-routes
     message: register handlers in package routes
     operation: callers
     args: {target: net/http.HandleFunc, depth: 1}
     except: [routes/**]
   - name: no-long-functions
     message: "{name} has a complexity of {complexity}: split it"
     severity: warning
     sql: SELECT file_path, start_line, symbol, name, complexity FROM functions WHERE complexity > 30

Each row is a finding. cortex exits with 4 when a finding of severity error is new: neither in
the baseline nor in the index of --base.

Example:
   cortex check
   cortex check --update-baseline
   cortex check --base main-index.zip --format github`

func checkCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "check",
		Usage:       "run the rules of " + check.FileName + " on an index",
		UsageText:   "cortex check [options]",
		Description: checkDescription,
		Flags: []cli.Flag{
			indexFlag(),
			&cli.StringFlag{Name: "config", Usage: "read the rules in `FILE` (default: " + check.FileName + " here or above)"},
			&cli.StringFlag{Name: "base", Usage: "count only findings that the index in `DIR` does not have"},
			&cli.StringFlag{Name: "baseline", Usage: "count only findings that `FILE` does not have (default: the baseline of the configuration)"},
			&cli.BoolFlag{Name: "update-baseline", DisableDefaultText: true, Usage: "write all findings to the baseline"},
			formatFlag("table", "json", "github", "sarif"),
		},
		Action: func(cc *cli.Context) error { return runCheck(cc, c) },
	})
}

func runCheck(cc *cli.Context, c *console) error {
	if err := noArguments(cc, helpOf(cc)); err != nil {
		return err
	}
	format, err := choice(cc, "format", []string{"table", "json", "github", "sarif"})
	if err != nil {
		return err
	}
	config, err := readConfig(cc.String("config"))
	if err != nil {
		return err
	}
	baseline := cc.String("baseline")
	if baseline == "" {
		if baseline, err = config.BaselinePath(); err != nil {
			return err
		}
	}
	ctx, day := cc.Context, time.Now()
	name, err := namedIndex(cc)
	if err != nil {
		return err
	}
	ix, err := openWithBase(ctx, name, cc.String("base"))
	if err != nil {
		return err
	}
	if cc.Bool("update-baseline") {
		return c.updateBaseline(ctx, ix, config, baseline, day)
	}
	known, err := knownFindings(ctx, config, baseline, ix.Base(), day)
	if err != nil {
		return err
	}
	result, err := check.Run(ctx, ix, config, known, day)
	if err != nil {
		return err
	}
	if err := c.printCheck(result, format); err != nil {
		return err
	}
	if n := result.Failed(); n > 0 {
		return &failure{err: fmt.Errorf("%s, %d of severity error", findingCounts(result), n), status: statusGate,
			hint: "mend the code, or accept the findings with cortex check --update-baseline"}
	}
	_, err = fmt.Fprintln(c.Err, "cortex:", findingCounts(result))
	return err
}

// findingCounts returns the numbers of findings of a result.
func findingCounts(r *check.Result) string {
	counts := []string{render.Plural(len(r.Findings), "new finding")}
	for _, other := range []struct {
		n    int
		what string
	}{{r.Known, "known"}, {r.Ignored, "ignored"}, {r.Gone, "gone"}} {
		if other.n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", other.n, other.what))
		}
	}
	return strings.Join(counts, ", ")
}

// readConfig reads the configuration in a file; an empty name means the nearest one.
func readConfig(path string) (*check.Config, error) {
	if path == "" {
		found, err := check.Find(".")
		if err != nil {
			return nil, err
		}
		path = found
	}
	config, err := check.Read(path)
	if here, e := os.Getwd(); e == nil && config != nil {
		if rel, e := filepath.Rel(here, config.Path); e == nil && !strings.HasPrefix(rel, "..") {
			config.Path = rel
		}
	}
	return config, err
}

// openWithBase opens an index, and with a base both as a pair. Each is a folder or a zip.
func openWithBase(ctx context.Context, name, base string) (*queries.Index, error) {
	dir, err := revisions.Unpacked(ctx, name)
	if err != nil {
		return nil, err
	}
	if base == "" {
		return queries.Open(ctx, dir)
	}
	if base, err = revisions.Unpacked(ctx, base); err != nil {
		return nil, err
	}
	return queries.OpenPair(ctx, 0, base, dir)
}

// knownFindings returns the findings of the index base, or of the baseline without one.
func knownFindings(ctx context.Context, config *check.Config, baseline string, base *queries.Index, day time.Time) (check.Baseline, error) {
	if base == nil {
		if baseline == "" {
			return nil, nil
		}
		return check.ReadBaseline(baseline)
	}
	all, err := check.Findings(ctx, base, config, day)
	if err != nil {
		return nil, fmt.Errorf("check the base: %w", err)
	}
	return check.NewBaseline(all), nil
}

func (c *console) updateBaseline(ctx context.Context, ix *queries.Index, config *check.Config, path string, day time.Time) error {
	if path == "" {
		return usageError("name a file with --baseline, or in "+check.FileName+": baseline: .cortex-baseline.jsonl", "the baseline has no name")
	}
	all, err := check.Findings(ctx, ix, config, day)
	if err != nil {
		return err
	}
	if err := check.WriteBaseline(path, all); err != nil {
		return fmt.Errorf("write the baseline: %w", err)
	}
	_, err = fmt.Fprintf(c.Out, "%s in %s\n", render.Plural(len(all), "finding"), path)
	return err
}

func (c *console) printCheck(r *check.Result, format string) error {
	switch format {
	case "json":
		return render.JSON(c.Out, r)
	case "sarif":
		return render.SARIF(c.Out, Version, r.Findings)
	case "github":
		if err := render.GitHub(c.Out, r.Findings); err != nil {
			return err
		}
	default:
		for _, f := range r.Findings {
			c.printFinding(f)
		}
	}
	for _, note := range r.Notes {
		c.note(note)
	}
	return nil
}

// printFinding prints a finding on a line for people.
func (c *console) printFinding(f queries.Finding) {
	place := cmp.Or(f.File, f.Symbol)
	if f.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, f.Line)
	}
	severity := ""
	if f.Severity != queries.SeverityError {
		severity = string(f.Severity) + ": "
	}
	fmt.Fprintf(c.Out, "%s  %s  %s%s\n", render.Printable(place, false), f.Name, severity, render.Printable(f.Message, false))
}
