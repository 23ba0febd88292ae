package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v2"
)

// TestWorkflows checks the action, the examples and the workflows of this repository with
// checkWorkflow.
func TestWorkflows(t *testing.T) {
	files := []string{"ci/action.yml"}
	eachFile(t, []string{"ci/examples", ".github/workflows"}, func(file string) { files = append(files, file) })
	if len(files) < 4 {
		t.Fatalf("there are %d files", len(files))
	}
	for _, file := range files {
		report(t, checkWorkflow(file, readText(t, file)))
	}
}

func TestWorkflowsFindsViolations(t *testing.T) {
	const sha = "bbbca2ddaa5d8feaa63e36b76fdaad77386f024f"
	fine := "name: a\npermissions:\n  contents: read\njobs:\n  a:\n    steps:\n      - uses: actions/cache/save@" + sha + " # v7.0.0\n      - uses: ./ci\n      - uses: cortex-index/cortex/ci@main # a tag\n" +
		"      - {'uses': \"actions/checkout@" + sha + "\"} # v7.0.1\n      - run: |\n          echo 1\n        env:\n          A: ${{ github.ref }}\n"
	wantNone(t, checkWorkflow("a.yml", fine))
	wantNone(t, checkWorkflow("a.yml", strings.Replace(fine, "permissions:\n  contents: read", "permissions: {}", 1)))
	for _, c := range []struct {
		old, changed string
		words        []string
	}{
		{"save@" + sha, "save@v7", []string{"a.yml: jobs.a.steps.0 uses actions/cache/save@v7"}},
		{"uses: actions/cache/save@" + sha, "\"uses\": 'actions/cache/save@v7'", []string{"actions/cache/save@v7"}},
		{"uses: ./ci", "uses: docker://alpine", []string{"steps.1 uses docker://alpine"}},
		{"checkout@" + sha, "checkout@v7", []string{"steps.3 uses actions/checkout@v7"}},
		{"checkout@" + sha, "checkout@" + sha[1:], []string{"steps.3"}},
		{" # v7.0.0", "", []string{"steps.0"}},
		{"  a:\n    steps", "  b:\n    uses: other/one/.github/workflows/x.yml@main\n  a:\n    steps", []string{"jobs.b uses other/one"}},
		{"permissions:\n  contents: read\n", "", []string{"sets no permissions"}},
		{"contents: read", "contents: write", []string{"grants contents: write"}},
		{"permissions:\n  contents: read", "permissions: {contents: 'write'}", []string{"grants contents: write"}},
		{"permissions:\n  contents: read", "permissions: read-all", []string{"grants read-all"}},
		{"permissions:\n  contents: read", "permissions:", []string{"grants <nil>"}},
		{"    steps", "    \"permissions\": {id-token: write}\n    steps", []string{"jobs.a grants id-token: write"}},
		{"echo 1", "echo ${{ github.ref }}", []string{"steps.4 has an expression"}},
		{"run: |\n          echo 1", "'run': echo ${{ github.ref }}", []string{"steps.4 has an expression"}},
		{"name: a", "name: [a", []string{"a.yml: yaml:"}},
	} {
		t.Run(c.changed, func(t *testing.T) {
			changed := strings.Replace(fine, c.old, c.changed, 1)
			if changed == fine {
				t.Fatalf("there is no %s", c.old)
			}
			wantViolation(t, checkWorkflow("a.yml", changed), c.words...)
		})
	}
	action := "runs:\n  using: composite\n  steps:\n    - {run: echo 1, shell: bash}\n    - uses: ./x\n"
	wantNone(t, checkWorkflow("action.yml", action))
	wantViolation(t, checkWorkflow("action.yml", strings.Replace(action, ", shell: bash", "", 1)), "action.yml: runs.steps.0 has no shell")
}

// pinned matches an action of others at a commit.
var pinned = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)

// writers begin the only permissions to write: those of the job that attests and drafts a release, and of the example that writes a comment.
var writers = []string{".github/workflows/release.yml: jobs.release grants ", "ci/examples/pull-request.yml:  grants pull-requests: write"}

// checkWorkflow finds actions of others that are not pinned to a commit, expressions in
// scripts, missing permissions and those beyond reading, and steps of an action without a
// shell. It reads the YAML, thus the style of YAML does not matter.
func checkWorkflow(file, text string) []violation {
	var top yaml.MapSlice
	if err := yaml.Unmarshal([]byte(text), &top); err != nil {
		return []violation{{fmt.Sprintf("%s: %v", file, err), "write valid YAML"}}
	}
	var vs []violation
	if get(top, "jobs") != nil && !has(top, "permissions") {
		vs = append(vs, violation{file + " sets no permissions", "add permissions: at the top, with contents: read"})
	}
	walk(nil, top, func(path []string, m yaml.MapSlice) {
		at := file + ": " + strings.Join(path, ".")
		if action := get(m, "uses"); action != nil && !safe(fmt.Sprint(action), text) {
			vs = append(vs, violation{fmt.Sprintf("%s uses %v", at, action), "name the SHA of a commit, and its version in a comment: owner/name@SHA # v1.2.3"})
		}
		script, isScript := get(m, "run").(string)
		if strings.Contains(script, "${{") {
			vs = append(vs, violation{at + " has an expression in a script", "pass the value by env:, and write \"$NAME\" in the script"})
		}
		if isScript && path[0] == "runs" && !has(m, "shell") {
			vs = append(vs, violation{at + " has no shell", "add shell: bash, without which GitHub refuses the action"})
		}
		if has(m, "permissions") {
			for _, grant := range grants(get(m, "permissions")) {
				granted := at + " grants " + grant
				if !slices.ContainsFunc(writers, func(w string) bool { return strings.HasPrefix(granted, w) }) {
					vs = append(vs, violation{granted, "grant read permissions only"})
				}
			}
		}
	})
	return vs
}

// safe reports whether an action is of this repository, or pinned to a commit with the version
// in a comment.
func safe(action, text string) bool {
	if strings.HasPrefix(action, "./") || action == "cortex-index/cortex/ci@main" {
		return true
	}
	comment := regexp.MustCompile(regexp.QuoteMeta(action) + `["' }]*# v\d+\.\d+\.\d+`)
	return pinned.MatchString(action) && comment.MatchString(text)
}

// grants returns the permissions beyond reading.
func grants(permissions any) []string {
	each, ok := permissions.(yaml.MapSlice)
	if !ok {
		return []string{fmt.Sprint(permissions)}
	}
	var more []string
	for _, p := range each {
		if p.Value != "read" && p.Value != "none" {
			more = append(more, fmt.Sprintf("%v: %v", p.Key, p.Value))
		}
	}
	return more
}

// walk visits a mapping and all mappings below it, each with its path of keys and numbers.
func walk(path []string, node any, visit func(path []string, m yaml.MapSlice)) {
	switch node := node.(type) {
	case yaml.MapSlice:
		visit(path, node)
		for _, item := range node {
			walk(append(path[:len(path):len(path)], fmt.Sprint(item.Key)), item.Value, visit)
		}
	case []any:
		for i, item := range node {
			walk(append(path[:len(path):len(path)], fmt.Sprint(i)), item, visit)
		}
	}
}

// get returns the value of a key, or nil.
func get(m yaml.MapSlice, key string) any {
	for _, item := range m {
		if item.Key == key {
			return item.Value
		}
	}
	return nil
}

func has(m yaml.MapSlice, key string) bool {
	for _, item := range m {
		if item.Key == key {
			return true
		}
	}
	return false
}
