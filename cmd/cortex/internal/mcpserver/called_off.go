package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// calledOff are requests that clients called off, by their sessions and numbers. It is safe
// for concurrent use.
//
// DESIGN: mcp-go 1.2.1 can stop a request once somebody works on it, and drops a
// cancellation that comes earlier: where four slow calls were sent and soon called off, one
// in a hundred ran until its time was over. So a cancellation is noted before mcp-go reads
// it, and handed to it again when work on the request begins.
type calledOff struct {
	mu    sync.Mutex
	noted map[string]bool
	order []string // the oldest first
}

const (
	maxCalledOff = 2 * queue // that are remembered; most come in time, and are never asked for
	maxNumber    = 100       // bytes of a request's number
)

func numbered(session string, request any) string { return fmt.Sprintf("%s:%v", session, request) }

// note notes a message of a session, if it calls a request off.
func (c *calledOff) note(session string, message []byte) {
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
	key := numbered(session, m.Params.RequestID)
	if len(key) > maxNumber {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.noted[key] {
		return
	}
	if len(c.order) == maxCalledOff {
		delete(c.noted, c.order[0])
		c.order = c.order[1:]
	}
	c.noted[key], c.order = true, append(c.order, key)
}

func (c *calledOff) has(session string, request any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.noted[numbered(session, request)]
}

// CalledOff notes a message of a session, if it calls a request off; for a transport.
func (s *Server) CalledOff(session string, message []byte) { s.calledOff.note(session, message) }

// stopCalledOff stops a request that was called off before it began.
func (s *Server) stopCalledOff(ctx context.Context, id any, _ mcp.MCPMethod, _ any) {
	session := ""
	if of := server.ClientSessionFromContext(ctx); of != nil {
		session = of.SessionID()
	}
	if !s.calledOff.has(session, id) {
		return
	}
	text, err := json.Marshal(map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "method": mcp.MethodNotificationCancelled, "params": map[string]any{"requestId": id}})
	if err == nil {
		s.MCP.HandleMessage(ctx, text)
	}
}

// noting passes lines on, each whole one after it was shown to note.
type noting struct {
	in   *bufio.Reader
	note func(line []byte)
	rest []byte
}

// Read reads of one line at a time.
func (n *noting) Read(p []byte) (int, error) {
	if len(n.rest) == 0 {
		line, err := n.in.ReadBytes('\n')
		if len(line) == 0 {
			return 0, err
		}
		n.note(line)
		n.rest = line
	}
	read := copy(p, n.rest)
	n.rest = n.rest[read:]
	return read, nil
}

var _ io.Reader = (*noting)(nil)
