package cli

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/urfave/cli/v2"
)

// eachCommand calls f with every command and its words.
func eachCommand(words string, cmds []*cli.Command, f func(words string, cmd *cli.Command)) {
	for _, cmd := range cmds {
		f(words+" "+cmd.Name, cmd)
		eachCommand(words+" "+cmd.Name, cmd.Subcommands, f)
	}
}

// TestCommandsExplainThemselves shows that every command has a summary, a usage line, and an example
// that the parser accepts.
func TestCommandsExplainThemselves(t *testing.T) {
	app := newApp(&console{Printer: render.Printer{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}})
	seen := 0
	eachCommand("cortex", app.Commands, func(words string, cmd *cli.Command) {
		seen++
		if cmd.Usage == "" {
			t.Errorf("%s: no usage", words)
		}
		if !strings.HasPrefix(cmd.UsageText, words) {
			t.Errorf("%s: the usage line %q does not begin with the command", words, cmd.UsageText)
		}
		for _, f := range cmd.Flags {
			if d, ok := f.(cli.DocGenerationFlag); !ok || d.GetUsage() == "" {
				t.Errorf("%s: option %v has no usage", words, f.Names())
			}
		}
		_, example, ok := strings.Cut(cmd.Description, "Example:\n")
		if !ok {
			t.Errorf("%s: no example", words)
		}
		for line := range strings.Lines(example) {
			checkExample(t, words, strings.TrimSpace(line))
		}
	})
	if seen < 8 {
		t.Errorf("%d commands were found, want all", seen)
	}
}

// checkExample parses an example without running the command.
func checkExample(t *testing.T, words, example string) {
	t.Helper()
	if !strings.HasPrefix(example+" ", "cortex ") {
		t.Errorf("%s: the example %q is no command of cortex", words, example)
		return
	}
	app := newApp(&console{Printer: render.Printer{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}})
	ran := ""
	eachCommand("cortex", app.Commands, func(name string, cmd *cli.Command) {
		if len(cmd.Subcommands) == 0 || name == "cortex mcp" { // it also has an action
			cmd.Action = func(*cli.Context) error { ran = name; return nil }
		}
	})
	if err := app.RunContext(context.Background(), normalise(app, splitWords(example))); err != nil {
		t.Errorf("%s: example %q: %v", words, example, err)
	}
	if !strings.HasPrefix(ran, words) {
		t.Errorf("%s: example %q runs %q", words, example, ran)
	}
}

// TestPagesShowCommands shows that the parser accepts each command that a page names: in a block of
// code, in a step of a workflow, or within a sentence.
func TestPagesShowCommands(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../../../..", func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(at) != ".md":
			return nil
		}
		text, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		commands := inSentence.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1)
		for _, block := range fenced.FindAllString(string(text), -1) {
			commands = append(commands, onLine.FindAllStringSubmatch(strings.ReplaceAll(block, "\\\n", ""), -1)...)
		}
		for _, m := range commands {
			seen++
			checkShown(t, at, strings.Join(m[1:], ""))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 50 {
		t.Errorf("the pages show %d commands", seen)
	}
}

// words matches a command up to the end of its line, a comment, or another command.
const words = `cortex (?:[^'"\n|>#;&]|'[^']*'|"[^"]*")*`

var (
	fenced     = regexp.MustCompile("(?ms)^```.*?^```$")
	onLine     = regexp.MustCompile(`(?m)^(?:\$ | *(?:- )?run: )?(` + words + `)`)
	inSentence = regexp.MustCompile("(?m)`(cortex [a-z][^`]*)`|^    (" + words + ")")
)

// checkShown parses a command of a page without running it.
func checkShown(t *testing.T, page, command string) {
	t.Helper()
	app := newApp(&console{Printer: render.Printer{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}})
	ran := ""
	eachCommand("cortex", app.Commands, func(name string, cmd *cli.Command) {
		cmd.Action = func(cc *cli.Context) error {
			if ran = name; name == "cortex query" && cc.NArg() > 0 {
				return unknown("operation", cc.Args().First(), cc.Command.Subcommands, "")
			}
			return nil
		}
	})
	if err := app.RunContext(context.Background(), normalise(app, splitWords(strings.TrimSpace(command)))); err != nil || ran == "" && !strings.HasSuffix(command, " --help") {
		t.Errorf("%s: %s: %v", page, command, err)
	}
}

// splitWords splits at spaces outside quotes, as a shell does.
func splitWords(s string) []string {
	var words []string
	var b strings.Builder
	var quote rune
	for _, r := range s {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case quote == 0 && r == ' ':
			words = append(words, b.String())
			b.Reset()
		default:
			b.WriteRune(r)
		}
	}
	return append(words, b.String())
}
