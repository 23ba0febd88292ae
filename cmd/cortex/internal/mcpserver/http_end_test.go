package mcpserver

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

func TestServeHTTPStreams(t *testing.T) {
	t.Parallel()
	listen, header := modernMessage(t, "listen:0", mcp.MethodSubscriptionsListen, map[string]any{"notifications": map[string]any{"toolsListChanged": true}})
	for name, open := range map[string]func(at servedHTTP) (*http.Response, error){
		"GET": func(at servedHTTP) (*http.Response, error) {
			return askHTTP(t.Context(), "GET", at.url, "", legacyHeader(sessionOne)...)
		},
		"listen": func(at servedHTTP) (*http.Response, error) {
			return askHTTP(t.Context(), "POST", at.url, listen, header...)
		},
	} {
		s := newSlowServer()
		at := startHTTP(t, s, HTTPOptions{Timeout: shortTimeout, Concurrent: 1})
		stream, err := open(at)
		if err != nil || stream.StatusCode != 200 || stream.Header.Get("Content-Type") != "text/event-stream" {
			t.Fatal(name, stream, err)
		}
		defer stream.Body.Close()
		read := eventsOf(stream)
		if name == "listen" {
			if got := nextEvent(read); !strings.Contains(got, "subscriptions/acknowledged") {
				t.Fatalf("listen begins with %s", got)
			}
		}

		// The stream outlives the time limit of requests, and the end of another stream.
		if _, text, _ := answerHTTP(t, "POST", at.url, callOne("slow", ""), legacyHeader(sessionTwo)...); text != lateAnswer {
			t.Errorf("%s: a slow call is answered %s", name, text)
		}
		stop, header := modernMessage(t, nil, mcp.MethodNotificationCancelled, map[string]any{"requestId": "listen:0"})
		eventually(t, "the end of another's stream is not taken", func() bool {
			status, _, _ := answerHTTP(t, "POST", at.url, stop, header...)
			return status == 202
		})
		s.AddTool(mcp.NewTool("new"), nil)
		if got := nextEvent(read); !strings.Contains(got, mcp.MethodNotificationToolsListChanged) {
			t.Errorf("%s: a new tool is told as %q", name, got)
		}
		if err := at.stop(); err != nil {
			t.Errorf("%s: it ends with %v", name, err)
		}
		if got := nextEvent(read); got != "" || read.Err() != nil {
			t.Errorf("%s: the end is %q, %v", name, got, read.Err())
		}
	}
}

func TestServeHTTPShutdown(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	at := startHTTP(t, s, HTTPOptions{})
	id := beginSession(t, at.url)
	answered := make(chan string)
	go func() {
		_, text, _ := answerHTTP(t, "POST", at.url, callOne("deaf", "under way"), legacyHeader(id)...)
		answered <- text
	}()
	<-s.began
	end := make(chan error)
	go func() { end <- at.stop() }()
	eventually(t, "it still takes requests", func() bool {
		r, err := askHTTP(t.Context(), "GET", at.url, "")
		if err == nil {
			r.Body.Close()
		}
		return err != nil
	})
	select {
	case err := <-end:
		t.Fatalf("it ends with %v before the running request", err)
	default:
	}
	close(s.release)
	if text := <-answered; !strings.Contains(text, "heard under way") {
		t.Errorf("the running request is answered %s", text)
	}
	if err := <-end; err != nil {
		t.Errorf("it ends with %v", err)
	}
}

func TestFrontCutsOffAfterGrace(t *testing.T) {
	t.Parallel()
	s := newSlowServer()
	a, err := newAccess("", nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFront(s.MCPServer, a, HTTPOptions{}, sessionIdle)
	defer f.close()
	f.grace = time.Millisecond
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- f.serve(ctx, ln, nil) }()
	at := "http://" + ln.Addr().String() + endpoint
	id := beginSession(t, at)
	go func() { _, _ = askHTTP(t.Context(), "POST", at, callOne("slow", "x"), legacyHeader(id)...) }()
	<-s.began
	cancel()
	if err := <-done; err != nil {
		t.Errorf("it ends with %v", err)
	}
	if len(s.ended) != 1 {
		t.Error("it ends before the request that it cut off")
	}
}

func TestFrontClosing(t *testing.T) {
	t.Parallel()
	a, err := newAccess("s3cret", nil)
	if err != nil {
		t.Fatal(err)
	}
	f := newFront(newSlowServer().MCPServer, a, HTTPOptions{}, sessionIdle)
	defer f.close()
	f.closing.Store(true)
	for _, path := range []string{health, endpoint} {
		w := httptest.NewRecorder()
		f.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 503 || w.Body.String() != "the server is shutting down\n" {
			t.Errorf("%s is answered %d %s", path, w.Code, w.Body)
		}
	}
}
