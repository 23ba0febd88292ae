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

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver"
	"github.com/cortex-index/cortex/queries"
)

const mcpDescription = `Serves the operations to coding agents, by the Model Context Protocol: on standard input
and output, or over HTTP at ADDRESS/mcp. --index may also name a folder that holds many
indexes, such as artifacts downloaded from CI; one that appears, is replaced or disappears
is noticed.

With a checkout at hand, answers say how far it is from the index and mark what changed.
An answer comes as text and as JSON, each of which stays below 5,000 tokens unless more is
asked for, and below 10,000 always.

Over HTTP the server listens on this machine only, unless ADDRESS names another interface,
which needs a bearer token: from --token-file, or from $CORTEX_MCP_TOKEN.

Example:
   cortex mcp --index .cortex/index
   cortex mcp --index ~/indexes --http 8080
   cortex mcp config --host claude-code`

// tokenVariable holds the bearer token when --token-file names no file.
const tokenVariable = "CORTEX_MCP_TOKEN"

func mcpCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "mcp",
		Usage:       "serve an index to coding agents",
		UsageText:   "cortex mcp [options]\n   cortex mcp config --host HOST",
		Description: mcpDescription,
		Flags:       append(serverFlags(), &cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print nothing but errors on standard error"}),
		Subcommands: []*cli.Command{mcpConfigCommand(c)},
		Action:      func(cc *cli.Context) error { return runMCP(cc, c) },
	})
}

// serverFlags are what a server takes, and what a host's configuration passes on.
func serverFlags() []cli.Flag {
	return []cli.Flag{
		repeatedFlag("index", "serve the index in `DIR`, in a zip of it, or all in a folder (default: $"+indexVariable+", else .cortex/index here or above); may be repeated"),
		&cli.StringFlag{Name: "http", Usage: "serve over HTTP at `ADDRESS`, a port or host:port, instead of standard input and output"},
		&cli.StringFlag{Name: "token-file", Usage: "over HTTP, want the bearer token in `FILE`"},
		repeatedFlag("origin", "over HTTP, let pages of `ORIGIN` in, such as https://example.org; may be repeated"),
		&cli.StringFlag{Name: "checkout", Usage: "compare answers with the checkout in `DIR` (default: this folder, when it is of the same repository)"},
		&cli.StringFlag{Name: "memory-limit", Usage: "keep memory below `SIZE`, such as 500MB or 2GB"},
		&cli.DurationFlag{Name: "timeout", Value: 30 * time.Second, Usage: "stop a question after this `TIME`"},
		&cli.BoolFlag{Name: "text-only", DisableDefaultText: true, Usage: "answer in text alone, for hosts that hide it from the model when there is JSON"},
	}
}

