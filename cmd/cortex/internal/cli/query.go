package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/urfave/cli/v2"
)

const queryDescription = `Answers from an index alone, without a checkout. Options may precede or follow the
arguments. Names may use - or _. -- ends the options.

Example:
   cortex callers queries.Open --depth 2
   cortex query sql "SELECT name, complexity FROM functions ORDER BY 2 DESC LIMIT 5"`

func queryCommand(c *console) *cli.Command {
	cmd := command(&cli.Command{
		Name:        "query",
		Usage:       "query the code of an index",
		UsageText:   "cortex query OPERATION [options] [arguments]",
		Description: queryDescription,
		Flags:       []cli.Flag{indexesFlag(), formatFlag(render.AllFormats...)},
		Action: func(cc *cli.Context) error {
			if name := cc.Args().First(); name != "" {
				return unknown("operation", name, cc.Command.Subcommands, "run cortex query --help for the operations")
			}
			return usageError("run cortex query --help for the operations", "OPERATION is missing")
		},
	})
	before, example, _ := strings.Cut(queryDescription, "Example:")
	cmd.Description = before + "Other names of operations:\n" + aliasHelp() + "\n\nExample:" + example
	for _, op := range registry.All() {
		if op.Pair { // a command of its own opens two indexes
			continue
		}
		cmd.Subcommands = append(cmd.Subcommands, operationCommand(c, op))
	}
	return cmd
}

// categories maps the tools to their titles in help, which lists them alphabetically.
var categories = map[string]string{"cortex_graph": "Calls, types and imports", "cortex_analysis": "Finding your way", "cortex_files": "Statistics"}

// aliases are the other names of operations that people try.
var aliases = map[string][]string{
	"callers":               {"who-calls"},
	"references":            {"refs", "usages"},
	"definition":            {"def"},
	"detail":                {"show", "source"},
	"unused-symbols":        {"unused", "dead"},
	"dependencies":          {"imports"},
	"circular-dependencies": {"cycles"},
	"text":                  {"grep", "rg"},
}

// aliasHelp lists the aliases for people.
func aliasHelp() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(aliases)) {
		lines = append(lines, "   "+name+": "+strings.Join(aliases[name], ", "))
	}
	return strings.Join(lines, "\n")
}

// shorthands are the short names of arguments.
var shorthands = map[string][]string{"depth": {"d"}, "max-results": {"n", "limit"}, "limit": {"n"}, "top-n": {"n", "limit"},
	"change-type": {"change"}, "context-lines": {"C"}, "files": {"l"}, "count": {"c"}, "fixed": {"F"}, "word": {"w"}, "case-sensitive": {"s"}, "ignore-case": {"i"}}

// limits are the arguments that --all raises to their maximum.
var limits = []string{"max_results", "max_per_level", "limit", "top_n"}

// operationCommand returns the sub-command of an operation, with a flag for each argument.
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
		Aliases:     aliases[name],
		Category:    categories[op.Tool],
		Usage:       op.Summary,
		UsageText:   usage,
		Description: description,
	})
	for _, a := range op.Args {
		cmd.Flags = append(cmd.Flags, argumentFlag(a))
		if a.File {
			cmd.Flags = append(cmd.Flags, &cli.StringFlag{Name: "file", Aliases: []string{"f"}, Usage: "read the " + a.Name + " from `FILE`: - for standard input"})
		}
	}
	cmd.Flags = append(cmd.Flags, indexesFlag(), formatFlag(render.Formats(op)...),
		&cli.StringFlag{Name: "json", DefaultText: "all", Usage: "print JSON: with `FIELDS`, a list of results with these fields"},
		&cli.StringFlag{Name: "color", Value: "auto", Usage: "use colors `WHEN`: auto, always, never"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the answer to `FILE`"},
		&cli.BoolFlag{Name: "fresh", DisableDefaultText: true, Usage: "answer about the files as they are: extract them into the user's cache when the index is older"},
		&cli.BoolFlag{Name: "fail-on-rows", DisableDefaultText: true, Usage: "exit with 4 when the answer has rows"})
	if op.Reports() {
		if !hasTests(op) {
			cmd.Flags = append(cmd.Flags, &cli.StringFlag{Name: "tests", DefaultText: "folded", Usage: "show results in tests: `HOW` is list or only"})
		}
		cmd.Flags = append(cmd.Flags,
			&cli.BoolFlag{Name: "no-tests", DisableDefaultText: true, Usage: "leave out results in tests"},
			&cli.BoolFlag{Name: "why", DisableDefaultText: true, Usage: "list all reasons why the answer may be incomplete"},
			&cli.BoolFlag{Name: "long", DisableDefaultText: true, Usage: "print a table with full symbols and all columns"})
	}
	if op.Name == "sql" {
		cmd.Flags = append(cmd.Flags, &cli.StringFlag{Name: "base", Usage: "open the index in `DIR` too: the schemas base and head have the tables of each"})
	}
	if op.Reports() || slices.ContainsFunc(op.Args, func(a queries.Arg) bool { return slices.Contains(limits, a.Name) }) {
		cmd.Flags = append(cmd.Flags, &cli.BoolFlag{Name: "all", DisableDefaultText: true, Usage: "list all results, also those that are only counted"})
	}
	if op.Paged {
		cmd.Flags = append(cmd.Flags, &cli.BoolFlag{Name: "open", DisableDefaultText: true, Usage: "open the page of the answer in $BROWSER or the system's browser"})
	}
	cmd.Flags = append(cmd.Flags, lakeFlags(op)...)
	if op.Explain {
		cmd.Flags = append(cmd.Flags, &cli.BoolFlag{Name: "explain-sql", DisableDefaultText: true, Usage: "print the SQL of the walk: cortex query sql runs it"})
	}
	cmd.Action = func(cc *cli.Context) error { return runQuery(cc, c, op) }
	return cmd
}

