package main

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/cmd/cortex/internal/cli"
	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output in the sessions again")

// TestMain makes this test binary the command cortex for the sessions.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cortex": func() {
		cli.FailInconsistent = true
		main()
	}})
}

// scripts is the folder of the sessions.
const scripts = "../../testdata/script"

// TestScript runs the sessions.
func TestScript(t *testing.T) {
	found, err := filepath.Glob(scripts + "/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Fatalf("no session in %s", scripts)
	}
	caches := goCaches(t)
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		ContinueOnError:     true,
		RequireUniqueNames:  true,
		Cmds:                commands,
		Condition:           condition,
		Setup: func(e *testscript.Env) error {
			e.Values[interrupted{}] = new(*exec.Cmd)
			home := filepath.Join(e.WorkDir, ".home")
			e.Vars = append(e.Vars, caches...)
			e.Vars = append(e.Vars, "HOME="+home, "NO_COLOR=1", "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=",
				"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main",
				"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
				"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
			if err := endInCRLF(e.WorkDir); err != nil {
				return err
			}
			return os.Mkdir(home, 0o755)
		},
	})
}

// endInCRLF ends the lines of each expected CSV in CR LF, after RFC 4180. A session cannot
// contain such lines.
func endInCRLF(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".csv" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o666)
	})
}

// goCaches returns the settings that let the go command of a session use the
// caches of the one that runs the test.
func goCaches(t *testing.T) []string {
	t.Helper()
	var vars []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", name, err)
		}
		vars = append(vars, name+"="+strings.TrimSpace(string(out)))
	}
	return vars
}
