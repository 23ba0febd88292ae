package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

// writeJSON writes one document. What could change a terminal or the order of the
// text on it stands in it as \uXXXX, which means the same.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(escapeControls(b.Bytes()))
	return err
}

// escapeControls escapes the controls that encoding/json leaves as they are: DEL,
// C1, and those of bidirectional text. All of them are in strings.
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

// writeCSV writes a line of column names and a line for each row; NULL is empty.
// Values are exact, but for a terminal what could change it is escaped.
func writeCSV(w io.Writer, t queries.Table, terminal bool) error {
	cw := csv.NewWriter(w)
	record := append([]string{}, t.Columns...)
	for i := -1; i < len(t.Rows); i++ {
		if i >= 0 {
			for j, v := range t.Rows[i] {
				record[j] = cell(v)
			}
		}
		if terminal {
			for j, s := range record {
				record[j] = printable(s, true)
			}
		}
		if err := cw.Write(record); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// cell is the text of a value; nil is empty.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	}
	return fmt.Sprint(v)
}
