package rules

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v2"
)

// promises lists values of workflows, examples and the action that only a run on GitHub could
// show: triggers, permissions, and conditions of steps. A path has keys and numbers. The value
// must contain the text, or equal the text after "=".
var promises = []struct{ file, path, holds string }{
	{"ci/examples/push.yml", "on.push.branches", "=[main]"},
	{"ci/examples/monorepo.yml", "on.push.branches", "=[main]"},
	{"ci/examples/monorepo.yml", "jobs.index.steps.0.with.fetch-depth", "=0"},
	{"ci/examples/push.yml", "jobs.index.steps.0.with.fetch-depth", "=0"},
	{"ci/examples/nightly.yml", "on.schedule.0.cron", " * * *"},
	{"ci/examples/nightly.yml", "on", "workflow_dispatch"},
	{"ci/examples/gate.yml", "on", "pull_request"},
	{"ci/examples/gate.yml", "jobs.rules.steps.2.run", "complexity > ? AND NOT is_test\" --arg 40"},
	{"ci/examples/gate.yml", "jobs.rules.steps.3.if", "!cancelled() && steps.cortex.outcome == 'success'"},
	{"ci/examples/typescript.yml", "jobs.index.steps.3.run", "@sourcegraph/scip-typescript@0.4.0 index"},
	{"ci/examples/typescript.yml", "jobs.index.steps.4.with.scip", "=${{ runner.temp }}/index.scip"},
	{"ci/examples/python.yml", "jobs.index.steps.3.run", "@sourcegraph/scip-python@0.6.6 index"},
	{"ci/examples/python.yml", "jobs.index.steps.4.with.scip", "=${{ runner.temp }}/index.scip"},
	{"ci/examples/consume.yml", "on.workflow_run.workflows", "=[cortex]"},
	{"ci/examples/push.yml", "name", "=cortex"},
	{"ci/examples/consume.yml", "on.workflow_run.types", "=[completed]"},
	{"ci/examples/consume.yml", "permissions.actions", "=read"},
	{"ci/examples/consume.yml", "jobs.report.if", "conclusion == 'success' && github.event.workflow_run.event == 'push'"},
	{"ci/examples/consume.yml", "jobs.report.steps.2.run", "cortex verify"},

	{".github/workflows/ci.yml", "on.push.branches", "=[main]"},
	{".github/workflows/ci.yml", "on", "pull_request"},
	{".github/workflows/ci.yml", "jobs.test.strategy.matrix.os", "=[ubuntu-latest macos-latest]"},
	{".github/workflows/ci.yml", "jobs.test.steps", "make lint"},
	{".github/workflows/ci.yml", "jobs.test.steps", "make test"},
	{".github/workflows/ci.yml", "jobs.index.steps.1.uses", "=./ci"},
	{".github/workflows/ci.yml", "jobs.index.steps.2.run", "cortex query sql --fail-on-rows \"SELECT severity, file_path, start_line, message FROM diagnostics"},

	{".github/workflows/release.yml", "on.push.tags", "=[v*]"},
	{".github/workflows/release.yml", "jobs.build.strategy.matrix.os", "=[ubuntu-22.04 ubuntu-22.04-arm macos-15-intel macos-15]"},
	{".github/workflows/release.yml", "jobs.build.steps.2.run", `grep -qxF "const Version = \"${GITHUB_REF_NAME#v}\"" cmd/cortex/internal/cli/version.go`},
	{".github/workflows/release.yml", "jobs.build.steps.3.run", "=make dist"},
	{".github/workflows/release.yml", "jobs.build.steps.4.with.path", "=dist"},
	{".github/workflows/release.yml", "jobs.release.steps.1.run", "=cat ./*.sha256 >checksums.txt"},
	{".github/workflows/release.yml", "jobs.release.steps.2.with.subject-checksums", "=checksums.txt"},
	{".github/workflows/release.yml", "jobs.release.steps.3.run", "checksums.txt ./*.tar.gz"},

	{".github/workflows/schedule.yml", "on.schedule.0.cron", "* * 1"},
	{".github/workflows/schedule.yml", "jobs.fuzz.steps", "make fuzz FUZZTIME="},
	{".github/workflows/schedule.yml", "jobs.vulnerabilities.steps", "make vuln"},
}

