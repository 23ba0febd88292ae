package action

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// actTimeout ends a run that hangs. The first run takes minutes when the Go cache is empty.
const actTimeout = 15 * time.Minute

// acts runs workflows with act, without containers. The actions in the folder act replace
// GitHub's; they keep artifacts and caches in store.
type acts struct {
	program, stub, store, home string
	action                     string // the checkout of the action
	key                        string // the prefix of all keys of the cache
	golang                     string // the folder of this machine's go command
	prebuilt                   string // empty, or the folder of a go command that copies a built cortex
}

// newActs builds the programs and copies the action with its source. It fills the cache with
// the Go caches of this machine, under a key that the action can restore by its prefix.
func newActs(t *testing.T) *acts {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		citest.Absent(t, "needs bash: %v", err)
	}
	top := citest.Top(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &acts{program: filepath.Join(dir, "act"), stub: filepath.Join(dir, "stub"), store: filepath.Join(dir, "store"),
		home: filepath.Join(dir, "home"), action: filepath.Join(dir, "action")}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-modfile="+filepath.Join(top, "ci/tools/act/go.mod"), "-o", a.program, "github.com/nektos/act").CombinedOutput(); err != nil {
		citest.Absent(t, "build act: %v\n%s", err, out)
	}
	citest.Run(t, ".", "go", "build", "-buildvcs=false", "-o", a.stub, "./act/stub")
	for _, part := range []string{"cmd", "emit", "extract", "queries", "schema", "ci/action"} {
		if err := os.CopyFS(filepath.Join(a.action, part), os.DirFS(filepath.Join(top, part))); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{"go.mod", "go.sum", "ci/action.yml"} {
		copyFile(t, filepath.Join(top, part), filepath.Join(a.action, part))
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

// run runs a workflow of a repository for an event, with more variables in its environment.
// It returns the log and whether the run succeeded. An action that is not mapped ends the
// run, because act fetches nothing.
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
	if a.prebuilt != "" {
		env = append(env, "PATH="+a.prebuilt+":"+os.Getenv("PATH"))
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

// prebuild makes later runs copy bin instead of building cortex. A build takes most of the time
// of a run, and the first two runs test it.
func (a *acts) prebuild(t *testing.T, bin string) {
	t.Helper()
	a.prebuilt = filepath.Join(a.store, "prebuilt")
	program(t, filepath.Join(a.prebuilt, "go"), fmt.Sprintf(`if [ "$1" != build ]; then exec '%s/go' "$@"; fi
while [ "$1" != -o ]; do shift; done
cp '%s' "$2"`, a.golang, bin))
}

// otherActions matches the actions of others in the action and the examples.
var otherActions = regexp.MustCompile(`uses: (actions/([a-z-]+))[a-z/-]*@([0-9a-f]{40})`)

// mapped returns the folder that replaces each action, but for checkout, which act has itself.
func (a *acts) mapped(t *testing.T) []string {
	t.Helper()
	all := []string{"cortex-index/cortex@main=" + a.action}
	files, err := filepath.Glob("../examples/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../action.yml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range otherActions.FindAllStringSubmatch(string(text), -1) {
			if m[2] != "checkout" {
				all = append(all, m[1]+"@"+m[3]+"="+filepath.Join(citest.Top(t), "ci", "action", "act", m[2]))
			}
		}
	}
	return all
}
