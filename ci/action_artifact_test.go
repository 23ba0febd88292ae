package ci

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// value is an output of cortex info, which is a number.
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

// printed is what cortex prints.
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

// checkArtifact holds an artifact, as a folder and as the zip, against the index that was
// made here: its bytes, and its answers on the command line and over MCP.
func checkArtifact(t *testing.T, bin, before, artifact string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	z, err := zip.OpenReader(artifact)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	folder := filepath.Join(t.TempDir(), "cortex-index")
	if err := os.CopyFS(folder, z); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(t, before), contents(t, folder)); diff != "" {
		t.Errorf("the artifact is not the index (-made here +came back):\n%s", diff)
	}
	questions := []question{
		{operation: "callers", args: map[string]any{"target": "wire.Seal"}, words: []string{"callers", "wire.Seal"}},
		{operation: "implementations", args: map[string]any{"target": "wire.Encoder"}, words: []string{"implementations", "wire.Encoder"}},
		{operation: "summary", args: map[string]any{}, words: []string{"summary"}},
		{operation: "top_functions", args: map[string]any{}, words: []string{"top-functions"}},
	}
	wantText, wantTool := askAll(t, bin, before, questions), askTools(t, bin, before, questions)
	for _, index := range []string{folder, artifact} {
		printed(t, bin, "verify", "--index", index)
		if diff := cmp.Diff(wantText, askAll(t, bin, index, questions)); diff != "" {
			t.Errorf("%s answers otherwise (-before +after):\n%s", filepath.Base(index), diff)
		}
		if diff := cmp.Diff(wantTool, askTools(t, bin, index, questions)); diff != "" {
			t.Errorf("%s answers otherwise over MCP (-before +after):\n%s", filepath.Base(index), diff)
		}
	}
}

// contents are the files of a folder.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = string(text)
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

// question is one question, for both front ends.
type question struct {
	operation string
	args      map[string]any
	words     []string // on the command line
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
		given := map[string]any{"operation": q.operation}
		maps.Copy(given, q.args)
		r := mcp.CallToolRequest{}
		r.Params.Name, r.Params.Arguments = operation(t, q.operation).Tool, given
		result, err := c.CallTool(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range result.Content {
			text, ok := part.(mcp.TextContent)
			if !ok || result.IsError {
				t.Fatalf("%s: %+v", q.operation, result)
			}
			answers = append(answers, text.Text)
		}
	}
	return answers
}