// hasTests reports whether the operation has an argument with the name of the flag for results in tests.
func hasTests(op queries.Operation) bool {
	return slices.ContainsFunc(op.Args, func(a queries.Arg) bool { return a.Name == "tests" })
}

// argumentFlag returns the flag of an argument. Its help is the phrase of the argument, the
// values, and the default.
func argumentFlag(a queries.Arg) cli.Flag {
	name, usage := flagName(a), a.Help
	if len(a.Values) > 0 {
		usage += ": " + strings.Join(a.Values, ", ")
	}
	if a.Max > 0 {
		usage += fmt.Sprintf(": %d to %d", a.Min, a.Max)
	}
	switch a.Type {
	case "integer":
		f := &cli.IntFlag{Name: name, Aliases: shorthands[name], Usage: usage}
		f.Value, _ = a.Default.(int)
		return f
	case "boolean":
		f := &cli.BoolFlag{Name: name, Aliases: shorthands[name], Usage: usage}
		f.Value, _ = a.Default.(bool)
		f.DisableDefaultText = !f.Value
		return f
	case "strings":
		return repeatedFlag(name, usage+"; may be repeated")
	}
	f := &cli.StringFlag{Name: name, Aliases: shorthands[name], Usage: usage}
	f.Value, _ = a.Default.(string)
	return f
}

// argumentWord matches the words of a note that may be arguments: words with an underscore, and those that advice names.
var argumentWord = regexp.MustCompile(`\b(?:((?:raise|narrow with|or|with|from|below) )([a-z]+)|[a-z]+(?:_[a-z]+)+)\b`)

// inFlags writes the arguments of an operation in a note as flags.
func inFlags(op queries.Operation, note string) string {
	flags := map[string]string{}
	for _, a := range op.Args {
		flags[a.Name] = "--" + flagName(a)
	}
	return argumentWord.ReplaceAllStringFunc(note, func(word string) string {
		at := strings.LastIndexByte(word, ' ') + 1
		return word[:at] + cmp.Or(flags[word[at:]], word[at:])
	})
}

// argumentValue matches an argument with its value in an error.
var argumentValue = regexp.MustCompile(`^argument ([a-z_]+)\b`)

// argumentsAsFlags writes the arguments of an operation in an error as flags. Positionals have none.
func argumentsAsFlags(op queries.Operation, problem string) string {
	problem = argumentValue.ReplaceAllStringFunc(problem, func(text string) string {
		name := strings.TrimPrefix(text, "argument ")
		for _, a := range op.Args {
			if a.Name == name && !slices.Contains(op.Positional, name) {
				return "--" + flagName(a)
			}
		}
		return text
	})
	return inFlags(op, problem)
}

// flagName returns an argument's name in kebab-case. The flag of a list has the singular,
// because each use adds one value: args is --arg.
func flagName(a queries.Arg) string {
	if a.Type == "strings" {
		return kebab(strings.TrimSuffix(a.Name, "s"))
	}
	return kebab(a.Name)
}

