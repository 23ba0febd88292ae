package lake

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// Environment variables that make the tests large.
const (
	allEngines = "CORTEX_LAKE_ENGINES" // any value: each engine, and this repository in the lake
	writes     = "CORTEX_LAKE_WRITES"  // the number of indexes that two writers add
	kills      = "CORTEX_LAKE_KILLS"   // the number of killed writers
)

// modules are repositories that import each other, by vendored copies.
var modules = map[string]map[string]string{
	"store": {
		"go.mod":   "module example.com/store\n\ngo 1.24\n",
		"store.go": "package store\n\nimport \"fmt\"\n\n// Get reads a value.\nfunc Get(key string) string { return format(key) }\n\nfunc format(key string) string { return fmt.Sprintf(\"<%s>\", key) }\n",
	},
	"service": {
		"go.mod":                            "module example.com/service\n\ngo 1.24\n\nrequire example.com/store v1.2.0\n",
		"service.go":                        "package service\n\nimport \"example.com/store\"\n\n// Serve answers.\nfunc Serve(key string) string { return answer(key) }\n\nfunc answer(key string) string { return store.Get(key) }\n",
		"vendor/modules.txt":                "# example.com/store v1.2.0\n## explicit; go 1.24\nexample.com/store\n",
		"vendor/example.com/store/store.go": "package store\n\nfunc Get(key string) string { return key }\n",
	},
	"site": {
		"go.mod":                                "module example.com/site\n\ngo 1.24\n\nrequire (\n\texample.com/service v1.0.0\n\texample.com/store v1.1.0\n)\n",
		"main.go":                               "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/service\"\n\t\"example.com/store\"\n)\n\nfunc main() { fmt.Println(service.Serve(\"a\"), store.Get(\"b\")) }\n",
		"vendor/modules.txt":                    "# example.com/service v1.0.0\n## explicit; go 1.24\nexample.com/service\n# example.com/store v1.1.0\n## explicit; go 1.24\nexample.com/store\n",
		"vendor/example.com/service/service.go": "package service\n\nfunc Serve(key string) string { return key }\n",
		"vendor/example.com/store/store.go":     "package store\n\nfunc Get(key string) string { return key }\n",
	},
}

// TestEngines compares the rows of several engines and of cortex, for ten questions.
func TestEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("installs engines")
	}
	engines, requirements := "duckdb,clickhouse", "requirements.txt"
	if os.Getenv(allEngines) != "" {
		engines, requirements = "duckdb,clickhouse,datafusion,polars,spark,iceberg", "requirements-all.txt"
		if _, err := exec.LookPath("java"); err != nil {
			citest.Absent(t, "Spark needs Java 17: %v", err)
		}
	}
	python := install(t, requirements)
	bin := citest.Build(t)
	var indexes []string
	add := func(repository string) {
		index := filepath.Join(t.TempDir(), "index")
		citest.Run(t, repository, bin, "extract", "--quiet", "--out", index)
		indexes = append(indexes, index)
	}
	for _, files := range modules {
		add(repository(t, files))
	}
	for _, module := range []string{"graph", "ledger"} {
		add(citest.Repository(t, "main", map[string]string{"testdata/" + module: "."}))
	}
	if os.Getenv(allEngines) != "" {
		clone := filepath.Join(t.TempDir(), "cortex")
		citest.Run(t, citest.Top(t), "git", "clone", "--quiet", ".", clone)
		add(clone)
	}
	lake := filepath.Join(t.TempDir(), "lake")
	citest.Run(t, t.TempDir(), bin, append([]string{"lake", "add", "--to", lake}, indexes...)...)
	for _, dir := range []string{lake, lake + "-compacted"} {
		if dir != lake {
			citest.Run(t, t.TempDir(), bin, "lake", "compact", lake, "--to", dir)
		}
		out, err := exec.CommandContext(t.Context(), python, "run.py", dir, "--cortex", bin, "--engines", engines).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", out)
	}
}

