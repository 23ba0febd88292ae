package action

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// TestActionGo checks that versions of Go compare as numbers, under any settings of the job.
func TestActionGo(t *testing.T) {
	for have, want := range map[string]string{"go1.26.0": "false", "go1.26.8": "false", "go2.0": "false", "go1.100": "false",
		"go1.26": "false", "go1.25.9": "true", "go1.9": "true", "go1.27rc1": "true", "devel go1.28-x": "true", "": "true"} {
		s := newStep(t)
		fake := filepath.Join(s.dir, "bin")
		program(t, filepath.Join(fake, "go"), `if [ "$GOTOOLCHAIN$GOROOT$GOFLAGS" = local-modcacherw ]; then echo '`+have+`'; fi`)
		there := s.files(t)
		env := map[string]string{"PATH": fake + ":" + os.Getenv("PATH"), "GOTOOLCHAIN": "go1.24.0", "GOROOT": "/absent", "GOFLAGS": "-x"}
		out, err := s.run(t, "go.sh", env, "find")
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if got := s.outputs(t); got["wanted"] != want || got["version"] != "~1.26.0" {
			t.Errorf("%q: %v, want %s", have, got, want)
		}
		if want == "false" {
			wantOnly(t, s, there, "/output")
		}
	}
}

// TestActionGivesGoBack checks that the job's Go is first on the PATH again, without the other
// programs of its folder, also after two uses.
func TestActionGivesGoBack(t *testing.T) {
	for _, toolchain := range []string{"", "go1.24.0+auto"} {
		s := newStep(t)
		old := filepath.Join(s.dir, "old")
		for _, name := range []string{"go", "gofmt", "python3"} {
			program(t, filepath.Join(old, name), "echo the old "+name)
		}
		program(t, filepath.Join(s.dir, "new", "python3"), "echo the new python3")
		path := filepath.Join(s.dir, "new") + ":" + old + ":" + os.Getenv("PATH")
		for range 2 {
			env := map[string]string{"PATH": path}
			if toolchain != "" {
				env["GOTOOLCHAIN"] = toolchain
			}
			for _, command := range []string{"find", "return"} {
				if out, err := s.run(t, "go.sh", env, command); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
				env["TOOLCHAIN"] = s.outputs(t)["toolchain"]
			}
			added := strings.TrimSpace(citest.ReadText(t, s.env["GITHUB_PATH"]))
			if entries, err := os.ReadDir(added); err != nil || len(entries) != 2 {
				t.Fatalf("added to the PATH: %q with %v, %v", added, entries, err)
			}
			if err := os.Remove(s.env["GITHUB_PATH"]); err != nil {
				t.Fatal(err)
			}
			path = added + ":" + path
			for name, want := range map[string]string{"go": "old go", "gofmt": "old gofmt", "python3": "new python3"} {
				cmd := exec.Command("sh", "-c", name)
				cmd.Env = []string{"PATH=" + path}
				if out, err := cmd.CombinedOutput(); err != nil || string(out) != "the "+want+"\n" {
					t.Errorf("%s is %s, %v; want the %s", name, out, err, want)
				}
			}
			// The go command reads an empty GOTOOLCHAIN as an unset one.
			if got := s.set(t, "GITHUB_ENV"); !maps.Equal(got, map[string]string{"GOTOOLCHAIN": toolchain}) {
				t.Errorf("the environment is given %v, want %q", got, toolchain)
			}
		}
	}
}

// building has the settings of the build that the job cannot change.
var building = map[string]string{"GOENV": "off", "GOTOOLCHAIN": "local", "GOWORK": "off", "GOFLAGS": "-modcacherw", "CGO_ENABLED": "1",
	"GOPATH": "$CACHE/path", "GOMODCACHE": "$CACHE/mod", "GOCACHE": "$CACHE/build"}

