package mcpserver

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
)

const shortTimeout = 200 * time.Millisecond

// sessionOne and sessionTwo are ids that no initialize returned, which are valid too.
const (
	sessionOne = "mcp-session-00000000-0000-4000-8000-000000000001"
	sessionTwo = "mcp-session-00000000-0000-4000-8000-000000000002"
)

const lateAnswer = `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the request took longer than 200ms and was stopped; ask for less"}}`

func TestServeHTTPTimeout(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{Timeout: shortTimeout})

	status, text, h := answerHTTP(t, "POST", at.url, callOne("slow", "a"), legacyHeader(sessionOne)...)
	if diff := cmp.Diff([]string{"200", "application/json", lateAnswer}, []string{fmt.Sprint(status), h.Get("Content-Type"), text}); diff != "" {
		t.Errorf("a call that is slow (-want +got):\n%s", diff)
	}
	if got := <-s.ended; got != "a" {
		t.Errorf("ended is %q", got)
	}

	status, text, h = answerHTTP(t, "POST", at.url, callOne("steps", "b"), legacyHeader(sessionOne)...)
	if !strings.HasSuffix(text, "\nevent: message\ndata: "+lateAnswer+"\n\n") || !strings.Contains(text, "notifications/progress") || h.Get("Content-Type") != "text/event-stream" || status != 200 {
		t.Errorf("a call that told its progress is answered %d %s:\n%s", status, h.Get("Content-Type"), text)
	}
	if got := <-s.ended; got != "b" {
		t.Errorf("ended is %q", got)
	}

	body, header := modernMessage(t, 1, mcp.MethodToolsCall, map[string]any{"name": "slow", "arguments": map[string]any{"text": "c"}})
	if _, text, _ := answerHTTP(t, "POST", at.url, body, header...); text != lateAnswer {
		t.Errorf("a call without a session is answered %s", text)
	}
	if got := <-s.ended; got != "c" {
		t.Errorf("ended is %q", got)
	}
}

func TestServeHTTPTimeoutOfTheDeaf(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{Timeout: shortTimeout, Concurrent: 1})
	if _, text, _ := answerHTTP(t, "POST", at.url, callOne("deaf", ""), legacyHeader(sessionOne)...); text != lateAnswer {
		t.Errorf("it is answered %s", text)
	}
	if status, text, _ := answerHTTP(t, "POST", at.url, callOne("echo", ""), legacyHeader(sessionOne)...); status != 503 {
		t.Errorf("while it still works another is answered %d %s", status, text)
	}
	close(s.release)
	<-s.ended
	eventually(t, "its slot is never free again", func() bool {
		status, _, _ := answerHTTP(t, "POST", at.url, callOne("echo", ""), legacyHeader(sessionOne)...)
		return status == 200
	})
}

// eventually waits for an effect that sends no signal.
func eventually(t *testing.T, otherwise string, ok func() bool) {
	t.Helper()
	for range 1000 {
		if ok() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal(otherwise)
}

func TestServeHTTPConcurrent(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{Concurrent: 1})
	id := beginSession(t, at.url)
	stream, err := askHTTP(t.Context(), "GET", at.url, "", legacyHeader(id)...)
	if err != nil || stream.StatusCode != 200 {
		t.Fatal(stream, err)
	}
	defer stream.Body.Close()
	answered := make(chan string)
	go func() {
		_, text, _ := answerHTTP(t, "POST", at.url, callOne("deaf", "first"), legacyHeader(id)...)
		answered <- text
	}()
	<-s.began
	status, text, h := answerHTTP(t, "POST", at.url, callOne("echo", "second"), legacyHeader(id)...)
	if diff := cmp.Diff([]string{"503", "1", "too many requests at once\n"}, []string{fmt.Sprint(status), h.Get("Retry-After"), text}); diff != "" {
		t.Errorf("the second (-want +got):\n%s", diff)
	}
	if status, _, _ := answerHTTP(t, "GET", strings.TrimSuffix(at.url, "/mcp")+"/healthz", ""); status != 200 {
		t.Errorf("a busy server says %d of its health", status)
	}
	close(s.release)
	if text := <-answered; !strings.Contains(text, "heard first") {
		t.Errorf("the first is answered %s", text)
	}
}

