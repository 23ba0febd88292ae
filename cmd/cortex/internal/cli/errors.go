package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/urfave/cli/v2"
)

// Exit statuses other than 0.
const (
	statusFailed      = 1
	statusUsage       = 2
	statusFaults      = 3
	statusGate        = 4
	statusInterrupted = 130
)

// failure is an error with an exit status and a hint.
type failure struct {
	err    error
	hint   string // empty for none
	status int
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }
func (f *failure) Hint() string  { return f.hint }
func (f *failure) ExitCode() int { return f.status }

func usageError(hint, format string, args ...any) error {
	return &failure{err: fmt.Errorf(format, args...), hint: hint, status: statusUsage}
}

func failedError(hint, format string, args ...any) error {
	return &failure{err: fmt.Errorf(format, args...), hint: hint, status: statusFailed}
}

// status returns the exit status for an error of a command.
func status(ctx context.Context, err error) int {
	var coded interface{ ExitCode() int }
	switch {
	case err == nil:
		return 0
	case ctx.Err() != nil:
		return statusInterrupted
	case errors.As(err, &coded):
		return coded.ExitCode()
	}
	return statusFailed
}

// note prints a remark about the running command.
func (c *console) note(text string) {
	fmt.Fprintln(c.Err, "cortex: note:", render.Printable(text, false))
}

// report prints an error, then the next step for the user on a line of its own, and returns the exit status.
func (c *console) report(ctx context.Context, err error) int {
	s := status(ctx, err)
	switch s {
	case 0:
		return s
	case statusInterrupted:
		err = errors.New("interrupted")
	}
	fmt.Fprintf(c.Err, "%s %s\n", c.paint(c.colourErr, red, "cortex:"), render.Printable(err.Error(), true))
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) && hinted.Hint() != "" {
		fmt.Fprintln(c.Err, render.Printable(hinted.Hint(), true))
	}
	return s
}

// written returns the name of an option as people write it.
func written(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// badValue matches an error of the flag parser about a value.
var badValue = regexp.MustCompile(`^invalid (?:boolean )?value (".*") for (?:flag )?-+([a-z0-9-]+)(.*)$`)

// onUsageError turns an error of the flag parser into an error of this program.
func onUsageError(cc *cli.Context, err error, _ bool) error {
	help := "run " + cc.Command.HelpName + " --help for the options"
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		if hint := grepHints[name]; hint != "" && cc.Command.Name == "text" {
			return usageError(hint, "option %s is unknown", written(name))
		}
		var known []string
		for _, f := range cc.Command.Flags {
			known = append(known, snake(f.Names()[0]))
		}
		if s := suggest.Meant(name, known); s != "" {
			help = fmt.Sprintf("did you mean --%s? %s", kebab(s), help)
		}
		return usageError(help, "option %s is unknown", written(name))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return usageError(help, "option %s has no value", written(name))
	}
	text = badValue.ReplaceAllString(strings.TrimSuffix(text, ": parse error"), "--$2 $1 is invalid$3")
	return usageError(help, "%s", text)
}

// grepHints are the next steps for options of grep and ripgrep that text lacks.
var grepHints = map[string]string{
	"A": "use -C LINES for lines before and after", "B": "use -C LINES for lines before and after",
	"t": "use --lang LANGUAGE", "type": "use --lang LANGUAGE", "g": "use --path GLOB", "glob": "use --path GLOB", "include": "use --path GLOB",
	"v": "text finds lines that match, and no others", "invert-match": "text finds lines that match, and no others",
	"r": "omit it: text searches all files", "E": "omit it: the pattern is a regular expression", "e": "write the pattern as an argument", "o": "omit it: a result is a line",
	"U": "search for one line: a pattern cannot span lines", "multiline": "search for one line: a pattern cannot span lines",
}

// unknown returns the error for an unknown command or operation.
func unknown(thing, name string, known []*cli.Command, hint string) error {
	var names []string
	for _, cmd := range known {
		names = append(names, snake(cmd.Name))
		for _, sub := range cmd.Subcommands {
			names = append(names, snake(sub.Name))
		}
		if slices.ContainsFunc(cmd.Subcommands, func(sub *cli.Command) bool { return sub.HasName(kebab(name)) }) {
			return usageError(fmt.Sprintf("did you mean cortex %s %s? %s", cmd.Name, kebab(name), hint), "%s %q is unknown", thing, name)
		}
	}
	if s := suggest.Meant(snake(name), names); s != "" {
		hint = fmt.Sprintf("did you mean %q? %s", kebab(s), hint)
	}
	return usageError(hint, "%s %q is unknown", thing, name)
}
