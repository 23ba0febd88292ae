package cli

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/urfave/cli/v2"
)

// completionFlag is the flag that a shell's completion appends to the words so far.
const completionFlag = "--generate-bash-completion"

// normalise puts arguments into the order that urfave/cli v2 understands:
//
//	program command… flags… -- positionals…
//
// It moves flags that follow positionals, writes snake_case as kebab-case, and turns `help X` and any
// help flag into `X --help`. It changes nothing after a `--`. A repeatable flag may have the plural
// name of its argument: --exclude-patterns. The parser refuses the rest.
//
// DESIGN: urfave/cli v2 takes flags after a positional for positionals: `cortex query sql "select 1"
// --format json` would silently print a table. Version 3 is another module.
func normalise(app *cli.App, args []string) []string {
	if len(args) == 0 {
		return args
	}
	a := argv{words: args[:1:1], commands: app.Commands}
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "help" {
		a.help, rest = true, rest[1:]
	}
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		switch {
		case arg == "--":
			a.positionals, rest = append(a.positionals, rest...), nil
		case len(arg) > 1 && arg[0] == '-' && !isText(arg):
			rest = rest[a.flag(arg, rest):]
		default:
			a.word(arg)
		}
	}
	return a.join()
}

// isText reports whether an argument with a dash at its beginning is text: SQL that begins
// with a comment, or a filter of a search. No flag has a space or a colon before its value.
func isText(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return strings.ContainsAny(name, ": \t\n")
}

// argv is a parsed command line.
type argv struct {
	words       []string // the program and its commands
	flags       []string
	positionals []string
	help        bool
	unfinished  bool // the last flag lacks its value

	commands []*cli.Command // possible next commands
	current  *cli.Command   // the last one named; nil for the program
}

// word takes the name of a command, or a positional.
func (a *argv) word(arg string) {
	for _, c := range a.commands {
		if len(a.positionals) == 0 && (c.HasName(arg) || c.HasName(kebab(arg))) {
			a.words = append(a.words, c.Name)
			a.current, a.commands = c, c.Subcommands
			return
		}
	}
	if a.current == nil && len(a.positionals) == 0 { // an operation without the word query
		for _, c := range a.commands {
			for _, op := range c.Subcommands {
				if c.Name == "query" && (op.HasName(arg) || op.HasName(kebab(arg))) {
					a.words = append(a.words, c.Name, op.Name)
					a.current, a.commands = op, nil
					return
				}
			}
		}
	}
	a.positionals = append(a.positionals, arg)
}

// flag takes a flag and returns the number of following arguments in its value.
func (a *argv) flag(arg string, rest []string) int {
	dashes := arg[:len(arg)-len(strings.TrimLeft(arg, "-"))]
	name, value, hasValue := strings.Cut(arg[len(dashes):], "=")
	switch {
	case name == "help" || name == "h":
		a.help = true
		return 0
	case (name == "version" || name == "v") && a.current == nil:
		a.words, a.commands = append(a.words, "version"), nil
		return 0
	}
	if op := a.operation(); name == "n" && !hasValue && op != nil && op.Name == "text" && (len(rest) == 0 || strings.Trim(rest[0], "0123456789") != "") {
		return 0 // as for grep: all lines have their numbers
	}
	f := a.find(name)
	for _, spelled := range []string{kebab(name), strings.TrimSuffix(kebab(name), "s")} {
		if f == nil {
			if f = a.find(spelled); f != nil {
				arg = dashes + spelled
				if hasValue {
					arg += "=" + value
				}
			}
		}
	}
	a.flags = append(a.flags, arg)
	if _, isBool := f.(*cli.BoolFlag); f == nil || isBool || hasValue {
		return 0
	}
	if name == "json" && (len(rest) == 0 || !a.isFields(rest)) {
		a.flags[len(a.flags)-1] = arg + "=" + allFields
		return 0
	}
	if name == "tests" && (len(rest) == 0 || !slices.Contains(waysToTest, rest[0]) && (rest[0][:min(1, len(rest[0]))] == "-" || !a.isComplete())) {
		a.flags[len(a.flags)-1] = arg + "=list"
		return 0
	}
	if len(rest) == 0 {
		a.unfinished = true
		return 0
	}
	a.flags = append(a.flags, rest[0])
	return 1
}

// waysToTest are the values of the flag tests. args is for operations about tests.
var waysToTest = []string{"list", "only", "args"}

// fields matches a list of fields of a result.
var fields = regexp.MustCompile(`^[a-z_.]+(,[a-z_.]+)*$`)

// isFields reports whether the first word after --json is its value: a list, or one field when the arguments are complete without it.
func (a *argv) isFields(words []string) bool {
	if !fields.MatchString(words[0]) {
		return false
	}
	return strings.Contains(words[0], ",") || len(a.positionals) > 0 || !a.needsArgument() || a.hasArgument(words[1:])
}

// needsArgument reports whether the first argument of the current operation is required.
func (a *argv) needsArgument() bool {
	op := a.operation()
	return op != nil && len(op.Positional) > 0 && slices.ContainsFunc(op.Args, func(arg queries.Arg) bool {
		return arg.Required && arg.Name == op.Positional[0]
	})
}

// isComplete reports whether the current operation takes no more arguments.
func (a *argv) isComplete() bool {
	op := a.operation()
	return op != nil && op.Name != "search" && op.Name != "text" && len(a.positionals) >= len(op.Positional)
}

// hasArgument reports whether one of the words is a positional.
func (a *argv) hasArgument(words []string) bool {
	ahead := argv{commands: a.commands, current: a.current}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if word == "--" {
			return len(words) > 0
		}
		if len(word) < 2 || word[0] != '-' || isText(word) {
			return true
		}
		words = words[ahead.flag(word, words):]
	}
	return false
}

// find returns the flag with a name of the current command, or of one below it.
func (a *argv) find(name string) cli.Flag {
	var own []cli.Flag
	if a.current != nil {
		own = a.current.Flags
	}
	return findFlag(name, own, a.commands)
}

func findFlag(name string, own []cli.Flag, below []*cli.Command) cli.Flag {
	for _, f := range own {
		for _, n := range f.Names() {
			if n == name {
				return f
			}
		}
	}
	for _, c := range below {
		if f := findFlag(name, c.Flags, c.Subcommands); f != nil {
			return f
		}
	}
	return nil
}

func (a *argv) join() []string {
	out := a.words
	switch {
	case len(a.commands) > 0 && len(a.positionals) > 0:
		// An unknown command: the parser reports it before any flag.
	case a.help:
		return append(out, "--help")
	default:
		out = append(out, a.flags...)
	}
	if len(a.positionals) == 0 || a.unfinished {
		return out // a positional must not become the missing value
	}
	return append(append(out, "--"), a.positionals...)
}

// snake writes a name with underscores.
func snake(name string) string { return strings.ReplaceAll(name, "-", "_") }

// kebab writes a name with dashes.
func kebab(name string) string { return strings.ReplaceAll(name, "_", "-") }
