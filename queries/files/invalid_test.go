package files_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
)

// site is a value in a query that a test can replace or rename.
type site struct {
	place  string
	key    string // its key, or the key of its list
	value  any
	in     map[string]any // its object; nil for an item of a list
	change func(any)
}

// sites returns all values in a query, except those in {"literal": …}.
func sites(v any, place, key string) (out []site) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if k == "literal" {
				continue
			}
			s := site{place: strings.TrimPrefix(place+"."+k, "."), key: k, value: x, in: v, change: func(x any) { v[k] = x }}
			out = append(append(out, s), sites(x, s.place, k)...)
		}
	case []any:
		for i, x := range v {
			s := site{place: fmt.Sprintf("%s[%d]", place, i), key: key, value: x, change: func(x any) { v[i] = x }}
			out = append(append(out, s), sites(x, s.place, key)...)
		}
	}
	slices.SortFunc(out, func(a, b site) int { return strings.Compare(a.place, b.place) })
	return out
}

// misspelled lists values that are wrong under a key and similar to a right one; misplaced lists values
// that are similar to none.
var (
	misspelled = map[string][]any{"from": {"fils", "Files", "files x"}, "table": {"function", "", "calls--"}, "operator": {"==", "like", "= 1 OR 1 =", "IS"}, "function": {"TOTAL", "count", "COUNT("},
		"direction": {"DOWN", "desc", "ASC, 1"}, "type": {"OUTER", "left", "CROSS"}, "field": {"no_such", "*", "files.", ".", "a.b.c", "1 OR 1"}, "column": {"no_such", "files.no_such"}}
	misplaced = map[string][]any{"from": {7, nil}, "table": {[]any{}}, "field": {7, nil, map[string]any{}}, "column": {7}, "and": {[]any{}, map[string]any{}}, "or": {nil}, "not": {[]any{}}, "where": {7, nil, "x"}, "having": {[]any{}}, "on": {"x"},
		"fields": {"x", nil}, "joins": {map[string]any{}}, "groupBy": {true}, "aggregations": {7}, "orderBy": {"x"}, "alias": {"a b", `a"b`, "1a", "", 7, strings.Repeat("a", 64)}, "distinct": {"yes", 1},
		"limit": {0, 100001, 1.5, "5", -1, nil, json.Number("1e6")}, "offset": {-1, 1.5, "1", json.Number("99999999999")}, "value": {nil, map[string]any{"x": 1}, map[string]any{}}}
)

// spoil makes a valid query wrong in one place. It returns the place, and whether the error must have
// advice.
func (m maker) spoil(query any) (place string, advice bool) {
	for {
		s := pick(m, sites(query, "", ""))
		item := s.in == nil
		operator, _ := s.in["operator"].(string)
		switch {
		case item && (s.key == "fields" || s.key == "groupBy"):
			s.change(pick(m, []any{"no_such", "files.no_such", "name; --"}))
			return s.place, strings.Contains(fmt.Sprint(query), "no_such")
		case item:
			continue
		case s.key != "column" && m.IntN(4) == 0:
			delete(s.in, s.key)
			s.in[s.key+"x"] = s.value
			return s.place + "x", true
		case s.key == "value" && operator == "BETWEEN" && m.IntN(2) == 0:
			list := s.value.([]any)
			s.change(pick(m, []any{list[:1], append(slices.Clone(list), list[0]), list[0]}))
			return s.place, false
		case s.key == "value" && strings.HasSuffix(operator, "IN") && m.IntN(2) == 0:
			s.change([]any{})
			return s.place, false
		case m.IntN(2) == 0 && misspelled[s.key] != nil:
			s.change(pick(m, misspelled[s.key]))
			return s.place, true
		case misplaced[s.key] != nil:
			s.change(pick(m, misplaced[s.key]))
			return s.place, false
		}
	}
}

