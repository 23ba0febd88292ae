package action

import (
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/cortex-index/cortex/ci/internal/citest"
)

// hub is the part of GitHub's API that comparisons use. It keeps the comments of pull request 5, and has one artifact.
type hub struct {
	mu       sync.Mutex
	comments map[int]string
	next     int
	readOnly bool
	artifact []byte // the zip of an index; nil for none
	commit   string // of the artifact
	fork     bool   // the artifact is of a fork
	calls    []string
}

type hubComment struct {
	ID   int               `json:"id"`
	Body string            `json:"body"`
	User map[string]string `json:"user"`
}

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls = append(h.calls, r.Method+" "+r.URL.Path)
	if r.Header.Get("Authorization") != "Bearer token-of-the-test" {
		http.Error(w, "no token", http.StatusUnauthorized)
		return
	}
	if r.Method != http.MethodGet && h.readOnly {
		http.Error(w, "Resource not accessible by integration", http.StatusForbidden)
		return
	}
	path, isComment := strings.CutPrefix(r.URL.Path, "/repos/acme/graph/issues/comments/")
	id, _ := strconv.Atoi(path)
	var sent hubComment
	if text, _ := io.ReadAll(r.Body); len(text) > 0 {
		if err := json.Unmarshal(text, &sent); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
	}
	reply := func(v any) { _ = json.NewEncoder(w).Encode(v) }
	switch {
	case isComment && r.Method == http.MethodPatch:
		h.comments[id] = sent.Body
	case isComment && r.Method == http.MethodDelete:
		delete(h.comments, id)
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Path == "/repos/acme/graph/issues/5/comments" && r.Method == http.MethodPost:
		h.next++
		h.comments[h.next] = sent.Body
		w.WriteHeader(http.StatusCreated)
	case r.URL.Path == "/repos/acme/graph/issues/5/comments":
		// A person quotes the comment: it is not the action's.
		all := []hubComment{{0, "<!-- cortex diff . -->\nmine", map[string]string{"type": "User"}}}
		for id, body := range h.comments {
			all = append(all, hubComment{id, body, map[string]string{"type": "Bot"}})
		}
		reply(all)
	case r.URL.Path == "/repos/acme/graph/actions/artifacts" && h.artifact != nil:
		head := 1
		if h.fork {
			head = 2
		}
		reply(map[string]any{"artifacts": []any{map[string]any{"id": 9, "expired": false,
			"workflow_run": map[string]any{"head_sha": h.commit, "head_branch": "main", "repository_id": 1, "head_repository_id": head}}}})
	case r.URL.Path == "/repos/acme/graph/actions/artifacts":
		reply(map[string]any{"artifacts": []any{}})
	case r.URL.Path == "/repos/acme/graph/actions/artifacts/9/zip":
		_, _ = w.Write(h.artifact)
	default:
		http.NotFound(w, r)
	}
}

// serve starts the server. It returns the environment in which the server is GitHub's API, and a folder is the repository acme/graph.
func (h *hub) serve(t *testing.T, origin string) map[string]string {
	t.Helper()
	server := httptest.NewTLSServer(h)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	trusted, config := filepath.Join(dir, "trusted.pem"), filepath.Join(dir, "gitconfig")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, fmt.Appendf(nil, "[url \"%s\"]\n\tinsteadOf = https://github.com/acme/graph\n[safe]\n\tdirectory = *\n", origin), 0o644); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"GIT_CONFIG_GLOBAL": config, "CURL_CA_BUNDLE": trusted, "GITHUB_API_URL": server.URL}
}

// one returns the only comment.
func (h *hub) one(t *testing.T) string {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.comments) != 1 {
		t.Fatalf("%d comments, want 1", len(h.comments))
	}
	for _, body := range h.comments {
		return body
	}
	return ""
}

// pull is a pull request in a clone whose history ends at its merge commit, as actions/checkout makes it.
type pull struct {
	*step
	hub          *hub
	bin          string
	origin       string
	base, before string // the tip of the base branch, and its index
}

const (
	ledgerBase = "package ledger\n\n// Total adds.\nfunc Total(a, b int) int { return a + b }\n\n// Gone goes.\nfunc Gone() {}\n"
	ledgerHead = "package ledger\n\n// Total adds.\nfunc Total(a, b int) int {\n\tif a > 9 && b > 9 || a < 0 {\n\t\treturn 0\n\t}\n\treturn a + b\n}\n"
)

