package extract

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/extract/internal/gittest"
	"github.com/cortex-index/cortex/schema"
	"github.com/google/go-cmp/cmp"
)

// The configuration of the checkout names a command for everything that git can run. Each
// command would leave a file.
func TestHostileConfigurationRunsNothing(t *testing.T) {
	dir := gittest.Repository(t, `
-- a.go --
package a
-- b.bin --
b
-- c.dat --
c
-- .gitattributes --
*.go filter=evil diff=evil
*.bin filter=evil.two
*.dat filter=Three
`)
	canaries := t.TempDir()
	run := func(name string) string {
		script := filepath.Join(canaries, name+".sh")
		if err := os.WriteFile(script, []byte("#!/bin/sh\ntouch "+filepath.Join(canaries, name)+"\ncat\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return script
	}
	hooks := filepath.Join(dir, ".git", "evilhooks")
	for _, hook := range []string{"post-index-change", "pre-auto-gc", "post-checkout", "fsmonitor-watchman", "reference-transaction"} {
		gittest.Write(t, filepath.Join(hooks, hook), "#!/bin/sh\ntouch "+filepath.Join(canaries, "hook-"+hook)+"\n")
		if err := os.Chmod(filepath.Join(hooks, hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	included := filepath.Join(dir, ".git", "more")
	gittest.Write(t, included, "[filter \"Three\"]\n\tclean = "+run("three")+"\n\trequired = true\n")
	for key, value := range map[string]string{
		"core.fsmonitor":               run("fsmonitor"),
		"core.hooksPath":               hooks,
		"core.pager":                   run("pager"),
		"core.sshCommand":              run("ssh"),
		"core.alternateRefsCommand":    run("alternate"),
		"diff.external":                run("diff"),
		"diff.evil.textconv":           run("textconv"),
		"diff.evil.command":            run("diffcommand"),
		"filter.evil.clean":            run("clean"),
		"filter.evil.smudge":           run("smudge"),
		"filter.evil.process":          run("process"),
		"filter.evil.required":         "true",
		"filter.evil.two.clean":        run("two"),
		"gpg.program":                  run("gpg"),
		"log.showSignature":            "true",
		"include.path":                 included,
		"credential.helper":            "!" + run("credential"),
		"uploadpack.packObjectsHook":   run("pack"),
		"remote.origin.url":            "ext::" + run("ext"),
		"remote.origin.promisor":       "true",
		"extensions.partialClone":      "origin",
		"core.repositoryFormatVersion": "1",
		"protocol.allow":               "always",
		"protocol.ext.allow":           "always",
	} {
		gittest.Run(t, dir, "config", key, value)
	}
	// Make status compare contents, and leave it one object to miss and fetch.
	for _, name := range []string{"a.go", "b.bin", "c.dat"} {
		gittest.Write(t, filepath.Join(dir, name), "package b\n")
	}
	t.Setenv("GIT_EXTERNAL_DIFF", run("envdiff"))
	t.Setenv("GIT_SSH_COMMAND", run("envssh"))
	t.Setenv("GIT_DIR", "/nowhere")
	t.Setenv("GIT_WORK_TREE", "/")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", run("envfsmonitor"))

	got := discovered(t, everything(dir))
	if diff := cmp.Diff([]string{".gitattributes", "a.go", "b.bin", "c.dat"}, paths(got)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	if len(got.Diagnostics) > 0 || !got.Repository.Dirty || got.Repository.Commit == "" || got.Top != dir {
		t.Errorf("git was not asked: %+v, %+v", got.Repository, got.Diagnostics)
	}
	left, err := filepath.Glob(filepath.Join(canaries, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if filepath.Ext(f) != ".sh" {
			t.Errorf("the configuration's command ran: %s", filepath.Base(f))
		}
	}

	// The test can fail: plain git runs some of the commands.
	for _, k := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_CONFIG_COUNT"} {
		if err := os.Unsetenv(k); err != nil {
			t.Fatal(err)
		}
	}
	careless := exec.Command("git", "status", "--short")
	careless.Dir = dir
	_ = careless.Run() // it fails, after running them
	left, _ = filepath.Glob(filepath.Join(canaries, "*"))
	ran := 0
	for _, f := range left {
		if filepath.Ext(f) != ".sh" {
			ran++
		}
	}
	if ran < 2 {
		t.Errorf("plain git status ran %d of the planted commands; this test would not notice", ran)
	}
}

// A missing object of a partial clone is not fetched.
func TestNoLazyFetch(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n")
	canary := filepath.Join(t.TempDir(), "fetched")
	gittest.Write(t, filepath.Join(dir, "run.sh"), "#!/bin/sh\ntouch "+canary+"\n")
	if err := os.Chmod(filepath.Join(dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	first := gittest.Run(t, dir, "rev-parse", "HEAD^{tree}")
	gittest.Commit(t, dir, 1_000_000_100)
	for k, v := range map[string]string{"core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
		"remote.origin.url": "ext::" + filepath.Join(dir, "run.sh"), "protocol.ext.allow": "always"} {
		gittest.Run(t, dir, "config", k, v)
	}
	if err := os.Remove(filepath.Join(dir, ".git", "objects", first[:2], first[2:])); err != nil {
		t.Fatal(err)
	}
	got := discovered(t, everything(dir))
	if _, err := os.Stat(canary); err == nil {
		t.Error("a missing object made git run the remote's helper")
	}
	if len(got.Diagnostics) != 1 || !strings.HasPrefix(got.Diagnostics[0].Message, "the history cannot be read") || !strings.Contains(got.Diagnostics[0].Message, "unable to read tree") {
		t.Errorf("diagnostics %v, want one about the history, with git's reason", got.Diagnostics)
	}
	if diff := cmp.Diff([]string{"a.go", "run.sh"}, paths(got)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// A tree that git cannot read is read without git, with a diagnostic.
func TestGitRefuses(t *testing.T) {
	const files = "-- a.go --\npackage a\n-- .gitignore --\n*.log\n-- x.log --\nx\n"
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"work tree elsewhere": func(t *testing.T, dir string) {
			gittest.Run(t, dir, "config", "core.worktree", gittest.Tree(t, "-- other.go --\n"))
		},
		"bare":          func(t *testing.T, dir string) { gittest.Run(t, dir, "config", "core.bare", "true") },
		"broken":        func(t *testing.T, dir string) { gittest.Write(t, filepath.Join(dir, ".git", "config"), "[core\n") },
		"filter with =": func(t *testing.T, dir string) { gittest.Run(t, dir, "config", "filter.a=b.clean", "touch x") },
		"of another user": func(t *testing.T, dir string) {
			if os.Geteuid() != 0 {
				t.Skip("only root can give files away")
			}
			for _, p := range []string{dir, filepath.Join(dir, ".git")} {
				if err := os.Chown(p, 12345, 12345); err != nil {
					t.Fatal(err)
				}
			}
		},
		"no git": func(t *testing.T, dir string) { t.Setenv("PATH", t.TempDir()) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := gittest.Repository(t, files)
			spoil(t, dir)
			got := discovered(t, everything(dir))
			if diff := cmp.Diff([]string{".gitignore", "a.go"}, paths(got)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(schema.Repository{Dirty: true}, got.Repository); diff != "" {
				t.Errorf("repository (-want +got):\n%s", diff)
			}
			if len(got.Diagnostics) != 1 || !strings.Contains(got.Diagnostics[0].Message, "cannot be read") || strings.Contains(got.Diagnostics[0].Message, dir) {
				t.Errorf("diagnostics %v", got.Diagnostics)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	dir := gittest.Repository(t, "-- a.go --\npackage a\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, root := range []string{dir, gittest.Tree(t, "-- a.go --\n")} {
		if _, err := Run(ctx, everything(root), &collector{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled run ended with %v", err)
		}
	}
}
