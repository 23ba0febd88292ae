package action

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/schema"
)

// value returns a number that cortex info prints.
func value(t *testing.T, bin, index, name string) (n int) {
	t.Helper()
	for line := range strings.Lines(printed(t, bin, "info", "--index", index, "--format", "outputs")) {
		if _, err := fmt.Sscanf(line, name+"=%d\n", &n); err == nil {
			return n
		}
	}
	t.Fatalf("no output %s", name)
	return 0
}

// printed returns the output of cortex.
func printed(t *testing.T, bin string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bin, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("cortex %s: %v\n%s", strings.Join(args, " "), err, said.Bytes())
	}
	return string(out)
}

// checkArtifact compares an artifact, unpacked and as a zip, with a local index: its bytes,
// and its answers on the command line and over MCP.
func checkArtifact(t *testing.T, bin, before, artifact string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	folder := unpacked(t, artifact)
	wantSame(t, before, folder)
	questions := []question{
		{tool: "cortex_graph", args: map[string]any{"operation": "callers", "target": "wire.Seal"}, words: []string{"callers", "wire.Seal"}},
		{tool: "cortex_graph", args: map[string]any{"operation": "implementations", "target": "wire.Encoder"}, words: []string{"implementations", "wire.Encoder"}},
		{tool: "cortex_analysis", args: map[string]any{"operation": "summary"}, words: []string{"summary"}},
		{tool: "cortex_files", args: map[string]any{"operation": "top_functions"}, words: []string{"top-functions"}},
	}
	wantText, wantTool := askAll(t, bin, before, questions), askTools(t, bin, before, questions)
	for _, index := range []string{folder, artifact} {
		printed(t, bin, "verify", "--index", index)
		if diff := cmp.Diff(wantText, askAll(t, bin, index, questions)); diff != "" {
			t.Errorf("%s has other answers (-before +after):\n%s", filepath.Base(index), diff)
		}
		if diff := cmp.Diff(wantTool, askTools(t, bin, index, questions)); diff != "" {
			t.Errorf("%s has other answers over MCP (-before +after):\n%s", filepath.Base(index), diff)
		}
	}
}

// checkModules queries the artifacts of two folders as one graph, as monorepo.yml describes.
func checkModules(t *testing.T, bin, folder string) {
	t.Helper()
	args := []string{"query", "sql", "SELECT repository, count(*) FILTER (name IN ('Kind', 'Put')) > 0 AS known FROM functions GROUP BY 1 ORDER BY 1", "--format", "csv"}
	for _, name := range []string{"graph", "ledger"} {
		zip := filepath.Join(folder, "cortex-index-"+name+".zip")
		printed(t, bin, "verify", "--index", zip)
		args = append(args, "--index", zip)
	}
	want := "repository,known\r\ngithub.com/acme/graph/graph,true\r\ngithub.com/acme/graph/ledger,true\r\n"
	if got := printed(t, bin, args...); got != want {
		t.Errorf("they have\n%s\nwant\n%s", got, want)
	}
	for i, answer := range askTools(t, bin, folder, []question{
		{tool: "cortex_graph", args: map[string]any{"operation": "definition", "target": "serve.Kind"}}, {tool: "cortex_graph", args: map[string]any{"operation": "definition", "target": "book.Book.Put"}},
	}) {
		if place := []string{"graph/graph/serve/serve.go:25", "graph/ledger/book/"}[i]; !strings.Contains(answer, place) {
			t.Errorf("over MCP no answer has %s:\n%s", place, answer)
		}
	}
}

// unpacked unpacks an artifact. Its files must be stored, because Parquet is compressed.
func unpacked(t *testing.T, artifact string) string {
	t.Helper()
	z, err := zip.OpenReader(artifact)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if f.Method != zip.Store {
			t.Errorf("%s is compressed in the artifact", f.Name)
		}
	}
	folder := filepath.Join(t.TempDir(), "cortex-index")
	if err := os.CopyFS(folder, z); err != nil {
		t.Fatal(err)
	}
	return folder
}

// wantSame compares a local index with that of an artifact.
func wantSame(t *testing.T, want, got string) {
	t.Helper()
	if diff := cmp.Diff(contents(t, want), contents(t, got)); diff != "" {
		t.Errorf("the artifact is another index (-made here +came back):\n%s", diff)
	}
}

// checkUpload checks the options of an upload.
func checkUpload(t *testing.T, artifact, days string) {
	t.Helper()
	want := `{"compression-level":"0","if-no-files-found":"error","retention-days":"` + days + `"}`
	if got := citest.ReadText(t, artifact+".json"); got != want {
		t.Errorf("%s was uploaded with %s, want %s", filepath.Base(artifact), got, want)
	}
}

// contents returns the text of an index's manifest and the SHA-256 of each other file.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = fmt.Sprintf("%x", sha256.Sum256(text))
		if path == schema.ManifestFile {
			all[path] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("%s has %d files", dir, len(all))
	}
	return all
}

// question is a question for both front ends.
type question struct {
	tool  string // of the MCP server
	args  map[string]any
	words []string // on the command line
}

func askAll(t *testing.T, bin, index string, questions []question) []string {
	t.Helper()
	var answers []string
	for _, q := range questions {
		answers = append(answers, printed(t, bin, append([]string{"query", "--index", index}, q.words...)...))
	}
	return answers
}

func askTools(t *testing.T, bin, index string, questions []question) []string {
	t.Helper()
	var said bytes.Buffer
	c, err := client.NewStdioMCPClientWithOptions(bin, nil, []string{"mcp", "--index", index},
		transport.WithCommandFunc(func(_ context.Context, program string, env, args []string) (*exec.Cmd, error) {
			cmd := exec.Command(program, args...)
			cmd.Dir, cmd.Stderr = t.TempDir(), &said
			return cmd, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Initialize(t.Context(), mcp.InitializeRequest{}); err != nil {
		t.Fatalf("initialize: %v\n%s", err, said.Bytes())
	}
	var answers []string
	for _, q := range questions {
		r := mcp.CallToolRequest{}
		r.Params.Name, r.Params.Arguments = q.tool, q.args
		result, err := c.CallTool(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range result.Content {
			text, ok := part.(mcp.TextContent)
			if !ok || result.IsError {
				t.Fatalf("%s %v: %+v", q.tool, q.args, result)
			}
			answers = append(answers, text.Text)
		}
	}
	return answers
}
