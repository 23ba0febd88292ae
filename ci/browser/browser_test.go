package browser

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// steps are the acts of a reader, in a script at the end of the page. The title tells what they led to.
const steps = `<script>
const box = name => [...document.querySelectorAll('#drawing [role=button]')].find(e => (e.getAttribute('aria-label') || '').includes(name));
const seen = [location.hash, !!box('store'), !!box('lone')];
box('store').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
seen.push(document.getElementById('panel').textContent.includes('store'));
const filter = document.getElementById('filter');
filter.value = 'wire';
filter.dispatchEvent(new Event('input'));
seen.push(location.hash, !!box('store'), !!box('wire'));
document.title = seen.join(' ');
</script></body>`

// TestPage shows that a link carries a filter, that the keyboard chooses a module, and that the filter changes the drawing and the link.
func TestPage(t *testing.T) {
	browser := chromium(t)
	repository := citest.Repository(t, "main", map[string]string{"testdata/graph": "."})
	cortex, page := citest.Build(t), filepath.Join(t.TempDir(), "page.html")
	citest.Run(t, repository, cortex, "extract", "--quiet")
	citest.Run(t, repository, cortex, "query", "dependency-graph", "--format", "html", "--output", page)
	text := citest.ReadText(t, page)
	if !strings.Contains(text, "</body>") {
		t.Fatal("the page has no end")
	}
	if err := os.WriteFile(page, []byte(strings.Replace(text, "</body>", steps, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--disable-gpu", "--no-sandbox", "--user-data-dir="+t.TempDir(), "--dump-dom",
		"file://"+filepath.ToSlash(page)+"#graph&filter=store")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("open the page: %v", err)
	}
	if want := "<title>#graph&amp;filter=store true false true #graph&amp;filter=wire false true</title>"; !strings.Contains(string(out), want) {
		_, title, _ := strings.Cut(string(out), "<title>")
		title, _, _ = strings.Cut(title, "</title>")
		t.Errorf("got the title %q, want %s", title, want)
	}
}

// chromium returns the browser, and skips the test without one.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{cmp.Or(os.Getenv("CORTEX_BROWSER"), "chromium"), "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			return found
		}
	}
	if runtime.GOOS == "linux" {
		citest.Absent(t, "headless Chromium is not on this machine: set CORTEX_BROWSER")
	}
	t.Skip("headless Chromium is not on this machine")
	return ""
}
