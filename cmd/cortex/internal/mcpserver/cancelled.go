package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// cancelled holds the last requests that clients cancelled, by session and number. It is safe
// for concurrent use.
//
// DESIGN: mcp-go 1.2.1 drops a cancellation that arrives before a worker took the request: of
// four slow calls that were soon cancelled, one in a hundred ran to its timeout. Transports show
// this package each message before mcp-go reads it, and a request that begins after its
// cancellation is cancelled again.
type cancelled struct {
	mu    sync.Mutex
	order []string // oldest first
}

const (
	maxCancelled = 2 * queueSize
	maxNumber    = 100 // bytes of a request's number
)

func requestKey(session string, number any) string { return fmt.Sprintf("%s:%v", session, number) }

// note keeps the request that a message of a session cancels, if any.
func (c *cancelled) note(session string, message []byte) {
	if !bytes.Contains(message, []byte(mcp.MethodNotificationCancelled)) {
		return
	}
	var m struct {
		Method mcp.MCPMethod
		Params struct{ RequestID any }
	}
	if json.Unmarshal(message, &m) != nil || m.Method != mcp.MethodNotificationCancelled || m.Params.RequestID == nil {
		return
	}
	key := requestKey(session, m.Params.RequestID)
	if len(key) > maxNumber || c.has(session, m.Params.RequestID) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.order) == maxCancelled {
		c.order = slices.Delete(c.order, 0, 1)
	}
	c.order = append(c.order, key)
}

func (c *cancelled) has(session string, number any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Contains(c.order, requestKey(session, number))
}

// Cancelled keeps the request that a message of a session cancels, if any. A transport calls
// it before mcp-go reads the message.
func (s *Server) Cancelled(session string, message []byte) { s.cancelled.note(session, message) }

// stopCancelled cancels a request that was cancelled before it began.
func (s *Server) stopCancelled(ctx context.Context, number any, _ mcp.MCPMethod, _ any) {
	session := ""
	if of := server.ClientSessionFromContext(ctx); of != nil {
		session = of.SessionID()
	}
	if !s.cancelled.has(session, number) {
		return
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "method": mcp.MethodNotificationCancelled, "params": map[string]any{"requestId": number}})
	if err == nil {
		s.MCP.HandleMessage(ctx, text)
	}
}

// lineReader shows each line before it passes it on.
type lineReader struct {
	in   *bufio.Reader
	show func(line []byte)
	rest []byte
}

// Read implements io.Reader. It returns bytes of one line at a time.
func (l *lineReader) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		line, err := l.in.ReadBytes('\n')
		if len(line) == 0 {
			return 0, err
		}
		l.show(line)
		l.rest = line
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}
