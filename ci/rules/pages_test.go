package rules

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// later lists the pages that others link to and that do not exist yet.
var later = []string{"cmd/cortex/internal/mcpserver/README.md"}

// eachPage calls visit for each document of this repository.
func eachPage(t *testing.T, visit func(page, text string)) {
	t.Helper()
	pages := 0
	eachFile(t, []string{"."}, func(file string) {
		if path.Ext(file) == ".md" {
			pages++
			visit(file, readText(t, file))
		}
	})
	if pages < 8 {
		t.Errorf("there are %d pages", pages)
	}
}

// TestPages checks the links and the make targets that documents name.
func TestPages(t *testing.T) {
	exists := func(file string) bool {
		_, err := os.Stat(located(t, file))
		return err == nil
	}
	makefile := readText(t, "Makefile")
	eachPage(t, func(page, text string) {
		report(t, checkPage(page, text, makefile, exists))
	})
}

func TestPagesFindsViolations(t *testing.T) {
	exists := func(file string) bool { return file == "ci/action.yml" }
	check := func(text string) []violation {
		return checkPage("ci/README.md", text, "test: ## run\n", exists)
	}
	wantNone(t, check("[a](action.yml) [b](https://example.com) [c](#part) `make test` `make -C x`"))
	wantViolation(t, check("[a](nothing.yml)"), "ci/README.md", "ci/nothing.yml")
	wantViolation(t, check("run `make tests X=1`"), "ci/README.md", "make tests")
}

var (
	linkTo   = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	makeWhat = regexp.MustCompile("`make ([a-z][a-z-]*)[^`]*`")
)

// checkPage finds links to missing files, and missing targets of make.
func checkPage(page, text, makefile string, exists func(file string) bool) []violation {
	var vs []violation
	for _, m := range linkTo.FindAllStringSubmatch(inlineCode.ReplaceAllString(text, ""), -1) {
		if to := path.Join(path.Dir(page), m[1]); !exists(to) && !strings.Contains(strings.Join(later, "\n"), to) {
			vs = append(vs, violation{fmt.Sprintf("%s links to %s, which does not exist", page, to), "correct the link"})
		}
	}
	for _, m := range makeWhat.FindAllStringSubmatch(text, -1) {
		if !strings.Contains("\n"+makefile, "\n"+m[1]+":") {
			vs = append(vs, violation{fmt.Sprintf("%s names make %s, which does not exist", page, m[1]), "name a target that make help prints"})
		}
	}
	return vs
}
