package oracle

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// textPatterns is the number of patterns for a tree.
const textPatterns = 200

// textCase is a pattern and the way to read it.
type textCase struct {
	pattern string
	flags   string // F for a literal, w for words, i and s for case; smart case without the last two
}

// expressions are regular expressions of many forms.
var expressions = []string{
	`.`, `e`, `^`, `$`, `^$`, `\s`, `a*`, `x?$`, `^\s*$`, `\S`, `(?s).`, `[^x]`, `^.{0}`, `\b`, `(a|)`, // nearly every line
	`func \w+\(`, `[A-Z]{3}\w+\(`, `^import`, `^\t+return\b`, `err != nil \{$`, `//.*TODO|FIXME`, `"[^"]*%[a-z]"`, `\d{4,}`, `(\w+)\.\w+\(\)`, `\w+_test`,
	`0x[0-9a-fA-F]+`, `^(type|func|var|const) [A-Z]`, `(?i)error`, `(?i:HTTP)s?`, `if .* := .*; .* \{`, `\bint(8|16|32|64)?\b`, `[a-z]+[A-Z][a-z]+[A-Z]`,
	`\{\}`, `a.b`, `x{2,3}`, `^[^a-z]+$`, `(foo|bar)+`, `\.go\b`, `https?://\S+`, `(a|b|c)d(e|f)`, `\(\)$`, `\Bing\b`, `^\S+\s+\S+$`,
	`é`, `[äöüß]`, `世界`, `\p{Greek}`, `“.*”`, `→|—`, `[^\x00-\x7F]`, `(?i)É`, `ſ`, `(?i)straße`, // not ASCII
	`zzqqxxzz`, `^qqq[0-9]{9}$`, `(?i)no such line anywhere`, `\x00`, `q{9}z`, // nothing
	`foo(`, `[a-`, `*x`, `a**`, `(?P<n>`, // no regular expressions
}

