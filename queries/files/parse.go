package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

// The limits of a query's text. A larger text fails before anything is made of it.
const (
	maxQuery  = 64 << 10 // bytes
	maxNested = 200      // the depth of lists and objects; filters have another limit
)

// kindOfValue is the kind of a JSON value.
type kindOfValue int

const (
	nullValue kindOfValue = iota
	boolValue
	numberValue
	stringValue
	listValue
	objectValue
)

// value is a JSON value, and its place in the query: where.and[1].field.
type value struct {
	place string
	kind  kindOfValue
	text  string  // of a string; of a number in its notation
	is    bool    // true or false
	items []value // of a list, or of an object in the order of keys
	keys  []string
}

// member returns a value of an object by its key.
func (v value) member(key string) (value, bool) {
	for i, k := range v.keys {
		if k == key {
			return v.items[i], true
		}
	}
	return value{}, false
}

// String describes the value, for messages.
func (v value) String() string {
	switch v.kind {
	case boolValue:
		return strconv.FormatBool(v.is)
	case numberValue:
		return "the number " + short(v.text)
	case stringValue:
		return strconv.Quote(short(v.text))
	case listValue:
		return "a list"
	case objectValue:
		return "an object"
	}
	return "null"
}

// short shortens a text for a message.
func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// wrong returns the error about a value at its place, with advice.
func (v value) wrong(advice, format string, args ...any) error {
	place := v.place
	if place == "" {
		place = "the query"
	}
	return &queries.UsageError{Message: "query: " + place + ": " + fmt.Sprintf(format, args...), Advice: advice}
}

// parse reads a query, which is one JSON object.
func parse(text []byte) (value, error) {
	root := value{kind: objectValue}
	if len(text) > maxQuery {
		return root, root.wrong("ask for less at a time", "it is %d bytes long, and may have %d", len(text), maxQuery)
	}
	if !utf8.Valid(text) {
		return root, root.wrong("", "it is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.UseNumber()
	p := parser{d}
	v, err := p.value("", 0)
	if err == nil && v.kind != objectValue {
		return root, root.wrong(anExample, "it is %s, and has to be an object", v)
	}
	if err == nil {
		if _, err := d.Token(); !errors.Is(err, io.EOF) {
			return root, root.wrong("give one JSON object", "text follows it, at byte %d", d.InputOffset())
		}
	}
	return v, err
}

const anExample = `such as {"from": "files", "where": {"field": "language", "operator": "=", "value": "go"}}`

type parser struct{ *json.Decoder }

func (p parser) value(place string, nested int) (value, error) {
	v := value{place: place}
	token, err := p.Token()
	if err != nil {
		return v, p.invalid(v, err)
	}
	if nested > maxNested {
		return v, v.wrong("", "more than %d nested lists and objects", maxNested)
	}
	switch t := token.(type) {
	case bool:
		v.kind, v.is = boolValue, t
	case json.Number:
		v.kind, v.text = numberValue, t.String()
	case string:
		v.kind, v.text = stringValue, t
		if strings.ContainsRune(t, 0) {
			return v, v.wrong("", "the text has a zero byte")
		}
	case json.Delim:
		if t == '[' {
			v.kind = listValue
			return p.list(v, nested)
		}
		v.kind = objectValue
		return p.object(v, nested)
	}
	return v, nil
}

func (p parser) list(v value, nested int) (value, error) {
	for p.More() {
		item, err := p.value(fmt.Sprintf("%s[%d]", v.place, len(v.items)), nested+1)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
	}
	_, err := p.Token()
	return v, p.invalid(v, err)
}

func (p parser) object(v value, nested int) (value, error) {
	for p.More() {
		token, err := p.Token()
		if err != nil {
			return v, p.invalid(v, err)
		}
		key, _ := token.(string)
		if _, twice := v.member(key); twice {
			return v, v.wrong("give it once", "the key %q is given twice", short(key))
		}
		name := short(key)
		if !identifiers.MatchString(key) {
			name = strconv.Quote(name)
		}
		item, err := p.value(strings.TrimPrefix(v.place+"."+name, "."), nested+1)
		if err != nil {
			return v, err
		}
		v.keys, v.items = append(v.keys, key), append(v.items, item)
	}
	_, err := p.Token()
	return v, p.invalid(v, err)
}

// invalid returns the error for text that is not JSON, with the byte.
func (p parser) invalid(v value, err error) error {
	if err == nil {
		return nil
	}
	message := err.Error()
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		message = "it ends too early"
	}
	return v.wrong("the query is one JSON object, "+anExample, "this is no JSON, at byte %d: %s", p.InputOffset(), message)
}
