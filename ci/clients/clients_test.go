package clients

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
	"github.com/cortex-index/cortex/queries/registry"
)

var updateStory = flag.Bool("update", false, "write the transcript of TestClients/story again")

// TestClients runs the official clients of both protocol versions over both transports, and
// repeats the calls of testdata/mcp/transcript.md. Each client and each transport gets all
// checks once; the other two combinations are brief.
func TestClients(t *testing.T) {
	if testing.Short() {
		t.Skip("installs clients and starts many servers")
	}
	citest.InstallNode(t)
	bin := citest.Build(t)
	repository, index := newIndex(t, bin)
	for _, c := range []struct {
		era, transport string
		brief          bool
	}{{"legacy", "stdio", false}, {"legacy", "http", true}, {"modern", "stdio", true}, {"modern", "http", false}} {
		t.Run(c.era+" over "+c.transport, func(t *testing.T) {
			citest.RunNode(t, "main.mjs", map[string]any{
				"era": c.era, "transport": c.transport, "brief": c.brief, "command": bin, "index": index, "checkout": repository,
				"operations": operationsOfTools(), "places": places(t, repository, index),
			})
		})
	}
	t.Run("story", func(t *testing.T) {
		index := filepath.Join(t.TempDir(), "index")
		citest.Run(t, citest.Top(t), bin, "extract", "--quiet", "--out", index)
		citest.RunNode(t, "story.mjs", map[string]any{
			"command": bin, "index": index, "checkout": t.TempDir(), "update": *updateStory,
			"transcript": filepath.Join(citest.Top(t), "testdata", "mcp", "transcript.md"),
		})
	})
}

// TestClientsLock checks the lock file.
func TestClientsLock(t *testing.T) { citest.CheckLock(t) }

// newIndex makes a repository of two modules of testdata, one below the other, and its index.
func newIndex(t *testing.T, bin string) (repository, index string) {
	t.Helper()
	repository = citest.Repository(t, "main", map[string]string{"testdata/graph": ".", "testdata/ledger": "ledger"})
	index = filepath.Join(t.TempDir(), "index")
	citest.Run(t, repository, bin, "extract", "--quiet", "--out", index)
	return repository, index
}

// operationsOfTools returns the operations of each tool, in the order of the registry.
func operationsOfTools() map[string][]string {
	tools := map[string][]string{}
	for _, op := range registry.All() {
		tools[op.Tool] = append(tools[op.Tool], op.Name)
	}
	return tools
}

// places returns paths of this machine, which no answer may contain.
func places(t *testing.T, dirs ...string) []string {
	t.Helper()
	all := append(slices.Clone(dirs), citest.Top(t))
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		all = append(all, home)
	}
	for _, dir := range dirs {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, real)
	}
	return all
}