// textCases returns the expressions, and others that are made of the words of a tree.
func textCases(texts map[string]string) (out []textCase) {
	for _, e := range expressions {
		out = append(out, textCase{pattern: e})
	}
	r := rand.New(rand.NewPCG(1, 2))
	files := slices.Sorted(maps.Keys(texts))
	word := regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]{2,}`)
	for tries := 0; len(out) < textPatterns && tries < 100*textPatterns; tries++ {
		lines := strings.Split(texts[files[r.IntN(len(files))]], "\n")
		line := strings.TrimSpace(lines[r.IntN(len(lines))])
		words := word.FindAllString(line, -1)
		if len(words) < 2 || len(line) > 300 {
			continue
		}
		w, v := words[r.IntN(len(words))], words[r.IntN(len(words))]
		c := []textCase{{line, "F"}, {line[:len(line)/2], "Fi"}, {w, "w"}, {w, ""}, {strings.ToLower(w), "w"}, {strings.ToUpper(w), "i"}, {w, "s"},
			{w + `\(`, ""}, {`\b` + w[:3] + `\w*`, "s"}, {w + "|" + v, ""}, {`(?i)` + w + `.*` + v, ""}, {`^\s*` + w, ""}, {v + `\W*$`, ""}, {`.` + w + `.`, "i"}}[r.IntN(14)]
		if strings.TrimSpace(c.pattern) != "" && !slices.Contains(out, c) && strings.ToValidUTF8(c.pattern, "") == c.pattern {
			out = append(out, c)
		}
	}
	return out
}

// asciiClass matches the classes that RE2 limits to ASCII, and ripgrep only with --no-unicode.
var asciiClass = regexp.MustCompile(`\\[wWdDsSbB]`)

// isExpression reports whether a pattern is searched as a regular expression.
func (c textCase) isExpression() bool {
	_, err := regexp.Compile(c.pattern)
	return err == nil && !strings.Contains(c.flags, "F")
}

// byRipgrep returns the numbers of the lines of each file that match.
func (c textCase) byRipgrep(t *testing.T, root string) map[string][]int {
	args := []string{"--no-config", "--no-ignore", "--hidden", "-a", "-E", "none", "-n", "-0", "--no-heading", "--color", "never"}
	switch {
	case strings.Contains(c.flags, "i"):
		args = append(args, "-i")
	case strings.Contains(c.flags, "s"):
		args = append(args, "-s")
	default:
		args = append(args, "-S")
	}
	if strings.Contains(c.flags, "w") {
		args = append(args, "-w")
	}
	if !c.isExpression() {
		args = append(args, "-F")
	} else if asciiClass.MatchString(c.pattern) || strings.Contains(c.flags, "w") {
		args = append(args, "--no-unicode")
	}
	cmd := exec.Command("rg", append(args, "-e", c.pattern, ".")...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("rg %q: %v\n%s", cmd.Args, err, said.Bytes())
	}
	out := map[string][]int{}
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		file, rest, ok := bytes.Cut(line, []byte{0})
		number, _, _ := bytes.Cut(rest, []byte(":"))
		n, err := strconv.Atoi(string(number))
		if !ok || err != nil {
			t.Fatalf("rg %q: line %q", cmd.Args, line)
		}
		name := strings.TrimPrefix(string(file), "./")
		out[name] = append(out[name], n)
	}
	return out
}

// byGo is byRipgrep with Go's regular expressions, line by line.
func (c textCase) byGo(texts map[string]string) map[string][]int {
	e, letters := c.pattern, regexp.MustCompile(`\\[pP]\{.*?\}|\\.`).ReplaceAllString(c.pattern, "")
	if !c.isExpression() {
		e, letters = regexp.QuoteMeta(c.pattern), c.pattern
	}
	if strings.Contains(c.flags, "i") || !strings.Contains(c.flags, "s") && strings.ContainsFunc(letters, unicode.IsLetter) && !strings.ContainsFunc(letters, unicode.IsUpper) {
		e = "(?i)" + e
	}
	if strings.Contains(c.flags, "w") {
		e = `(?:^|\W)(?:` + e + `)(?:\W|$)`
	}
	expression := regexp.MustCompile(e)
	out := map[string][]int{}
	for file, text := range texts {
		if text == "" {
			continue
		}
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if expression.MatchString(line) {
				out[file] = append(out[file], i+1)
			}
		}
	}
	return out
}

// TestText compares the lines that text finds in testdata with those of ripgrep, or of Go where ripgrep is not installed.
func TestText(t *testing.T) { judgeText(t, filepath.Join(citest.Top(t), "testdata")) }

// TestOracleText is TestText for the tree in $CORTEX_ORACLE.
func TestOracleText(t *testing.T) {
	if _, err := exec.LookPath("rg"); err != nil {
		t.Skip("ripgrep is not installed")
	}
	judgeText(t, oracleTree(t))
}

func judgeText(t *testing.T, root string) {
	ix := indexTree(t, root)
	texts := map[string]string{}
	for r := range ix.rows(t, "SELECT file_path, content FROM contents") {
		if onDisk, err := os.ReadFile(filepath.Join(root, r[0])); err == nil && string(onDisk) == r[1] {
			texts[r[0]] = r[1]
		}
	}
	reference := func(c textCase) map[string][]int { return c.byGo(texts) }
	if _, err := exec.LookPath("rg"); err == nil {
		reference = func(c textCase) map[string][]int { return c.byRipgrep(t, root) }
	}
	cases := textCases(texts)
	if len(cases) < textPatterns {
		t.Fatalf("%d patterns", len(cases))
	}
	most := 0
	for _, c := range cases {
		want := reference(c)
		maps.DeleteFunc(want, func(file string, _ []int) bool { return texts[file] == "" })
		total := 0
		counts := map[string]int{}
		for file, lines := range want {
			counts[file] = len(lines)
			total += len(lines)
		}
		most = max(most, total)
		args := map[string]any{"pattern": c.pattern, "max_results": 100_000, "fixed": strings.Contains(c.flags, "F"), "word": strings.Contains(c.flags, "w"),
			"ignore_case": strings.Contains(c.flags, "i"), "case_sensitive": strings.Contains(c.flags, "s")}
		args["files"] = true
		a := ix.askText(t, args)
		got := map[string]int{}
		for _, f := range a.Files {
			got[f.File] = f.Lines
		}
		if diff := cmp.Diff(counts, got); diff != "" || a.Hits.TotalFound != total {
			t.Errorf("%+v: %d lines, want %d; by file (-want +got):\n%.2000s", c, a.Hits.TotalFound, total, diff)
			continue
		}
		if total > 5000 {
			continue
		}
		delete(args, "files")
		lines := map[string][]int{}
		for _, h := range ix.askText(t, args).Hits.Items {
			lines[h.File] = append(lines[h.File], h.Line)
		}
		for _, l := range lines {
			slices.Sort(l)
		}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Errorf("%+v (-want +got):\n%.2000s", c, diff)
		}
	}
	t.Logf("%d patterns in %d files; the most lines: %d", len(cases), len(texts), most)
}

// foundText is the part of an answer of text that the oracle reads.
type foundText struct {
	Hits struct {
		Items []struct {
			File string
			Line int
		}
		TotalFound int `json:"total_found"`
	}
	Files []struct {
		File  string
		Lines int
	}
}
