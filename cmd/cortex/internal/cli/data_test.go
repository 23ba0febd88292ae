package cli

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

func TestWriteCSV(t *testing.T) {
	var b bytes.Buffer
	err := writeCSV(&b, queries.Table{Columns: []string{"a", "b"}, Rows: [][]any{
		{`quote " and , comma`, nil},
		{true, time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)},
		{1.5, "line\nfeed"},
		{"\x1b[2J", "\u202e"},
	}}, false)
	if err != nil {
		t.Fatal(err)
	}
	want := "a,b\n\"quote \"\" and , comma\",\ntrue,2026-01-02T03:04:05.000006Z\n1.5,\"line\nfeed\"\n\x1b[2J,\u202e\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// On a terminal nothing of an index may move the cursor, ring, or turn text round;
// the lines of a value stay.
func TestWriteCSVOnTerminal(t *testing.T) {
	var b bytes.Buffer
	err := writeCSV(&b, queries.Table{Columns: []string{"a\x1b"}, Rows: [][]any{
		{"\x1b[2J\a\u009b\u202e"}, {"line\nfeed"}, {"日本語"},
	}}, true)
	if err != nil {
		t.Fatal(err)
	}
	want := "a\\x1b\n\\x1b[2J\\a\\u009b\\u202e\n\"line\nfeed\"\n日本語\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Controls are escaped in names and values, and the document means the same.
func TestWriteJSONEscapesControls(t *testing.T) {
	in := map[string]any{"\u202ekey\u0080": "\x1b\x7f\u009b\u009f\u061c\u200e\u2066\u2069 <é日本語\u00a0\U0001f600>", "z": []any{}}
	var b bytes.Buffer
	if err := writeJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	want := `{
  "z": [],
  "\u202ekey\u0080": "\u001b\u007f\u009b\u009f\u061c\u200e\u2066\u2069 <é日本語 😀>"
}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var out map[string]any
	if err := json.Unmarshal(b.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(in, out); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
}
