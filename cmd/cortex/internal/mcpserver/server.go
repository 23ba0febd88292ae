package mcpserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/server"
)

// Options say what a server offers.
type Options struct {
	Version string
	Indexes []string // directories and zips of indexes, and folders that hold some
	// Unpack returns the directory of a zip's index, of which every byte is right.
	Unpack   func(ctx context.Context, zip string) (dir string, err error)
	Checkout Checkout // nil for none
	Named    bool     // a person named the checkout, who is told of what can't be compared with it
	Memory   int64    // of the database, in bytes; 0 for DuckDB's own limit
	TextOnly bool     // answers have no structured content
	Timeout  time.Duration
	Log      func(format string, args ...any)
}

// Server answers questions of agents about indexes.
type Server struct {
	catalog  *catalog
	watcher  *watcher
	lanes    lanes
	timeout  time.Duration
	textOnly bool
	log      func(string, ...any)
	stop     context.CancelFunc

	calledOff calledOff

	// MCP is the server of the protocol, for a transport.
	MCP *server.MCPServer
}

// defaultTimeout ends a question that takes too long.
const defaultTimeout = 30 * time.Second

const instructions = `cortex answers from an index of the code, made once by type-checking it. What is matched by name only is marked heuristic; an answer to which there may be more says so, and why.
Begin with cortex_analysis (operation search for a name, summary for an unknown repository, context before changing something), then cortex_graph (callers, impact, implementations, references), and cortex_files for numbers.
A target is a name as in code (Head.Init, (*Head).Init, tsdb.Head), a path, a package, or file:line. When it is ambiguous the error lists candidates: call again with one of them.
Answers are cut to fit: they say what was left out and how to narrow or page.`

// New returns a server. Indexes need not be there yet. The caller closes it.
func New(o Options) (*Server, error) {
	life, stop := context.WithCancel(context.Background())
	s := &Server{lanes: newLanes(), timeout: o.Timeout, textOnly: o.TextOnly, log: o.Log, stop: stop, calledOff: calledOff{noted: map[string]bool{}}}
	if s.timeout == 0 {
		s.timeout = defaultTimeout
	}
	s.watcher = &watcher{checkout: o.Checkout, named: o.Named, known: map[*found]seen{}}
	s.catalog = &catalog{named: o.Indexes, unpack: o.Unpack, memory: o.Memory, log: o.Log, life: life, prefer: s.watcher.prefers, opened: s.sayUncompared,
		zips: map[string]zip{}, open: map[string]*attached{}}
	s.MCP = server.NewMCPServer("cortex", o.Version, server.WithInstructions(instructions),
		server.WithTitle("cortex code index"), server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false),
		server.WithHooks(s.hooks()), server.WithCompletions(), server.WithPromptCompletionProvider(completer{s}), server.WithResourceCompletionProvider(completer{s}))
	for _, p := range purposes {
		t, err := toolOf(p.tool, p.title, p.purpose, !s.textOnly)
		if err != nil {
			stop()
			return nil, fmt.Errorf("declare the tool %s: %w", p.tool, err)
		}
		s.MCP.AddTool(t, s.handler(p.tool))
	}
	s.addResources()
	s.addPrompts()
	return s, nil
}

// Warm opens the indexes and reads them into memory, so that the first question finds them
// ready. What can't be opened now is tried again by each question.
func (s *Server) Warm(ctx context.Context) {
	_, _, release, err := s.catalog.acquire(ctx, "", true)
	if err != nil {
		s.log("%v", err)
		return
	}
	release()
}

// Close ends what is under way and closes the indexes.
func (s *Server) Close() {
	s.stop()
	s.catalog.close()
}

// What works on standard input and output at once, and what may wait.
const (
	workers = 16
	queue   = 1000
)

// ServeStdio answers what comes on in until it ends or the context does.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out, errors io.Writer) error {
	stdio := server.NewStdioServer(s.MCP)
	for _, o := range []server.StdioOption{server.WithErrorLogger(log.New(errors, "cortex: ", 0)), server.WithWorkerPoolSize(workers), server.WithQueueSize(queue)} {
		o(stdio)
	}
	err := stdio.Listen(ctx, &noting{in: bufio.NewReader(in), note: func(line []byte) { s.calledOff.note("stdio", line) }}, out)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("serve on standard input: %w", err)
	}
	return nil
}
