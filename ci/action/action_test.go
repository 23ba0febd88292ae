package action

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// TestAction runs the action and the examples with act, as GitHub's runner does. It shows the
// parts that no script shows alone: action.yml, the workflows, and the artifact.
func TestAction(t *testing.T) {
	if testing.Short() {
		t.Skip("builds cortex as CI does, and runs workflows")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the examples run on ubuntu-latest")
	}
	a := newActs(t)
	bin := citest.Build(t)
	repository := newRepository(t, "main", ".")
	before := filepath.Join(t.TempDir(), "before")
	citest.Run(t, repository, bin, "extract", "--quiet", "--out", before)
	fail := func(log, format string, args ...any) {
		t.Helper()
		t.Fatalf(format+"\n%s", append(args, log)...)
	}

	log, ok := a.run(t, repository, example("push"), "push", "4711", map[string]any{})
	if !ok {
		fail(log, "push.yml fails")
	}
	for _, want := range []string{
		"Cache restored from key: " + a.key + "seed\n", "Cache saved with key: " + a.key,
		"### cortex index of github.com/acme/graph at ", "gh run download 4711 --repo acme/graph --name cortex-index --dir cortex-index\n",
		fmt.Sprintf("| %d files with %d functions in ", value(t, bin, before, "files"), value(t, bin, before, "functions")),
	} {
		if !strings.Contains(log, want) {
			fail(log, "the log of push.yml lacks %q", want)
		}
	}
	artifact := filepath.Join(a.store, "artifacts", "4711", "cortex-index.zip")
	t.Run("the artifact", func(t *testing.T) {
		checkArtifact(t, bin, before, artifact)
		checkUpload(t, artifact, "")
	})
	t.Run("all inputs", func(t *testing.T) { checkInputs(t, a, bin, repository) })
	a.prebuild(t, bin)
	t.Run("a release", func(t *testing.T) { checkRelease(t, a, bin, repository, before) })

	t.Run("a pull request", func(t *testing.T) { checkPullRequest(t, a) })

	event := map[string]any{"workflow_run": map[string]any{"id": 4711, "event": "push", "conclusion": "success"}}
	log, ok = a.run(t, repository, example("consume"), "workflow_run", "4712", event)
	if !ok || !strings.Contains(log, "### Hardest to read") || !strings.Contains(log, "| serve/serve.go | 25 | example.com/graph/serve.Kind | 13 | 4 |") {
		fail(log, "consume.yml does not query the index of the other run")
	}
	t.Run("a lake", func(t *testing.T) { checkLake(t, a, bin) })
	log, ok = a.run(t, newRepository(t, "main", "graph"), example("monorepo"), "push", "4715", map[string]any{})
	if !ok {
		fail(log, "monorepo.yml fails")
	}
	t.Run("two artifacts", func(t *testing.T) { checkModules(t, bin, filepath.Join(a.store, "artifacts", "4715")) })

	breach := "package wire\n\nimport _ \"example.com/graph/text\"\n"
	if err := os.WriteFile(filepath.Join(repository, "wire", "breach.go"), []byte(breach), 0o644); err != nil {
		t.Fatal(err)
	}
	log, ok = a.run(t, repository, example("gate"), "pull_request", "4714", map[string]any{})
	if ok || strings.Count(log, "wire/breach.go") != 1 || !strings.Contains(log, "exit status 4") {
		fail(log, "gate.yml accepts code that breaks a rule")
	}
	if !strings.Contains(log, "Success - Main No function is too complex") || strings.Contains(log, "there is no module wire") {
		fail(log, "gate.yml refuses code that keeps the other rules")
	}
	if err := os.RemoveAll(filepath.Join(repository, "wire")); err != nil {
		t.Fatal(err)
	}
	log, ok = a.run(t, repository, example("gate"), "pull_request", "4716", map[string]any{})
	if ok || !strings.Contains(log, "there is no module wire") {
		fail(log, "gate.yml accepts a rule that no code can break")
	}
	log, ok = a.run(t, repository, example("nightly"), "schedule", "4717", map[string]any{})
	if ok || !strings.Contains(log, "::error title=cortex::strict: cortex found ") || !strings.Contains(log, "the first: ") {
		fail(log, "nightly.yml accepts code with errors")
	}
	checkUpload(t, filepath.Join(a.store, "artifacts", "4717", "cortex-nightly.zip"), "30")
	t.Run("hostile inputs", func(t *testing.T) { checkHostile(t, a) })
}

func example(name string) string {
	return filepath.Join(".github", "workflows", name+".yml")
}

// newRepository makes a repository of two modules of testdata: graph in the folder, and
// ledger. The examples are its workflows.
func newRepository(t *testing.T, branch, folder string) string {
	t.Helper()
	repository := citest.Repository(t, branch, map[string]string{
		"testdata/graph": folder, "testdata/ledger": "ledger", "ci/examples": filepath.Join(".github", "workflows")})
	citest.Run(t, repository, "git", "remote", "add", "origin", "https://github.com/acme/graph")
	return repository
}
