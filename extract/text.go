package extract

import (
	"reflect"
	"strings"
	"unicode/utf8"
)

// validText replaces invalid UTF-8 in the texts of rows, a slice of a row type. A literal in
// a UTF-8 file can have invalid bytes, as in `import "a\xff"`, and must not fail the run.
func validText(rows any) {
	v := reflect.ValueOf(rows)
	var texts []int
	for i := range v.Type().Elem().NumField() {
		if v.Type().Elem().Field(i).Type == reflect.TypeFor[string]() {
			texts = append(texts, i)
		}
	}
	if len(texts) == 0 {
		return
	}
	for i := range v.Len() {
		for _, f := range texts {
			if s := v.Index(i).Field(f); !utf8.ValidString(s.String()) {
				s.SetString(strings.ToValidUTF8(s.String(), "\uFFFD"))
			}
		}
	}
}
