package extract

import (
	"context"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
	"github.com/rogpeppe/go-internal/txtar"
)

// tree writes the files of a txtar text into a new directory.
func tree(t testing.TB, files string) string {
	t.Helper()
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	add(t, dir, files)
	return dir
}

// add writes the files of a txtar text into a directory.
func add(t testing.TB, dir, files string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(files)).Files {
		write1(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
}

func write1(t testing.TB, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// isolate keeps the machine's git configuration out of a test.
func isolate(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	for k, v := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
		"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.com",
	} {
		t.Setenv(k, v)
	}
}

// runGit runs git in a directory and returns what it prints, without the last newline.
func runGit(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// repository makes a git repository of one commit from a txtar text.
func repository(t *testing.T, files string) string {
	t.Helper()
	isolate(t)
	dir := tree(t, files)
	runGit(t, dir, "init", "-q", "-b", "main")
	commitAll(t, dir, 1_000_000_000)
	return dir
}

// commitAll commits everything at a time, in seconds since 1970.
func commitAll(t *testing.T, dir string, at int) {
	t.Helper()
	when := strconv.Itoa(at) + " +0000"
	t.Setenv("GIT_COMMITTER_DATE", when)
	t.Setenv("GIT_AUTHOR_DATE", when)
	runGit(t, dir, "add", "-A")
	runGit(t, dir, "commit", "-q", "--allow-empty", "-m", "x")
}

// discovered reads a tree with everything wanted and Go files kept.
func discovered(t *testing.T, cfg Config) *Tree {
	t.Helper()
	tree, err := Discover(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tree.Files { // answers look for files that were not read only where there are diagnostics
		p := f.Row.FilePath
		if f.Row.Status == schema.StatusSkipped && (f.Row.Language == "go" || path.Ext(p) == ".go") && !slices.ContainsFunc(tree.Diagnostics, func(d schema.Diagnostic) bool { return d.FilePath == p }) {
			t.Errorf("%s was not read, and no diagnostic says so", p)
		}
	}
	return tree
}

// everything is a configuration that leaves nothing out but vendored folders.
func everything(root string) Config {
	return Config{Root: root, Tests: true, Content: true, Extractors: []Extractor{&fake{language: "go"}}}
}

// described returns `path status` of each file, and `path: message` of each diagnostic.
func described(t *Tree) []string {
	var out []string
	for _, f := range t.Files {
		out = append(out, f.Row.FilePath+" "+string(f.Row.Status))
	}
	for _, d := range t.Diagnostics {
		out = append(out, d.FilePath+": "+d.Message)
	}
	return out
}

// paths returns the paths of the tree's files.
func paths(t *Tree) []string {
	var out []string
	for _, f := range t.Files {
		out = append(out, f.Row.FilePath)
	}
	return out
}

// fake is an extractor that finds what it is told.
type fake struct {
	language string
	extract  func(*Tree) *Code
}

func (f *fake) Language() string { return f.language }

func (f *fake) Extract(_ context.Context, _ Config, t *Tree) (*Code, error) {
	if f.extract == nil {
		return &Code{}, nil
	}
	return f.extract(t), nil
}

// collector is a sink that keeps every row.
type collector struct {
	rows   schema.Rows
	writes []string // the row type of each call
}

func (c *collector) Write(rows any) error {
	v := reflect.ValueOf(rows)
	c.writes = append(c.writes, v.Type().Elem().Name())
	all := reflect.ValueOf(&c.rows).Elem()
	for i := range all.NumField() {
		if all.Field(i).Type() == v.Type() {
			all.Field(i).Set(reflect.AppendSlice(all.Field(i), v))
		}
	}
	return nil
}
