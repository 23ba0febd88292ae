package mcpserver

import (
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// reply is a response that the front can end while a handler still writes it. The first write
// sends the header. A reply is safe for concurrent use.
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	patient time.Duration // for one write; 0 keeps the deadline
	header  http.Header   // of the handler; the front uses that of w

	mu     sync.Mutex
	status int
	sent   bool
	events bool // the reply is a stream of events
	over   bool
}

func newReply(w http.ResponseWriter, patient time.Duration) *reply {
	return &reply{w: w, control: http.NewResponseController(w), patient: patient, header: http.Header{}}
}

// Header returns the header, which the handler may change until its first write.
func (p *reply) Header() http.Header { return p.header }

// WriteHeader keeps the status for the first write.
func (p *reply) WriteHeader(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.status == 0 {
		p.status = status
	}
}

// Write writes, and fails when the reply is over.
func (p *reply) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return 0, http.ErrHandlerTimeout
	}
	p.send()
	return p.w.Write(b)
}

// Flush flushes, unless the reply is over.
func (p *reply) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	p.send()
	_ = p.control.Flush()
}

// send sends the header once, and moves the deadline.
func (p *reply) send() {
	if p.patient > 0 {
		_ = p.control.SetWriteDeadline(time.Now().Add(p.patient))
	}
	if p.sent {
		return
	}
	p.sent = true
	kind, _, _ := mime.ParseMediaType(p.header.Get("Content-Type"))
	p.events = kind == "text/event-stream"
	maps.Copy(p.w.Header(), p.header)
	if p.status == 0 {
		p.status = http.StatusOK
	}
	p.w.WriteHeader(p.status)
}

// end sends the header if no write did, and ends the reply.
func (p *reply) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.send()
		p.over = true
	}
}

// instead ends a reply that is not over with an error: of JSON-RPC when the request has an id and
// the error is not the server's, of HTTP otherwise. In a stream it is an event.
func (p *reply) instead(status int, text string, id json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	p.over = true
	answer, err := json.Marshal(mcp.JSONRPCError{
		JSONRPC: mcp.JSONRPC_VERSION,
		ID:      mcp.NewRequestId(id),
		Error:   mcp.NewJSONRPCErrorDetails(mcp.INTERNAL_ERROR, text, nil),
	})
	rpc := err == nil && len(id) > 0
	switch {
	case p.sent && p.events && rpc:
		_, _ = p.w.Write([]byte("event: message\ndata: " + string(answer) + "\n\n"))
	case p.sent:
	case rpc && status != http.StatusInternalServerError:
		p.w.Header().Set("Content-Type", "application/json")
		_, _ = p.w.Write(answer)
	default:
		http.Error(p.w, text, status)
	}
}
