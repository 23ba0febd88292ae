package action

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v2"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// A job with a Go that is too old for cortex. The folder of that Go has another tool, and a
// folder before it on the PATH has a newer version of the tool.
const (
	oldJob = "on: push\npermissions:\n  contents: read\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v7\n" +
		"      - run: printf '%s\\n' \"$CORTEX_ACT_STORE/old\" \"$CORTEX_ACT_STORE/new\" >> \"$GITHUB_PATH\"\n"
	seen   = "      - run: echo \"after it $(go version), $(tool), GOTOOLCHAIN is <$GOTOOLCHAIN>\"\n"
	wanted = "~1.26.0\n" // the version that actions/setup-go gets
)

// oldGo makes these folders.
func (a *acts) oldGo(t *testing.T) {
	t.Helper()
	for file, script := range map[string]string{
		"old/go":   `case $1 in version) echo go version go1.20.14 ;; env) echo go1.20.14 ;; *) echo "the old Go was asked" >&2; exit 1 ;; esac`,
		"old/tool": "echo the old tool",
		"new/tool": "echo the new tool",
	} {
		program(t, filepath.Join(a.store, file), script)
	}
}

// program writes a shell script as a program.
func program(t *testing.T, file, script string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// job runs steps in such a job and returns the log.
func (a *acts) job(t *testing.T, repository, id, steps string, env ...string) string {
	t.Helper()
	a.oldGo(t)
	workflow := filepath.Join(t.TempDir(), "job.yml")
	if err := os.WriteFile(workflow, []byte(oldJob+steps), 0o644); err != nil {
		t.Fatal(err)
	}
	log, ok := a.run(t, repository, workflow, "push", id, map[string]any{}, env...)
	if !ok {
		t.Fatalf("the job fails\n%s", log)
	}
	return log
}

// checkInputs gives the action all inputs that the examples do not use, in a job that builds
// for other machines with another Go. It compares the index with that of the command under
// the same options, and the outputs with cortex info. The job must keep its Go.
func checkInputs(t *testing.T, a *acts, bin, repository string) {
	steps := "      - uses: cortex-index/cortex/ci@main\n        id: cortex\n        with: {content: false, tests: false, tags: 'extra, integration', name: example.org/named,\n" +
		"          out: ./built//index/, artifact-name: all inputs, retention-days: 5}\n" +
		"      - env:\n          OUTPUTS: ${{ toJSON(steps.cortex.outputs) }}\n        run: printf '%s' \"$OUTPUTS\" > \"$CORTEX_ACT_STORE/outputs.json\"\n" + seen
	log := a.job(t, repository, "4718", steps, "GOTOOLCHAIN=go1.24.0", "GOROOT=/absent", "GOFLAGS=-mod=vendor", "GOCACHEPROG=/absent",
		"CC=absent-gcc", "CGO_CPPFLAGS=-include /absent", "GOOS=windows")
	if want := "after it go version go1.20.14, the new tool, GOTOOLCHAIN is <go1.24.0>\n"; !strings.Contains(log, want) {
		t.Errorf("the steps after the action see another Go, want %s%s", want, log)
	}
	if strings.Contains(log, "Cache saved") || strings.Contains(log, a.key+"seed") {
		t.Errorf("the second run does not hit its own key of the cache\n%s", log)
	}
	if got := citest.ReadText(t, filepath.Join(a.store, "go-4718")); got != wanted {
		t.Errorf("the Go asked for is %q, want %q", got, wanted)
	}
	artifact := filepath.Join(a.store, "artifacts", "4718", "all inputs.zip")
	checkUpload(t, artifact, "5")
	want := filepath.Join(t.TempDir(), "want")
	citest.Run(t, repository, bin, "extract", "--quiet", "--no-content", "--no-tests", "--tags", "extra,integration", "--name", "example.org/named", "--out", want)
	wantSame(t, want, unpacked(t, artifact))
	checkOutputs(t, bin, repository, want, citest.ReadText(t, filepath.Join(a.store, "outputs.json")))
}

// checkOutputs compares the outputs of the action, in JSON, with cortex info.
func checkOutputs(t *testing.T, bin, repository, index, text string) {
	t.Helper()
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var action struct {
		Outputs map[string]struct{ Value string }
	}
	if err := yaml.Unmarshal([]byte(citest.ReadText(t, "../action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(action.Outputs)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("outputs (-of action.yml +set):\n%s", diff)
	}
	want := map[string]string{"artifact-name": "all inputs", "refused": "", "up-to-date": "false", "artifact-url": "https://github.example/artifacts/1"}
	for line := range strings.Lines(printed(t, bin, "info", "--index", index, "--format", "outputs")) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		want[name] = value
		// Equal numbers would hide a mix-up: compare the expressions too.
		if source := "${{ steps.verify.outputs." + name + " }}"; action.Outputs[name].Value != source {
			t.Errorf("the output %s is %s, want %s", name, action.Outputs[name].Value, source)
		}
	}
	if path := got["index-path"]; !filepath.IsAbs(path) || !strings.HasSuffix(path, "/built/index") {
		t.Errorf("index-path is %s", path)
	}
	if seconds, err := strconv.ParseFloat(got["seconds"], 64); err != nil || seconds <= 0 {
		t.Errorf("seconds are %s", got["seconds"])
	}
	delete(got, "index-path")
	delete(got, "seconds")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outputs (-cortex info +action):\n%s", diff)
	}
	cmd := exec.Command("git", "rev-parse", "HEAD")
	cmd.Dir = repository
	if head, err := cmd.Output(); err != nil || got["commit"] != strings.TrimSpace(string(head)) {
		t.Errorf("the commit is %s; HEAD is %s, %v", got["commit"], head, err)
	}
}

// checkRelease downloads cortex from a release of the action's repository: first only to
// install it, without Go, and then to make an index.
func checkRelease(t *testing.T, a *acts, bin, repository, before string) {
	name := "cortex_1.2.3_linux_" + runtime.GOARCH + ".tar.gz"
	archive := tarball(t, tar.Header{Name: "cortex", Mode: 0o755}, citest.ReadText(t, bin))
	url, trusted := release(t, "cortex-index/cortex", map[string][]byte{name: archive, "checksums.txt": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(archive), name)})
	steps := "      - uses: cortex-index/cortex/ci@main\n        with: {version: 1.2.3, install-only: true}\n" +
		"      - run: cortex version && test ! -e \"$CORTEX_ACT_STORE/go-$GITHUB_RUN_ID\"\n" +
		"      - uses: cortex-index/cortex/ci@main\n        with: {version: v1.2.3, artifact-name: released}\n" + seen
	log := a.job(t, repository, "4719", steps, "GITHUB_SERVER_URL="+url, "CURL_CA_BUNDLE="+trusted)
	if want := "after it go version go1.20.14, the new tool, GOTOOLCHAIN is <>\n"; !strings.Contains(log, want) {
		t.Errorf("the steps after the action see another Go, want %s%s", want, log)
	}
	if got := citest.ReadText(t, filepath.Join(a.store, "go-4719")); got != wanted {
		t.Errorf("the Go asked for is %q, want %q", got, wanted)
	}
	if strings.Contains(log, "Cache restored") || strings.Contains(log, "built in") {
		t.Errorf("cortex was built\n%s", log)
	}
	wantSame(t, before, unpacked(t, filepath.Join(a.store, "artifacts", "4719", "released.zip")))
}
