package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// slowServer has the tools echo, slow, steps, deaf and boom. slow and steps run until they are
// cancelled, and steps reports progress. deaf runs until released. boom panics.
type slowServer struct {
	*server.MCPServer
	began, ended chan string // the argument "text" of calls of slow, steps and deaf
	release      chan struct{}
	gone         chan string // ended sessions
}

func newSlowServer() *slowServer {
	s := &slowServer{began: make(chan string, 100), ended: make(chan string, 100), release: make(chan struct{}), gone: make(chan string, 100)}
	hooks := &server.Hooks{}
	hooks.AddOnUnregisterSession(func(_ context.Context, session server.ClientSession) { s.gone <- session.SessionID() })
	s.MCPServer = server.NewMCPServer("slow", "1", server.WithToolCapabilities(true), server.WithHooks(hooks))
	for name, work := range map[string]func(context.Context){
		"echo": nil,
		"slow": func(ctx context.Context) { <-ctx.Done() },
		"steps": func(ctx context.Context) {
			_ = s.SendNotificationToClient(ctx, "notifications/progress", map[string]any{"progressToken": "p", "progress": 1})
			<-ctx.Done()
		},
		"deaf": func(context.Context) { <-s.release },
		"boom": func(context.Context) { panic("a secret") },
	} {
		s.AddTool(mcp.NewTool(name, mcp.WithString("text")), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text := r.GetString("text", "")
			if work != nil {
				s.began <- text
				work(ctx)
				s.ended <- text
			}
			return mcp.NewToolResultText("heard " + text), nil
		})
	}
	return s
}

// servedHTTP is a running server.
type servedHTTP struct {
	url  string
	stop func() error // ends it, and returns the result of ServeHTTP
}

func startHTTP(t *testing.T, s *slowServer, o HTTPOptions) servedHTTP {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	url, end := make(chan string, 1), make(chan error, 1)
	if o.Address == "" {
		o.Address = "127.0.0.1:0"
	}
	o.Started = func(u string) { url <- u }
	go func() {
		end <- ServeHTTP(ctx, s.MCPServer, o)
		close(end)
	}()
	stop := func() error {
		cancel()
		return <-end
	}
	t.Cleanup(func() { _ = stop() })
	select {
	case u := <-url:
		return servedHTTP{u, stop}
	case err := <-end:
		t.Fatalf("it ended with %v", err)
		panic("unreachable")
	}
}

// askHTTP sends a request and returns the response with its body open.
func askHTTP(ctx context.Context, method, url, body string, header ...string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	c := &http.Transport{DisableKeepAlives: true}
	return c.RoundTrip(r)
}

// answerHTTP returns the response to a request.
func answerHTTP(t *testing.T, method, url, body string, header ...string) (status int, text string, h http.Header) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // an unwanted stream would never end
	defer cancel()
	r, err := askHTTP(ctx, method, url, body, header...)
	if err != nil {
		t.Error(err)
		return 0, "", http.Header{}
	}
	defer r.Body.Close()
	all, err := io.ReadAll(r.Body)
	if err != nil {
		t.Error(err)
	}
	return r.StatusCode, string(all), r.Header
}

// legacyHeader returns the header of a client with sessions.
func legacyHeader(session string) []string {
	return []string{server.HeaderKeySessionID, session, mcp.HeaderProtocolVersion, mcp.ProtocolVersion20251125}
}