// newPull makes a repository with a pull request and its checkout.
func newPull(t *testing.T) *pull {
	t.Helper()
	for _, program := range []string{"jq", "curl", "unzip", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			citest.Absent(t, "needs %s: %v", program, err)
		}
	}
	p := &pull{step: newStep(t), hub: &hub{comments: map[int]string{}, next: 10}, bin: citest.Build(t)}
	p.origin = filepath.Join(p.dir, "origin")
	p.write(t, "go.mod", "module example.com/ledger\n\ngo 1.26\n")
	p.write(t, "ledger.go", ledgerBase)
	p.write(t, ".cortex.yaml", "gates: [breaking, \"complexity:3\"]\n")
	p.git(t, "init", "-q", "-b", "main")
	p.git(t, "config", "uploadpack.allowFilter", "true")
	p.git(t, "config", "uploadpack.allowAnySHA1InWant", "true")
	p.commit(t, "first")
	p.base = p.head(t)
	p.before = filepath.Join(p.dir, "before")
	p.git(t, "checkout", "-q", "--detach") // the manifest has the branch
	citest.Run(t, p.origin, p.bin, "extract", "--quiet", "--offline", "--name", "github.com/acme/graph", "--out", p.before)
	p.git(t, "checkout", "-q", "-b", "change")

	for k, v := range p.hub.serve(t, p.origin) {
		p.env[k] = v
	}
	for k, v := range map[string]string{"TOKEN": "token-of-the-test", "CORTEX": p.bin,
		"NAME": "github.com/acme/graph", "CONTENT": "true", "TESTS": "true", "TAGS": "", "WANTED": "", "BRANCH": "main", "NAME_OF_ARTIFACT": "cortex-index",
		"FAIL_ON": "", "LABEL": "", "OVERRIDDEN": "false", "NUMBER": "5", "FOLDER_NAME": ".", "CACHED": ""} {
		p.env[k] = v
	}
	return p
}

func (p *pull) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(p.origin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.origin, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p *pull) git(t *testing.T, args ...string) {
	t.Helper()
	citest.Run(t, p.origin, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
}

func (p *pull) commit(t *testing.T, message string) {
	t.Helper()
	p.git(t, "add", "-A")
	p.git(t, "commit", "-q", "-m", message)
}

func (p *pull) head(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "-C", p.origin, "rev-parse", "HEAD").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// compare runs the steps of the action on a new checkout, and returns the log and whether gates refuse the change.
func (p *pull) compare(t *testing.T, env map[string]string) (log string, refused string) {
	t.Helper()
	checkout := filepath.Join(t.TempDir(), "checkout")
	citest.Run(t, p.dir, "git", "clone", "-q", "--depth", "1", "--branch", "change", "file://"+p.origin, checkout)
	out := filepath.Join(t.TempDir(), "out")
	citest.Run(t, checkout, p.bin, "extract", "--quiet", "--offline", "--name", "github.com/acme/graph", "--out", out)
	tip, err := exec.Command("git", "-C", p.origin, "rev-parse", "main").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"FOLDER": checkout, "BASE": strings.TrimSpace(string(tip)), "OUT": out}
	for k, v := range env {
		all[k] = v
	}
	run := func(script string) {
		t.Helper()
		text, err := p.run(t, script, all)
		log += text
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, log)
		}
	}
	for _, file := range []string{"output", "summary"} {
		if err := os.WriteFile(filepath.Join(p.dir, file), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("base.sh")
	set := p.outputs(t)
	if set["commit"] != p.base {
		t.Fatalf("the merge base is %s, want %s\n%s", set["commit"], p.base, log)
	}
	all["TO"], all["COMMIT"], all["BELOW"], all["BASE_INDEX"] = set["cache"], set["commit"], set["below"], set["cache"]
	run("base_index.sh")
	wantSame(t, p.before, set["cache"])
	run("compare.sh")
	set = p.outputs(t)
	all["REPORT"] = set["folder"]
	run("comment.sh")
	if out, err := exec.Command("git", "-C", checkout, "status", "--porcelain").Output(); err != nil || len(out) > 0 {
		t.Errorf("the checkout changed: %s %v", out, err)
	}
	return log, set["refused"]
}

// TestCompare runs the steps for a pull request: the merge base and its index, the report, the comment and the gates.
func TestCompare(t *testing.T) {
	p := newPull(t)
	p.write(t, "ledger.go", ledgerHead)
	p.write(t, ".cortex.yaml", "gates: []\n")
	p.commit(t, "break")
	p.git(t, "checkout", "-q", "main")
	p.write(t, "later.go", "package ledger\n\nfunc Later() {}\n")
	p.commit(t, "a later commit on the base branch")
	p.git(t, "checkout", "-q", "change")

	log, refused := p.compare(t, nil)
	if refused != "true" || !strings.Contains(log, "is from its code") {
		t.Errorf("the gates of the base do not refuse a break\n%s", log)
	}
	for _, want := range []string{"::error file=ledger.go,title=breaking::example.com/ledger.Gone: removed", "::warning file=.cortex.yaml,title=changed-config::"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s\n%s", want, log)
		}
	}
	body := p.hub.one(t)
	for _, want := range []string{"<!-- cortex diff . -->\n", "ledger.Gone", "The gates refuse this change", "complexity  ledger.go:4"} {
		if !strings.Contains(body, want) {
			t.Errorf("the comment lacks %q:\n%s", want, body)
		}
	}
	if strings.Contains(body, "Later") {
		t.Errorf("the comment has a change of the base branch:\n%s", body)
	}
	if summary := citest.ReadText(t, p.env["GITHUB_STEP_SUMMARY"]); !strings.Contains(summary, "ledger.Gone") {
		t.Errorf("the summary is %s", summary)
	}

	// The same comment is updated, from the artifact of the base branch. A label overrides the gates.
	p.hub.commit, p.hub.artifact = p.base, zipOf(t, p.bin, p.before)
	p.env["CACHED"] = "" // the cache was of another key
	log, refused = p.compare(t, map[string]string{"OVERRIDDEN": "true", "LABEL": "ok`$(touch x)"})
	if refused != "true" || !strings.Contains(log, "is from an artifact") || !strings.Contains(p.hub.one(t), "The label `ok$(touch x)` overrides them") {
		t.Errorf("the second comparison: refused %s\n%s\n%s", refused, log, p.hub.one(t))
	}

	// An artifact of a fork, and a damaged one, do not count; the cache does.
	p.hub.fork = true
	if log, _ = p.compare(t, nil); !strings.Contains(log, "is from its code") {
		t.Errorf("the artifact of a fork is used\n%s", log)
	}
	p.hub.fork, p.hub.artifact = false, p.hub.artifact[:len(p.hub.artifact)/2]
	if log, _ = p.compare(t, nil); !strings.Contains(log, "is from its code") || !strings.Contains(log, "is not usable") {
		t.Errorf("a damaged artifact is used\n%s", log)
	}
	if log, _ = p.compare(t, map[string]string{"CACHED": "true"}); !strings.Contains(log, "is from the cache") {
		t.Errorf("the cache is not used\n%s", log)
	}

	// A token that cannot write is no error. The comment goes when nothing structural is left.
	p.hub.readOnly = true
	if log, _ = p.compare(t, map[string]string{"CACHED": "true"}); !strings.Contains(log, "the token cannot write") {
		t.Errorf("no notice about the token\n%s", log)
	}
	p.hub.readOnly = false
	p.write(t, "ledger.go", ledgerBase+"\n// A comment.\n")
	p.write(t, ".cortex.yaml", "gates: [breaking, \"complexity:3\"]\n")
	p.commit(t, "undo")
	if log, refused = p.compare(t, map[string]string{"CACHED": "true"}); refused != "false" || len(p.hub.comments) != 0 {
		t.Errorf("refused %s, and %d comments are left\n%s", refused, len(p.hub.comments), log)
	}
	if _, err := p.run(t, "gate.sh", nil); err == nil {
		t.Error("the gate passes")
	}
	if _, err := p.run(t, "gate.sh", map[string]string{"OVERRIDDEN": "true"}); err != nil {
		t.Error("the label does not override the gate")
	}
}

