package budget

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/queries"
)

// Metadata is the part of an answer's metadata that only the server knows.
type Metadata struct {
	Freshness  *freshness.State `json:"freshness,omitempty"`
	Uncompared string           `json:"not_compared,omitempty"` // why Freshness is missing
	Read       []string         `json:"read,omitempty"`         // coerced arguments
	Now        string           `json:"read_now,omitempty"`     // says that changed files were read as they are
}

// JSON returns an answer in JSON as the command line prints it, on one line, with the metadata.
func JSON(a queries.Answer, more Metadata) (json.RawMessage, error) {
	document, err := encode(a)
	if err != nil {
		return nil, err
	}
	if more.Freshness != nil {
		more.Freshness = more.Freshness.Listed(document)
	}
	return insert(document, more)
}

func encode(a any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(a); err != nil {
		return nil, fmt.Errorf("encode the answer: %w", err)
	}
	return bytes.TrimSpace(b.Bytes()), nil
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
