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

// A request that was called off before work on it began is stopped when it begins, and no
// other is.
func TestCalledOffBeforeItBegan(t *testing.T) {
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
		return mcp.NewToolResultText(fmt.Sprintf("called off: %t", ctx.Err() != nil)), nil
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
	for buffer := make([]byte, 1<<16); !strings.Contains(said.String(), "called off: "); {
		n, err := read.Read(buffer)
		if err != nil {
			t.Fatalf("%v, after %s", err, said.String())
		}
		said.Write(buffer[:n])
	}
	go func() { _, _ = io.Copy(io.Discard, read) }()
	if !strings.Contains(said.String(), "called off: false") {
		t.Errorf("the other request was stopped too: %s", said.String())
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the request ended with %v, want %v", err, context.Canceled)
	}
	write.Close()
}

// What is remembered has an end, and names what mcp-go takes for the number of a request.
func TestCalledOffIsBounded(t *testing.T) {
	c := calledOff{noted: map[string]bool{}}
	for i := range 3 * maxCalledOff {
		c.note("s", fmt.Appendf(nil, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`, i))
	}
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"`+strings.Repeat("long", 100)+`"}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`))
	c.note("s", []byte(`{"jsonrpc":"2.0","method":"tools/call","id":"b","params":{"name":"notifications/cancelled","requestId":"b"}}`))
	if len(c.noted) != maxCalledOff || len(c.order) != maxCalledOff {
		t.Errorf("%d and %d are remembered, want %d", len(c.noted), len(c.order), maxCalledOff)
	}
	if last := float64(3*maxCalledOff - 1); !c.has("s", last) || !c.has("s", "a") || c.has("other", last) || c.has("s", float64(0)) || c.has("s", "b") {
		t.Error("others are remembered than the last")
	}
}
