package mcpserver

import (
	"container/list"
	"encoding/json"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// answers are results that were given lately. An index never changes, so that the same
// question has the same answer for as long as the index and the checkout are the same. It
// is safe for concurrent use.
//
// DESIGN: an agent asks again when its context was cut, and several agents ask the same of
// one server. What is kept costs as little as it is worth: 8 MB are some 200 answers of the
// largest kind.
type answers struct {
	mu    sync.Mutex
	known map[string]*list.Element
	order list.List // of kept; the one used last in front
	bytes int
}

type kept struct {
	key    string
	result *mcp.CallToolResult
	bytes  int
}

// maxKept is how much is kept, in bytes.
const maxKept = 8 << 20

// keyOf is what two calls of one index with the same answer have in common.
func keyOf(c call, fresh *freshness, others []*found, broken []string) string {
	args, err := json.Marshal(c.args)
	if err != nil {
		return "" // arguments come from JSON
	}
	key := c.op.Name + string(args) + strings.Join(c.said, " ") + c.alone
	if fresh != nil {
		key += fresh.key
	}
	for _, f := range others {
		key += " " + f.name()
	}
	return key + strings.Join(broken, " ")
}

func (a *answers) get(key string) *mcp.CallToolResult {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.known[key]
	if e == nil {
		return nil
	}
	a.order.MoveToFront(e)
	result := *e.Value.(kept).result
	return &result
}

func (a *answers) put(key string, result *mcp.CallToolResult) {
	bytes := len(key)
	for _, c := range result.Content {
		if t, ok := c.(mcp.TextContent); ok {
			bytes += len(t.Text)
		}
	}
	if document, ok := result.StructuredContent.(json.RawMessage); ok {
		bytes += len(document)
	}
	whole := *result
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[string]*list.Element{}
	}
	if a.known[key] != nil {
		return
	}
	a.known[key] = a.order.PushFront(kept{key, &whole, bytes})
	for a.bytes += bytes; a.bytes > maxKept; {
		last := a.order.Back()
		old := a.order.Remove(last).(kept)
		delete(a.known, old.key)
		a.bytes -= old.bytes
	}
}
