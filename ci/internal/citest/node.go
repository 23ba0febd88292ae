package citest

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// scriptTimeout ends a script that hangs; each takes some seconds.
const scriptTimeout = 3 * time.Minute

// InstallNode installs the packages of package-lock.json in the working directory, unless they are installed. Without Node.js or a
// registry the test is skipped; in CI it fails.
func InstallNode(t testing.TB) {
	t.Helper()
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			Absent(t, "needs Node.js 20 or later: %v", err)
		}
	}
	installed := filepath.Join("node_modules", ".installed")
	if there, err := os.ReadFile(installed); err == nil && bytes.Equal(there, lock) {
		return
	}
	cmd := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	if out, err := cmd.CombinedOutput(); err != nil {
		Absent(t, "npm ci: %v\n%s", err, out)
	}
	if err := os.WriteFile(installed, lock, 0o666); err != nil {
		t.Fatal(err)
	}
}

// RunNode runs a script of the working directory, whose last argument is setup as JSON. The test fails with the output when it fails.
func RunNode(t testing.TB, script string, setup map[string]any) {
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

// CheckLock checks that package-lock.json has the digest of each package and no address.
func CheckLock(t testing.TB) {
	t.Helper()
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
			t.Errorf("%s has the digest %q and the address %q: run npm install here, whose .npmrc omits addresses", name, p.Integrity, p.Resolved)
		}
	}
}
