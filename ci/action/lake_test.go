package action

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// aws copies between folders and a bucket, which is a folder of the store. It knows the options that the examples use.
const aws = `[ "$1" = s3 ] || exit 1
place() { case $1 in s3://*) echo "$CORTEX_ACT_STORE/bucket/${1#s3://}";; *) echo "$1";; esac; }
from=$(place "$3") to=$(place "$4")
mkdir -p "$to"
case "$*" in
*"--include commits/*") cp -R "$from/commits" "$to/";;
*"--exclude commits/*") for f in "$from"/*; do [ "$(basename "$f")" = commits ] || cp -R "$f" "$to/"; done;;
*) cp -R "$from/." "$to/";;
esac`

// checkLake runs the examples about a lake after push.yml: one adds the index of its run to the bucket, one names the repository
// there that uses a function which a pull request breaks.
func checkLake(t *testing.T, a *acts, bin string) {
	program(t, filepath.Join(a.prebuilt, "aws"), aws)
	repository := newRepository(t, "main", ".")
	event := map[string]any{"workflow_run": map[string]any{"id": 4711, "event": "push", "conclusion": "success"}}
	log, ok := a.run(t, repository, example("lake"), "workflow_run", "4731", event)
	lake := filepath.Join(a.store, "bucket", "acme-cortex", "lake")
	if stored, _ := filepath.Glob(filepath.Join(lake, "commits", "github.com+acme+graph~*.parquet")); !ok || len(stored) != 1 {
		t.Fatalf("lake.yml does not add the index of the other run\n%s", log)
	}
	citest.Run(t, ".", bin, "lake", "verify", lake)

	user := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module example.com/user\n\ngo 1.24\n\nrequire example.com/graph v1.0.0\n\nreplace example.com/graph => " + repository + "\n",
		"user.go": "package user\n\nimport \"example.com/graph/store\"\n\nvar Even = store.Even(2)\n",
	} {
		if err := os.WriteFile(filepath.Join(user, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git := func(dir string, args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git(user, "init", "-q")
	git(user, "add", ".")
	git(user, "commit", "-qm", "first")
	citest.Run(t, user, bin, "extract", "--quiet", "--out", filepath.Join(user, "index"))
	citest.Run(t, user, bin, "lake", "add", filepath.Join(user, "index"), "--to", lake)

	base := git(repository, "rev-parse", "HEAD")
	file := filepath.Join(repository, "store", "parity.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "func Even(n int)", "func Even(n int, more ...int)", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	git(repository, "commit", "-qam", "change")
	payload := map[string]any{"pull_request": map[string]any{"number": 6, "base": map[string]any{"sha": base, "ref": "main"},
		"head": map[string]any{"repo": map[string]any{"full_name": "acme/graph"}}}}
	log, ok = a.run(t, repository, example("lake-diff"), "pull_request", "4732", payload)
	if !ok || !strings.Contains(log, "Other repositories that use the broken symbols") || !strings.Contains(log, "example.com/user") {
		t.Errorf("lake-diff.yml does not name the repository that uses store.Even\n%s", log)
	}
}