func runQuery(cc *cli.Context, c *console, op queries.Operation) (err error) {
	if cc.IsSet("lake") {
		if op, err = ofLake(cc, op); err != nil {
			return err
		}
	} else if err := withoutLake(cc); err != nil {
		return err
	}
	args, err := arguments(cc, op)
	if err != nil {
		return err
	}
	format, err := formatOf(cc, render.Formats(op))
	if err != nil {
		return err
	}
	ctx := cc.Context
	if format != "json" && format != "ndjson" {
		ctx = queries.Brief(ctx)
	}
	if cc.Bool("fail-on-rows") { // a rule must not pass for a symbol that it does not mean
		ctx = queries.Strict(ctx)
	}
	if queries.TestReading(cc.String("tests")) == queries.TestsOnly {
		ctx = queries.TestsAlone(ctx)
	}
	if cc.Bool("explain-sql") {
		ctx = queries.Explain(ctx)
	}
	var ix *queries.Index
	var answer queries.Answer
	if cc.IsSet("lake") {
		ix, answer, err = askLake(ctx, cc, op, args)
	} else {
		var dirs []string
		if dirs, err = locateIndexes(cc); err != nil {
			return err
		}
		fromHere(args, dirs)
		if cc.Bool("fresh") {
			if dirs, err = c.fresh(ctx, dirs); err != nil {
				return err
			}
		}
		if ix, err = openFor(cc, dirs); err != nil {
			return err
		}
		defer c.compare(cc.Context, dirs, ix)()
		answer, err = op.Run(ctx, ix, args)
	}
	// The process ends soon: closing the index would only take time.
	if usage := (*queries.UsageError)(nil); errors.As(err, &usage) {
		return usageError(cmp.Or(inFlags(op, usage.Advice), helpOf(cc)), "%s", argumentsAsFlags(op, err.Error()))
	}
	if err != nil {
		return err
	}
	if explained, ok := answer.(queries.Explained); ok && explained.SQL() != "" {
		_, err := fmt.Fprintln(c.Out, strings.TrimSpace(explained.SQL()))
		return err
	}
	c.Wording = func(note string) string {
		if cc.Bool("no-tests") {
			note = strings.ReplaceAll(note, "include_tests", "--no-tests")
		}
		return inFlags(op, note)
	}
	if c.Names, err = namesFor(cc.Context, ix, answer, format); err != nil {
		return err
	}
	if err := c.reading(cc, op); err != nil {
		return err
	}
	if cc.Bool("open") {
		return c.openPage(cc.Context, answer)
	}
	if err := c.print(cc, answer, format); errors.As(err, new(*render.FieldError)) || errors.As(err, new(*failure)) {
		return err
	} else if err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	if n := len(answer.Table().Rows); n > 0 && cc.Bool("fail-on-rows") {
		return &failure{err: fmt.Errorf("the answer has %s", render.Plural(n, "row")), status: statusGate}
	}
	return nil
}

// openFor opens the indexes of a query, and the one of --base.
func openFor(cc *cli.Context, dirs []string) (*queries.Index, error) {
	name := cc.String("base")
	if name == "" {
		return queries.Open(cc.Context, dirs...)
	}
	if len(dirs) > 1 {
		return nil, usageError("name one index with --index", "--base compares with one index, and there are %d", len(dirs))
	}
	base, err := revisions.Unpacked(cc.Context, name)
	if err != nil {
		return nil, err
	}
	return queries.OpenPair(cc.Context, 0, base, dirs[0])
}

// namesFor returns the short names for a table for people, and nil for other answers.
func namesFor(ctx context.Context, ix *queries.Index, answer queries.Answer, format string) (queries.Names, error) {
	if _, reports := answer.(queries.Reporter); reports || format != "table" || !answer.Table().Symbols {
		return nil, nil
	}
	return ix.Names(ctx)
}

// helpOf returns the hint to the help of a command.
func helpOf(cc *cli.Context) string {
	return "run " + cc.Command.HelpName + " --help for the arguments"
}