// beginSession initializes as a client with sessions.
func beginSession(t *testing.T, url string) string {
	t.Helper()
	status, text, h := answerHTTP(t, "POST", url, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	id := h.Get(server.HeaderKeySessionID)
	if status != 200 || id == "" {
		t.Fatalf("initialize is answered %d, session %q: %s", status, id, text)
	}
	return id
}

// callOne returns a call of a tool by a client with sessions.
func callOne(tool, text string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":{"text":"` + text + `"}}}`
}

const cancelOne = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`

// modernMessage returns a message of a client without sessions, and its header.
func modernMessage(t *testing.T, id any, method mcp.MCPMethod, params map[string]any) (body string, header []string) {
	t.Helper()
	params["_meta"] = map[string]any{
		mcp.MetaKeyProtocolVersion:    mcp.ProtocolVersion20260728,
		mcp.MetaKeyClientInfo:         map[string]any{"name": "t", "version": "1"},
		mcp.MetaKeyClientCapabilities: map[string]any{},
	}
	message := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if id != nil {
		message["id"] = id
	}
	b, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	header = []string{mcp.HeaderProtocolVersion, mcp.ProtocolVersion20260728, mcp.HeaderMethod, string(method)}
	if name, ok := params["name"].(string); ok {
		header = append(header, mcp.HeaderName, name)
	}
	return string(b), header
}

func TestServeHTTPAnswersBothEras(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{Token: "s3cret"})
	for _, version := range []string{mcp.ProtocolVersion20251125, mcp.ProtocolVersion20260728} {
		c, err := client.NewStreamableHttpClient(at.url, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer s3cret"}))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		var hello mcp.InitializeRequest
		hello.Params.ProtocolVersion = version
		if _, err := c.Initialize(t.Context(), hello); err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		if c.ProtocolVersion() != version {
			t.Errorf("%s: the version is %s", version, c.ProtocolVersion())
		}
		tools, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
		if err != nil || len(tools.Tools) != 5 {
			t.Errorf("%s: the tools are %v, %v", version, tools, err)
		}
		var r mcp.CallToolRequest
		r.Params.Name, r.Params.Arguments = "echo", map[string]any{"text": "you"}
		got, err := c.CallTool(t.Context(), r)
		if err != nil {
			t.Fatalf("%s: %v", version, err)
		}
		if diff := cmp.Diff("heard you", got.Content[0].(mcp.TextContent).Text); diff != "" {
			t.Errorf("%s (-want +got):\n%s", version, diff)
		}
	}
	stranger, err := client.NewStreamableHttpClient(at.url)
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	if _, err := stranger.Initialize(t.Context(), mcp.InitializeRequest{}); err == nil {
		t.Error("who has no token is answered")
	}
}

func TestServeHTTPHealth(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{Token: "s3cret"})
	for method, want := range map[string]string{"GET": "ok\n", "HEAD": ""} {
		if status, text, _ := answerHTTP(t, method, strings.TrimSuffix(at.url, "/mcp")+"/healthz", ""); status != 200 || text != want {
			t.Errorf("%s is answered %d %q", method, status, text)
		}
	}
}

func TestServeHTTPPanic(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{})
	for range 2 { // the server lives on
		if status, text, _ := answerHTTP(t, "POST", at.url, callOne("boom", ""), legacyHeader(beginSession(t, at.url))...); status != 500 || text != "internal error\n" {
			t.Errorf("a panic is answered %d %q", status, text)
		}
	}
}

// eventsOf reads a stream by lines.
func eventsOf(r *http.Response) *bufio.Scanner { return bufio.NewScanner(r.Body) }

// nextEvent returns the next message of a stream; empty at its end.
func nextEvent(s *bufio.Scanner) string {
	for s.Scan() {
		if data, ok := strings.CutPrefix(s.Text(), "data: "); ok {
			return data
		}
	}
	return ""
}

func TestServeHTTPSessionsAreForgotten(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{})
	id := beginSession(t, at.url)
	if status, _, _ := answerHTTP(t, "DELETE", at.url, "", legacyHeader(id)...); status != 200 {
		t.Errorf("DELETE is answered %d", status)
	}
	if got := <-s.gone; got != id {
		t.Errorf("forgotten is %q, and not %q", got, id)
	}
}

// mcp-go ends idle sessions once a second at most.
func TestFrontForgetsIdleSessions(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	a, err := newAccess("", nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFront(s.MCPServer, a, HTTPOptions{}, time.Millisecond)
	url := serveFront(t, f)
	id := beginSession(t, url)
	if got := <-s.gone; got != id {
		t.Errorf("forgotten is %q, and not %q", got, id)
	}
	if status, text, _ := answerHTTP(t, "POST", url, callOne("echo", "again"), legacyHeader(id)...); status != 200 || !strings.Contains(text, "heard again") {
		t.Errorf("a client that was idle is answered %d %s", status, text)
	}
}

// serveFront serves a front until the test ends.
func serveFront(t *testing.T, f *front) (url string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f.serve(ctx, ln, nil) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve: %v", err)
		}
		f.close()
	})
	return "http://" + ln.Addr().String() + endpoint
}