// newBuild returns a step whose go command records its environment instead of building. Its
// PATH has the tools that the script needs, and this machine's Go for go env.
func newBuild(t *testing.T, compilers ...string) (s *step, env map[string]string) {
	t.Helper()
	s = newStep(t)
	bin := filepath.Join(s.dir, "bin")
	golang, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	program(t, filepath.Join(bin, "go"), fmt.Sprintf(`if [ "$1" = env ]; then exec '%s' "$@"; fi
if [ -n "$BROKEN" ]; then echo broken >&2; exit 1; fi
env | grep -E '^(GO|CGO_|CC=|CXX=)' >'%s'
printf '#!/bin/sh\necho cortex was built\n' >"$RUNNER_TEMP/cortex-action/bin/cortex"
chmod 755 "$RUNNER_TEMP/cortex-action/bin/cortex"`, golang, filepath.Join(s.dir, "built")))
	for _, name := range []string{"bash", "sh", "env", "dirname", "mkdir", "od", "tr", "grep", "chmod"} {
		at, err := exec.LookPath(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range compilers {
		program(t, filepath.Join(bin, name), "exit 1")
	}
	return s, map[string]string{"PATH": bin, "CACHE": filepath.Join(s.dir, "cache")}
}

// TestActionBuild checks that the build ignores the job's settings for builds, and keeps those
// for downloading modules.
func TestActionBuild(t *testing.T) {
	s, env := newBuild(t, "gcc", "clang")
	settings := filepath.Join(s.dir, "settings")
	if err := os.WriteFile(settings, []byte("GOPROXY=https://proxy.example\nGOPRIVATE=private.example\nGOTOOLCHAIN=go1.2\nGOFLAGS=-race\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	maps.Copy(env, map[string]string{"GOENV": settings, "GONOSUMDB": "of.the.job", "GOOGLE_PROJECT": "x"})
	for _, name := range []string{"GOTOOLCHAIN", "CC", "CXX", "AR", "GOCACHEPROG", "GOFIPS140", "GOROOT", "GOPATH", "GOMODCACHE", "GOCACHE", "CGO_ENABLED", "CGO_CPPFLAGS", "CGO_CFLAGS",
		"CGO_LDFLAGS", "GOAMD64", "GOARM64", "GOOS", "GOARCH", "GOEXPERIMENT", "GO111MODULE", "GOWORK", "GOFLAGS", "GODEBUG", "GO_EXTLINK_ENABLED"} {
		env[name] = "of-the-job"
	}
	out, err := s.run(t, "build.sh", env)
	if err != nil || !strings.HasSuffix(out, "cortex was built\n") {
		t.Fatalf("%v: %s", err, out)
	}
	want := map[string]string{"GOPROXY": "https://proxy.example", "GOPRIVATE": "private.example", "GONOPROXY": "private.example",
		"GONOSUMDB": "of.the.job", "GOSUMDB": "sum.golang.org", "GOINSECURE": "", "GOVCS": "", "GOAUTH": "netrc", "GOOGLE_PROJECT": "x"}
	for name, value := range building {
		want[name] = strings.ReplaceAll(value, "$CACHE", env["CACHE"])
	}
	got := map[string]string{}
	for line := range strings.Lines(citest.ReadText(t, filepath.Join(s.dir, "built"))) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		got[name] = value
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the build has other settings (-want +got):\n%s", diff)
	}
}

// TestActionBuildFails checks the errors for a missing compiler and a failed build.
func TestActionBuildFails(t *testing.T) {
	s, env := newBuild(t)
	if out, err := s.run(t, "build.sh", env); err == nil || !strings.Contains(out, "::error title=cortex::no C compiler ") {
		t.Errorf("without a compiler: %v: %s", err, out)
	}
	s, env = newBuild(t, "cc")
	if out, err := s.run(t, "build.sh", env); err != nil || !strings.Contains(citest.ReadText(t, filepath.Join(s.dir, "built")), "CC=cc\n") {
		t.Errorf("with another compiler: %v: %s", err, out)
	}
	env["BROKEN"] = "yes"
	if out, err := s.run(t, "build.sh", env); err == nil || !strings.HasSuffix(out, "::error title=cortex::the build of cortex failed; see the log\n") {
		t.Errorf("a build that fails: %v: %s", err, out)
	}
}
