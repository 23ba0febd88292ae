package cli

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// completionFlag is what a shell's completion appends to the words so far.
const completionFlag = "--generate-bash-completion"

// normalise puts arguments into the order that urfave/cli v2 understands:
//
//	program command… flags… -- positionals…
//
// It allows flags anywhere, also between and after positionals; writes commands
// and flags spelled in snake_case in kebab-case; turns `help X` and a help flag
// anywhere into `X --help`; and leaves everything behind a `--` alone. A flag that may be
// repeated can also be named as the argument is, of which answers speak: --exclude-patterns.
// What it does not know stays where it stands, so that the parser refuses it.
//
// DESIGN: urfave/cli v2 takes flags after a positional for positionals, so that
// `cortex query sql "select 1" --format json` would silently print a table. Its
// line 3 does better, and is another module.
func normalise(app *cli.App, args []string) []string {
	if len(args) == 0 || args[len(args)-1] == completionFlag {
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

// isText reports whether an argument is no flag although it begins with a dash: SQL that
// begins with a comment, or a filter of a search. No flag has a space or a colon before its
// value.
func isText(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return strings.ContainsAny(name, ": \t\n")
}

// argv is a command line taken apart.
type argv struct {
	words       []string // the program and its commands
	flags       []string
	positionals []string
	help        bool
	unfinished  bool // the last flag lacks its value

	commands []*cli.Command // that may come next
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
	a.positionals = append(a.positionals, arg)
}

// flag takes a flag and returns how many of the following arguments are its value.
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
	if len(rest) == 0 {
		a.unfinished = true
		return 0
	}
	a.flags = append(a.flags, rest[0])
	return 1
}

// find returns the flag of that name of the command so far, or of one below it.
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
		// An unknown command: it is what is wrong, whatever flags follow it.
	case a.help:
		return append(out, "--help")
	default:
		out = append(out, a.flags...)
	}
	if len(a.positionals) == 0 || a.unfinished {
		return out // nothing may follow that could pass for the value
	}
	return append(append(out, "--"), a.positionals...)
}

// snake writes a name with underscores.
func snake(name string) string { return strings.ReplaceAll(name, "-", "_") }

// kebab writes a name with dashes.
func kebab(name string) string { return strings.ReplaceAll(name, "_", "-") }
