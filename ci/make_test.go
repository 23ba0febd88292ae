package ci

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// wantTargets are the targets that people and the README count on.
var wantTargets = []string{"help", "demo", "build", "test", "test-mcp", "test-action", "check", "race", "golden", "fuzz", "bench", "oracle", "self"}

// TestMakefile checks that every target explains itself in `make help`.
func TestMakefile(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(top(t), "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	report(t, checkMakefile(string(text), wantTargets))
}

func TestMakefileFindsViolations(t *testing.T) {
	wantNone(t, checkMakefile("X ?= 1\nY := 2\nbuild: ## build it\n\tgo build\n.PHONY: build\n", []string{"build"}))
	wantViolation(t, checkMakefile("build: deps\n\tgo build\n", []string{"build"}), "build")
	wantViolation(t, checkMakefile("build: ## build it\n", []string{"build", "test"}), "test")
}

var target = regexp.MustCompile(`(?m)^([A-Za-z][\w/-]*):([^=\n][^\n]*)?$`)
var explained = regexp.MustCompile(`## \S`)

func checkMakefile(text string, want []string) []violation {
	var vs []violation
	var found []string
	for _, m := range target.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
		if !explained.MatchString(m[2]) {
			vs = append(vs, violation{"make target " + m[1] + " has no ## line", "end its line with `## what it does`, which make help prints"})
		}
	}
	for _, w := range want {
		if !slices.Contains(found, w) {
			vs = append(vs, violation{"make target " + w + " is missing", "bring it back to the Makefile: the README names it"})
		}
	}
	return vs
}
