package budget

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/queries"
)

// Metadata is the part of an answer's metadata that only the server knows.
type Metadata struct {
	Freshness  *freshness.State `json:"freshness,omitempty"`
	Uncompared string           `json:"not_compared,omitempty"` // why Freshness is missing
	Hint       string           `json:"hint,omitempty"`         // the next step
	Left       *leftOut         `json:"left_out,omitempty"`     // JSON sets it
	Read       []string         `json:"read,omitempty"`         // coerced arguments
}

// leftOut lists the parts that an answer lacks.
type leftOut struct {
	Because  string         `json:"because"`
	Answered map[string]any `json:"answered_for"`  // arguments that replace the given ones
	Cut      []string       `json:"cut,omitempty"` // parts that were cut out
}

// JSON returns an answer in JSON with the metadata. Where it is too large, JSON shortens it or asks
// again for less, and returns the answer to that.
//
// DESIGN: hosts show a model the JSON instead of the text when an answer has both. The command
// line prints the same JSON for the arguments in answered_for. Only an answer without any
// argument that could ask for less is cut, such as a type with 3,000 fields.
func (b Budget) JSON(a queries.Answer, more Metadata, again func(args map[string]any) (queries.Answer, error)) (json.RawMessage, error) {
	args := b.Args
	for {
		document, err := encode(a)
		if err != nil {
			return nil, err
		}
		whole, over, err := b.complete(document, args, nil, more)
		if err != nil || over <= 0 {
			return whole, err
		}
		less, ok := b.less(args, len(document), over, len(a.Table().Rows))
		if !ok {
			return b.cut(document, args, more)
		}
		args = less
		if s, ok := a.(queries.Shortener); ok {
			n, _ := Int(args["max_results"])
			a = s.Shorter(n, args["include_context"] != false)
			continue
		}
		if a, err = again(args); err != nil {
			return nil, err
		}
	}
}