// arguments returns the given arguments. The operation sets the defaults of the others.
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
	if cc.Bool("no-tests") {
		args["include_tests"] = false
	}
	if cc.Bool("all") || cc.String("tests") == string(queries.TestsListed) && !hasTests(op) { // tests come after the code, and count toward the limits
		for _, a := range op.Args {
			if _, given := args[a.Name]; !given && slices.Contains(limits, a.Name) && (cc.Bool("all") || a.Name != "limit" && a.Name != "top_n") {
				args[a.Name] = a.Max
			}
		}
	}
	if n, given := args["max_results"].(int); given { // a smaller limit of each depth would hide it
		for _, a := range op.Args {
			if _, given := args[a.Name]; !given && a.Name == "max_per_level" && n > a.Default.(int) {
				args[a.Name] = n
			}
		}
	}
	given := cc.Args().Slice()
	if len(given) > 1 && (op.Name == "search" || op.Name == "text") { // a pattern has words and filters
		words, paths := given[:1:1], []string(nil)
		for _, w := range given[1:] {
			switch {
			case filterWord.MatchString(w) || strings.Contains(w, `"`):
				words = append(words, w)
			case strings.Contains(w, " "):
				words = append(words, `"`+w+`"`)
			case op.Name == "text": // as for grep
				paths = append(paths, w)
			default:
				words = append(words, w)
			}
		}
		given = []string{strings.Join(words, " ")}
		if paths != nil {
			args["paths"] = append(valuesOf(cc, "path"), paths...)
		}
	}
	for i, v := range given {
		if i >= len(op.Positional) {
			return nil, usageError(unexpected(v, help), "argument %q is unexpected", v)
		}
		p := op.Positional[i]
		if _, ok := args[p]; ok {
			return nil, usageError("give it once", "%s is given twice, as an argument and as an option", p)
		}
		args[p] = v
	}
	for _, a := range op.Args {
		if !a.File {
			continue
		}
		if err := readArgument(cc, a.Name, args); err != nil {
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

// filterWord matches a word with a filter in it.
var filterWord = regexp.MustCompile(`\S:\S`)

// unexpected returns the hint about a superfluous argument.
func unexpected(arg, help string) string {
	switch {
	case arg == "true" || arg == "false":
		return "write the value of a boolean option after an equals sign: --include-tests=false"
	case strings.ContainsAny(arg, "/.") && fileExists(arg):
		return "quote a pattern to keep the shell from replacing it by file names; " + help
	}
	return help
}

func fileExists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// maxArgument is the maximum number of bytes of an argument from a file or standard input: no operation
// takes as many.
const maxArgument = 1 << 20

// readArgument reads a missing argument from --file, and the argument - from standard input.
func readArgument(cc *cli.Context, name string, args map[string]any) error {
	file := cc.String("file")
	switch {
	case file != "" && args[name] != nil:
		return usageError("give it once", "%s is given twice, as an argument and in a file", name)
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
	go func() { // a pipe may have no writer: an interrupt ends the wait
		bytes, err := readFile(file, cc.App.Reader)
		done <- text{bytes, err}
	}()
	select {
	case t := <-done:
		if t.err != nil {
			return failedError("name a readable file, or - for standard input", "file %s is unreadable: %w", file, reason(t.err))
		}
		args[name] = string(t.bytes)
		return nil
	case <-cc.Context.Done():
		return cc.Context.Err()
	}
}

// readFile reads maxArgument bytes of a file; - is standard input.
func readFile(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(io.LimitReader(stdin, maxArgument))
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxArgument))
}

// reading sets how much of a report is printed.
func (c *console) reading(cc *cli.Context, op queries.Operation) error {
	c.Long = cc.Bool("long")
	switch when := cc.String("color"); when {
	case "auto":
	case "always", "never":
		c.Colour = when == "always"
	default:
		return usageError("use auto, always or never", "--color %q is unknown", when)
	}
	c.Reading = queries.Reading{All: cc.Bool("all"), Why: cc.Bool("why")}
	if hasTests(op) {
		return nil
	}
	switch how := queries.TestReading(cc.String("tests")); how {
	case queries.TestsFolded, queries.TestsListed, queries.TestsOnly:
		c.Reading.Tests = how
	default:
		return usageError("use --tests, or --tests only", "--tests %q is unknown", string(how))
	}
	return nil
}

// allFields is the value of --json without fields.
const allFields = "all"

// formatOf returns the format that --format or --json chooses. jsonl is another name of ndjson.
func formatOf(cc *cli.Context, formats []string) (string, error) {
	switch {
	case cc.String("json") != "":
		return "json", nil
	case cc.String("format") == "jsonl":
		return "ndjson", nil
	}
	return choice(cc, "format", formats)
}

// print prints an answer to the terminal or to the file of --output.
func (c *console) print(cc *cli.Context, answer queries.Answer, format string) error {
	return c.write(cc, func(p render.Printer) error { return printTo(cc, p, answer, format) })
}

func printTo(cc *cli.Context, p render.Printer, answer queries.Answer, format string) error {
	if fields := cc.String("json"); fields != "" && fields != allFields {
		return render.Fields(p.Out, answer, strings.Split(fields, ","))
	}
	return p.Answer(cc.Context, answer, format)
}
