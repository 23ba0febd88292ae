package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// DESIGN: mcp-go 1.2.1 drops the answer and leaves an empty 200 when the context of a request is
// done. Its answers pass through a reply, which the front can end with an error instead.

const (
	lateWrite   = 10 * time.Second // for the answer of a request that took all its time
	streamWrite = 30 * time.Second // for one message on a stream
)

// ServeHTTP passes a request on to mcp-go, or refuses it.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c, deadline := http.NewResponseController(w), time.Now().Add(f.timeout)
	_ = c.SetReadDeadline(deadline) // net/http waits for a body even if nobody reads it
	_ = c.SetWriteDeadline(deadline.Add(lateWrite))
	if r.URL.Path == health {
		f.health(w, r)
		return
	}
	origin, ok := f.access.origin(r)
	switch {
	case !ok:
		http.Error(w, "the origin is not allowed", http.StatusForbidden)
	case f.closing.Load():
		answerClosing(w)
	case answerBrowser(w, r, origin):
	case !f.access.admits(r):
		challenge(w, r)
	case r.URL.Path != endpoint:
		http.Error(w, "not found", http.StatusNotFound)
	case r.Method == http.MethodGet:
		f.stream(w, r)
	case r.Method == http.MethodPost || r.Method == http.MethodDelete:
		f.request(w, r)
	default:
		w.Header().Set("Allow", "GET, POST, DELETE")
		http.Error(w, "the method is not allowed", http.StatusMethodNotAllowed)
	}
}

func (f *front) health(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "the method is not allowed", http.StatusMethodNotAllowed)
	case f.closing.Load():
		answerClosing(w)
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = io.WriteString(w, "ok\n")
	}
}

func answerClosing(w http.ResponseWriter) {
	w.Header().Set("Connection", "close")
	http.Error(w, "the server is shutting down", http.StatusServiceUnavailable)
}

func answerBusy(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, "too many requests at once", http.StatusServiceUnavailable)
}

// rpcHead is the part of a message that the front reads.
type rpcHead struct {
	ID     json.RawMessage `json:"id"`
	Method mcp.MCPMethod   `json:"method"`
}

// request serves a request whose answer ends.
func (f *front) request(w http.ResponseWriter, r *http.Request) {
	if !f.running.TryAcquire(1) {
		answerBusy(w)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), f.timeout)
	defer cancel()
	body, ok := f.read(w, r)
	if !ok {
		f.running.Release(1)
		return
	}
	var m rpcHead
	_ = json.Unmarshal(body, &m) // mcp-go reports an error
	if f.cancelled != nil {
		f.cancelled(r.Header.Get(server.HeaderKeySessionID), body)
	}
	switch modern := mcp.IsModernProtocol(r.Header.Get(mcp.HeaderProtocolVersion)); {
	case m.Method == mcp.MethodSubscriptionsListen:
		f.running.Release(1)
		f.stream(w, r)
		return
	case m.Method == mcp.MethodNotificationCancelled && modern:
		f.running.Release(1)
		w.WriteHeader(http.StatusAccepted)
		return
	}
	p := newReply(w, 0)
	done := make(chan struct{})
	go func() {
		defer f.running.Release(1)
		defer close(done)
		f.pass(ctx, p, r, m)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	if r.Context().Err() == nil {
		p.instead(http.StatusGatewayTimeout, fmt.Sprintf("the request took longer than %v and was stopped; ask for less", f.timeout), m.ID)
	}
	p.instead(http.StatusServiceUnavailable, "the server is shutting down", m.ID)
}

// stream serves a stream until the client closes it or the server ends.
func (f *front) stream(w http.ResponseWriter, r *http.Request) {
	if !f.streams.TryAcquire(1) {
		answerBusy(w)
		return
	}
	defer f.streams.Release(1)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(f.open, cancel)()
	p := newReply(w, streamWrite)
	defer p.end()
	_ = p.control.SetReadDeadline(time.Time{})
	f.pass(ctx, p, r, rpcHead{})
}

// pass passes a request on to mcp-go. The answer to a panic does not show it.
func (f *front) pass(ctx context.Context, p *reply, r *http.Request, m rpcHead) {
	defer func() {
		if recover() != nil {
			p.instead(http.StatusInternalServerError, "internal error", m.ID)
		}
	}()
	f.mcp.ServeHTTP(p, r.WithContext(ctx))
	if ctx.Err() == nil {
		p.end()
	}
}

// read returns the body of a request, which mcp-go can read again, or answers with an error.
func (f *front) read(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, f.maxBody))
	switch tooLarge := (*http.MaxBytesError)(nil); {
	case errors.As(err, &tooLarge):
		http.Error(w, fmt.Sprintf("the body has more than %d bytes", f.maxBody), http.StatusRequestEntityTooLarge)
	case errors.Is(err, os.ErrDeadlineExceeded):
		http.Error(w, "the body took too long", http.StatusRequestTimeout)
	case err != nil:
		http.Error(w, "the body could not be read", http.StatusBadRequest)
	}
	if err != nil {
		return nil, false
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, true
}
