package queries

import "testing"

func TestSpelled(t *testing.T) {
	for _, c := range []struct {
		text   string
		values []any
		want   string // empty where it is not spelled
	}{
		{"SELECT 1", nil, "SELECT 1"},
		{"SELECT $1::BIGINT - $2", []any{-3, int64(-4)}, "SELECT (-3)::BIGINT - (-4)"},
		{"SELECT unnest($1::INTEGER[]), $2::BOOLEAN", []any{[]int32{7, -8}, true}, "SELECT unnest([7, -8]::INTEGER[]), true::BOOLEAN"},
		{"SELECT $1::INTEGER[], $2::BOOLEAN[]", []any{[]int32{}, []bool{true, false}}, "SELECT []::INTEGER[], [true, false]::BOOLEAN[]"},
		{"SELECT $10, $1, $2", []any{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "SELECT (10), (1), (2)"},
		{"SELECT $2", []any{1}, "SELECT $2"},
		{"SELECT $1", []any{"1"}, ""},
		{"SELECT $1, $2", []any{1, nil}, ""},
		{"SELECT $1", []any{[]string{"1"}}, ""},
		{"SELECT $1", []any{make([]int32, maxSpelled+1)}, ""},
	} {
		if got, plain := spelled(c.text, c.values); got != c.want || plain != (c.want != "") {
			t.Errorf("%s with %v: %q, %t, want %q", c.text, c.values, got, plain, c.want)
		}
	}
}
