package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

const queryDescription = `Answers from an index alone; no checkout is needed. Options may stand before and
after the arguments, names may be spelled with - or _, and -- ends the options.

Example:
   cortex query callers main.run --depth 2
   cortex query sql "SELECT name, complexity FROM functions ORDER BY 2 DESC LIMIT 5"`

// queryFormats are the ways to print an answer.
var queryFormats = []string{"table", "json", "ndjson", "csv", "markdown"}

// formatsOf are those of an operation, whose answers may have edges to draw, or a page.
func formatsOf(op queries.Operation) []string {
	formats := slices.Clone(queryFormats)
	if op.Drawn {
		formats = append(formats, "dot", "mermaid")
	}
	if op.Paged {
		formats = append(formats, "html")
	}
	return formats
}

func queryCommand(c *console) *cli.Command {
	cmd := command(&cli.Command{
		Name:        "query",
		Usage:       "ask an index about the code",
		UsageText:   "cortex query OPERATION [options] [arguments]",
		Description: queryDescription,
		Flags:       []cli.Flag{indexesFlag(), formatFlag(queryFormats...)},
		Action: func(cc *cli.Context) error {
			if name := cc.Args().First(); name != "" {
				return unknown("operation", name, cc.Command.Subcommands, "cortex query --help lists the operations")
			}
			return usageError("cortex query --help lists the operations", "name an operation")
		},
	})
	for _, op := range registry.All() {
		cmd.Subcommands = append(cmd.Subcommands, operationCommand(c, op))
	}
	return cmd
}

// categories are what help calls the tools. It lists them in the order of the alphabet.
var categories = map[string]string{"cortex_graph": "Calls, types and imports", "cortex_analysis": "Finding your way", "cortex_files": "Statistics"}

// operationCommand makes the sub-command of an operation: its positional
// arguments in order, and a flag for each argument.
func operationCommand(c *console, op queries.Operation) *cli.Command {
	name := kebab(cmp.Or(op.Command, op.Name))
	usage := "cortex query " + name + " [options]"
	for _, p := range op.Positional {
		usage += " " + strings.ToUpper(kebab(p))
	}
	description := op.Help
	if op.Example != "" {
		description = strings.TrimSpace(description + "\n\nExample:\n   cortex query " + op.Example)
	}
	cmd := command(&cli.Command{
		Name:        name,
		Category:    categories[op.Tool],
		Usage:       op.Summary,
		UsageText:   usage,
		Description: description,
	})
	for _, a := range op.Args {
		cmd.Flags = append(cmd.Flags, argumentFlag(a))
		if a.Type == "object" {
			cmd.Flags = append(cmd.Flags, &cli.StringFlag{Name: "file", Aliases: []string{"f"}, Usage: "read the " + a.Name + " from this file, - for standard input"})
		}
	}
	cmd.Flags = append(cmd.Flags, indexesFlag(), formatFlag(formatsOf(op)...),
		&cli.BoolFlag{Name: "fail-on-rows", DisableDefaultText: true, Usage: "exit with 4 when the answer has rows"})
	cmd.Action = func(cc *cli.Context) error { return runQuery(cc, c, op) }
	return cmd
}

// argumentFlag makes the flag of an argument.
func argumentFlag(a queries.Arg) cli.Flag {
	name, usage := flagName(a), a.Help
	if len(a.Values) > 0 {
		usage += ": " + strings.Join(a.Values, ", ")
	}
	if a.Max > 0 {
		usage += fmt.Sprintf(" (%d to %d)", a.Min, a.Max)
	}
	switch a.Type {
	case "integer":
		f := &cli.IntFlag{Name: name, Usage: usage}
		f.Value, _ = a.Default.(int)
		return f
	case "boolean":
		f := &cli.BoolFlag{Name: name, Usage: usage}
		f.Value, _ = a.Default.(bool)
		f.DisableDefaultText = !f.Value
		return f
	case "strings":
		return repeatedFlag(name, usage+"; may be repeated")
	}
	f := &cli.StringFlag{Name: name, Usage: usage}
	f.Value, _ = a.Default.(string)
	return f
}

// flagName is the argument's name in kebab-case; a list is named by one of its
// values, because the flag is repeated for each: args is --arg.
func flagName(a queries.Arg) string {
	if a.Type == "strings" {
		return kebab(strings.TrimSuffix(a.Name, "s"))
	}
	return kebab(a.Name)
}

