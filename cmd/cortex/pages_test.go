package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// session is a block of a page that shows commands with their output.
var session = regexp.MustCompile("(?s)```console\n(.*?)```")

// unsteady matches the output that differs from run to run or with every change of the
// writer: times, sizes, commits, the version of Go, and the spaces that align them.
var unsteady = regexp.MustCompile(`\b\d+(\.\d)? (s|B|kB)\b|\b[0-9a-f]{40}\b|\bgo1\.[0-9.]+| +`)

// TestPages runs every command that a page shows with output, in a copy of testdata/shop for each
// page, and compares the output with the page.
func TestPages(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !session.Match(text) {
			continue
		}
		shown++
		t.Run(strings.TrimPrefix(filepath.ToSlash(page), "../../"), func(t *testing.T) {
			t.Parallel()
			dir := shop(t)
			env := append(goCaches(t), "HOME="+filepath.Dir(dir), "XDG_CACHE_HOME=", "PAGER=cat", "NO_COLOR=1")
			ask(t, dir, "cortex extract --quiet")
			got := session.ReplaceAllFunc(text, func(block []byte) []byte { return replay(t, dir, env, block) })
			if *update {
				if err := os.WriteFile(page, got, 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(steady(text), steady(got)); diff != "" {
				t.Errorf("the page shows other output than the commands print; run make golden and review the changes (-page +printed):\n%s", diff)
			}
		})
	}
	if shown < 2 {
		t.Errorf("%d pages show commands with output", shown)
	}
}

// pages returns the documents of this repository.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir("../..", func(at string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".github"
		switch {
		case err != nil || at == "../..":
			return err
		case d.IsDir() && (hidden || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case filepath.Ext(at) == ".md":
			found = append(found, at)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// steady replaces the matches of unsteady.
func steady(text []byte) []string {
	return strings.Split(unsteady.ReplaceAllString(string(text), " "), "\n")
}

// replay runs the commands of a block in an environment and returns the block with their output.
func replay(t *testing.T, dir string, env []string, block []byte) []byte {
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
		cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, append(os.Environ(), env...), &out, &out
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
