package browser

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// TestPage runs page.mjs on the page of a repository.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("installs a browser")
	}
	if runtime.GOOS != "linux" && os.Getenv("CORTEX_BROWSER") == "" {
		t.Skip("the pinned browser is for Linux: set CORTEX_BROWSER")
	}
	citest.InstallNode(t)
	repository := citest.Repository(t, "main", map[string]string{"testdata/graph": "."})
	cortex, page := citest.Build(t), filepath.Join(t.TempDir(), "page.html")
	citest.Run(t, repository, cortex, "extract", "--quiet")
	citest.Run(t, repository, cortex, "query", "dependency-graph", "--format", "html", "--output", page)
	citest.RunNode(t, "page.mjs", map[string]any{"page": page})
}

// TestLock checks the lock file.
func TestLock(t *testing.T) { citest.CheckLock(t) }