func TestPromises(t *testing.T) {
	for _, p := range promises {
		value, ok := valueAt(t, p.file, p.path)
		exact, whole := strings.CutPrefix(p.holds, "=")
		if !ok || whole && value != exact || !whole && !strings.Contains(value, p.holds) {
			t.Errorf("%s: %s is %q and lacks %q", p.file, p.path, value, p.holds)
		}
	}
	action := map[string]string{ // steps of the action, by their names
		"Set up Go.if": "steps.go.outputs.wanted == 'true'", "Set up Go.env.GOROOT": "=",
		"Give back the Go of the job.if": "!cancelled()", "Save modules and packages of cortex.continue-on-error": "=true",
		"Save modules and packages of cortex.if": "steps.restore.outputs.cache-hit != 'true'",
		"Download cortex.env.REPOSITORY":         "github.action_repository || 'cortex-index/cortex'",
		"Write the summary.env.DURATION":         "=${{ steps.extract.outputs.seconds }}",
		"Write the summary.env.INSTALLED":        "steps.build.outcome || steps.download.outcome",
		"Tell errors in the code.if":             "steps.verify.outputs.errors != '0'",
	}
	var top yaml.MapSlice
	if err := yaml.Unmarshal([]byte(readText(t, "ci/action.yml")), &top); err != nil {
		t.Fatal(err)
	}
	steps, _ := get(get(top, "runs").(yaml.MapSlice), "steps").([]any)
	for key, holds := range action {
		name, path, _ := strings.Cut(key, ".")
		found := false
		for _, s := range steps {
			if step := s.(yaml.MapSlice); get(step, "name") == name {
				value, ok := lookUp(step, strings.Split(path, "."))
				exact, whole := strings.CutPrefix(holds, "=")
				found = ok && (whole && value == exact || !whole && strings.Contains(value, holds))
			}
		}
		if !found {
			t.Errorf("action.yml: %s lacks %q", key, holds)
		}
	}
}

// TestCheckoutsKeepNoToken checks every checkout in the workflows and the pages, because no
// later step pushes.
func TestCheckoutsKeepNoToken(t *testing.T) {
	n := 0
	for _, file := range []string{"ci/examples/push.yml", "ci/examples/monorepo.yml", "ci/examples/nightly.yml", "ci/examples/gate.yml", "ci/examples/typescript.yml", "ci/examples/python.yml", ".github/workflows/ci.yml", ".github/workflows/release.yml", ".github/workflows/schedule.yml", "README.md", "ci/README.md"} {
		text := readText(t, file)
		for _, after := range strings.Split(text, "uses: actions/checkout@")[1:] {
			n++
			step, _, _ := strings.Cut(after, "- uses:")
			if !strings.Contains(step, "persist-credentials: false") || !pinned.MatchString("actions/checkout@"+strings.Fields(after)[0]) {
				t.Errorf("%s: a checkout keeps its token, or is not pinned: %.100s", file, after)
			}
		}
	}
	if n < 7 {
		t.Errorf("there are %d checkouts", n)
	}
}

// valueAt returns the value at a path of a file.
func valueAt(t *testing.T, file, path string) (string, bool) {
	t.Helper()
	var top yaml.MapSlice
	if err := yaml.Unmarshal([]byte(readText(t, file)), &top); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return lookUp(top, strings.Split(path, "."))
}

// lookUp returns the value at a path of keys and numbers, as text.
func lookUp(node any, path []string) (string, bool) {
	for _, key := range path {
		switch n := node.(type) {
		case yaml.MapSlice:
			found := false
			for _, item := range n {
				if k := fmt.Sprint(item.Key); k == key || key == "on" && k == "true" { // YAML 1.1 reads on as true
					node, found = item.Value, true
				}
			}
			if !found {
				return "", false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(n) {
				return "", false
			}
			node = n[i]
		default:
			return "", false
		}
	}
	if node == nil {
		return "", true
	}
	return fmt.Sprint(node), true
}
