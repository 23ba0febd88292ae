package ci

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cortex-index/cortex/queries/registry"
)

var updateStory = flag.Bool("update", false, "write the transcript of TestClients/story again")

// clientsDir holds the official clients of the protocol, and what is asked with them.
const clientsDir = "clients"

// clientsTimeout ends a script that hangs; each takes some seconds.
const clientsTimeout = 3 * time.Minute

// TestClients holds `cortex mcp` against the official clients of both eras of the protocol,
// over both transports, and asks the calls of testdata/mcp/transcript.md again.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("installs clients and starts many servers")
	}
	installClients(t)
	bin := buildCortex(t)
	repository, index := clientsFixture(t, bin)
	for _, era := range []string{"legacy", "modern"} {
		for _, transport := range []string{"stdio", "http"} {
			t.Run(era+" over "+transport, func(t *testing.T) {
				runScript(t, "main.mjs", map[string]any{
					"era": era, "transport": transport, "command": bin, "index": index, "checkout": repository,
					"operations": operationsOfTools(), "places": places(t, repository, index),
				})
			})
		}
	}
	t.Run("story", func(t *testing.T) {
		index := filepath.Join(t.TempDir(), "index")
		run(t, top(t), bin, "extract", "--quiet", "--out", index)
		runScript(t, "story.mjs", map[string]any{
			"command": bin, "index": index, "checkout": t.TempDir(), "update": *updateStory,
			"transcript": filepath.Join(top(t), "testdata", "mcp", "transcript.md"),
		})
	})
}

// TestClientsLock checks that the lock file names packages by their digests alone, and not
// the place that they were once fetched from.
func TestClientsLock(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(clientsDir, "package-lock.json"))
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
			t.Errorf("%s has the digest %q and the place %q: run npm install in ci/%s, whose .npmrc leaves places out", name, p.Integrity, p.Resolved, clientsDir)
		}
	}
}

// installClients installs what the lock file names, unless that is there. Without Node.js,
// or a registry to install from, the test is skipped; in CI it fails.
func installClients(t *testing.T) {
	t.Helper()
	lock, err := os.ReadFile(filepath.Join(clientsDir, "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			absent(t, "needs Node.js 20 or later: %v", err)
		}
	}
	installed := filepath.Join(clientsDir, "node_modules", ".installed")
	if there, err := os.ReadFile(installed); err == nil && bytes.Equal(there, lock) {
		return
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	cmd.Dir = clientsDir
	if out, err := cmd.CombinedOutput(); err != nil {
		absent(t, "npm ci: %v\n%s", err, out)
	}
	if err := os.WriteFile(installed, lock, 0o666); err != nil {
		t.Fatal(err)
	}
}

// absent skips the test for want of something, which CI has to have.
func absent(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// clientsFixture is a repository of two modules of testdata, one below the other, and the
// index of it.
func clientsFixture(t *testing.T, bin string) (repository, index string) {
	t.Helper()
	repository = filepath.Join(t.TempDir(), "repository")
	for _, module := range []struct{ from, to string }{{"graph", "."}, {"ledger", "ledger"}} {
		if err := os.CopyFS(filepath.Join(repository, module.to), os.DirFS(filepath.Join(top(t), "testdata", module.from))); err != nil {
			t.Fatal(err)
		}
	}
	run(t, repository, "git", "init", "--quiet")
	run(t, repository, "git", "add", "--all")
	run(t, repository, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "all")
	index = filepath.Join(t.TempDir(), "index")
	run(t, repository, bin, "extract", "--quiet", "--out", index)
	return repository, index
}

// operationsOfTools are the operations of each tool, in their order.
func operationsOfTools() map[string][]string {
	tools := map[string][]string{}
	for _, op := range registry.All() {
		tools[op.Tool] = append(tools[op.Tool], op.Name)
	}
	return tools
}

// places are paths of this machine, which no answer may tell.
func places(t *testing.T, dirs ...string) []string {
	t.Helper()
	all := append(slices.Clone(dirs), top(t))
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

// run runs a program in a folder.
func run(t *testing.T, dir, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(program), strings.Join(args, " "), err, out)
	}
}

// runScript runs a script of clientsDir, and fails the test with what it said when it does.
func runScript(t *testing.T, script string, setup map[string]any) {
	t.Helper()
	text, err := json.Marshal(setup)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), clientsTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "--test-reporter=spec", script, string(text))
	cmd.Dir = clientsDir
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // so that it ends its servers
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node %s: %v\n%s", script, err, out)
	}
	t.Logf("%s", out)
}