// encode returns an answer in JSON as the command line prints it, on one line.
func encode(a any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// cut returns an answer with its metadata, of which it cuts the excess.
func (b Budget) cut(document json.RawMessage, args map[string]any, more Metadata) (json.RawMessage, error) {
	for room := b.json; ; {
		smaller, cuts, err := shrink(document, room)
		if err != nil {
			return nil, err
		}
		whole, over, err := b.complete(smaller, args, cuts, more)
		if err != nil || over <= 0 {
			return whole, err
		}
		room = min(room, len(smaller)) - over
	}
}

// complete returns an answer with its metadata, and its excess over the budget in bytes. The
// answer is nil when it is too large without the metadata.
func (b Budget) complete(document json.RawMessage, args map[string]any, cuts []string, more Metadata) (whole json.RawMessage, over int, err error) {
	more.Left = b.left(args, cuts)
	if len(document) > b.json {
		text, err := encode(more)
		return nil, len(document) + len(text) - b.json, err
	}
	if more.Freshness != nil {
		more.Freshness = more.Freshness.Listed(document)
	}
	whole, err = insert(document, more)
	return whole, len(whole) - b.json, err
}

// left lists the parts that an answer for these arguments lacks; nil for a complete answer.
func (b Budget) left(args map[string]any, cuts []string) *leftOut {
	left := &leftOut{Because: fmt.Sprintf("this answer has at most %d bytes", b.json), Answered: map[string]any{}, Cut: cuts}
	if b.json == maxBytes {
		left.Because = fmt.Sprintf("no answer has more than %d bytes", b.json)
	} else if names := limitsOf(b.op); names != nil {
		left.Because += fmt.Sprintf("; where more than usual is asked for, by %s above its default, %d", strings.Join(names, " or "), maxBytes)
	}
	for name, v := range args {
		if reflect.DeepEqual(v, b.given[name]) {
			continue
		}
		if query, ok := v.(map[string]any); ok && isLong(query) { // only its limit differs
			name, v = name+".limit", query["limit"]
		}
		left.Answered[name] = v
	}
	if len(left.Answered)+len(cuts) == 0 {
		return nil
	}
	return left
}

// isLong reports whether a query in JSON is too long to repeat.
func isLong(query map[string]any) bool {
	text, err := encode(query)
	return err != nil || len(text) > 1000
}

// less returns arguments with a smaller answer than the one of so many bytes and rows, which
// is too large by over; false when there are none.
func (b Budget) less(args map[string]any, size, over, rows int) (map[string]any, bool) {
	less := maps.Clone(args)
	if less == nil {
		less = map[string]any{}
	}
	room := max(size-over, 1)
	takes := func(name string) bool {
		return slices.ContainsFunc(b.op.Args, func(a queries.Arg) bool { return a.Name == name })
	}
	if size > maxBytes && takes("include_context") && args["include_context"] != false {
		less["include_context"] = false
		return less, true
	}
	for _, a := range b.op.Args {
		switch a.Name {
		case "max_results", "limit", "top_n", "token_budget":
			now, ok := Int(args[a.Name])
			if !ok {
				now, ok = a.Default.(int)
			}
			if rows > 0 && a.Name != "token_budget" {
				now = min(now, rows)
			}
			if next := min(now*room/size*9/10, now-1); ok && next >= max(a.Min, 1) {
				less[a.Name] = next
				return less, true
			}
		case "query":
			query, ok := args["query"].(map[string]any)
			if !ok {
				continue // SQL
			}
			query = maps.Clone(query)
			next := min(rows*room/size*9/10, rows-1)
			query["limit"], less["query"] = next, query
			return less, next >= 1
		}
	}
	return nil, false
}

// insert puts metadata into that of an answer. It keeps the order of the fields.
func insert(document json.RawMessage, more Metadata) (json.RawMessage, error) {
	text, err := encode(more)
	if err != nil || string(text) == "{}" {
		return document, err
	}
	d := json.NewDecoder(bytes.NewReader(document))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		if name != "metadata" {
			if err := d.Decode(new(json.RawMessage)); err != nil {
				return nil, err
			}
			continue
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		at := d.InputOffset() // after the brace
		text[len(text)-1] = ','
		return slices.Concat(document[:at], text[1:], document[at:]), nil
	}
	return nil, errors.New("the answer has no metadata")
}

// shrink cuts lists and texts in a document in JSON, the largest first, until it has at most
// that many bytes. It returns a phrase for each cut.
func shrink(document json.RawMessage, most int) (json.RawMessage, []string, error) {
	var whole any
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	if err := d.Decode(&whole); err != nil {
		return nil, nil, err
	}
	var cuts []string
	for len(document) > most {
		l := largest(whole, "", nil)
		if l == nil {
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the answer has %d bytes, which is above the maximum of %d", len(document), most), Advice: "ask for less"}
		}
		cuts = append(cuts, l.cut(len(document)-most))
		var err error
		if document, err = encode(whole); err != nil {
			return nil, nil, err
		}
	}
	return document, cuts, nil
}

// part is a list or a text in a document.
type part struct {
	path  string
	value any
	bytes int
	put   func(any)
}

// minPart is the size of the smallest part that is cut, in bytes.
const minPart = 500

// largest returns the largest list or text in a value; nil when all are small. It passes over
// lists of which one element is more than half.
func largest(v any, path string, put func(any)) (out *part) {
	better := func(p *part) {
		if p != nil && (out == nil || p.bytes > out.bytes) {
			out = p
		}
	}
	sum, most := 0, 0
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			better(largest(e, strings.TrimPrefix(path+"."+name, "."), func(x any) { v[name] = x }))
		}
	case []any:
		for i, e := range v {
			b, _ := encode(e)
			sum, most = sum+len(b), max(most, len(b))
			better(largest(e, fmt.Sprintf("%s[%d]", path, i), func(x any) { v[i] = x }))
		}
	case string:
		sum = len(v)
	}
	if put != nil && sum >= minPart && most <= sum/2 {
		better(&part{path, v, sum, put})
	}
	return out
}

// cut removes about that many bytes from the end of a part, and returns a phrase for it.
func (p *part) cut(bytes int) string {
	share := min(float64(bytes+200)/float64(p.bytes), 1)
	switch v := p.value.(type) {
	case []any:
		n := max(int(share*float64(len(v))), 1)
		p.put(v[:len(v)-n])
		return fmt.Sprintf("%s: the last %d of %d", p.path, n, len(v))
	case string:
		n := max(int(share*float64(len(v))), minPart)
		p.put(strings.ToValidUTF8(v[:len(v)-n], "") + "…")
		return fmt.Sprintf("%s: the last %d of %d bytes", p.path, n, len(v))
	}
	return ""
}
