package render

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

// TestWriteCSV shows that a reader of CSV gets the written values, and that NULL differs from the empty text.
func TestWriteCSV(t *testing.T) {
	in := queries.Table{Columns: []string{"a", "b,c"}, Rows: [][]any{
		{`quote " and , comma`, nil},
		{"", true},
		{1.5, "line\nfeed"},
		{"carriage\rreturn", "tab\t"},
		{" leading", "trailing "},
		{"\x1b[2J", "\u202e"},
		{queries.Numeral("18446744073709551615"), []any{int64(1), "x,<y>", nil}},
		{123456789.0, map[string]any{"k": nil}},
		{"=1+1", "@x"},
	}}
	var b bytes.Buffer
	if err := writeCSV(&b, in, false); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`a,"b,c"`,
		`"quote "" and , comma",`,
		`"",true`,
		"1.5,\"line\nfeed\"",
		"\"carriage\rreturn\",\"tab\t\"",
		`" leading","trailing "`,
		"\x1b[2J,\u202e",
		`18446744073709551615,"[1,""x,<y>"",null]"`,
		`123456789,"{""k"":null}"`,
		"=1+1,@x",
		"",
	}, "\r\n")
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records := [][]string{in.Columns}
	for _, row := range in.Rows {
		records = append(records, []string{cell(row[0]), cell(row[1])})
	}
	if diff := cmp.Diff(records, got); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
}

// TestWriteCSVOfOneColumn shows that no row is an empty line, which readers skip.
func TestWriteCSVOfOneColumn(t *testing.T) {
	var b bytes.Buffer
	if err := writeCSV(&b, queries.Table{Columns: []string{"a"}, Rows: [][]any{{nil}, {""}, {"x"}}}, false); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("a\r\n\"\"\r\n\"\"\r\nx\r\n", b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestWriteCSVOnTerminal shows that no text of an index moves the cursor, rings, or reverses text on a
// terminal. The lines of a value stay.
func TestWriteCSVOnTerminal(t *testing.T) {
	var b bytes.Buffer
	err := writeCSV(&b, queries.Table{Columns: []string{"a\x1b"}, Rows: [][]any{
		{"\x1b[2J\a\u009b\u202e"}, {"line\nfeed"}, {"日本語"},
	}}, true)
	if err != nil {
		t.Fatal(err)
	}
	want := "a\\x1b\r\n\\x1b[2J\\a\\u009b\\u202e\r\n\"line\nfeed\"\r\n日本語\r\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestJSONEscapesControls shows that controls are escaped in names and values, and that the document means the same.
func TestJSONEscapesControls(t *testing.T) {
	in := map[string]any{"\u202ekey\u0080": "\x1b\x7f\u009b\u009f\u061c\u200e\u2066\u2069 <é日本語\u00a0\U0001f600>", "z": []any{}}
	var b bytes.Buffer
	if err := JSON(&b, in); err != nil {
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

// rows is an answer as a table, and listed an answer with a list of results.
type (
	rows   queries.Table
	listed []any
)

func (a rows) Table() queries.Table { return queries.Table(a) }
func (listed) Table() queries.Table { return queries.Table{} }
func (a listed) List() []any        { return a }

// TestWriteNDJSON shows that each row is an object on a separate line, with the columns in order and
// typed values. No value hides another of the same name.
func TestWriteNDJSON(t *testing.T) {
	in := rows{Columns: []string{"z", "a", "a", "a_1", "", "q\"\u202e"}, Rows: [][]any{
		{nil, "", int64(1), int64(1 << 53), true, "line\nfeed\x1b\u009b<&>"},
		{1.5, "2", queries.Numeral("9007199254740993"), []any{nil, int64(1)}, map[string]any{"k": "v"}, false},
	}}
	var b bytes.Buffer
	if err := writeNDJSON(&b, in); err != nil {
		t.Fatal(err)
	}
	want := `{"z":null,"a":"","a_1":1,"a_1_1":9007199254740992,"":true,"q\"\u202e":"line\nfeed\u001b\u009b<&>"}
{"z":1.5,"a":"2","a_1":"9007199254740993","a_1_1":[null,1],"":{"k":"v"},"q\"\u202e":false}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for line := range strings.Lines(b.String()) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if len(object) != len(in.Columns) {
			t.Errorf("%d values of %d in %s", len(object), len(in.Columns), line)
		}
	}
}

func TestWriteNDJSONOfResults(t *testing.T) {
	var b bytes.Buffer
	if err := writeNDJSON(&b, listed{map[string]any{"node": map[string]any{"id": "\u009b"}}, map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"node":{"id":"\u009b"}}`+"\n{}\n", b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
