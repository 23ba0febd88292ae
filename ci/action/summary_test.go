package action

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pretend replaces cortex by a script.
func (s *step) pretend(t *testing.T, script string) {
	t.Helper()
	s.env["CORTEX"] = filepath.Join(s.dir, "cortex")
	program(t, s.env["CORTEX"], script)
}

// TestActionExtract checks that cortex gets the inputs unchanged, and that the runner takes
// no output of cortex for a command.
func TestActionExtract(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `for a; do printf '<%s>' "$a"; done; echo "$GOROOT"; echo '::set-output name=seconds::9' >&2; exit "$END"`)
	inputs := map[string]string{"OUT": "/o u/$(touch x)", "FOLDER": "/-x`touch x`", "TESTS": "false", "CONTENT": "false", "TAGS": "-a,$(touch x)", "SCIP": "auto,a b.scip", "NAME": "-n`touch x`", "WANTED": "true", "GOROOT": "/old"}
	there := s.files(t)
	for _, c := range []struct{ end, want string }{{"0", ""}, {"3", "ended with 3"}, {"1", "the extraction failed: cortex extract ended with 1\n"}} {
		inputs["END"] = c.end
		out, err := s.run(t, "extract.sh", inputs)
		if (err == nil) != (c.want == "") || !strings.Contains(out, c.want) {
			t.Errorf("ended with %s: %v: %s", c.end, err, out)
		}
		lines := strings.Split(out, "\n")
		mark, ok := strings.CutPrefix(lines[0], "::stop-commands::")
		if want := "<extract><--out></o u/$(touch x)><--name=-n`touch x`><--no-tests><--no-content><--tags=-a,$(touch x)><--scip=auto><--scip=a b.scip><--></-x`touch x`>"; !ok || lines[1] != want {
			t.Errorf("got %q, want %s", lines[:2], want)
		}
		begins, ends := strings.Index(out, "::set-output"), strings.Index(out, "\n::"+mark+"::\n")
		if len(mark) < 32 || begins < 0 || ends < begins {
			t.Errorf("the runner reads what cortex prints: %s", out)
		}
		if got := s.outputs(t); len(got) != 2 || !strings.Contains(got["seconds"], ".") || got["up-to-date"] != "false" {
			t.Errorf("outputs: %v", got)
		}
	}
	wantOnly(t, s, there, "/output", "/temp/cortex-action/log", "/temp/cortex-action/seconds", "/temp/cortex-action/why")
}

// TestActionTellsUpToDate checks the output about an index that cortex left as it was.
func TestActionTellsUpToDate(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `echo 'up to date: the index in /o is of commit 0123' >&2`)
	inputs := map[string]string{"OUT": "/o", "FOLDER": "/f", "TESTS": "true", "CONTENT": "true", "TAGS": "", "SCIP": "", "NAME": "", "WANTED": "false"}
	if out, err := s.run(t, "extract.sh", inputs); err != nil || s.outputs(t)["up-to-date"] != "true" {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionExtractTellsTheError checks that the error and the hint of cortex are one line.
func TestActionExtractTellsTheError(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `echo "cortex: no 100% of it under $GOROOT" >&2; echo 'take 50%' >&2; exit 1`)
	inputs := map[string]string{"OUT": "/o", "FOLDER": "/f", "TESTS": "true", "CONTENT": "true", "TAGS": "", "SCIP": "", "NAME": "", "WANTED": "false", "GOROOT": "/mine"}
	out, err := s.run(t, "extract.sh", inputs)
	if err == nil || !strings.Contains(out, "::error title=cortex::the extraction failed: no 100%25 of it under /mine; take 50%25\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionTellsErrors checks the line about the first error in the code: an error with
// strict, otherwise a warning.
func TestActionTellsErrors(t *testing.T) {
	s := newStep(t)
	s.pretend(t, `if [ "$*" != "${*#query sql --index /o --format table SELECT}" ]; then printf 'first\n::set-output name=x::y 100%%:3: no\n'; fi`)
	for _, c := range []struct{ strict, errors, want string }{
		{"false", "1", "::warning title=cortex::cortex found 1 error in the code; the first: ::set-output name=x::y 100%25:3: no\n"},
		{"true", "12", "::error title=cortex::strict: cortex found 12 errors in the code (the index is uploaded); the first: ::set-output name=x::y 100%25:3: no\n"},
	} {
		out, err := s.run(t, "errors.sh", map[string]string{"OUT": "/o", "STRICT": c.strict, "ERRORS": c.errors})
		if (err != nil) != (c.strict == "true") || out != c.want {
			t.Errorf("%v: got %q, want %q", err, out, c.want)
		}
	}
}

// TestActionVerify checks that each line of cortex info sets an output, and that no value
// can set another one.
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
	out, err := s.run(t, "verify.sh", map[string]string{"OUT": "/o"})
	if err == nil || !strings.Contains(out, "the index is not whole") || !strings.HasPrefix(out, "::stop-commands::") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestActionSummary checks that the summary says how to get the index, or why there is none.
func TestActionSummary(t *testing.T) {
	fine := map[string]string{"OUT": "/o", "NAME": "cortex-index", "DURATION": "1.5", "UP_TO_DATE": "false",
		"CHECKED": "success", "INSTALLED": "success", "EXTRACTED": "success", "VERIFIED": "success", "UPLOADED": "success"}
	for _, c := range []struct {
		change []string
		want   string
	}{
		{nil, "### an index\n\nMade in 1.5 s. On your machine:\n\n    gh run download 7 --repo acme/graph --name cortex-index --dir cortex-index\n    cortex query summary"},
		{[]string{"UP_TO_DATE", "true"}, "### an index\n\nUp to date, as a check found in 1.5 s. On your machine:\n"},
		{[]string{"NAME", "it's $(touch x)`y`"}, `--name 'it'\''s $(touch x)` + "`y`' --dir"},
		{[]string{"NAME", "-x y"}, "--name '-x y' --dir"},
		{[]string{"UPLOADED", "failure"}, "### an index\n\nThe upload of the index failed"},
		{[]string{"UPLOADED", "skipped", "VERIFIED", "failure"}, "### No index\n\nThe index is not whole; see the log of the job.\n\n    tags: 'a b'\n"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "failure"}, "### No index\n\nThe extraction failed; see the log of the job.\n\n    </pre> ``` # x\n    ```\n"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "skipped", "INSTALLED", "failure"}, "### No index\n\nThe installation of cortex failed; see the log of the job.\n\n    tags: 'a b'\n"},
		{[]string{"VERIFIED", "skipped", "EXTRACTED", "skipped", "INSTALLED", "", "CHECKED", "failure"}, "### No index\n\nThe inputs were refused; see the log of the job.\n\n    tags: 'a b'\n"},
	} {
		s := newStep(t)
		s.pretend(t, `echo "### an index"`)
		log := strings.Repeat("x\n", 100) + strings.Repeat("long ", 10000) + "\n</pre> ``` # x\n```\n"
		for name, text := range map[string]string{"log": log, "why": "tags: 'a b'\n"} {
			if err := os.WriteFile(filepath.Join(s.dir, "temp", "cortex-action", name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
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

// shortened removes the lines of x and long.
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
