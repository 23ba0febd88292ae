package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/urfave/cli/v2"
)

const mcpDescription = `Serves the operations to coding agents over the Model Context Protocol: on standard input
and output, or over HTTP at ADDRESS/mcp. --index may also name a folder of many indexes,
such as artifacts downloaded from CI. The server notices new, replaced and removed ones.

With a checkout, answers give its distance from the index and mark the changed files. The
server extracts the checkout again after changes, in the background and into the user's
cache. It does so at most three times a minute. An index of --index stays as it is.

An answer is a text of at most 1,200 tokens, or as many as the argument token_budget says.

Over HTTP the server listens on this machine only. Another interface in ADDRESS needs a
bearer token: from --token-file, or from $CORTEX_MCP_TOKEN.

Example:
   cortex mcp --index .cortex/index
   cortex mcp --index ~/indexes --http 8080
   cortex mcp config --host claude-code`

// tokenVariable is the environment variable with the bearer token when --token-file is not
// set.
const tokenVariable = "CORTEX_MCP_TOKEN"

func mcpCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "mcp",
		Usage:       "serve an index to coding agents",
		UsageText:   "cortex mcp [options]\n   cortex mcp config --host HOST",
		Description: mcpDescription,
		Flags:       append(serverFlags(), &cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print only errors on standard error"}),
		Subcommands: []*cli.Command{mcpConfigCommand(c)},
		Action:      func(cc *cli.Context) error { return runMCP(cc, c) },
	})
}

// serverFlags returns the flags of a server. The configuration of a host passes most of them.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		repeatedFlag("index", "serve the index in `DIR`: a folder, a zip, or a folder of indexes; may be repeated"+indexDefault),
		&cli.StringFlag{Name: "http", Usage: "serve over HTTP at `ADDRESS`: a port or host:port (default: standard input and output)"},
		&cli.StringFlag{Name: "token-file", Usage: "require the bearer token stored in `FILE`: HTTP only"},
		repeatedFlag("origin", "accept requests of pages from `ORIGIN`: like https://example.org, HTTP only; may be repeated"),
		&cli.StringFlag{Name: "checkout", Usage: "compare answers with the checkout in `DIR` (default: this folder, if it has the same repository)"},
		&cli.BoolFlag{Name: "extract", DisableDefaultText: true, Usage: "make the index of the checkout when there is none"},
		&cli.BoolFlag{Name: "watch", Value: true, DefaultText: "while that takes less than 30 seconds", Usage: "extract the checkout again after changes, into the user's cache"},
		&cli.StringFlag{Name: "memory-limit", Usage: "keep memory below `SIZE`: like 500MB or 2GB"},
		&cli.DurationFlag{Name: "timeout", Value: 30 * time.Second, Usage: "stop an operation after `TIME`"},
		&cli.BoolFlag{Name: "structured", DisableDefaultText: true, Usage: "add the whole answer in JSON to its text: for programs, because models pay for both"},
	}
}

func runMCP(cc *cli.Context, c *console) error {
	if name := cc.Args().First(); name != "" {
		return unknown("command", name, cc.Command.Subcommands, "run cortex mcp --help for the options")
	}
	if t := cc.Duration("timeout"); t <= 0 {
		return usageError("use a time like 30s", "--timeout %s is not positive", t)
	}
	for _, name := range []string{"token-file", "origin"} {
		if cc.IsSet(name) && cc.String("http") == "" {
			return usageError("add --http, or omit it", "--%s is for a server over HTTP", name)
		}
	}
	memory, err := parseSize(cc.String("memory-limit"))
	if err != nil {
		return err
	}
	token, err := bearerToken(cc)
	if err != nil {
		return err
	}
	indexes, err := served(cc)
	if err != nil {
		return err
	}
	checkout, err := openCheckout(cc, indexes)
	if err != nil {
		return err
	}
	finder, err := c.revisionsOf(cc, indexes, checkout)
	if err != nil {
		return err
	}
	working, err := workingTree(cc, checkout)
	if err != nil {
		return err
	}
	collectForServer(memory)
	say := func(format string, args ...any) {
		fmt.Fprintln(c.Err, "cortex:", render.Printable(fmt.Sprintf(format, args...), true))
	}
	absent, err := absentIndex(cc, indexes[0])
	if err != nil {
		return err
	}
	s, err := mcpserver.New(mcpserver.Options{Version: Version, Indexes: indexes, Absent: absent, Unpack: c.wholeDir, Checkout: checkout, Revisions: finder, Working: working, Named: cc.String("checkout") != "",
		Memory: databaseShare(memory), Structured: cc.Bool("structured"), Timeout: cc.Duration("timeout"), Log: say})
	if err != nil {
		return err
	}
	defer s.Close()
	go s.Warm(cc.Context)
	if address := cc.String("http"); address != "" {
		return mcpserver.ServeHTTP(cc.Context, s.MCP, mcpserver.HTTPOptions{Address: address, Token: token, Origins: valuesOf(cc, "origin"), Timeout: 2 * cc.Duration("timeout"), Cancelled: s.Cancelled,
			Started: func(url string) {
				if !cc.Bool("quiet") {
					say("serving at %s", url)
				}
			}})
	}
	return s.ServeStdio(cc.Context, os.Stdin, c.Out, c.Err)
}

