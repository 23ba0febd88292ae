package action

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// step runs scripts of the action without a runner, in temporary folders.
type step struct {
	dir string // has the folders workspace and temp, and others that no step may change
	env map[string]string
}

// newStep makes the folders. The workspace has a folder "a b", an old index, an empty folder,
// and links to places outside.
func newStep(t *testing.T) *step {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &step{dir: dir, env: map[string]string{
		"RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": filepath.Join(dir, "temp"), "GITHUB_WORKSPACE": filepath.Join(dir, "workspace"),
		"GITHUB_OUTPUT": filepath.Join(dir, "output"), "GITHUB_PATH": filepath.Join(dir, "path"), "GITHUB_ENV": filepath.Join(dir, "env"), "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
		"GITHUB_RUN_ID": "7", "GITHUB_REPOSITORY": "acme/graph",
	}}
	for _, folder := range []string{"temp/cortex-action", "workspace/a b", "workspace/$(touch x)", "workspace/empty", "workspace/old", "outside"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{"file": "", "a b/manifest.json": `{"name": "cortex-index"}`, "old/manifest.json": "{\n  \"format\": \"cortex-index\"}\n"} {
		if err := os.WriteFile(filepath.Join(dir, "workspace", file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"up": "..", "away": filepath.Join(dir, "outside"), "nowhere": filepath.Join(dir, "absent"), "state": "../temp/cortex-action"} {
		if err := os.Symlink(to, filepath.Join(dir, "workspace", name)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// run runs a script of the action and returns its output and its error.
func (s *step) run(t *testing.T, script string, env map[string]string, args ...string) (string, error) {
	t.Helper()
	at, err := filepath.Abs(script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), at, args...)
	cmd.Dir = s.env["GITHUB_WORKSPACE"]
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	for _, vars := range []map[string]string{s.env, env} {
		for k, v := range vars {
			cmd.Env = append(cmd.Env, k+"="+v)
		}
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// outputs reads the outputs of the step as the runner does.
func (s *step) outputs(t *testing.T) map[string]string { return s.set(t, "GITHUB_OUTPUT") }

// set returns the values that the step has written to the file that a variable names.
func (s *step) set(t *testing.T, variable string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(s.env[variable])
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	all := map[string]string{}
	rest := string(text)
	for rest != "" {
		head, after, _ := strings.Cut(rest, "\n")
		name, mark, ok := strings.Cut(head, "<<")
		value, left, end := strings.Cut("\n"+after, "\n"+mark+"\n")
		if !ok || !end {
			t.Fatalf("nothing is set by %q of %q", head, text)
		}
		all[name], rest = strings.TrimPrefix(value, "\n"), left
	}
	return all
}

// files returns the paths of all files and folders of the step.
func (s *step) files(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(s.dir, func(path string, _ os.DirEntry, err error) error {
		all = append(all, strings.TrimPrefix(path, s.dir))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// defaults has the default inputs of action.yml.
var defaults = map[string]string{"IN_PATH": ".", "IN_OUT": "", "IN_CONTENT": "true", "IN_TESTS": "true", "IN_TAGS": "", "IN_SCIP": "", "IN_NAME": "", "IN_STRICT": "false",
	"IN_DIFF": "false", "IN_COMMENT": "true", "IN_FAIL_ON": "", "IN_OVERRIDE_LABEL": "",
	"IN_ARTIFACT_NAME": "cortex-index", "IN_VERSION": "", "IN_RETENTION_DAYS": "", "IN_INSTALL_ONLY": "false"}

// with returns the defaults with some inputs changed.
func with(pairs ...string) map[string]string {
	inputs := maps.Clone(defaults)
	for i := 0; i < len(pairs); i += 2 {
		inputs["IN_"+pairs[i]] = pairs[i+1]
	}
	return inputs
}

// TestActionInputs gives the first step valid inputs, strange ones among them.
func TestActionInputs(t *testing.T) {
	for _, c := range []struct{ input, value, output, want string }{
		{"PATH", ".", "path", "$DIR/workspace"},
		{"PATH", "a b", "path", "$DIR/workspace/a b"},
		{"PATH", "$(touch x)", "path", "$DIR/workspace/$(touch x)"},
		{"PATH", "$DIR/workspace/a b/", "path", "$DIR/workspace/a b"},
		{"OUT", "", "out", "$DIR/temp/cortex-index"},
		{"OUT", "a b/index", "out", "$DIR/workspace/a b/index"},
		{"OUT", "`touch x` $(touch x) '", "out", "$DIR/workspace/`touch x` $(touch x) '"},
		{"OUT", "$DIR/temp/i", "out", "$DIR/temp/i"},
		{"OUT", "./a//b/./c/", "out", "$DIR/workspace/a/b/c"},
		{"OUT", "old", "out", "$DIR/workspace/old"},
		{"OUT", "empty", "out", "$DIR/workspace/empty"},
		{"OUT", "$DIR/temp/cortex-action-x", "out", "$DIR/temp/cortex-action-x"},
		{"OUT", strings.Repeat("é", 111), "out", "$DIR/workspace/" + strings.Repeat("é", 111)},
		{"NAME", "", "name", ""},
		{"NAME", "github.com/acme/graph", "name", "github.com/acme/graph"},
		{"NAME", "-x$(touch)ü", "name", "-x$(touch)ü"},
		{"TAGS", " a_1.2, ünï,b ,,", "name", ""},
		{"SCIP", "auto,old/manifest.json,", "name", ""},
		{"ARTIFACT_NAME", "index of main", "artifact-name", "index of main"},
		{"ARTIFACT_NAME", "$(touch x)`touch x`${{ github.token }}'; touch x #", "artifact-name", "$(touch x)`touch x`${{ github.token }}'; touch x #"},
		{"ARTIFACT_NAME", "-n", "artifact-name", "-n"},
		{"ARTIFACT_NAME", "à\u00a0ü", "artifact-name", "à\u00a0ü"},
		{"VERSION", "v1.20.3", "version", "1.20.3"},
		{"VERSION", "1.2.3-rc.1", "version", "1.2.3-rc.1"},
		{"RETENTION_DAYS", "90", "retention-days", "90"},
	} {
		t.Run(c.input+" "+c.value, func(t *testing.T) {
			s := newStep(t)
			there := s.files(t)
			out, err := s.run(t, "inputs.sh", with(c.input, strings.ReplaceAll(c.value, "$DIR", s.dir)))
			if err != nil || out != "" {
				t.Fatalf("%v: %s", err, out)
			}
			if got, want := s.outputs(t)[c.output], strings.ReplaceAll(c.want, "$DIR", s.dir); got != want {
				t.Errorf("%s is %q, want %q", c.output, got, want)
			}
			wantOnly(t, s, there, "/output")
		})
	}
}

// TestActionRefuses gives it mistakes, and inputs that GitHub would refuse later.
func TestActionRefuses(t *testing.T) {
	for _, c := range []struct{ input, value, want string }{
		{"PATH", "", "path: '' is empty: use . for the workspace"},
		{"PATH", "absent", "path: 'absent' is not a folder"},
		{"PATH", "-x", "path: '-x' is not a folder"},
		{"PATH", "a\n::set-output name=x::y", `path: a control character or a line end in $'a\n::set-output name=x::y'`},
		{"PATH", "..", "path: '..' leads out of the workspace"},
		{"PATH", "up", "path: 'up' leads out of the workspace"},
		{"PATH", "away", "leads out of the workspace"},
		{"PATH", "/", "leads out of the workspace"},
		{"OUT", ".cortex/index", "a name that begins with a dot"},
		{"OUT", "a/.index", "a name that begins with a dot"},
		{"OUT", "../index", "out: '..' in '../index'"},
		{"OUT", "a/../../index", "out: '..' in"},
		{"OUT", "/etc/index", "is neither in the workspace nor in"},
		{"OUT", "up/index", "out: a link in 'up/index' leads out of the workspace"},
		{"OUT", "away", "out: a link in 'away' leads out"},
		{"OUT", "nowhere", "out: a link in 'nowhere' leads out"},
		{"OUT", "nowhere/index", "out: a link in 'nowhere/index' leads out"},
		{"OUT", ".", "out: '.' is the whole"},
		{"OUT", "./", "out: './' is the whole"},
		{"OUT", "a*", "which upload-artifact reads as a pattern"},
		{"OUT", "a[b]", "which upload-artifact reads as a pattern"},
		{"OUT", "!a", "which upload-artifact reads as a pattern"},
		{"OUT", `a\b`, "which upload-artifact reads as a pattern"},
		{"OUT", "a\nb", "out: a control character"},
		{"OUT", " a", "out: a blank at an end"},
		{"OUT", "a\u3000", "out: a blank at an end"},
		{"OUT", "a b", "out: 'a b' is a folder with files and without an index"},
		{"OUT", "file", "is a file"},
		{"OUT", "file/index", "is a file"},
		{"OUT", "a/" + strings.Repeat("x", 223), "out: a name longer than 222 bytes"},
		{"OUT", "$DIR/temp/cortex-action", "is in cortex-action, the folder of the action"},
		{"OUT", "$DIR/temp//./cortex-action/bin", "is in cortex-action"},
		{"OUT", "$DIR/temp/cortex-cache/x", "is in cortex-cache"},
		{"OUT", "state/x", "out: 'state/x' is in cortex-action"},
		{"ARTIFACT_NAME", "", "artifact-name: '' is not a name"},
		{"ARTIFACT_NAME", "..", "artifact-name: '..' is not a name"},
		{"ARTIFACT_NAME", "a ", "artifact-name: a blank at an end of 'a '"},
		{"ARTIFACT_NAME", "a\u00a0", "artifact-name: a blank at an end"},
		{"ARTIFACT_NAME", "\ufeffa", "artifact-name: a blank at an end"},
		{"ARTIFACT_NAME", "a\u2003", "artifact-name: a blank at an end"},
		{"ARTIFACT_NAME", "\u1680a", "artifact-name: a blank at an end"},
		{"NAME", "a b", "name: a blank in 'a b'"},
		{"NAME", "a\u2029b", "name: a blank in"},
		{"NAME", "a\n::set-output name=x::y", "name: a control character"},
		{"TAGS", "a b", "tags: 'a b' is not a build tag: separate tags with commas"},
		{"TAGS", "x,a\u00a0b", "is not a build tag: separate tags with commas"},
		{"TAGS", "a;b", "tags: 'a;b' is not a build tag"},
		{"TAGS", "*", "tags: '*' is not a build tag"},
		{"SCIP", "missing.scip", "scip: './missing.scip' is not a file of the workspace"},
		{"SCIP", "auto,/etc/hosts", "scip: '/etc/hosts' is not a file of the workspace"},
		{"SCIP", "a\nb", "scip: a control character"},
		{"ARTIFACT_NAME", "feature/x", "which GitHub forbids"},
		{"ARTIFACT_NAME", `a"b`, "which GitHub forbids"},
		{"ARTIFACT_NAME", "a\nb=c", "artifact-name: a control character"},
		{"ARTIFACT_NAME", "a\r", "artifact-name: a control character"},
		{"ARTIFACT_NAME", "100%\n", "artifact-name: a control character or a line end in $'100%25\\n'"},
		{"TAGS", "a\n::error::b", "tags: a control character"},
		{"VERSION", "latest", "version: 'latest' is not a release"},
		{"VERSION", "1.2.3/../../x", "is not a release"},
		{"VERSION", "1.2.3;touch x", "is not a release"},
		{"VERSION", "v1.2.3\n1.2.3", "version: a control character"},
		{"RETENTION_DAYS", "0", "retention-days: '0' is not a number from 1 to 400"},
		{"RETENTION_DAYS", "401", "is not a number from 1 to 400"},
		{"RETENTION_DAYS", "a[$(touch x)]", "is not a number from 1 to 400"},
		{"STRICT", "yes", "strict: yes is neither true nor false"},
		{"TESTS", "", "tests: '' is neither true nor false"},
		{"CONTENT", "true\n", "content: $'true\\n' is neither true nor false"},
	} {
		t.Run(c.input+" "+c.value, func(t *testing.T) {
			s := newStep(t)
			there := s.files(t)
			out, err := s.run(t, "inputs.sh", with(c.input, strings.ReplaceAll(c.value, "$DIR", s.dir)))
			if err == nil {
				t.Error("it was taken")
			}
			if !strings.HasPrefix(out, "::error title=cortex::") || !strings.Contains(out, c.want) || strings.Count(out, "\n") != 1 {
				t.Errorf("got %q, want an error on one line: %s", out, c.want)
			}
			if why := citest.ReadText(t, filepath.Join(s.dir, "temp", "cortex-action", "why")); !strings.Contains(why, strings.ReplaceAll(c.want, "%25", "%")) {
				t.Errorf("the summary shows %q", why)
			}
			wantOnly(t, s, there, "/output", "/temp/cortex-action/why")
		})
	}
	for variable, value := range map[string]string{"RUNNER_OS": "Windows", "RUNNER_ARCH": "ARM"} {
		s := newStep(t)
		s.env[variable] = value
		if out, err := s.run(t, "inputs.sh", defaults); err == nil || !strings.Contains(out, "this runner is '"+value+"'") {
			t.Errorf("%s=%s: %v: %s", variable, value, err, out)
		}
	}
}

// wantOnly fails the test when the step wrote files other than those in may.
func wantOnly(t *testing.T, s *step, before []string, may ...string) {
	t.Helper()
	for _, file := range s.files(t) {
		if !slices.Contains(before, file) && !slices.Contains(may, file) {
			t.Errorf("%s was written", file)
		}
	}
}

// TestActionOutTwice checks that two uses in one job write to two folders.
func TestActionOutTwice(t *testing.T) {
	s := newStep(t)
	for n, want := range []string{"cortex-index", "cortex-index-2", "cortex-index-3"} {
		if out, err := s.run(t, "inputs.sh", with("ARTIFACT_NAME", fmt.Sprint("index", n))); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		got := s.outputs(t)["out"]
		if got != filepath.Join(s.dir, "temp", want) {
			t.Errorf("use %d goes to %s", n, got)
		}
		if err := os.Mkdir(got, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// TestActionWithoutCheckout checks the error in an empty workspace.
func TestActionWithoutCheckout(t *testing.T) {
	s := newStep(t)
	s.env["GITHUB_WORKSPACE"] = t.TempDir()
	if out, err := s.run(t, "inputs.sh", defaults); err == nil || !strings.Contains(out, "path: the workspace is empty; is actions/checkout missing before this step?\n") {
		t.Errorf("%v: %s", err, out)
	}
}
