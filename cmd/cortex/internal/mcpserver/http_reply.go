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

// reply is a response that a handler writes until it is over, whether the handler knows or
// not. It is sent with its first byte, so it is whole or not begun as long as it is no
// stream of events. It may be used at the same time from anywhere.
type reply struct {
	w       http.ResponseWriter
	control *http.ResponseController
	patient time.Duration // for one write; 0 leaves the deadline as it is
	header  http.Header   // the handler's: not that of w, which is ours when it is over

	mu     sync.Mutex
	status int
	sent   bool
	events bool // what was sent is the beginning of a stream of events
	over   bool
}

func newReply(w http.ResponseWriter, patient time.Duration) *reply {
	return &reply{w: w, control: http.NewResponseController(w), patient: patient, header: http.Header{}}
}

// Header returns the header, which is the handler's to change until its first write.
func (p *reply) Header() http.Header { return p.header }

// WriteHeader keeps the status for the first write.
func (p *reply) WriteHeader(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.status == 0 {
		p.status = status
	}
}

// Write sends; once it is over it is an error.
func (p *reply) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return 0, http.ErrHandlerTimeout
	}
	p.send()
	return p.w.Write(b)
}

// Flush sends what there is, unless it is over.
func (p *reply) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	p.send()
	_ = p.control.Flush()
}

// send sends the header if it is not sent, and prolongs the time for what follows.
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

// end sends what is not sent. Nothing follows it.
func (p *reply) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.over {
		p.send()
		p.over = true
	}
}

// instead ends a reply that is not over with an error: of JSON-RPC when there is an id to
// answer and nothing went wrong in here, of HTTP otherwise, as an event when a stream of
// them has begun.
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
