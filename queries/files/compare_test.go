package files_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// not, and, or take true, false, or nil for unknown.
func not(a any) any {
	if a == nil {
		return nil
	}
	return a == false
}

func and(all ...any) any {
	switch {
	case slices.Contains(all, any(false)):
		return false
	case slices.Contains(all, nil):
		return nil
	}
	return true
}

func or(all ...any) any {
	for i := range all {
		all[i] = not(all[i])
	}
	return not(and(all...))
}

// moment reads a text as a time, when left is a time.
func moment(v, left any) any {
	if _, ok := left.(time.Time); !ok {
		return v
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05", time.DateOnly} {
		if m, err := time.Parse(layout, v.(string)); err == nil {
			return m
		}
	}
	panic(fmt.Sprint("no time: ", v))
}

func compared(left any, operator string, right any) any {
	if left == nil || right == nil {
		return nil
	}
	if strings.HasSuffix(operator, "LIKE") {
		return like([]rune(left.(string)), []rune(right.(string))) == (operator == "LIKE")
	}
	c := compare(left, right)
	switch operator {
	case "=":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	case ">=":
		return c >= 0
	}
	panic("no operator " + operator)
}

// compare orders two values of comparable kinds.
func compare(a, b any) int {
	switch a := a.(type) {
	case string:
		return strings.Compare(a, b.(string))
	case time.Time:
		return a.Compare(b.(time.Time))
	case bool:
		return slices.Index([]bool{false, true}, a) - slices.Index([]bool{false, true}, b.(bool))
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	}
	return cmp.Compare(number(a), number(b))
}

func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}

// like reports whether a text has the form of a pattern, in which % is any text and _
// one character.
func like(text, pattern []rune) bool {
	switch {
	case len(pattern) == 0:
		return len(text) == 0
	case pattern[0] == '%':
		return like(text, pattern[1:]) || len(text) > 0 && like(text[1:], pattern)
	}
	return len(text) > 0 && (pattern[0] == '_' || pattern[0] == text[0]) && like(text[1:], pattern[1:])
}
