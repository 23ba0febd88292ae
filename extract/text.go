package extract

import (
	"reflect"
	"strings"
	"unicode/utf8"
)

// validText replaces what is not UTF-8 in the texts of rows, a slice of a row
// type. Source code can spell such text in UTF-8 files, as in `import "a\xff"`,
// and one strange literal must not keep an index from being written.
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
