package ci

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestAction runs the action and the examples as a runner of GitHub does, on a repository of
// its own, and asks the artifact what it asks an index that never left this machine.
// `make test-action` runs it.
func TestAction(t *testing.T) {
	if testing.Short() {
		t.Skip("builds cortex as CI does, and runs workflows")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the examples run on ubuntu-latest")
	}
	a := newActs(t)
	bin := buildCortex(t)
	repository := actionFixture(t, "main", ".")
	before := filepath.Join(t.TempDir(), "before")
	run(t, repository, bin, "extract", "--quiet", "--out", before)
	fail := func(log, format string, args ...any) {
		t.Helper()
		t.Fatalf(format+"\n%s", append(args, log)...)
	}

	log, ok := a.run(t, repository, example("push"), "push", "4711", map[string]any{})
	if !ok {
		fail(log, "push.yml did not go well")
	}
	for _, want := range []string{
		"Cache restored from key: " + a.key + "seed\n", "Cache saved with key: " + a.key,
		"### cortex index of github.com/acme/graph at ", "gh run download 4711 --repo acme/graph --name cortex-index --dir cortex-index\n",
		fmt.Sprintf("| %d files with %d functions in ", value(t, bin, before, "files"), value(t, bin, before, "functions")),
	} {
		if !strings.Contains(log, want) {
			fail(log, "push.yml said nothing of %q", want)
		}
	}
	artifact := filepath.Join(a.store, "artifacts", "4711", "cortex-index.zip")
	t.Run("the artifact", func(t *testing.T) {
		checkArtifact(t, bin, before, artifact)
		checkUpload(t, artifact, "")
	})
	t.Run("all inputs", func(t *testing.T) { checkInputs(t, a, bin, repository) })
	t.Run("a release", func(t *testing.T) { checkRelease(t, a, bin, repository, before) })

	log, ok = a.run(t, repository, example("push"), "push", "4711", map[string]any{})
	if ok || !strings.Contains(log, "an artifact with this name already exists") || !strings.Contains(log, "The index could not be uploaded") {
		fail(log, "a second artifact of that name in the run was not refused")
	}
	if strings.Contains(log, "Cache saved") || strings.Contains(log, a.key+"seed") {
		fail(log, "the cache was not hit by its own key")
	}

	made := map[string]any{"workflow_run": map[string]any{"id": 4711, "event": "push", "conclusion": "success"}}
	log, ok = a.run(t, repository, example("consume"), "workflow_run", "4712", made)
	if !ok || !strings.Contains(log, "### Hardest to read") || !strings.Contains(log, "| serve/serve.go | 25 | example.com/graph/serve.Kind | 13 | 4 |") {
		fail(log, "consume.yml did not ask the index of the other run")
	}
	log, ok = a.run(t, repository, example("gate"), "pull_request", "4713", map[string]any{})
	if !ok {
		fail(log, "gate.yml refused what keeps its rules")
	}
	log, ok = a.run(t, actionFixture(t, "main", "graph"), example("monorepo"), "push", "4715", map[string]any{})
	if !ok {
		fail(log, "monorepo.yml did not go well")
	}
	t.Run("two artifacts", func(t *testing.T) { checkModules(t, bin, filepath.Join(a.store, "artifacts", "4715")) })
	breach := "package wire\n\nimport _ \"example.com/graph/text\"\n"
	if err := os.WriteFile(filepath.Join(repository, "wire", "breach.go"), []byte(breach), 0o644); err != nil {
		t.Fatal(err)
	}
	log, ok = a.run(t, repository, example("gate"), "pull_request", "4714", map[string]any{})
	if ok || !strings.Contains(log, "wire/breach.go") || !strings.Contains(log, "exit status 4") {
		fail(log, "gate.yml took what breaks its rules")
	}
	if err := os.RemoveAll(filepath.Join(repository, "wire")); err != nil {
		t.Fatal(err)
	}
	log, ok = a.run(t, repository, example("gate"), "pull_request", "4716", map[string]any{})
	if ok || !strings.Contains(log, "there is no module wire") {
		fail(log, "gate.yml took a rule that nothing can break")
	}
	log, ok = a.run(t, repository, example("nightly"), "schedule", "4717", map[string]any{})
	if ok || !strings.Contains(log, "::error title=cortex::strict: cortex found ") || !strings.Contains(log, "the first: ") {
		fail(log, "nightly.yml took code with errors")
	}
	checkUpload(t, filepath.Join(a.store, "artifacts", "4717", "cortex-nightly.zip"), "30")
	t.Run("hostile inputs", func(t *testing.T) { checkHostile(t, a) })
}

func example(name string) string {
	return filepath.Join(".github", "workflows", name+".yml")
}

// actionFixture is a repository of two modules of testdata, the first in a folder and the
// other in ledger, with the examples as its workflows.
func actionFixture(t *testing.T, branch, folder string) string {
	t.Helper()
	repository := filepath.Join(t.TempDir(), "repository")
	for from, to := range map[string]string{filepath.Join(top(t), "testdata", "graph"): folder,
		filepath.Join(top(t), "testdata", "ledger"): "ledger", "examples": filepath.Join(".github", "workflows"),
	} {
		if err := os.CopyFS(filepath.Join(repository, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	run(t, repository, "git", "init", "--quiet")
	run(t, repository, "git", "symbolic-ref", "HEAD", "refs/heads/"+branch)
	run(t, repository, "git", "remote", "add", "origin", "https://github.com/acme/graph")
	commitAll(t, repository)
	return repository
}

func commitAll(t *testing.T, repository string) {
	t.Helper()
	run(t, repository, "git", "add", "--all")
	run(t, repository, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "all")
}
