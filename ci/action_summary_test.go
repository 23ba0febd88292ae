package ci

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pretend makes a command that stands for cortex: it prints a text, and ends with a status.
func (s *step) pretend(t *testing.T, script string) {
	t.Helper()
	s.env["CORTEX"] = filepath.Join(s.dir, "cortex")
	if err := os.WriteFile(s.env["CORTEX"], []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// TestActionExtract hands the inputs to cortex as they are, and tells the runner to take
// nothing that cortex prints for a command.
func TestActionExtract(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `for a; do printf '<%s>' "$a"; done; echo; echo '::set-output name=status::9' >&2; exit "$END"`)
	inputs := map[string]string{"OUT": "/o u/$(touch x)", "FOLDER": "/-x`touch x`", "TESTS": "false", "CONTENT": "false", "STRICT": "true", "TAGS": "-a,$(touch x)"}
	there := s.files(t)
	for _, c := range []struct{ end, want string }{{"0", ""}, {"3", ""}, {"1", "the index could not be made: cortex extract ended with 1"}} {
		inputs["END"] = c.end
		out, err := s.run(t, "extract.sh", inputs)
		if (err == nil) != (c.want == "") || !strings.Contains(out, c.want) {
			t.Errorf("ended with %s: %v: %s", c.end, err, out)
		}
		lines := strings.Split(out, "\n")
		mark, ok := strings.CutPrefix(lines[0], "::stop-commands::")
		if want := "<extract><--out></o u/$(touch x)><--no-tests><--no-content><--strict><--tags=-a,$(touch x)><--></-x`touch x`>"; !ok || lines[1] != want {
			t.Errorf("got %q, want %s", lines[:2], want)
		}
		begins, ends := strings.Index(out, "::set-output"), strings.Index(out, "\n::"+mark+"::\n")
		if len(mark) < 32 || begins < 0 || ends < begins {
			t.Errorf("the runner reads what cortex prints: %s", out)
		}
		if got := s.outputs(t); got["status"] != c.end || !strings.Contains(got["seconds"], ".") {
			t.Errorf("outputs: %v", got)
		}
	}
	wantOnly(t, s, there, "/output", "/temp/cortex-action/log", "/temp/cortex-action/seconds")
}

// TestActionExtractTellsTheError shows what cortex said in one line.
func TestActionExtractTellsTheError(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `echo 'cortex: error: no 100% of it' >&2; echo 'cortex: hint: x' >&2; exit 1`)
	out, err := s.run(t, "extract.sh", map[string]string{"OUT": "/o", "FOLDER": "/f", "TESTS": "true", "CONTENT": "true", "STRICT": "false", "TAGS": ""})
	if err == nil || !strings.Contains(out, "::error title=cortex::the index could not be made: cortex: error: no 100%25 of it\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionVerify sets an output for each line of cortex info, and none for what else a
// name may hold.
func TestActionVerify(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `if [ "$1" = info ]; then printf '%s\n' 'repository=a=b $(touch x)' 'commit<<X' 'files=3' 'BAD=1' 'calls-static=2'; fi`)
	if out, err := s.run(t, "verify.sh", map[string]string{"OUT": "/o"}); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := map[string]string{"repository": "a=b $(touch x)", "files": "3", "calls-static": "2"}
	if got := s.outputs(t); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	s.pretend(t, `echo "calls: broken"; exit 3`)
	if out, err := s.run(t, "verify.sh", map[string]string{"OUT": "/o"}); err == nil || !strings.Contains(out, "the index is not whole") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionSummary tells how to get the index, or why there is none.
func TestActionSummary(t *testing.T) {
	fine := map[string]string{"OUT": "/o", "NAME": "cortex-index", "DURATION": "1.5",
		"CHECKED": "success", "INSTALLED": "success", "EXTRACTED": "success", "VERIFIED": "success", "UPLOADED": "success"}
	for _, c := range []struct {
		change []string
		want   string
	}{
		{nil, "### an index\n\nMade in 1.5 s. On your machine:\n\n    gh run download 7 --repo acme/graph --name cortex-index --dir cortex-index\n    cortex query summary"},
		{[]string{"NAME", "it's $(touch x)`y`"}, `--name 'it'\''s $(touch x)` + "`y`' --dir"},
		{[]string{"NAME", "-x y"}, "--name '-x y' --dir"},
		{[]string{"UPLOADED", "failure"}, "### an index\n\nThe index could not be uploaded"},
		{[]string{"UPLOADED", "skipped", "VERIFIED", "failure"}, "### No index\n\nThe index is not whole"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "failure"}, "### No index\n\nThe extraction failed; the log of the job says more.\n\n    </pre> ``` # x\n    ```\n"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "skipped", "INSTALLED", "failure"}, "### No index\n\ncortex could not be installed"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "skipped", "INSTALLED", "", "CHECKED", "failure"}, "### No index\n\nThe inputs were refused"},
	} {
		s := newStep(t)
		s.pretend(t, `echo "### an index"`)
		log := strings.Repeat("x\n", 100) + strings.Repeat("long ", 10000) + "\n</pre> ``` # x\n```\n"
		if err := os.WriteFile(filepath.Join(s.dir, "temp", "cortex-action", "log"), []byte(log), 0o644); err != nil {
			t.Fatal(err)
		}
		env := maps.Clone(fine)
		for i := 0; i < len(c.change); i += 2 {
			env[c.change[i]] = c.change[i+1]
		}
		out, err := s.run(t, "summary.sh", env)
		text, _ := os.ReadFile(s.env["GITHUB_STEP_SUMMARY"])
		if err != nil || out != "" || !strings.Contains(shortened(string(text)), c.want) || len(text) > 10_000 {
			t.Errorf("%v: %v: %s\n%s", c.change, err, out, text)
		}
	}
}

// shortened leaves out the lines of x and long.
func shortened(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if text := strings.TrimSpace(line); text == "x" || strings.Contains(text, "long long") {
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}