// served returns the paths where a server looks for indexes: in the checkout, or else around this folder, unless a person
// names some. They may not exist yet.
func served(cc *cli.Context) ([]string, error) {
	named := valuesOf(cc, "index")
	if dir := os.Getenv(indexVariable); len(named) == 0 && dir != "" {
		named = []string{dir}
	}
	if len(named) == 0 {
		here, err := filepath.Abs(cc.String("checkout"))
		if err != nil {
			return nil, failedError("use --index", "find an index: %w", err)
		}
		dir, ok := revisions.Nearest(here)
		if !ok {
			dir = filepath.Join(here, revisions.DefaultIndex)
		}
		named = []string{dir}
	}
	for i, dir := range named {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, failedError("use an absolute path", "find the index %s: %w", dir, err)
		}
		named[i] = abs
	}
	return slices.Compact(named), nil
}

// bearerToken returns the token that HTTP clients must send; empty for none.
func bearerToken(cc *cli.Context) (string, error) {
	file := cc.String("token-file")
	if file == "" {
		return strings.TrimSpace(os.Getenv(tokenVariable)), nil
	}
	b, err := readFile(file, cc.App.Reader)
	if err != nil {
		return "", failedError("name a readable file", "file %s is unreadable: %w", file, reason(err))
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", usageError("write the token into the file", "token in %s is empty", file)
	}
	return token, nil
}

// parseSize returns a number of bytes, with or without a unit; 0 for an empty text.
func parseSize(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	digits := strings.TrimRight(strings.ToUpper(text), "KMGTIB ")
	unit := strings.TrimSpace(strings.ToUpper(text)[len(digits):])
	factors := map[string]int64{"": 1, "B": 1, "K": 1e3, "KB": 1e3, "KIB": 1 << 10, "M": 1e6, "MB": 1e6, "MIB": 1 << 20, "G": 1e9, "GB": 1e9, "GIB": 1 << 30}
	n, err := strconv.ParseFloat(digits, 64)
	factor, ok := factors[unit]
	if err != nil || !ok || n <= 0 || n > 1e6*1e9 {
		return 0, usageError("use a size like 500MB or 2GB", "size %q is not a number of bytes", text)
	}
	bytes := int64(n * float64(factor))
	if bytes < leastMemory {
		return 0, usageError(fmt.Sprintf("use at least %dMB", int64(leastMemory)/1e6), "memory limit %s is too small for a server", text)
	}
	return bytes, nil
}

var mcpHosts = mcpserver.Hosts()

func mcpConfigCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:      "config",
		Usage:     "print the configuration of a host that starts the server",
		UsageText: "cortex mcp config --host HOST [options]",
		Description: `Prints a snippet for the configuration of a host. The other options are passed to the
server.

Example:
   cortex mcp config --host cursor --index .cortex/index`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "host", Usage: "print the configuration of `HOST`: " + strings.Join(mcpHosts, ", ")},
			&cli.StringFlag{Name: "name", Value: "cortex", Usage: "call the server `NAME` in the host"},
		}, slices.DeleteFunc(serverFlags(), func(f cli.Flag) bool {
			return slices.Contains([]string{"http", "token-file", "origin", "timeout"}, f.Names()[0])
		})...),
		Action: func(cc *cli.Context) error { return runMCPConfig(cc, c) },
	})
}

func runMCPConfig(cc *cli.Context, c *console) error {
	if err := noArguments(cc, "use --host"); err != nil {
		return err
	}
	if cc.String("host") == "" {
		return usageError("use one of "+strings.Join(mcpHosts, ", "), "--host is missing")
	}
	if _, err := parseSize(cc.String("memory-limit")); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this program: %w", err)
	}
	args := []string{"mcp"}
	indexes, err := served(cc)
	if err != nil {
		return err
	}
	for _, dir := range indexes {
		args = append(args, "--index", dir)
	}
	for _, name := range []string{"checkout", "memory-limit"} {
		if v := cc.String(name); v != "" {
			if name == "checkout" {
				if v, err = filepath.Abs(v); err != nil {
					return fmt.Errorf("find the checkout: %w", err)
				}
			}
			args = append(args, "--"+name, v)
		}
	}
	for _, name := range []string{"extract", "structured"} {
		if cc.Bool(name) {
			args = append(args, "--"+name)
		}
	}
	if cc.IsSet("watch") {
		args = append(args, fmt.Sprintf("--watch=%t", cc.Bool("watch")))
	}
	where, text, err := mcpserver.HostConfig(cc.String("host"), cc.String("name"), program, args)
	if usage := (*queries.UsageError)(nil); errors.As(err, &usage) {
		return usageError(usage.Advice, "%s", usage.Message)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.Err, where)
	_, err = fmt.Fprintln(c.Out, strings.TrimSuffix(text, "\n"))
	return err
}
