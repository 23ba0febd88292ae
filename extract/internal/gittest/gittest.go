// Package gittest makes trees and git repositories for tests. Tests of package extract and
// of the packages below it share it.
package gittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Tree writes the files of a txtar text into a new directory.
func Tree(t testing.TB, files string) string {
	t.Helper()
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	Add(t, dir, files)
	return dir
}

// Add writes the files of a txtar text into a directory.
func Add(t testing.TB, dir, files string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(files)).Files {
		Write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
}

func Write(t testing.TB, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Isolate keeps the machine's git configuration out of a test.
func Isolate(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	for k, v := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		t.Setenv(k, v)
	}
}

// Run runs git in a directory and returns its output, without the last newline.
func Run(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// Repository makes a git repository of one commit from a txtar text.
func Repository(t *testing.T, files string) string {
	t.Helper()
	Isolate(t)
	dir := Tree(t, files)
	Run(t, dir, "init", "-q", "-b", "main")
	Commit(t, dir, 1_000_000_000)
	return dir
}

// Commit commits everything at a time, in seconds since 1970.
func Commit(t *testing.T, dir string, at int) {
	t.Helper()
	when := strconv.Itoa(at) + " +0000"
	t.Setenv("GIT_COMMITTER_DATE", when)
	t.Setenv("GIT_AUTHOR_DATE", when)
	Run(t, dir, "add", "-A")
	Run(t, dir, "commit", "-q", "--allow-empty", "-m", "x")
}
