// Command agents measures the price of answers for agents: a scripted client asks `cortex mcp` the questions
// of tasks.json, and ripgrep with reading answers the same. A token is 4 bytes. The tasks are about
// github.com/cli/cli at commit 44ee17760709; another tree needs another -tasks.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed tasks.json
var builtin []byte

// task is a question about a tree.
type task struct {
	Question string
	First    []call   // the calls of an agent that knows only the list of tools
	Best     []call   // the calls of one that knows the tools well; the first ones when there are none
	Want     []string // texts that a right answer of either side has
	Grep     []string // shell commands that find the same, each a call
}

// call is a call of a tool: the operation and its arguments.
type call map[string]any

// price is the cost of an answer.
type price struct {
	calls, tokens int
	right         bool
}

func (p price) String() string {
	s := fmt.Sprintf("%d / %d", p.calls, p.tokens)
	if !p.right {
		s += ", not found"
	}
	return s
}

func main() {
	tree := flag.String("tree", "", "answer about the checkout in `DIR`")
	tasks := flag.String("tasks", "", "read the tasks from `FILE` (default: those of cli/cli)")
	program := flag.String("cortex", "cortex", "run `PROGRAM`")
	verbose := flag.Bool("v", false, "print the answers that lack a text")
	flag.Parse()
	if *tree == "" {
		fmt.Fprintln(os.Stderr, "agents: -tree is missing")
		os.Exit(2)
	}
	if err := run(os.Stdout, *tree, *tasks, *program, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "agents:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, tree, file, program string, verbose bool) (err error) {
	text := builtin
	if file != "" {
		if text, err = os.ReadFile(file); err != nil {
			return err
		}
	}
	var tasks []task
	if err := json.Unmarshal(text, &tasks); err != nil {
		return fmt.Errorf("read the tasks: %w", err)
	}
	scratch, err := os.MkdirTemp("", "agents")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	index := filepath.Join(scratch, "index")
	if out, err := exec.Command(program, "extract", "--quiet", "--out", index, tree).CombinedOutput(); err != nil {
		return fmt.Errorf("extract %s: %w\n%s", tree, err, out)
	}
	c, err := connect(program, index, scratch)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	fmt.Fprintf(w, "The list of tools has %d tokens.\n\n", c.listed)
	fmt.Fprintln(w, "| task | first guess: calls / tokens | best call | ripgrep and reading |\n|---|---|---|---|")
	var once int
	var first, grep []int
	for _, t := range tasks {
		f, err := c.answer(t.First, t.Want, verbose)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Question, err)
		}
		b := f
		if t.Best != nil {
			if b, err = c.answer(t.Best, t.Want, verbose); err != nil {
				return fmt.Errorf("%s: %w", t.Question, err)
			}
		}
		g := shell(tree, t.Grep, t.Want)
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", t.Question, f, b, g)
		if f.right && f.calls == 1 {
			once++
		}
		first, grep = append(first, f.tokens), append(grep, g.tokens)
	}
	_, err = fmt.Fprintf(w, "\nRight in one call: %d of %d. Median tokens: %d with cortex, %d with ripgrep and reading.\n", once, len(tasks), median(first), median(grep))
	return err
}

func median(n []int) int {
	slices.Sort(n)
	return (n[(len(n)-1)/2] + n[len(n)/2]) / 2
}

// has reports whether a text has all parts.
func has(text string, parts []string) bool {
	return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(text, p) })
}

// shell runs commands in a tree. Their outputs together have the answer, for a reader who puts it together.
func shell(tree string, commands, want []string) (p price) {
	all := ""
	for _, line := range commands {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = tree
		out, _ := cmd.Output() // grep exits with 1 when it finds nothing
		p.calls, p.tokens, all = p.calls+1, p.tokens+(len(out)+3)/4, all+string(out)
	}
	p.right = has(all, want)
	return p
}

// client is a client of `cortex mcp` on its standard input and output.
type client struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	id     int
	tools  map[string]string // by operation
	listed int               // tokens of the list of tools
}

func connect(program, index, dir string) (*client, error) {
	if found, err := exec.LookPath(program); err == nil {
		program, _ = filepath.Abs(found)
	}
	c := &client{cmd: exec.Command(program, "mcp", "--quiet", "--index", index), tools: map[string]string{}}
	c.cmd.Dir, c.cmd.Stderr = dir, os.Stderr
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in, c.out = in, bufio.NewReader(out)
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	hello := map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "agents", "version": "1"}}
	if err := c.ask("initialize", hello, nil); err != nil {
		return nil, err
	}
	var list struct {
		Tools []struct {
			Name        string
			InputSchema struct {
				Properties struct{ Operation struct{ Enum []string } }
			}
		}
	}
	var raw json.RawMessage
	if err := c.ask("tools/list", map[string]any{}, &raw); err != nil {
		return nil, err
	}
	c.listed = len(raw) / 4
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, err
	}
	for _, t := range list.Tools {
		for _, op := range t.InputSchema.Properties.Operation.Enum {
			c.tools[op] = t.Name
		}
	}
	return c, nil
}

// ask sends a request and reads its result.
func (c *client) ask(method string, params, result any) error {
	c.id++
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if _, err := c.in.Write(append(request, '\n')); err != nil {
		return err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var reply struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return err
		}
		if reply.Error != nil {
			return fmt.Errorf("%s: %s", method, reply.Error.Message)
		}
		if reply.ID != c.id {
			continue // a notification
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(reply.Result, result)
	}
}

// answer makes calls until their answers have all texts.
func (c *client) answer(calls []call, want []string, verbose bool) (p price, err error) {
	all := ""
	for _, args := range calls {
		var result struct {
			Content []struct{ Text string }
		}
		name, _ := args["operation"].(string)
		if err := c.ask("tools/call", map[string]any{"name": c.tools[name], "arguments": args}, &result); err != nil {
			return p, err
		}
		p.calls++
		for _, part := range result.Content {
			p.tokens, all = p.tokens+(len(part.Text)+3)/4, all+part.Text
		}
		if p.right = has(all, want); p.right {
			return p, nil
		}
	}
	if verbose {
		fmt.Fprintf(os.Stderr, "%v lacks one of %q:\n%s\n", calls, want, all)
	}
	return p, nil
}

func (c *client) close() error {
	return errors.Join(c.in.Close(), c.cmd.Wait())
}