func runMCP(cc *cli.Context, c *console) error {
	if name := cc.Args().First(); name != "" {
		return unknown("command", name, cc.Command.Subcommands, "cortex mcp --help shows what it takes")
	}
	if t := cc.Duration("timeout"); t <= 0 {
		return usageError("give a time such as 30s", "no question can be answered within %s", t)
	}
	for _, name := range []string{"token-file", "origin"} {
		if cc.IsSet(name) && cc.String("http") == "" {
			return usageError("add --http, or leave it away", "--%s is for a server over HTTP", name)
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
	collectForServer(memory)
	say := func(format string, args ...any) {
		fmt.Fprintln(c.err, "cortex:", printable(fmt.Sprintf(format, args...), true))
	}
	s, err := mcpserver.New(mcpserver.Options{Version: Version, Indexes: indexes, Unpack: c.wholeDir, Checkout: checkout, Named: cc.String("checkout") != "",
		Memory: databaseShare(memory), TextOnly: cc.Bool("text-only"), Timeout: cc.Duration("timeout"), Log: say})
	if err != nil {
		return err
	}
	defer s.Close()
	go s.Warm(cc.Context)
	if address := cc.String("http"); address != "" {
		return mcpserver.ServeHTTP(cc.Context, s.MCP, mcpserver.HTTPOptions{Address: address, Token: token, Origins: valuesOf(cc, "origin"), Timeout: 2 * cc.Duration("timeout"), CalledOff: s.CalledOff,
			Started: func(url string) {
				if !cc.Bool("quiet") {
					say("serving at %s", url)
				}
			}})
	}
	return s.ServeStdio(cc.Context, os.Stdin, c.out, c.err)
}

// served are the places where a server looks for indexes. None need be there yet.
func served(cc *cli.Context) ([]string, error) {
	named := valuesOf(cc, "index")
	if dir := os.Getenv(indexVariable); len(named) == 0 && dir != "" {
		named = []string{dir}
	}
	if len(named) == 0 {
		here, err := os.Getwd()
		if err != nil {
			return nil, failedError("name one with --index", "find an index: %w", err)
		}
		dir, ok := nearestIndex(here)
		if !ok {
			dir = filepath.Join(here, defaultIndex)
		}
		named = []string{dir}
	}
	for i, dir := range named {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, failedError("name it in full", "find the index %s: %w", dir, err)
		}
		named[i] = abs
	}
	return slices.Compact(named), nil
}

// bearerToken is what clients over HTTP have to show; empty for nothing.
func bearerToken(cc *cli.Context) (string, error) {
	file := cc.String("token-file")
	if file == "" {
		return strings.TrimSpace(os.Getenv(tokenVariable)), nil
	}
	b, err := readFile(file, cc.App.Reader)
	if err != nil {
		return "", fmt.Errorf("read the token: %w", err)
	}
	token := strings.TrimSpace(string(b))
	if token == "" {
		return "", usageError("write the token into it", "the token in %s is empty", file)
	}
	return token, nil
}

// parseSize reads a number of bytes, with a unit or without; 0 for an empty text.
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
		return 0, usageError("give a size such as 500MB or 2GB", "the size %q makes no sense", text)
	}
	bytes := int64(n * float64(factor))
	if bytes < leastMemory {
		return 0, usageError(fmt.Sprintf("give at least %dMB", int64(leastMemory)/1e6), "a server can't work with a memory limit of %s", text)
	}
	return bytes, nil
}

var mcpHosts = mcpserver.Hosts()

func mcpConfigCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:      "config",
		Usage:     "print what a host needs in order to start the server",
		UsageText: "cortex mcp config --host HOST [options]",
		Description: `Prints a snippet for the configuration of a host, with the options that stand beside
--host passed on to the server.

Example:
   cortex mcp config --host cursor --index .cortex/index`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "host", Usage: "for `HOST`: " + strings.Join(mcpHosts, ", ")},
			&cli.StringFlag{Name: "name", Value: "cortex", Usage: "call the server `NAME` in the host"},
		}, slices.DeleteFunc(serverFlags(), func(f cli.Flag) bool {
			return slices.Contains([]string{"http", "token-file", "origin", "timeout"}, f.Names()[0])
		})...),
		Action: func(cc *cli.Context) error { return runMCPConfig(cc, c) },
	})
}

func runMCPConfig(cc *cli.Context, c *console) error {
	if err := noArguments(cc, "name the host with --host"); err != nil {
		return err
	}
	if cc.String("host") == "" {
		return usageError("give one of "+strings.Join(mcpHosts, ", "), "--host is missing")
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
	if cc.Bool("text-only") {
		args = append(args, "--text-only")
	}
	where, text, err := mcpserver.HostConfig(cc.String("host"), cc.String("name"), program, args)
	if usage := (*queries.UsageError)(nil); errors.As(err, &usage) {
		return usageError(usage.Advice, "%s", usage.Message)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(c.err, where)
	_, err = fmt.Fprintln(c.out, strings.TrimSuffix(text, "\n"))
	return err
}
