package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries/registry"
)

var updateStory = flag.Bool("update", false, "write the transcript of TestClients/story again")

// scriptTimeout ends a script that hangs; each takes some seconds.
const scriptTimeout = 3 * time.Minute

// TestClients runs the official clients of both protocol versions over both transports, and
// repeats the calls of testdata/mcp/transcript.md. Each client and each transport gets all
// checks once; the other two combinations are brief.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("installs clients and starts many servers")
	}
	installClients(t)
	bin := citest.Build(t)
	repository, index := newIndex(t, bin)
	for _, c := range []struct {
		era, transport string
		brief          bool
	}{{"legacy", "stdio", false}, {"legacy", "http", true}, {"modern", "stdio", true}, {"modern", "http", false}} {
		t.Run(c.era+" over "+c.transport, func(t *testing.T) {
			runScript(t, "main.mjs", map[string]any{
				"era": c.era, "transport": c.transport, "brief": c.brief, "command": bin, "index": index, "checkout": repository,
				"operations": operationsOfTools(), "places": places(t, repository, index),
			})
		})
	}
	t.Run("story", func(t *testing.T) {
		index := filepath.Join(t.TempDir(), "index")
		citest.Run(t, citest.Top(t), bin, "extract", "--quiet", "--out", index)
		runScript(t, "story.mjs", map[string]any{
			"command": bin, "index": index, "checkout": t.TempDir(), "update": *updateStory,
			"transcript": filepath.Join(citest.Top(t), "testdata", "mcp", "transcript.md"),
		})
	})
}

// TestClientsLock checks that the lock file has the digest of each package and no address.
func TestClientsLock(t *testing.T) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Integrity, Resolved string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	if len(lock.Packages) < 3 {
		t.Fatalf("%d packages", len(lock.Packages))
	}
	for name, p := range lock.Packages {
		if name != "" && p.Integrity == "" || p.Resolved != "" {
			t.Errorf("%s has the digest %q and the address %q: run npm install in ci/clients, whose .npmrc omits addresses", name, p.Integrity, p.Resolved)
		}
	}
}

// installClients installs the packages of the lock file, unless they are installed. Without
// Node.js or a registry the test is skipped; in CI it fails.
func installClients(t *testing.T) {
	t.Helper()
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			citest.Absent(t, "needs Node.js 20 or later: %v", err)
		}
	}
	installed := filepath.Join("node_modules", ".installed")
	if there, err := os.ReadFile(installed); err == nil && bytes.Equal(there, lock) {
		return
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	if out, err := cmd.CombinedOutput(); err != nil {
		citest.Absent(t, "npm ci: %v\n%s", err, out)
	}
	if err := os.WriteFile(installed, lock, 0o666); err != nil {
		t.Fatal(err)
	}
}

// newIndex makes a repository of two modules of testdata, one below the other, and its index.
func newIndex(t *testing.T, bin string) (repository, index string) {
	t.Helper()
	repository = citest.Repository(t, "main", map[string]string{"testdata/graph": ".", "testdata/ledger": "ledger"})
	index = filepath.Join(t.TempDir(), "index")
	citest.Run(t, repository, bin, "extract", "--quiet", "--out", index)
	return repository, index
}

// operationsOfTools returns the operations of each tool, in the order of the registry.
func operationsOfTools() map[string][]string {
	tools := map[string][]string{}
	for _, op := range registry.All() {
		tools[op.Tool] = append(tools[op.Tool], op.Name)
	}
	return tools
}

// places returns paths of this machine, which no answer may contain.
func places(t *testing.T, dirs ...string) []string {
	t.Helper()
	all := append(slices.Clone(dirs), citest.Top(t))
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		all = append(all, home)
	}
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, real)
	}
	return all
}

// runScript runs a script and fails the test with its output when it fails.
func runScript(t *testing.T, script string, setup map[string]any) {
	t.Helper()
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), scriptTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "--test-reporter=spec", script, string(text))
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // the script then ends its servers
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node %s: %v\n%s", script, err, out)
	}
	t.Logf("%s", out)
}
