package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	questionsPage   = "../../queries/README.md"
	questionsGolden = "../../testdata/questions.golden"
)

// question matches a command of the page.
var question = regexp.MustCompile("(?s)```sh\n(.*?)```")

// TestQuestions runs every command of the page on this repository, where all but the rule for
// a pipeline have rows, and on testdata/ledger, whose answers were checked by hand. The examples of
// the operations find something in this repository.
func TestQuestions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(questionsPage)
	if err != nil {
		t.Fatal(err)
	}
	_, questions, _ := strings.Cut(string(text), "\n## Twenty questions\n")
	var commands []string
	for _, m := range question.FindAllStringSubmatch(questions, -1) {
		commands = append(commands, strings.TrimSpace(m[1]))
	}
	if n := strings.Count(questions, "\n### "); n != 20 || len(commands) < n {
		t.Fatalf("the page has %d questions and %d commands", n, len(commands))
	}
	t.Run("of this repository", func(t *testing.T) {
		if testing.Short() {
			t.Skip("extracts this repository")
		}
		dir := filepath.Join(t.TempDir(), "index")
		ask(t, ".", "cortex extract --quiet --out '"+dir+"' ../..")
		for _, c := range commands {
			rows := strings.Count(ask(t, ".", strings.Replace(c, "cortex query", "cortex query --format csv --index '"+dir+"'", 1)), "\n") - 1
			if rule := strings.Contains(c, "--fail-on-rows"); rule && rows > 0 || !rule && rows < 1 {
				t.Errorf("%s: %d rows", c, rows)
			}
		}
		examples := regexp.MustCompile(`(?m)^    cortex (.*)$`).FindAllStringSubmatch(string(text), -1)
		if len(examples) < 30 {
			t.Errorf("the page has %d examples", len(examples))
		}
		for _, m := range examples {
			if strings.HasPrefix(m[1], "diff ") { // a command with two indexes
				continue
			}
			if answer := ask(t, ".", "cortex query "+m[1]+" --index '"+dir+"'"); strings.HasPrefix(answer, "0 ") {
				t.Errorf("the example %s finds nothing: %s", m[1], answer)
			}
		}
	})
	t.Run("of a small module", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../testdata/ledger")); err != nil {
			t.Fatal(err)
		}
		writeWide(t, filepath.Join(dir, "wide"))
		ask(t, dir, "cortex extract --quiet")
		var out strings.Builder
		for _, c := range commands {
			answer := ask(t, dir, c+" || echo exit status $?")
			if strings.HasPrefix(answer, "0 rows") {
				t.Errorf("%s: nothing", c)
			}
			out.WriteString("$ " + c + "\n" + answer + "\n")
		}
		if *update {
			if err := os.WriteFile(questionsGolden, []byte(out.String()), 0o666); err != nil {
				t.Fatal(err)
			}
			return
		}
		want, err := os.ReadFile(questionsGolden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(out.String(), "\n")); diff != "" {
			t.Errorf("other answers; run make golden and review the changes (-want +got):\n%s", diff)
		}
	})
}

// writeWide fills a package with 12 files of 460 lines each, and one with a function of
// complexity 62.
func writeWide(t *testing.T, dir string) {
	t.Helper()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package wide\n\n"+text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 12 {
		write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf("// N%d is long.\nvar N%d = []int{\n%s}\n", i, i, strings.Repeat("\t1,\n", 455)))
	}
	write("grade.go", "// Grade has 61 branches.\nfunc Grade(n int) int {\n"+strings.Repeat("\tif n > 0 {\n\t\tn--\n\t}\n", 61)+"\treturn n\n}\n")
}

// ask runs a command in a folder and returns its output.
func ask(t *testing.T, dir, command string) string {
	t.Helper()
	var out, failed bytes.Buffer
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &failed
	if err := cmd.Run(); err != nil {
		t.Errorf("%s: %v\n%s%s", command, err, out.Bytes(), failed.Bytes())
	}
	return out.String()
}
