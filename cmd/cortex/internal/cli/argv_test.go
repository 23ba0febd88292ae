package cli

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// TestNormalise separates the arguments by |, and omits the program's name.
func TestNormalise(t *testing.T) {
	app := &cli.App{Commands: []*cli.Command{
		{Name: "extract", Flags: []cli.Flag{&cli.BoolFlag{Name: "quiet"}, &cli.IntFlag{Name: "jobs"}}},
		{Name: "version"},
		{Name: "query", Flags: []cli.Flag{&cli.StringFlag{Name: "format"}}, Subcommands: []*cli.Command{
			{Name: "callers", Flags: []cli.Flag{&cli.StringFlag{Name: "format"}, &cli.IntFlag{Name: "depth"}, &cli.BoolFlag{Name: "include-tests"}}},
			{Name: "top-files", Flags: []cli.Flag{&cli.StringFlag{Name: "order-by", Aliases: []string{"o"}}}},
		}},
	}}
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"a command", "version", "version"},
		{"flags before", "extract|--jobs|2|dir", "extract|--jobs|2|--|dir"},
		{"flags after", "extract|dir|--jobs|2|--quiet", "extract|--jobs|2|--quiet|--|dir"},
		{"a value with =", "extract|dir|--jobs=2", "extract|--jobs=2|--|dir"},
		{"one dash", "extract|dir|-jobs|2", "extract|-jobs|2|--|dir"},
		{"a boolean takes no value", "extract|--quiet|dir", "extract|--quiet|--|dir"},
		{"a sub-command", "query|callers|f|--depth|2|--format|json", "query|callers|--depth|2|--format|json|--|f"},
		{"flags before the sub-command", "query|--format|json|callers|f", "query|callers|--format|json|--|f"},
		{"a sub-command's flag before it", "query|--depth|2|callers|f", "query|callers|--depth|2|--|f"},
		{"snake_case", "query|top_files|--order_by|x", "query|top-files|--order-by|x"},
		{"snake_case with =", "query|top_files|--order_by=a_b", "query|top-files|--order-by=a_b"},
		{"as the argument is called", "query|callers|--depths|2|--depth_s=3", "query|callers|--depth|2|--depth_s=3"},
		{"values keep their underscores", "query|top_files|-o|a_b|c_d", "query|top-files|-o|a_b|--|c_d"},
		{"a positional named like a command", "query|callers|callers", "query|callers|--|callers"},
		{"after --", "query|callers|--depth|2|--|--depth|-x", "query|callers|--depth|2|--|--depth|-x"},
		{"a second --", "query|callers|--|--|a", "query|callers|--|--|a"},
		{"a single dash is a positional", "query|callers|-", "query|callers|--|-"},
		{"text that begins with a comment", "query|callers|-- a\nb|--depth|2", "query|callers|--depth|2|--|-- a\nb"},
		{"an empty positional", "query|callers||--depth|2", "query|callers|--depth|2|--|"},
		{"a negative value", "query|callers|f|--depth|-1", "query|callers|--depth|-1|--|f"},
		{"a value that looks like a flag", "query|top-files|--order-by|--x", "query|top-files|--order-by|--x"},
		{"an unknown flag", "query|callers|f|--nope|2", "query|callers|--nope|--|f|2"},
		{"a flag without its value", "query|callers|f|--depth", "query|callers|--depth"},
		{"an unknown command", "quary|--format|json|x", "--|quary|x"},
		{"an unknown sub-command", "query|nope|--depth|2", "query|--|nope"},
		{"help", "help|query|callers", "query|callers|--help"},
		{"help of the program", "help", "--help"},
		{"help of nothing", "help|nope", "--|nope"},
		{"a help flag anywhere", "query|callers|f|--depth|2|-h", "query|callers|--help"},
		{"the version as a flag", "--version", "version"},
		{"the version as a short flag", "-v", "version"},
		{"no version of a command", "extract|-v", "extract|-v"},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := []string{"cortex"}
			if c.in != "" {
				in = append(in, strings.Split(c.in, "|")...)
			}
			before := strings.Join(in, "|")
			got := strings.Join(normalise(app, in)[1:], "|")
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("normalise(%s) (-want +got):\n%s", c.in, diff)
			}
			if after := strings.Join(in, "|"); after != before {
				t.Errorf("normalise changed its argument to %s", after)
			}
		})
	}
}
