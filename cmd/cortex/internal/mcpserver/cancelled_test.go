package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// A request that was cancelled before it began is cancelled when it begins, and no other is.
func TestCancelledBeforeItBegan(t *testing.T) {
	s, err := New(Options{Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	ended := make(chan error, 1)
	s.MCP.AddTool(mcp.NewTool("wait"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		<-ctx.Done()
		ended <- ctx.Err()
		return mcp.NewToolResultText("ended"), nil
	})
	s.MCP.AddTool(mcp.NewTool("state"), func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(fmt.Sprintf("cancelled: %t", ctx.Err() != nil)), nil
	})
	in, write := io.Pipe()
	read, out := io.Pipe()
	go func() { out.CloseWithError(s.ServeStdio(t.Context(), in, out, io.Discard)) }()
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}`,
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"state"}}`,
	} {
		if _, err := io.WriteString(write, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	for buffer := make([]byte, 1<<16); !strings.Contains(said.String(), "cancelled: "); {
		n, err := read.Read(buffer)
		if err != nil {
			t.Fatalf("%v, after %s", err, said.String())
		}
		said.Write(buffer[:n])
	}
	go func() { _, _ = io.Copy(io.Discard, read) }()
	if !strings.Contains(said.String(), "cancelled: false") {
		t.Errorf("the other request was stopped too: %s", said.String())
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the request ended with %v, want %v", err, context.Canceled)
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
}

// Only the last cancelled requests are kept, by any number that mcp-go accepts.
func TestCancelledIsBounded(t *testing.T) {
	c := cancelled{}
	for i := range 3 * maxCancelled {
		c.note("s", fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, i))
	}
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"`+strings.Repeat("long", 100)+`"}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"tools/call","id":"b","params":{"name":"notifications/cancelled","requestId":"b"}}`))
	if len(c.order) != maxCancelled {
		t.Errorf("%d are kept, want %d", len(c.order), maxCancelled)
	}
	if last := float64(3*maxCancelled - 1); !c.has("s", last) || !c.has("s", "a") || c.has("other", last) || c.has("s", float64(0)) || c.has("s", "b") {
		t.Error("others are kept than the last")
	}
}
