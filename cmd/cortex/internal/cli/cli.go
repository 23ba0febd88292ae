// Package cli is the command line of cortex: it reads arguments, connects extraction and
// queries, and prints their results. It alone reads the environment and sets exit codes.
//
// Results go to standard output. Progress, errors and hints go to standard error.
package cli

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"
)

// Run runs the command line and returns the exit status: 0 done, 1 failed, 2 wrong usage, 130
// interrupted. Status 3 means errors in the code (extract --strict) or faults in the index (verify),
// and 4 means rows (--fail-on-rows) or new findings (check). args[0] is the program.
func Run(ctx context.Context, args []string) int {
	collectForQueries()
	c := systemConsole()
	app := newApp(c)
	if last := len(args) - 1; last > 1 && args[last] == completionFlag {
		complete(ctx, c.Out, app, args[:last])
		return 0
	}
	return c.report(ctx, app.RunContext(ctx, normalise(app, args)))
}

// newApp declares the commands.
func newApp(c *console) *cli.App {
	return &cli.App{
		Name:                  "cortex",
		Usage:                 "index a repository, and query its code",
		UsageText:             "cortex COMMAND [options] [arguments]",
		Description:           appDescription,
		Writer:                c.Out,
		ErrWriter:             c.Err,
		HideVersion:           true,
		HideHelpCommand:       true,
		CustomAppHelpTemplate: helpTemplate,
		// A path or a query may contain a comma.
		DisableSliceFlagSeparator: true,
		// report prints errors, and only the caller of Run exits.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   onUsageError,
		Action:         noCommand,
		Commands: []*cli.Command{
			extractCommand(c),
			queryCommand(c),
			diffCommand(c),
			logCommand(c),
			lakeCommand(c),
			infoCommand(c),
			checkCommand(c),
			verifyCommand(c),
			exportCommand(c),
			mcpCommand(c),
			schemaCommand(c),
			completionCommand(c),
			versionCommand(c),
		},
	}
}

const appDescription = `cortex extract reads a repository and writes an index to .cortex/index.
cortex query OPERATION answers questions from the index alone; the word query may be
left out.

Exit status:
   0    done
   1    failed
   2    wrong usage
   3    errors in the code (extract --strict), or faults in the index (verify)
   4    rows in the answer (--fail-on-rows), or new findings (check)
   130  interrupted

Example:
   cortex extract
   cortex summary
   cortex callers queries.Open`

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

// noCommand runs without a known command.
func noCommand(cc *cli.Context) error {
	if name := cc.Args().First(); name != "" {
		return unknown("command", name, cc.App.Commands, "run cortex --help for the commands")
	}
	return cli.ShowAppHelp(cc)
}

// command sets the fields that are equal in all commands.
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
	return usageError(hint, "argument %[2]q is unexpected: %[1]s takes none", cc.Command.HelpName, cc.Args().First())
}

// choice returns the value of a flag, and an error unless it is one of the choices.
func choice(cc *cli.Context, flag string, choices []string) (string, error) {
	v := cc.String(flag)
	if flag == "format" && cc.Bool("json") {
		v = "json"
	}
	for _, c := range choices {
		if v == c {
			return v, nil
		}
	}
	return "", usageError("use one of "+strings.Join(choices, ", "), "--%s %q is unknown", flag, v)
}

// jsonFlag is another form of --format json.
func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "print JSON"}
}

// formatFlag chooses one of the formats; the first is the default.
func formatFlag(formats ...string) cli.Flag {
	return &cli.StringFlag{Name: "format", Value: formats[0], Usage: "print as `FORMAT`: " + strings.Join(formats, ", ")}
}
