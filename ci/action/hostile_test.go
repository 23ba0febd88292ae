package action

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// Texts that write a file named canary to the store when a shell runs them: unquoted, in
// double quotes, or in single quotes. git takes them as the name of a branch.
const (
	canary   = "cd${IFS}$CORTEX_ACT_STORE;touch${IFS}canary"
	commands = unquoted + "\""
	unquoted = "a$(" + canary + ")`" + canary + "`;" + canary + ";#'" // GitHub takes no " in a name
	closing  = "a';" + canary + ";'"
)

// The messages about code with errors, with strict and without. The name of the first file
// with an error would set an output.
const (
	strictError = "::error title=cortex::strict: cortex found 1 error in the code (the index is uploaded); the first: "
	warning     = "::warning title=cortex::cortex found 1 error in the code; the first: "
	firstError  = ": found packages broken (::set-output name=status::9 ##[set-output name=commit]x.go) and main"
)

// hostile has inputs for the action, each with its error; empty for none.
var hostile = []struct{ input, value, want string }{
	{"artifact-name", unquoted, ""},
	{"artifact-name", closing, ""},
	{"artifact-name", "expression ${{ github.actor }} and ${{ secrets.GITHUB_TOKEN }}", ""},
	{"artifact-name", commands, "which GitHub forbids"},
	{"artifact-name", "a\n::set-output name=artifact-name::b", "artifact-name: a control character"},
	{"artifact-name", "../../up", "which GitHub forbids"},
	{"path", commands, ""},
	{"path", "../..", "path: '../..' leads out of the workspace"},
	{"path", "away", "path: 'away' leads out of the workspace"},
	{"path", "a\nb", "path: a control character"},
	{"out", unquoted, "which upload-artifact reads as a pattern"}, // the #
	{"out", closing, ""},
	{"out", "up/index", "out: a link in 'up/index' leads out"},
	{"tags", commands, "is not a build tag: separate tags with commas"},
	{"name", unquoted, ""},
	{"version", "1.2.3;" + canary, "version: '1.2.3;"},
	{"retention-days", "$(" + canary + ")", "retention-days: '$("},
	{"strict", "true;" + canary, "strict: "},
	{"strict", "true", strictError},
}

// checkHostile runs the action with each input of hostile, where the names of the branch, a
// folder and a file are commands. No command may run, and no file may be written outside.
func checkHostile(t *testing.T, a *acts) {
	repository := newRepository(t, commands, ".")
	module := filepath.Join(repository, commands)
	if err := os.CopyFS(module, os.DirFS(filepath.Join(citest.Top(t), "testdata", "shop"))); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"away": a.home, "up": ".."} {
		if err := os.Symlink(to, filepath.Join(repository, name)); err != nil {
			t.Fatal(err)
		}
	}
	strange := filepath.Join(module, "::set-output name=status::9\n##[set-output name=commit]x.go")
	if err := os.WriteFile(strange, []byte("package broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	workflow, values := hostileWorkflow()
	at := filepath.Join(".github", "workflows", "hostile.yml")
	if err := os.WriteFile(filepath.Join(repository, at), []byte(workflow), 0o644); err != nil {
		t.Fatal(err)
	}
	citest.Commit(t, repository)
	log, ok := a.run(t, repository, at, "push", "4720", map[string]any{"hostile": values})
	if !ok {
		t.Fatalf("the workflow fails\n%s", log)
	}
	warnings := 0
	for i, c := range hostile {
		outcome := "success"
		if c.want != "" {
			outcome = "failure"
		} else {
			warnings++
		}
		if want := fmt.Sprintf("| h%d %s\n", i, outcome); !strings.Contains(log, want) {
			t.Errorf("%s %q: no %s", c.input, c.value, outcome)
		}
		if !strings.Contains(log, c.want) {
			t.Errorf("%s %q: the log lacks %s", c.input, c.value, c.want)
		}
		kept := filepath.Join(a.store, "artifacts", "4720", fmt.Sprintf("h%d.zip", i))
		if c.input == "artifact-name" {
			kept = filepath.Join(a.store, "artifacts", "4720", c.value+".zip")
		}
		z, err := zip.OpenReader(kept)
		if (err == nil) != (c.want == "" || c.want == strictError) {
			t.Errorf("%s %q: %v", c.input, c.value, err)
		} else if err == nil {
			z.Close()
		}
	}
	told := 0
	for line := range strings.Lines(log) {
		if strings.Contains(line, warning) && strings.Contains(line, firstError) {
			told++
		}
	}
	if told != warnings {
		t.Errorf("%d warnings about the code, want %d", told, warnings)
	}
	if _, err := os.Stat(filepath.Join(a.store, "canary")); err == nil {
		t.Error("a shell ran a text as a command")
	}
	if t.Failed() {
		t.Log(log)
	}
}

// hostileWorkflow returns a workflow that uses the action once for each input and prints each
// outcome. The inputs come from the event, as the title of a pull request would.
func hostileWorkflow() (text string, values map[string]string) {
	var b strings.Builder
	b.WriteString("on: push\npermissions:\n  contents: read\njobs:\n  hostile:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v7\n")
	values = map[string]string{}
	outcomes := ""
	for i, c := range hostile {
		id := fmt.Sprintf("h%d", i)
		values[id] = c.value
		fmt.Fprintf(&b, "      - uses: cortex-index/cortex/ci@main\n        id: %s\n        continue-on-error: true\n        with:\n", id)
		fmt.Fprintf(&b, "          %s: ${{ github.event.hostile.%s }}\n", c.input, id)
		if c.input != "artifact-name" {
			fmt.Fprintf(&b, "          artifact-name: %s\n", id)
		}
		outcomes += fmt.Sprintf("          %s ${{ steps.%s.outcome }}\n", id, id)
	}
	b.WriteString("      - env:\n          OUTCOMES: |\n" + strings.ReplaceAll(outcomes, "          ", "            "))
	b.WriteString("        run: echo \"$OUTCOMES\"\n")
	return b.String(), values
}
