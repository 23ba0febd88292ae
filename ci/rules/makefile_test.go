package rules

import (
	"regexp"
	"slices"
	"testing"
)

// wantTargets lists the targets that documents and CI use.
var wantTargets = []string{"help", "demo", "build", "lint", "check", "test", "test-mcp", "test-action", "test-lake", "race", "golden", "fuzz", "vuln", "bench", "oracle", "oracle-languages", "self"}

// TestMakefile checks that `make help` explains every target.
func TestMakefile(t *testing.T) {
	report(t, checkMakefile(readText(t, "Makefile"), wantTargets))
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
			vs = append(vs, violation{"make target " + m[1] + " has no ## line", "end its line with `## ` and its purpose, which make help prints"})
		}
	}
	for _, w := range want {
		if !slices.Contains(found, w) {
			vs = append(vs, violation{"make target " + w + " is missing", "restore it in the Makefile: documents and CI use it"})
		}
	}
	return vs
}
