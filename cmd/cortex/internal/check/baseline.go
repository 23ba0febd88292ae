package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cortex-index/cortex/queries"
)

// maxBaseline is the maximum size of a baseline in bytes.
const maxBaseline = 64 << 20

// key is the part of a finding that edits elsewhere leave alone: no line, and the message only where there is no symbol.
type key struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"`
	Symbol  string `json:"symbol,omitempty"`
	Message string `json:"message,omitempty"`
}

// Baseline has known findings with their numbers. Only other findings fail a check.
type Baseline map[key]int

// NewBaseline returns the baseline that has all of the findings.
func NewBaseline(all []queries.Finding) Baseline {
	b := Baseline{}
	for _, f := range all {
		b[keyOf(f)]++
	}
	return b
}

func keyOf(f queries.Finding) key {
	k := key{Rule: f.Name, Path: f.File, Symbol: f.Symbol}
	if k.Symbol == "" {
		k.Message = f.Message
	}
	return k
}

// take removes one finding and reports whether it was there.
func (b Baseline) take(f queries.Finding) bool {
	k := keyOf(f)
	if b[k] == 0 {
		return false
	}
	b[k]--
	return true
}

// known is one line of a baseline.
type known struct {
	key
	Count int `json:"count"`
}

// BaselinePath returns the path of the baseline that the configuration names; empty for none. The name, or a link on the way, must not lead
// out of the folder of the configuration: a repository could make cortex write elsewhere.
func (c *Config) BaselinePath() (string, error) {
	if c.Baseline == "" {
		return "", nil
	}
	folder := filepath.Dir(c.Path)
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if _, err := root.Stat(c.Baseline); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", c.wrong("name a file below it, without links", "has the baseline %q, which is no file of its folder", c.Baseline)
	}
	return filepath.Join(folder, c.Baseline), nil
}

// ReadBaseline reads a baseline. A missing file is an empty baseline.
func ReadBaseline(path string) (Baseline, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Baseline{}, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := Baseline{}
	d := json.NewDecoder(io.LimitReader(f, maxBaseline))
	d.DisallowUnknownFields()
	for {
		var k known
		if err := d.Decode(&k); errors.Is(err, io.EOF) {
			return b, nil
		} else if err != nil {
			return nil, &ConfigError{Path: path, Message: fmt.Sprintf("is no baseline: %v", err), Advice: "write it again with cortex check --update-baseline"}
		}
		b[k.key] += k.Count
	}
}

// WriteBaseline writes the findings as a baseline: JSON, a line for each, in the order of the findings.
func WriteBaseline(path string, all []queries.Finding) error {
	counts := NewBaseline(all)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	for _, f := range all {
		k := keyOf(f)
		if counts[k] == 0 {
			continue
		}
		if err := e.Encode(known{k, counts[k]}); err != nil {
			return err
		}
		delete(counts, k)
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}
