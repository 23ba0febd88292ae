package rules

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
)

// ofOneLanguage matches names that only one language has.
var ofOneLanguage = regexp.MustCompile(`'go'|_test\.go|'main'|'init'|\biota\b|comparable|go\.mod|go:\w+|#package`)

// TestLanguages checks that no statement has a rule of one language.
//
// DESIGN: all languages share the tables. An extractor writes the facts that follow from the rules of its language.
func TestLanguages(t *testing.T) {
	eachFile(t, []string{"queries"}, func(file string) {
		if path.Ext(file) == ".sql" {
			report(t, checkLanguages(file, readText(t, file)))
		}
	})
}

func TestLanguagesFindsRules(t *testing.T) {
	wantNone(t, checkLanguages("a.sql", "SELECT 1 FROM symbols WHERE entry = 'program' -- not iota\n"))
	wantViolation(t, checkLanguages("a.sql", "SELECT 1\nFROM symbols WHERE name = 'main'\n"), "a.sql:2", "'main'")
}

func checkLanguages(file, text string) (vs []violation) {
	for i, line := range strings.Split(text, "\n") {
		code, _, _ := strings.Cut(line, "--")
		if found := ofOneLanguage.FindString(code); found != "" {
			vs = append(vs, violation{fmt.Sprintf("%s:%d has %s, which belongs to one language", file, i+1, found),
				"write the fact in the extractor, and read its column"})
		}
	}
	return vs
}
