package render

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

// JSON writes a value as one document.
func JSON(w io.Writer, v any) error {
	document, err := encode(v, "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append(document, '\n'))
	return err
}

// encode marshals a value, indented or, without an indent, on one line. It writes \uXXXX
// for characters that could change a terminal or the order of its text.
func encode(v any, indent string) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	err := e.Encode(v)
	return escapeControls(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}

// escapeControls escapes the controls that encoding/json does not: DEL, C1, and the controls of
// bidirectional text. All of them are in strings.
func escapeControls(document []byte) []byte {
	var out []byte
	for {
		i := bytes.IndexFunc(document, isControl)
		if i < 0 {
			break
		}
		r, size := utf8.DecodeRune(document[i:])
		out = fmt.Appendf(append(out, document[:i]...), `\u%04x`, r)
		document = document[i+size:]
	}
	if out == nil {
		return document
	}
	return append(out, document...)
}

func isControl(r rune) bool {
	return r >= 0x7f && (r <= 0x9f || unicode.Is(unicode.Bidi_Control, r))
}

// writeNDJSON writes a line of JSON for each result of an answer. It is the result as in the answer's
// JSON, or an object of the row's values by column, in the columns' order.
func writeNDJSON(w io.Writer, a queries.Answer) error {
	b := bufio.NewWriter(w)
	if l, ok := a.(queries.Lister); ok {
		for _, v := range l.List() {
			line, err := encode(v, "")
			if err != nil {
				return err
			}
			b.Write(append(line, '\n'))
		}
		return b.Flush()
	}
	t := a.Table()
	keys := make([][]byte, len(t.Columns))
	for i, name := range distinct(t.Columns) {
		key, err := encode(name, "")
		if err != nil {
			return err
		}
		keys[i] = append(key, ':')
	}
	for _, row := range t.Rows {
		for i, v := range row {
			value, err := encode(v, "")
			if err != nil {
				return err
			}
			b.WriteByte("{,"[min(i, 1)])
			b.Write(keys[i])
			b.Write(value)
		}
		b.WriteString("}\n")
	}
	return b.Flush()
}

// distinct makes names unique as DuckDB does in a subquery: a repeated name gets the first
// of _1, _2, … that makes it unique.
func distinct(names []string) []string {
	out, taken := make([]string, len(names)), map[string]bool{}
	for i, name := range names {
		out[i] = name
		for n := 1; taken[out[i]]; n++ {
			out[i] = name + "_" + strconv.Itoa(n)
		}
		taken[out[i]] = true
	}
	return out
}

// writeCSV writes a line of column names and a line per row, after RFC 4180. Lines end in CR LF, and a
// field with a comma, a quote or a line break has quotes. NULL is an empty field, an empty text two
// quotes. Values are exact; for a terminal, controls are escaped.
//
// DESIGN: encoding/csv never quotes an empty field: NULL and the empty text would be equal. A row with
// one such field would be an empty line, which readers skip; therefore NULL has quotes there too.
// go-pretty's RenderCSV changes tabs and carriage returns.
func writeCSV(w io.Writer, t queries.Table, terminal bool) error {
	b := bufio.NewWriter(w)
	record := func(n int, value func(i int) any) {
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			v := value(i)
			if v == nil && n > 1 {
				continue
			}
			s := cell(v)
			if terminal {
				s = Printable(s, true)
			}
			b.WriteString(quoted(s))
		}
		b.WriteString("\r\n")
	}
	record(len(t.Columns), func(i int) any { return t.Columns[i] })
	for _, row := range t.Rows {
		record(len(row), func(i int) any { return row[i] })
	}
	return b.Flush()
}

// quoted quotes a text that a reader of CSV would split, trim or read as NULL.
func quoted(s string) string {
	if s != "" && strings.TrimSpace(s) == s && !strings.ContainsAny(s, "\",\r\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// cell returns the text of a value; empty for nil. Floats, lists, structs and maps are
// written as in JSON.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64, []any, map[string]any:
		text, err := encode(v, "")
		if err != nil {
			return fmt.Sprint(v)
		}
		return string(text)
	}
	return fmt.Sprint(v)
}

// Fields writes the results of an answer as one list of JSON objects with the given fields. A field of an object inside a result has
// the name of the object and a dot before it; the dot and the name may be left out.
func Fields(w io.Writer, a queries.Answer, fields []string) error {
	var line bytes.Buffer
	if err := writeNDJSON(&line, a); err != nil {
		return err
	}
	out := []map[string]any{}
	decoder := json.NewDecoder(&line)
	decoder.UseNumber()
	for decoder.More() {
		var all map[string]any
		if err := decoder.Decode(&all); err != nil {
			return err
		}
		some := map[string]any{}
		for _, f := range fields {
			v, ok := fieldOf(all, f)
			if !ok && len(out) == 0 {
				return unknownField(all, f)
			}
			some[f] = v
		}
		out = append(out, some)
	}
	return JSON(w, out)
}

// fieldOf finds a field in an object or in an object inside it.
func fieldOf(object map[string]any, name string) (any, bool) {
	if v, ok := object[name]; ok {
		return v, true
	}
	outer, inner, dotted := strings.Cut(name, ".")
	for key, v := range object {
		nested, isObject := v.(map[string]any)
		if !isObject || dotted && key != outer {
			continue
		}
		if dotted {
			return fieldOf(nested, inner)
		}
		if v, ok := nested[name]; ok {
			return v, true
		}
	}
	return nil, false
}

func unknownField(object map[string]any, name string) error {
	var known []string
	for key, v := range object {
		if nested, ok := v.(map[string]any); ok {
			for inner := range nested {
				known = append(known, key+"."+inner)
			}
			continue
		}
		known = append(known, key)
	}
	slices.Sort(known)
	return &FieldError{name, known}
}

// A FieldError is the name of a field that the results lack.
type FieldError struct {
	Name  string
	Known []string
}

func (e *FieldError) Error() string { return "field " + e.Name + " is unknown" }

// Hint lists the fields.
func (e *FieldError) Hint() string { return "the fields are " + strings.Join(e.Known, ", ") }

// ExitCode returns the exit status of wrong usage.
func (e *FieldError) ExitCode() int { return 2 }
