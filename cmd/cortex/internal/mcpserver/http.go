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
)

// DESIGN: a session gets a number, and no number is asked for again (mcp-go's default).
// mcp-go 1.2.1 finds the request that a client cancels by the numbers of session and
// request. Without sessions (WithStateLess) all clients share the requests 0, 1, 2, …, and
// one stops the other's. Where sessions have to be known (WithStateful) a client is
// answered 404 and has to begin anew once its session was idle or the server was, and what
// ended is remembered for ever. So: who initializes gets a number, every well-formed one is
// taken, and what is kept for it, a queue of 10 kB, goes when it was idle for sessionIdle. A
// client that listens is no longer idle by each heartbeat.
//
// A client of 2026-07-28 has no session and cancels by hanging up, which ends the context
// of its request. The official TypeScript client sends notifications/cancelled as well when
// it closes a subscription: "listen:0", the name of everyone's first. That is taken and
// not passed on (front.request), or the others would lose theirs.

const (
	endpoint = "/mcp"
	health   = "/healthz"

	sessionIdle = 2 * time.Minute
	heartbeat   = 30 * time.Second

	shutdownGrace = 10 * time.Second // for requests under way when the server is to end
	afterGrace    = time.Second      // for those that were then cancelled

	headerTimeout = 10 * time.Second
	keepAlive     = 2 * time.Minute
	maxHeader     = 64 << 10
	maxStreams    = 1000
)

// HTTPOptions say how a server is offered over HTTP.
type HTTPOptions struct {
	Address    string           // host:port, ":port" or "port"; without a host on 127.0.0.1; empty or port 0 for any free port
	Token      string           // bearer token; empty for none
	Origins    []string         // origins that browsers may come from, beside loopback ones
	MaxBody    int64            // bytes; 0 = 1 MiB
	Timeout    time.Duration    // of one request; 0 = 60 s
	Concurrent int              // requests at work at once; 0 = 64; beyond: 503 and Retry-After
	Started    func(url string) // called once it listens; may be nil
	// CalledOff is shown each message with its session before it is worked on; may be nil.
	CalledOff func(session string, message []byte)
}

// ServeHTTP offers a server by streamable HTTP at /mcp, and at /healthz whether it lives,
// until the context is done. Then it takes no more requests, ends streams, gives the
// requests under way 10 seconds, cancels what is left, and returns nil.
//
// A request that takes longer than Timeout is cancelled by its context and answered with an
// error, even when what works on it does not notice; its slot is free once that has ended.
// Streams of notifications have no such end, and slots of their own.
//
// Everything but /healthz needs the token, if there is one, and no Origin that is not
// allowed. Who comes by a loopback address has to name one as the host. Nothing is
// encrypted. An address beyond this machine without a token is a [*queries.UsageError], and
// so are options that cannot be meant.
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
		return fmt.Errorf("offer over HTTP: %w", err)
	}
	f := newFront(s, a, o, sessionIdle)
	defer f.close()
	return f.serve(ctx, ln, o.Started)
}

// front is what stands before mcp-go: access, limits and the end.
type front struct {
	access    *access
	mcp       http.Handler
	maxBody   int64
	timeout   time.Duration
	grace     time.Duration
	calledOff func(session string, message []byte)
	work      httpSlots // of requests
	streams   httpSlots

	closing atomic.Bool
	open    context.Context // of streams: done when the server is to end
	shut    context.CancelFunc
	close   func() // forgets all sessions
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
		calledOff: o.CalledOff,
		work:      make(httpSlots, orElse(o.Concurrent, 64)),
		streams:   make(httpSlots, maxStreams),
		close:     func() { _ = m.Shutdown(context.Background()) },
	}
	f.open, f.shut = context.WithCancel(context.Background())
	return f
}

// orElse is n, or other when n says nothing.
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
		return fmt.Errorf("offer over HTTP: %w", err)
	case <-ctx.Done():
		f.end(srv, abort)
		return nil
	}
}

// end takes no more requests and waits for the answers of those under way, then, after
// abort, for what still works on them.
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
	waitFor(ctx, f.work.fill())
}

// waitFor waits until something is done, or the context is.
func waitFor(ctx context.Context, done <-chan struct{}) {
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// httpSlots are so many that may be taken at once.
type httpSlots chan struct{}

func (s httpSlots) take() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s httpSlots) leave() { <-s }

// fill takes every slot, and closes the channel once it has them all.
func (s httpSlots) fill() <-chan struct{} {
	full := make(chan struct{})
	go func() {
		for range cap(s) {
			s <- struct{}{}
		}
		close(full)
	}()
	return full
}
