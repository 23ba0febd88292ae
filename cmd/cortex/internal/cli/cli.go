// Package cli is the command line of cortex: it reads arguments, joins the
// packages that do the work, and renders what they return.
//
// It is the only place where extract, emit and queries meet, and the only one
// that prints, reads the environment, or knows of exit codes.
//
// # Terms
//
// Results go to standard output and nothing else does. Progress, errors and
// hints go to standard error.
package cli

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"
)

// Run runs the command line and returns the exit status: 0 done, 1 failed, 2
// wrong usage, 3 extracted with --strict and some code had errors or verify
// found faults, 4 a gate fired, 130 interrupted. args[0] is the program.
func Run(ctx context.Context, args []string) int {
	collectForQuestions()
	c := systemConsole()
	app := newApp(c)
	return c.report(ctx, app.RunContext(ctx, normalise(app, args)))
}

// newApp declares the commands.
func newApp(c *console) *cli.App {
	return &cli.App{
		Name:                  "cortex",
		Usage:                 "index a repository, then ask about its code",
		UsageText:             "cortex COMMAND [options] [arguments]",
		Description:           appDescription,
		Writer:                c.out,
		ErrWriter:             c.err,
		HideVersion:           true,
		HideHelpCommand:       true,
		EnableBashCompletion:  true,
		CustomAppHelpTemplate: helpTemplate,
		// A path or a query may hold a comma.
		DisableSliceFlagSeparator: true,
		// Errors are printed in one place, and only Run's caller exits.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action:         noCommand,
		Commands: []*cli.Command{
			extractCommand(c),
			queryCommand(c),
			infoCommand(c),
			verifyCommand(c),
			exportCommand(c),
			mcpCommand(c),
			schemaCommand(c),
			versionCommand(c),
		},
	}
}

const appDescription = `cortex extract reads a repository and writes an index to .cortex/index.
cortex query answers questions from the index alone.

Exit status: 0 done, 1 failed, 2 wrong usage, 3 errors in the code (extract --strict)
or faults in the index (verify), 4 a gate fired (--fail-on-rows), 130 interrupted.

Example:
   cortex extract
   cortex query callers main.run`

// helpTemplate renders the help of every command.
const helpTemplate = `{{.HelpName}}: {{.Usage}}

Usage:
   {{.UsageText}}
{{- if .Description}}

{{.Description}}
{{- end}}
{{- range .VisibleCategories}}

{{or .Name "Commands"}}:
{{- range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}
{{- end}}
{{- end}}
{{- if .VisibleFlags}}

Options:
{{- range .VisibleFlags}}
   {{.}}
{{- end}}
{{- end}}
`

// noCommand runs when no command was named.
func noCommand(cc *cli.Context) error {
	if name := cc.Args().First(); name != "" {
		return unknown("command", name, cc.App.Commands, "cortex --help lists the commands")
	}
	return cli.ShowAppHelp(cc)
}

// command fills in what all commands share.
func command(cmd *cli.Command) *cli.Command {
	cmd.HideHelpCommand = true
	cmd.CustomHelpTemplate = helpTemplate
	cmd.OnUsageError = onUsageError
	return cmd
}

// noArguments refuses positional arguments.
func noArguments(cc *cli.Context, hint string) error {
	if cc.NArg() == 0 {
		return nil
	}
	return usageError(hint, "%s takes no argument, found %q", cc.Command.HelpName, cc.Args().First())
}

// choice returns the value of a flag, which must be one of the choices.
func choice(cc *cli.Context, flag string, choices []string) (string, error) {
	v := cc.String(flag)
	for _, c := range choices {
		if v == c {
			return v, nil
		}
	}
	return "", usageError("use one of "+strings.Join(choices, ", "), "unknown %s %q", flag, v)
}
