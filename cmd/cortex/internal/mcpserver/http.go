package mcpserver

import (
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/semaphore"
)

// DESIGN: a session gets an id, which later requests need not repeat (mcp-go's default). mcp-go
// 1.2.1 finds the request that a client cancels by the session and the request's number. Without
// sessions (WithStateLess) all clients share the numbers 0, 1, 2, …, and cancel each other's
// requests. With required sessions (WithStateful) an idle client gets 404 and has to initialize
// again, and ended sessions are kept forever. With the default, every well-formed id is valid,
// and its queue of 10 kB is freed when the session was idle for sessionIdle. Each heartbeat
// keeps the session of a listening client.
//
// A client of 2026-07-28 has no session, and cancels by closing the connection. The official
// TypeScript client also sends notifications/cancelled when it closes a subscription, for
// "listen:0", which is the first request of every client. front.request accepts that message
// without passing it on.

const (
	endpoint = "/mcp"
	health   = "/healthz"

	sessionIdle = 2 * time.Minute
	heartbeat   = 30 * time.Second

	shutdownGrace = 10 * time.Second // for running requests when the server ends
	afterGrace    = time.Second      // for requests that were then cancelled

	headerTimeout = 10 * time.Second
	keepAlive     = 2 * time.Minute
	maxHeader     = 64 << 10
	maxStreams    = 1000
)

// HTTPOptions configure HTTP.
type HTTPOptions struct {
	Address    string           // host:port, ":port" or "port"; without a host on 127.0.0.1; empty or port 0 for any free port
	Token      string           // bearer token; empty for none
	Origins    []string         // origins of browsers' pages that may send requests; loopback origins always may
	MaxBody    int64            // bytes; 0 = 1 MiB
	Timeout    time.Duration    // of one request; 0 = 60 s
	Concurrent int              // requests at once; 0 = 64; beyond: 503 and Retry-After
	Started    func(url string) // called when the server listens; may be nil
	// Cancelled sees each message with its session before it is handled; may be nil.
	Cancelled func(session string, message []byte)
}

// ServeHTTP serves streamable HTTP at /mcp, and the health of the server at /healthz, until the
// context is done. Then it accepts no more requests, ends the streams, waits 10 seconds for
// running requests, cancels the rest, and returns nil.
//
// A request that takes longer than Timeout is cancelled and answered with an error, even when
// its handler does not notice; the handler keeps its place among the concurrent requests until
// it returns. Streams of notifications have no time limit, and places of their own.
//
// Every path but /healthz requires the token, if there is one, and refuses unknown origins. A
// request to a loopback address must name a loopback host. Nothing is encrypted. An address that
// other machines reach, without a token, is a [*queries.UsageError], as are invalid options.
func ServeHTTP(ctx context.Context, s *server.MCPServer, o HTTPOptions) error {
	address, err := listenAddress(o.Address, o.Token)
	if err != nil {
		return err
	}
	a, err := newAccess(o.Token, o.Origins)
	if err != nil {
		return err
	}
	var lc net.ListenConfig
	ln, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("serve over HTTP: %w", err)
	}
	f := newFront(s, a, o, sessionIdle)
	defer f.close()
	return f.serve(ctx, ln, o.Started)
}

// front checks access, applies limits and ends the server. It passes requests on to mcp-go.
type front struct {
	access    *access
	mcp       http.Handler
	maxBody   int64
	timeout   time.Duration
	grace     time.Duration
	cancelled func(session string, message []byte)
	places    int64 // of requests at once
	running   *semaphore.Weighted
	streams   *semaphore.Weighted

	closing atomic.Bool
	open    context.Context // of streams; done when the server ends
	shut    context.CancelFunc
	close   func() // ends all sessions
}

func newFront(s *server.MCPServer, a *access, o HTTPOptions, idle time.Duration) *front {
	m := server.NewStreamableHTTPServer(s,
		server.WithSessionIdleTTL(idle),
		server.WithHeartbeatInterval(heartbeat),
		server.WithStreamableHTTPLogger(slog.New(slog.DiscardHandler)))
	f := &front{
		access:    a,
		mcp:       m,
		maxBody:   orElse(o.MaxBody, 1<<20),
		timeout:   orElse(o.Timeout, time.Minute),
		grace:     shutdownGrace,
		cancelled: o.Cancelled,
		places:    int64(orElse(o.Concurrent, 64)),
		streams:   semaphore.NewWeighted(maxStreams),
		close:     func() { _ = m.Shutdown(context.Background()) },
	}
	f.running = semaphore.NewWeighted(f.places)
	f.open, f.shut = context.WithCancel(context.Background())
	return f
}

// orElse returns n, or the default when n is not positive.
func orElse[N int | int64 | time.Duration](n, other N) N {
	if n > 0 {
		return n
	}
	return other
}

// serve serves until the context is done, and closes the listener.
func (f *front) serve(ctx context.Context, ln net.Listener, started func(url string)) error {
	base, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	srv := &http.Server{
		Handler:           f,
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       keepAlive,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(ln) }()
	if started != nil {
		started("http://" + ln.Addr().String() + endpoint)
	}
	select {
	case err := <-served:
		return fmt.Errorf("serve over HTTP: %w", err)
	case <-ctx.Done():
		f.end(srv, abort)
		return nil
	}
}

// end accepts no more requests, waits for the running ones, aborts the rest and waits for it.
func (f *front) end(srv *http.Server, abort func()) {
	f.closing.Store(true)
	f.shut()
	ctx, cancel := context.WithTimeout(context.Background(), f.grace)
	defer cancel()
	_ = srv.Shutdown(ctx)
	abort()
	_ = srv.Close()
	ctx, cancel = context.WithTimeout(context.Background(), afterGrace)
	defer cancel()
	_ = f.running.Acquire(ctx, f.places) // until no request holds a place
}