// zipOf returns the zip of an index.
func zipOf(t *testing.T, bin, index string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "index.zip")
	citest.Run(t, ".", bin, "export", "--index", index, "--out", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkPullRequest runs the example for pull requests. It writes one comment, and refuses the change by the gate of the base.
func checkPullRequest(t *testing.T, a *acts) {
	repository := newRepository(t, "main", ".")
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", repository, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if err := os.WriteFile(filepath.Join(repository, ".cortex.yaml"), []byte("gates: [\"complexity:1\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "gates")
	base := git("rev-parse", "HEAD")
	git("checkout", "-q", "-b", "change")
	added := "package text\n\nfunc Added(n int) int {\n\tif n > 1 {\n\t\treturn 1\n\t}\n\treturn n\n}\n"
	if err := os.WriteFile(filepath.Join(repository, "text", "added.go"), []byte(added), 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "add")
	h := &hub{comments: map[int]string{}}
	var env []string
	for k, v := range h.serve(t, repository) {
		env = append(env, k+"="+v)
	}
	payload := map[string]any{"pull_request": map[string]any{"number": 5, "base": map[string]any{"sha": base, "ref": "main"},
		"labels": []any{map[string]any{"name": "other"}}}}
	log, ok := a.run(t, repository, example("pull-request"), "pull_request", "4721", payload, env...)
	if ok || !strings.Contains(log, "::error title=cortex::the gates refuse this change") {
		t.Errorf("the gate of the base does not refuse the change\n%s", log)
	}
	if body := h.one(t); !strings.Contains(body, "text.Added") || !strings.Contains(body, "the complexity is 2, and was none") {
		t.Errorf("the comment is\n%s\n%s", body, log)
	}
	payload["pull_request"].(map[string]any)["labels"] = []any{map[string]any{"name": "accepted"}}
	log, ok = a.run(t, repository, example("pull-request"), "pull_request", "4722", payload, env...)
	if !ok || !strings.Contains(log, "Cache restored from key: cortex-base-") || !strings.Contains(h.one(t), "The label `accepted` overrides them") {
		t.Errorf("the label does not let the change pass, or the cache is not used: %v\n%s\n%s", ok, h.one(t), log)
	}
}