// install returns a Python with the required packages, from a folder of the cache that is made once.
func install(t *testing.T, requirements string) string {
	t.Helper()
	program, err := exec.LookPath("python3")
	if err != nil {
		citest.Absent(t, "needs Python 3.10 or later: %v", err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	text := citest.ReadText(t, "requirements.txt") + citest.ReadText(t, requirements)
	dir := filepath.Join(cache, "cortex-ci", fmt.Sprintf("lake-%.8x", sha256.Sum256([]byte(text))))
	python := filepath.Join(dir, "bin", "python")
	installed := filepath.Join(dir, "installed")
	if _, err := os.Stat(installed); err == nil {
		return python
	}
	for _, args := range [][]string{{program, "-m", "venv", "--clear", dir}, {python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements}} {
		if out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).CombinedOutput(); err != nil {
			citest.Absent(t, "%s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	if err := os.WriteFile(installed, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	return python
}

// repository makes a git repository of files.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	citest.Run(t, dir, "git", "init", "--quiet")
	citest.Run(t, dir, "git", "symbolic-ref", "HEAD", "refs/heads/main")
	citest.Commit(t, dir)
	return dir
}

// renamed returns the folders of copies of one index, each with another name of the repository.
func renamed(t *testing.T, bin string, count int) []string {
	t.Helper()
	index := filepath.Join(t.TempDir(), "index")
	citest.Run(t, repository(t, modules["service"]), bin, "extract", "--quiet", "--name", "example.com/service", "--out", index)
	manifest := citest.ReadText(t, filepath.Join(index, "manifest.json"))
	var out []string
	for i := range count {
		dir := filepath.Join(t.TempDir(), "index")
		if err := os.CopyFS(dir, os.DirFS(index)); err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(manifest, `"name": "example.com/service"`, fmt.Sprintf(`"name": "example.com/service%d"`, i), 1)
		if text == manifest {
			t.Fatal("the manifest names no repository")
		}
		if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out = append(out, dir)
	}
	return out
}

// number returns the value of an environment variable.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWriters adds indexes with two programs, while a third one asks. Each added index has one caller of the symbol and one caller of that
// caller, thus an answer with another number of callers than twice the number of repositories has seen a part of an index.
func TestWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many programs")
	}
	bin := citest.Build(t)
	all := renamed(t, bin, number(t, writes, 10))
	lake := filepath.Join(t.TempDir(), "lake")
	citest.Run(t, t.TempDir(), bin, "lake", "add", "--to", lake, all[0])
	var writers sync.WaitGroup
	half := len(all) / 2
	for _, part := range [][]string{all[:half+1], all[half:]} { // one index is in both parts
		writers.Go(func() {
			out, err := exec.CommandContext(t.Context(), bin, append([]string{"lake", "add", "--to", lake}, part...)...).CombinedOutput()
			if err != nil {
				t.Errorf("lake add: %v\n%s", err, out)
			}
		})
	}
	done := make(chan bool)
	go func() { writers.Wait(); close(done) }()
	last, asked := 0, 0
	for ended := false; !ended; asked++ {
		select {
		case <-done:
			ended = true // and ask once more
		default:
		}
		out, err := exec.CommandContext(t.Context(), bin, "query", "callers", "example.com/store.Get", "--lake", lake, "--depth", "2", "--format", "json", "--max-results", "10000").Output()
		if err != nil {
			t.Fatalf("query callers: %v\n%s", err, stderr(err))
		}
		var answer struct{ Repositories, Total int }
		if err := json.Unmarshal(bytes.Replace(out, []byte("total_found"), []byte("total"), 1), &answer); err != nil {
			t.Fatal(err)
		}
		if answer.Total != 2*answer.Repositories || answer.Repositories < last {
			t.Fatalf("%d callers in %d repositories, after %d repositories", answer.Total, answer.Repositories, last)
		}
		last = answer.Repositories
	}
	if last != len(all) {
		t.Errorf("the lake has %d repositories of %d", last, len(all))
	}
	t.Logf("asked %d times", asked)
	citest.Run(t, t.TempDir(), bin, "lake", "verify", lake)
}

// stderr returns the messages of a program that failed.
func stderr(err error) []byte {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.Stderr
	}
	return nil
}

// TestKilledWriters kills programs that add indexes, each at a random moment. The lake stays valid, and the next program completes the work.
func TestKilledWriters(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many programs")
	}
	bin := citest.Build(t)
	all := renamed(t, bin, 5)
	lake := filepath.Join(t.TempDir(), "lake")
	add := func(ctx context.Context, to string) error {
		cmd := exec.CommandContext(ctx, bin, append([]string{"lake", "add", "--to", to}, all...)...)
		return cmd.Run()
	}
	start := time.Now()
	if err := add(t.Context(), filepath.Join(t.TempDir(), "lake")); err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	killed := 0
	for i := range number(t, kills, 3) {
		if i%5 == 0 {
			if err := os.RemoveAll(lake); err != nil {
				t.Fatal(err)
			}
			citest.Run(t, t.TempDir(), bin, "lake", "add", "--to", lake, all[0])
		}
		after := time.Duration(rand.Int64N(int64(took)))
		ctx, cancel := context.WithTimeout(t.Context(), after)
		if err := add(ctx, lake); err != nil {
			killed++
		}
		cancel()
		if out, err := exec.CommandContext(t.Context(), bin, "lake", "verify", lake).CombinedOutput(); err != nil {
			t.Fatalf("lake verify after a kill after %v: %v\n%s", after, err, out)
		}
		if (i+1)%5 == 0 || i+1 == number(t, kills, 3) {
			complete(t, add, bin, lake, len(all))
		}
	}
	t.Logf("killed %d writers", killed)
}

// complete adds all indexes and counts the commits.
func complete(t *testing.T, add func(context.Context, string) error, bin, lake string, want int) {
	t.Helper()
	if err := add(t.Context(), lake); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), bin, "lake", "list", lake, "--format", "csv").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(out), "\n") - 1; got != want {
		t.Errorf("the lake has %d commits, and not %d:\n%s", got, want, out)
	}
	citest.Run(t, t.TempDir(), bin, "lake", "verify", lake)
}
