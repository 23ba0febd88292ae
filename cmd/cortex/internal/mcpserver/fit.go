package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// encode is an answer as it stands in JSON on the command line.
func encode(a any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// leftOut says of an answer in JSON what it lacks.
type leftOut struct {
	Because  string         `json:"because"`
	Answered map[string]any `json:"answered_for"`  // the arguments in the place of those that were given
	Cut      []string       `json:"cut,omitempty"` // what was cut out all the same
}

// told is what the metadata of an answer in JSON has besides.
type told struct {
	Freshness  *freshness `json:"freshness,omitempty"`
	Uncompared string     `json:"not_compared,omitempty"` // why there is no freshness, where one is wanted
	Hint       string     `json:"hint,omitempty"`         // how to go on
	Left       *leftOut   `json:"left_out,omitempty"`
	Read       []string   `json:"read,omitempty"` // what was read as what
}

// structured is an answer in JSON that fits the budget, with what is told besides: where it
// does not, the answer to the same question that asks for less.
//
// DESIGN: hosts give a model the JSON instead of the text when there are both, so it has to
// be frugal too; and it has to be what the command line prints for some arguments. So the
// source is left away first, then fewer results are asked for, of the answer itself where it
// knows: to ask again took as long as the first time. Only what asks for nothing
// that could be less, such as a type with 3,000 fields, is cut. What is told besides counts:
// the names of changed files alone made 20,100 bytes of 18,000.
func (s *Server) structured(ctx context.Context, a *attached, c call, answer queries.Answer, budget int, more told) (json.RawMessage, error) {
	document, err := encode(answer)
	if err != nil {
		return nil, err
	}
	args, source := c.held, true
	if can := slices.ContainsFunc(c.op.Args, func(a queries.Arg) bool { return a.Name == "include_context" }); can && len(document) > maxBudget && args["include_context"] != false {
		document, args, source = sourceless(document), maps.Clone(args), false
		args["include_context"] = false
	}
	for {
		whole, over, err := c.within(budget, document, args, nil, more)
		if err != nil || over <= 0 {
			return whole, err
		}
		room := max(len(document)-over, 1)
		less, ok := lessOf(c.op, args, room, len(document), len(answer.Table().Rows))
		if !ok {
			return c.cut(budget, document, args, more)
		}
		args = less
		if fewer, ok := answer.(queries.Fewer); ok {
			n, _ := count(args["max_results"])
			answer = fewer.Fewer(n)
		} else if answer, err = c.op.Run(ctx, a.Index, args); err != nil {
			return nil, err
		}
		if document, err = encode(answer); err != nil {
			return nil, err
		}
		if !source {
			document = sourceless(document)
		}
	}
}

// cut is an answer in JSON of which as much is cut as does not fit the budget, with what is
// told besides, where the cuts are told too.
func (c call) cut(budget int, document json.RawMessage, args map[string]any, more told) (json.RawMessage, error) {
	for room := budget; ; {
		fitting, cuts, err := fit(document, room)
		if err != nil {
			return nil, err
		}
		whole, over, err := c.within(budget, fitting, args, cuts, more)
		if err != nil || over <= 0 {
			return whole, err
		}
		room = min(room, len(fitting)) - over
	}
}

// within is an answer in JSON with what is told besides, and by how many bytes both together
// are larger than the budget. It is nil when the answer alone is larger.
func (c call) within(budget int, document json.RawMessage, args map[string]any, cuts []string, more told) (whole json.RawMessage, over int, err error) {
	more.Left = c.lack(args, cuts, budget)
	if len(document) > budget {
		text, err := encode(more)
		return nil, len(document) + len(text) - budget, err
	}
	if more.Freshness != nil {
		fresh := *more.Freshness
		fresh.list(document)
		more.Freshness = &fresh
	}
	whole, err = note(document, more)
	return whole, len(whole) - budget, err
}

// lack says what an answer to a call lacks that is for other arguments than were given, or
// was cut; nil when it lacks nothing.
func (c call) lack(args map[string]any, cuts []string, budget int) *leftOut {
	left := &leftOut{Because: fmt.Sprintf("this answer has at most %d bytes", budget), Answered: map[string]any{}, Cut: cuts}
	if budget == maxBudget {
		left.Because = fmt.Sprintf("no answer has more than %d bytes", budget)
	} else if names := limitsOf(c.op); names != nil {
		left.Because += fmt.Sprintf("; where more than usual is asked for, by %s above its default, %d", strings.Join(names, " or "), maxBudget)
	}
	for name, v := range args {
		if reflect.DeepEqual(v, c.args[name]) {
			continue
		}
		if query, ok := v.(map[string]any); ok && tooLong(query) { // of which only the limit is another
			name, v = name+".limit", query["limit"]
		}
		left.Answered[name] = v
	}
	if len(left.Answered)+len(cuts) == 0 {
		return nil
	}
	return left
}

// tooLong reports whether a query in JSON is too long to be repeated.
func tooLong(query map[string]any) bool {
	text, err := encode(query)
	return err != nil || len(text) > 1000
}

// sourceless is an answer without the source around its results: what include_context
// false answers. To ask again would take as long as the first time.
func sourceless(document []byte) []byte {
	const field = `"context":"` // no text has it: a quote in a text is escaped
	out := make([]byte, 0, maxBudget)
	for {
		before, after, ok := bytes.Cut(document, []byte(field))
		out = append(out, before...)
		if !ok {
			return out
		}
		end := 0
		for ; after[end] != '"'; end++ {
			if after[end] == '\\' {
				end++
			}
		}
		out = append(out, field...)
		document = after[end:]
	}
}

// lessOf are the arguments of a question whose answer is smaller than the one of so many
// bytes and rows; false when there are none.
func lessOf(op queries.Operation, args map[string]any, budget, size, rows int) (map[string]any, bool) {
	less := maps.Clone(args)
	if less == nil {
		less = map[string]any{}
	}
	for _, a := range op.Args {
		switch a.Name {
		case "max_results", "limit", "top_n", "token_budget":
			now, ok := count(args[a.Name])
			if !ok {
				now, ok = a.Default.(int)
			}
			if rows > 0 && a.Name != "token_budget" {
				now = min(now, rows)
			}
			if next := min(now*budget/size*9/10, now-1); ok && next >= max(a.Min, 1) {
				less[a.Name] = next
				return less, true
			}
		case "query":
			if a.Type == "object" {
				return lessRows(less, budget, size, rows)
			}
		}
	}
	return nil, false
}

// lessRows lowers the limit in a query in JSON.
func lessRows(args map[string]any, budget, size, rows int) (map[string]any, bool) {
	query, ok := args["query"].(map[string]any)
	if !ok {
		return nil, false
	}
	query = maps.Clone(query)
	next := min(rows*budget/size*9/10, rows-1)
	query["limit"], args["query"] = next, query
	return args, next >= 1
}

func count(v any) (int, bool) {
	switch n := v.(type) {
	case float64:
		return int(n), true
	case int:
		return n, true
	}
	return 0, false
}

// note puts what is told besides into the metadata of an answer.
func note(document json.RawMessage, more told) (json.RawMessage, error) {
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
		at := d.InputOffset() // behind the brace
		text[len(text)-1] = ','
		return slices.Concat(document[:at], text[1:], document[at:]), nil
	}
	return nil, errors.New("the answer has no metadata")
}

