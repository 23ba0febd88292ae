package ci

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestActionRules holds the action, the examples and the workflows of this repository
// against what keeps them safe: see checkWorkflow.
func TestActionRules(t *testing.T) {
	var files []string
	for _, pattern := range []string{"action.yml", "examples/*.yml", "../.github/workflows/*.yml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		report(t, checkWorkflow(file, string(text)))
	}
}

func TestActionRulesFindViolations(t *testing.T) {
	const sha = "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f"
	fine := "name: a\npermissions:\n  contents: read\njobs:\n  a:\n    steps:\n      - uses: actions/cache/save@" + sha + " # v7.0.0\n      - uses: ./ci\n      - uses: cortex-index/cortex/ci@main # a tag\n" +
		"      - run: |\n          echo 1\n        env:\n          A: ${{ github.ref }}\n"
	wantNone(t, checkWorkflow("a.yml", fine))
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, sha, "v7", 1)), "a.yml:7", "actions/cache/save@v7")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, " # v7.0.0", "", 1)), "a.yml:7")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, "permissions:\n  contents: read\n", "", 1)), "permissions")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, "contents: read", "contents: write", 1)), "contents: write")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, "permissions:\n  contents: read", "permissions: read-all", 1)), "read-all")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, "echo 1", "echo ${{ github.ref }}", 1)), "a.yml:11")
	wantViolation(t, checkWorkflow("a.yml", strings.Replace(fine, "run: |\n          echo 1", "run: echo ${{ github.ref }}", 1)), "a.yml:10")
}

var (
	uses = regexp.MustCompile(`^\s*(?:- )?uses: (\S+)(.*)$`)
	body = regexp.MustCompile(`^(\s*(?:- )?)run: `)
	// pinned is an action at a commit, with a comment that says which version that is.
	pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)
	sets   = regexp.MustCompile(`(?m)^permissions:`)
	grants = regexp.MustCompile(`(?m)^ *permissions: *(\S.*)$|^ +[a-z-]+: (?:write|admin)(?: .*)?$`)
)

// checkWorkflow finds actions of others that are not pinned to a commit, expressions in the
// text of a script, and permissions that are missing or more than reading.
func checkWorkflow(file, text string) []violation {
	var vs []violation
	if strings.Contains(text, "\njobs:") && !sets.MatchString(text) {
		vs = append(vs, violation{file + " sets no permissions", "add permissions: at the top, with contents: read"})
	}
	if m := grants.FindString(text); m != "" {
		vs = append(vs, violation{file + " grants " + strings.TrimSpace(m), "name what is read, and nothing else"})
	}
	inside := -1 // the column of the run: that a line belongs to
	for i, line := range strings.Split(text, "\n") {
		at := fmt.Sprintf("%s:%d", file, i+1)
		if m := uses.FindStringSubmatch(line); m != nil && !ours(m[1]) && !pinned.MatchString(m[1]+m[2]) {
			vs = append(vs, violation{at + " uses " + m[1], "name the SHA of a commit, and its version in a comment: owner/name@SHA # v1.2.3"})
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if inside >= 0 && strings.TrimSpace(line) != "" && indent <= inside {
			inside = -1
		}
		if m := body.FindStringSubmatch(line); m != nil {
			inside = len(m[1])
		}
		if inside >= 0 && strings.Contains(line, "${{") {
			vs = append(vs, violation{at + " has an expression in a script", "pass the value by env:, and write \"$NAME\" in the script"})
		}
	}
	return vs
}

// ours tells whether an action is the one of this repository.
func ours(action string) bool {
	return strings.HasPrefix(action, "./") || action == "cortex-index/cortex/ci@main"
}