func runQuery(cc *cli.Context, c *console, op queries.Operation) error {
	args, err := arguments(cc, op)
	if err != nil {
		return err
	}
	format, err := choice(cc, "format", formatsOf(op))
	if err != nil {
		return err
	}
	ctx := cc.Context
	if format != "json" && format != "ndjson" {
		ctx = queries.Brief(ctx)
	}
	dirs, err := locateIndexes(cc)
	if err != nil {
		return err
	}
	fromHere(args, dirs)
	ix, err := queries.Open(cc.Context, dirs...)
	if err != nil {
		return err
	}
	// The index is not closed: the process ends, and to close it takes 4 ms of a question's 100.
	answer, err := op.Run(ctx, ix, args)
	if usage := (*queries.UsageError)(nil); errors.As(err, &usage) && usage.Advice == "" {
		return usageError(helpOf(cc), "%w", err)
	}
	if err != nil {
		return err
	}
	if err := c.printAnswer(cc.Context, answer, format); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	if n := len(answer.Table().Rows); n > 0 && cc.Bool("fail-on-rows") {
		return &failure{err: fmt.Errorf("the answer has %s", plural(n, "row")), status: statusGate}
	}
	return nil
}

// helpOf says where it stands what a command takes.
func helpOf(cc *cli.Context) string { return cc.Command.HelpName + " --help shows what it takes" }

// arguments collects what was given; what was not is left to the operation's defaults.
func arguments(cc *cli.Context, op queries.Operation) (map[string]any, error) {
	help := helpOf(cc)
	args := map[string]any{}
	for _, a := range op.Args {
		name := flagName(a)
		if !cc.IsSet(name) {
			continue
		}
		switch a.Type {
		case "integer":
			args[a.Name] = cc.Int(name)
		case "boolean":
			args[a.Name] = cc.Bool(name)
		case "strings":
			args[a.Name] = valuesOf(cc, name)
		default:
			args[a.Name] = cc.String(name)
		}
	}
	for i, v := range cc.Args().Slice() {
		if i >= len(op.Positional) {
			return nil, usageError(unexpected(v, help), "unexpected argument %q", v)
		}
		p := op.Positional[i]
		if _, ok := args[p]; ok {
			return nil, usageError("give it once", "%s stands twice, as an argument and as an option", p)
		}
		args[p] = v
	}
	for _, a := range op.Args {
		if a.Type != "object" {
			continue
		}
		if err := readObject(cc, a.Name, args); err != nil {
			return nil, err
		}
	}
	for _, a := range op.Args {
		if _, ok := args[a.Name]; a.Required && !ok {
			return nil, usageError(help, "%s is missing", strings.ToUpper(kebab(a.Name)))
		}
	}
	return args, nil
}

// unexpected is a hint about an argument that nothing takes.
func unexpected(arg, help string) string {
	switch {
	case arg == "true" || arg == "false":
		return "write a value of an option that is on or off behind an equals sign: --include-tests=false"
	case strings.ContainsAny(arg, "/.") && fileExists(arg):
		return "quote a pattern, so that the shell does not put the names of files in its place; " + help
	}
	return help
}

func fileExists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// maxObject is how much of a file or of standard input is read for an argument: more
// than any operation takes.
const maxObject = 1 << 20

// readObject replaces an argument that is - by standard input, and takes one that is not
// given from --file.
func readObject(cc *cli.Context, name string, args map[string]any) error {
	file := cc.String("file")
	switch {
	case file != "" && args[name] != nil:
		return usageError("give it once", "%s stands twice, as an argument and in a file", name)
	case file == "" && args[name] == "-":
		file = "-"
	case file == "":
		return nil
	}
	type text struct {
		bytes []byte
		err   error
	}
	done := make(chan text, 1)
	go func() { // nobody may be writing to a pipe: an interrupt ends the wait
		bytes, err := readFile(file, cc.App.Reader)
		done <- text{bytes, err}
	}()
	select {
	case t := <-done:
		if t.err != nil {
			return fmt.Errorf("read the %s: %w", name, t.err)
		}
		args[name] = string(t.bytes)
		return nil
	case <-cc.Context.Done():
		return cc.Context.Err()
	}
}

// readFile reads a file, - for standard input, as far as an argument may be long.
func readFile(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(stdin, maxObject))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxObject))
}