// TestWrongQueriesNameThePlace shows that the error for a query with one wrong place names that place,
// and that the database gets no statement.
func TestWrongQueriesNameThePlace(t *testing.T) {
	ix := openRows(t, few())
	ix.Close()
	if _, err := ask(ix, files.Query(), map[string]any{"query": `{"from": "files"}`}); err == nil {
		t.Fatal("a closed index answers")
	}
	places := map[string]int{}
	m := maker{rand.New(rand.NewPCG(1, 1))}
	for range 5000 {
		text, err := json.Marshal(m.query())
		if err != nil {
			t.Fatal(err)
		}
		var query any
		if err := json.Unmarshal(text, &query); err != nil {
			t.Fatal(err)
		}
		place, advice := m.spoil(query)
		spoiled, err := json.Marshal(query)
		if err != nil {
			t.Fatal(err)
		}
		places[place]++
		if err := refused(ix, string(spoiled), place, advice); err != nil {
			t.Fatalf("%v\n%s\n%s", err, text, spoiled)
		}
		if err := refused(ix, string(text[:m.IntN(len(text))]), "", false); err != nil {
			t.Fatalf("cut: %v\n%s", err, text)
		}
	}
	if len(places) < 500 {
		t.Errorf("only %d places were wrong", len(places))
	}
}

// refused returns an error unless the query fails at that place.
func refused(ix *queries.Index, query, place string, advice bool) error {
	_, err := ask(ix, files.Query(), map[string]any{"query": query})
	var wrong *queries.UsageError
	switch {
	case !errors.As(err, &wrong) || wrong.ExitCode() != 2:
		return fmt.Errorf("got %v", err)
	case !strings.HasPrefix(wrong.Message, "query: ") || place != "" && !strings.HasPrefix(wrong.Message, "query: "+place+": "):
		return fmt.Errorf("got %s, want it at %s", wrong.Message, place)
	case advice && wrong.Advice == "":
		return fmt.Errorf("%s: no hint", wrong.Message)
	}
	return nil
}

// TestQueriesHaveLimits shows that a query above a limit fails early, and that a query at the limit works.
func TestQueriesHaveLimits(t *testing.T) {
	ix := openRows(t, few())
	nested := func(n int) string {
		return strings.Repeat(`{"not":`, n) + `{"field":"is_test","operator":"=","value":true}` + strings.Repeat("}", n)
	}
	joins := func(tables ...string) (out string) {
		for _, name := range tables {
			out += `,{"table":"` + name + `","type":"LEFT","on":` + nested(31) + `}`
		}
		return out[1:]
	}
	most := joins("functions", "types", "imports", "calls", "refs", "members", "scopes", "symbols")
	most = strings.ReplaceAll(most, "is_test", "files.is_test")
	list := func(n int) string {
		return `{"field":"file_id","operator":"IN","value":[1` + strings.Repeat(",1", n-1) + `]}`
	}
	for _, c := range []struct{ query, wrong string }{
		{`{"from":"files","where":` + nested(31) + `}`, ""},
		{`{"from":"files","where":` + nested(32) + `}`, "filters are nested more than 32 deep"},
		{`{"from":"files","where":` + strings.Repeat(`{"and":[`, 31) + `{"field":"is_test","operator":"=","value":true}` + strings.Repeat("]}", 31) + `}`, ""},
		{`{"from":"files","where":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`, "more than 200 nested lists and objects"},
		{`{"from":"files","where":` + strings.Repeat("[", 30000) + `}`, "more than 200 nested lists and objects"},
		{`{"from":"files","joins":[` + most + `]}`, ""},
		{`{"from":"files","where":` + list(1000) + `}`, ""},
		{`{"from":"files","where":` + list(1001) + `}`, "it is one value too many: a query has at most 1000"},
		{`{"from":"files","where":{"and":[` + list(600) + "," + list(600) + `]}}`, "it is one value too many: a query has at most 1000"},
		{`{"from":"files","fields":["` + strings.Repeat("x", 65<<10) + `"]}`, "it is 66590 bytes long, and may have 65536"},
		{`{"from":"files","fields":["` + strings.Repeat("x", 60<<10) + `"]}`, `column "` + strings.Repeat("x", 60) + `…" is unknown`},
		{"{\"from\":\"files\",\"fields\":[\"\xff\"]}", "it is not UTF-8"},
	} {
		r, err := ask(ix, files.Query(), map[string]any{"query": c.query})
		if c.wrong == "" && err == nil {
			_, err = r.askSQL(ix)
		}
		if c.wrong == "" && err != nil || c.wrong != "" && (refused(ix, c.query, "", false) != nil || !strings.HasSuffix(err.Error(), ": "+c.wrong)) {
			t.Errorf("%.200s…: got %.300v, want %q", c.query, err, c.wrong)
		}
	}
}
