package cli

import (
	"bytes"
	"context"
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
