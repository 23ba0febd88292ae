// Package citest has what the tests below ci share: the top of the repository, the built
// command, small repositories with a commit, and programs that CI must have.
package citest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Module is the path of this Go module.
const Module = "github.com/cortex-index/cortex"

// Top returns the folder of go.mod.
func Top(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			t.Fatalf("no folder above %s has a go.mod", dir)
		}
	}
}

// ReadText returns the text of a file.
func ReadText(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Run runs a program in a folder and fails the test when it fails.
func Run(t testing.TB, dir, program string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(program), strings.Join(args, " "), err, out)
	}
}

// Build builds the command and returns its path.
func Build(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "cortex")
	Run(t, Top(t), "go", "build", "-buildvcs=false", "-o", bin, "./cmd/cortex")
	return bin
}

// Repository makes a git repository on a branch with one commit. folders are folders of this
// repository, each with its place in the new one.
func Repository(t testing.TB, branch string, folders map[string]string) string {
	t.Helper()
	repository := filepath.Join(t.TempDir(), "repository")
	for from, to := range folders {
		if err := os.CopyFS(filepath.Join(repository, to), os.DirFS(filepath.Join(Top(t), from))); err != nil {
			t.Fatal(err)
		}
	}
	Run(t, repository, "git", "init", "--quiet")
	Run(t, repository, "git", "symbolic-ref", "HEAD", "refs/heads/"+branch)
	Commit(t, repository)
	return repository
}

// Commit commits all files of a repository.
func Commit(t testing.TB, repository string) {
	t.Helper()
	Run(t, repository, "git", "add", "--all")
	Run(t, repository, "git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "all")
}

// Absent skips the test because this machine lacks a program. In CI it fails the test.
func Absent(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
