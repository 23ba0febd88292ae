package ci

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// actTimeout ends a run of a workflow that hangs. The first one builds cortex with other
// options than the tests do, which takes minutes where nothing is built yet.
const actTimeout = 15 * time.Minute

// acts is a runner of workflows on this machine: act, without containers. Other people's
// actions are those of the folder act, which keep what they are given in store.
type acts struct {
	program, stub, store, home string
	action                     string // the checkout that the action is taken from
	key                        string // how the keys of the cache begin
	golang                     string // the folder of the Go of this machine
}

// newActs builds the programs, and copies what the action needs of this repository. What
// cortex is built of stands in the cache already, under another key: it is that of this machine.
func newActs(t *testing.T) *acts {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		absent(t, "needs bash: %v", err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &acts{program: filepath.Join(dir, "act"), stub: filepath.Join(dir, "stub"), store: filepath.Join(dir, "store"),
		home: filepath.Join(dir, "home"), action: filepath.Join(dir, "action")}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-modfile=tools/act/go.mod", "-o", a.program, "github.com/nektos/act").CombinedOutput(); err != nil {
		absent(t, "build act: %v\n%s", err, out)
	}
	run(t, ".", "go", "build", "-buildvcs=false", "-o", a.stub, "./act/stub")
	for _, part := range []string{"cmd", "emit", "extract", "queries", "schema", "ci/action"} {
		if err := os.CopyFS(filepath.Join(a.action, part), os.DirFS(filepath.Join(top(t), part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{"go.mod", "go.sum", "ci/action.yml"} {
		copyFile(t, filepath.Join(top(t), part), filepath.Join(a.action, part))
	}
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	arch := map[string]string{"amd64": "X64", "arm64": "ARM64"}[runtime.GOARCH]
	a.golang = filepath.Join(goEnv("GOROOT"), "bin")
	a.key = "cortex-Linux-" + arch + "-" + goEnv("GOVERSION") + "-"
	seed := filepath.Join(a.store, "caches", a.key+"seed", "0")
	if err := os.MkdirAll(seed, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, variable := range map[string]string{"mod": "GOMODCACHE", "build": "GOCACHE"} {
		if err := os.Symlink(goEnv(variable), filepath.Join(seed, name)); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// run runs a workflow of a repository for an event, as one run, with more variables in its
// environment, and returns its log and whether it went well. Answers to `uses:` that nobody
// has mapped end it: nothing is fetched.
func (a *acts) run(t *testing.T, repository, workflow, event, id string, payload any, env ...string) (log string, ok bool) {
	t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	eventFile := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(eventFile, text, 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{event, "--workflows", workflow, "--eventpath", eventFile, "--platform", "ubuntu-latest=-self-hosted",
		"--action-offline-mode", "--no-cache-server", "--concurrent-jobs", "1", "--rm",
		"--secret", "GITHUB_TOKEN=token-of-the-test",
	}
	for _, variable := range append(env, "CORTEX_ACT_STUB="+a.stub, "CORTEX_ACT_STORE="+a.store, "CORTEX_ACT_GO="+a.golang, "GITHUB_RUN_ID="+id) {
		args = append(args, "--env", variable)
	}
	for _, mapped := range a.mapped(t) {
		args = append(args, "--local-repository", mapped)
	}
	ctx, cancel := context.WithTimeout(t.Context(), actTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, a.program, args...)
	cmd.Dir = repository
	cmd.Env = append(os.Environ(), "HOME="+a.home, "XDG_CONFIG_HOME="+a.home, "XDG_CACHE_HOME="+a.home, "XDG_DATA_HOME="+a.home, "GITHUB_RUN_ID="+id)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 20 * time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		t.Fatalf("act: %v\n%s", ctx.Err(), out)
	}
	return string(out), err == nil
}

// otherActions are the actions of others, as the action and the examples name them.
var otherActions = regexp.MustCompile(`uses: (actions/([a-z-]+))[a-z/-]*@([0-9a-f]{40})`)

// mapped are the folders that stand for actions: of each that is named anywhere, but for
// checkout, which act does on its own.
func (a *acts) mapped(t *testing.T) []string {
	t.Helper()
	all := []string{"cortex-index/cortex@main=" + a.action}
	files, err := filepath.Glob("examples/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "action.yml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range otherActions.FindAllStringSubmatch(string(text), -1) {
			if m[2] != "checkout" {
				all = append(all, m[1]+"@"+m[3]+"="+filepath.Join(top(t), "ci", "act", m[2]))
			}
		}
	}
	return all
}
