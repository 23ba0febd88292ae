package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const readme = "../../README.md"

// session is a block of the README that shows commands with their output.
var session = regexp.MustCompile("(?s)```console\n(.*?)```")

// unsteady matches the output that differs from run to run or with every change of the
// writer: times, sizes, commits, the version of Go, and the spaces that align them.
var unsteady = regexp.MustCompile(`\b\d+(\.\d)? (s|B|kB)\b|\b[0-9a-f]{40}\b|\bgo1\.[0-9.]+| +`)

// TestREADME runs every command of the README in a copy of testdata/shop, and compares the
// output with the README.
func TestREADME(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir := shop(t)
	sessions := 0
	got := session.ReplaceAllFunc(text, func(block []byte) []byte {
		sessions++
		return replay(t, dir, block)
	})
	if sessions == 0 {
		t.Fatal("the README shows no command")
	}
	if *update {
		if err := os.WriteFile(readme, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(steady(text), steady(got)); diff != "" {
		t.Errorf("the README shows other output than the commands print; run make golden and review the changes (-README +printed):\n%s", diff)
	}
}

// steady replaces the matches of unsteady.
func steady(text []byte) []string {
	return strings.Split(unsteady.ReplaceAllString(string(text), " "), "\n")
}

// replay runs the commands of a block and returns the block with their output.
func replay(t *testing.T, dir string, block []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("```console\n")
	for line := range strings.Lines(string(block)) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		out.WriteString(line)
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
		if err := cmd.Run(); err != nil {
			t.Errorf("%s: %v\n%s", strings.TrimSpace(command), err, out.Bytes())
		}
	}
	out.WriteString("```")
	return bytes.ReplaceAll(out.Bytes(), []byte("\r\n"), []byte("\n")) // CSV
}

// shop returns a copy of testdata/shop that is a git repository.
func shop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(dir, os.DirFS("../../testdata/shop")); err != nil {
		t.Fatal(err)
	}
	git := `git init -q -b main && git add . &&
		git -c commit.gpgsign=false -c user.name=a -c user.email=a@example.com commit -q -m first --date 2026-01-02T03:04:05Z`
	cmd := exec.Command("sh", "-c", git)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("make a repository of testdata/shop: %v\n%s", err, out)
	}
	return dir
}