func TestServeHTTPBody(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{MaxBody: 1000})
	id := beginSession(t, at.url)
	fits := callOne("echo", "")
	fits = callOne("echo", strings.Repeat("x", 1000-len(fits)))
	if status, text, _ := answerHTTP(t, "POST", at.url, fits, legacyHeader(id)...); status != 200 {
		t.Errorf("a body of 1000 bytes is answered %d %s", status, text)
	}
	if status, text, _ := answerHTTP(t, "POST", at.url, fits+" ", legacyHeader(id)...); status != 413 || text != "the body has more than 1000 bytes\n" {
		t.Errorf("a body of 1001 bytes is answered %d %s", status, text)
	}
}

func TestServeHTTPBodyWithoutEnd(t *testing.T) {
	t.Parallel()
	at := startHTTP(t, newSlowServer(), HTTPOptions{Token: "s3cret", Timeout: shortTimeout})
	for header, want := range map[string]string{
		"Authorization: Bearer s3cret\r\n": "HTTP/1.1 408 Request Timeout",
		"":                                 "HTTP/1.1 401 Unauthorized",
	} {
		u, err := url.Parse(at.url)
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"+header+"\r\n{"); err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(c) // ends as the server hangs up
		got, _, _ := strings.Cut(string(all), "\r\n")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("with %q, error %v (-want +got):\n%s", header, err, diff)
		}
	}
}

func TestServeHTTPCancel(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{})
	ended := make(chan string, 2)
	for id, name := range map[string]string{sessionOne: "one", sessionTwo: "other"} {
		go func() {
			_, text, _ := answerHTTP(t, "POST", at.url, callOne("slow", name), legacyHeader(id)...)
			ended <- text
		}()
		<-s.began
	}
	if status, _, _ := answerHTTP(t, "POST", at.url, cancelOne, legacyHeader(sessionOne)...); status != 202 {
		t.Errorf("cancelled is answered %d", status)
	}
	if got := <-s.ended; got != "one" {
		t.Errorf("request 1 of session one is cancelled, and %s ends", got)
	}
	<-ended
	if _, _, _ = answerHTTP(t, "POST", at.url, cancelOne, legacyHeader(sessionOne)...); len(s.ended) > 0 {
		t.Error("the other session's request 1 ends as well")
	}
	_, _, _ = answerHTTP(t, "POST", at.url, cancelOne, legacyHeader(sessionTwo)...)
	if got := <-s.ended; got != "other" {
		t.Errorf("%s ends", got)
	}
	<-ended
}

func TestServeHTTPCancelWithoutSession(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{})
	hang := map[string]context.CancelFunc{}
	for _, name := range []string{"one", "other"} {
		ctx, cancel := context.WithCancel(t.Context())
		hang[name] = cancel
		body, header := modernMessage(t, 1, mcp.MethodToolsCall, map[string]any{"name": "slow", "arguments": map[string]any{"text": name}})
		go func() { _, _ = askHTTP(ctx, "POST", at.url, body, header...) }()
		<-s.began
	}
	body, header := modernMessage(t, nil, mcp.MethodNotificationCancelled, map[string]any{"requestId": 1})
	if status, text, _ := answerHTTP(t, "POST", at.url, body, header...); status != 202 {
		t.Errorf("cancelled is answered %d %s", status, text)
	}
	hang["other"]()
	if got := <-s.ended; got != "other" {
		t.Errorf("other hangs up, and %s ends", got)
	}
	if len(s.ended) > 0 {
		t.Error("both end")
	}
	hang["one"]()
	if got := <-s.ended; got != "one" {
		t.Errorf("%s ends", got)
	}
}