// What is told of changed files by name: how many there are is told beside.
const (
	maxChanged      = 20
	maxChangedBytes = 2000
)

// list names the files that differ, beside an answer in JSON.
func (f *freshness) list(document []byte) {
	f.Files = f.differing()
	if f.Changed == unknown || len(f.Files) > maxChanged || len(strings.Join(f.Files, "")) > maxChangedBytes {
		f.Files = changedStrings(document, f.changed)
	}
	f.Files = append([]string{}, f.Files...) // a list in JSON, if an empty one
	if f.Changed != unknown {
		f.Unlisted = f.Changed - len(f.Files)
	}
}

// changedStrings are the files in a document in JSON that are not as they were, or the first
// of them.
func changedStrings(document []byte, changed func(string) bool) []string {
	files, bytesOf := []string{}, 0
	for d := json.NewDecoder(bytes.NewReader(document)); len(files) < maxChanged; {
		token, err := d.Token()
		if err != nil {
			break
		}
		s, ok := token.(string)
		if file := fileOf(s); ok && changed(file) && !slices.Contains(files, file) {
			if bytesOf += len(file); bytesOf > maxChangedBytes {
				break
			}
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

// fit cuts lists and texts in a document in JSON, the largest first, until it has no more
// than so many bytes, and says where it did.
func fit(document json.RawMessage, most int) (json.RawMessage, []string, error) {
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
			return nil, nil, &queries.UsageError{Message: fmt.Sprintf("the answer has %d bytes, and an agent is given %d at most", len(document), most), Advice: "ask for less"}
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

// minPart is the least that it is worth to cut, in bytes.
const minPart = 500

// largest is the largest list or text in a value, but for lists of which one element is most;
// nil when all are small.
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

// cut takes about so many bytes from the end of a part, and says what it took.
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
