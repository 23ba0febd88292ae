package mcpserver

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
)

// Options configure a server.
type Options struct {
	Version string
	Indexes []string // directories and zips of indexes, and folders that hold some
	Absent  Absent   // when there is no index
	// Unpack returns the directory of a zip's index, after it checked every byte.
	Unpack     func(ctx context.Context, zip string) (dir string, err error)
	Checkout   Checkout          // nil for none
	Revisions  *revisions.Finder // of the checkout, for comparisons; nil for none
	Named      bool              // a person named the checkout, and is told of indexes of other repositories
	Working    Working           // makes the index anew when files changed; nil for never
	Memory     int64             // limit of the database in bytes; 0 for DuckDB's own
	Structured bool              // answers have structured content too: the whole JSON
	Timeout    time.Duration     // of a call; 0 for 30 s
	Log        func(format string, args ...any)
}

// Absent says what to do about a missing index.
type Absent struct {
	Place, Advice string
	Extract       func() error // makes the index; nil when the server may not
}

// Checkout is a working tree of git.
type Checkout = freshness.Checkout

// Server answers the calls of agents.
type Server struct {
	catalog    *catalog.Catalog
	watcher    *freshness.Watcher
	revisions  *revisions.Finder
	limiters   limiters
	timeout    time.Duration
	structured bool
	log        func(string, ...any)
	stop       context.CancelFunc
	cancelled  cancelled
	absent     Absent
	extraction extraction
	renewal    *renewal // nil when files may change without a new index

	// MCP is the server of the protocol, for a transport.
	MCP *server.MCPServer
}

const (
	defaultTimeout = 30 * time.Second

	// workers is the number of requests that standard input and output serve at once, and
	// queueSize the number that may wait.
	workers   = 16
	queueSize = 1000
)

const instructions = `cortex answers from an index of the code, which it made once by type-checking it. Matches by name only are marked heuristic; an incomplete answer says so, and why.
Begin with cortex_analysis (operation search for a name, text for a regular expression, summary for an unknown repository, context before changing something), then cortex_graph (callers, impact, implementations, references), and cortex_files for numbers.
A target is a name as in code (Head.Init, (*Head).Init, tsdb.Head), a path, a package, or file:line. When it is ambiguous the error lists candidates: call again with one of them.
Code comes before tests, which are counted: tests "list" lists them. A cut answer names the token_budget that shows all.`

// New returns a server. The indexes may appear later. The caller closes the server.
func New(o Options) (*Server, error) {
	life, stop := context.WithCancel(context.Background())
	s := &Server{watcher: freshness.NewWatcher(o.Checkout, o.Named), revisions: o.Revisions, limiters: newLimiters(), timeout: orElse(o.Timeout, defaultTimeout), structured: o.Structured, absent: o.Absent, log: o.Log, stop: stop}
	s.catalog = catalog.New(life, catalog.Options{Places: o.Indexes, Unpack: o.Unpack, Memory: o.Memory, Prefer: s.watcher.Prefers, Log: o.Log,
		Opened: func(of []*catalog.Entry) { s.logUncompared(life, of) }})
	if o.Working != nil {
		s.renewal = newRenewal(life, s, o.Working)
	}
	s.MCP = server.NewMCPServer("cortex", o.Version, server.WithInstructions(instructions),
		server.WithTitle("cortex code index"), server.WithToolCapabilities(false), server.WithResourceCapabilities(false, false), server.WithPromptCapabilities(false),
		server.WithHooks(s.hooks()), server.WithCompletions(), server.WithPromptCompletionProvider(completer{s}), server.WithResourceCompletionProvider(completer{s}))
	for _, p := range purposes {
		t, err := toolOf(p.tool, p.title, p.purpose, s.structured)
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

// hooks returns the functions that run before mcp-go looks for the handler of a request.
func (s *Server) hooks() *server.Hooks {
	var h server.Hooks
	h.AddBeforeAny(s.stopCancelled)
	h.AddBeforeInitialize(withoutBatches)
	h.AddBeforeCallTool(s.redirect)
	h.AddBeforeReadResource(s.prefetch)
	h.AddBeforeGetPrompt(s.checkPrompt)
	return &h
}

// withoutBatches answers a client that asks for the version 2025-03-26 with the one before.
//
// DESIGN: that version alone has batches of requests, and mcp-go 1.2.1 reads none. A client
// of it also knows the version before, but not always the one after.
func withoutBatches(_ context.Context, _ any, r *mcp.InitializeRequest) {
	if r.Params.ProtocolVersion == mcp.ProtocolVersion20250326 || r.Params.ProtocolVersion == "" {
		r.Params.ProtocolVersion = mcp.ProtocolVersion20241105
	}
}

// logUncompared tells the person who named the checkout that no open index is of it.
func (s *Server) logUncompared(life context.Context, of []*catalog.Entry) {
	ctx, cancel := context.WithTimeout(life, freshness.Patience)
	defer cancel()
	if _, reason := s.watcher.Compare(ctx, of); reason != "" {
		s.log("answers are not compared with the checkout %s: %s", s.watcher.Top(), reason)
	}
}

// Warm opens the indexes before the first call. A later call tries again to open the others.
func (s *Server) Warm(ctx context.Context) {
	if err := s.use(ctx, "", func(*catalog.Open, []*catalog.Entry) error { return nil }); err != nil {
		s.log("%v", err)
	}
}

// Close cancels the calls, stops an extraction and closes the indexes.
func (s *Server) Close() {
	s.stop()
	if s.renewal != nil {
		s.renewal.wait()
	}
	s.catalog.Close()
}

// ServeStdio answers the requests on in until it or the context ends.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out, errors io.Writer) error {
	stdio := server.NewStdioServer(s.MCP)
	for _, o := range []server.StdioOption{server.WithErrorLogger(log.New(errors, "cortex: ", 0)), server.WithWorkerPoolSize(workers), server.WithQueueSize(queueSize)} {
		o(stdio)
	}
	err := stdio.Listen(ctx, &lineReader{in: bufio.NewReader(in), show: func(line []byte) { s.Cancelled("stdio", line) }}, out)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("serve on standard input: %w", err)
	}
	return nil
}
