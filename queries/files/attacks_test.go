package files_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
)

type attack struct {
	refused bool // otherwise bounded
	query   string
}

// written returns the attacks of a file.
func written(t testing.TB) (out []attack) {
	t.Helper()
	text, err := os.ReadFile("testdata/attacks.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		kind, query, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "refused", "bounded":
			out = append(out, attack{kind == "refused", query})
		case "", "#":
		default:
			t.Fatalf("neither refused nor bounded: %s", line)
		}
	}
	if len(out) < 60 {
		t.Fatalf("only %d attacks", len(out))
	}
	return out
}

// made returns attacks by size: too deep, too long or too many.
func made() []attack {
	each := func(n int, format string) string {
		var b strings.Builder
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, format, i-1, i)
		}
		return b.String()
	}
	wrap := func(n int, before, inside, after string) string {
		return strings.Repeat(before, n) + inside + strings.Repeat(after, n)
	}
	refused := []string{
		"SELECT " + wrap(10_000, "(", "1", ")"),
		"SELECT " + wrap(10_000, "[", "1", "]"),
		"SELECT " + wrap(10_000, "-", "1", ""),
		"SELECT " + wrap(900, "abs(", "1", ")"),
		"SELECT " + wrap(900, "NOT ", "true", ""),
		"SELECT " + wrap(900, "[", "1", "]"),
		"SELECT 1" + strings.Repeat(" + 1", 900),
		"SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 900),
		wrap(900, "SELECT * FROM (", "FROM files", ")"),
		"SELECT " + wrap(9_000, "(SELECT ", "1", ")"),
		"DESCRIBE SELECT " + wrap(10_000, "(", "1", ")"),
		"SELECT 1 FROM files t0" + each(100, " JOIN files t%[2]d USING (file_id)"),
		"SELECT 1 FROM files t0" + each(100, ", files t%[2]d"),
		"SELECT 1 AS a0" + each(30, ", a%[1]d + a%[1]d AS a%[2]d"),
		"WITH a0 AS NOT MATERIALIZED (SELECT 1 AS x)" + each(30, ", a%[2]d AS NOT MATERIALIZED (FROM a%[1]d UNION ALL FROM a%[1]d)") + " FROM a29",
		"WITH a0 AS (SELECT 1 AS x)" + each(900, ", a%[2]d AS (FROM a%[1]d)") + " FROM a899",
		wrap(50, "WITH a AS (", "SELECT 1", ") FROM a"),
		wrap(50, "WITH a AS --\n(", "SELECT 1", ") FROM a"),
		"SELECT '" + strings.Repeat("x", 1_000_000) + "'",
		"SELECT from_json('1', '" + wrap(30_000, "[", "", "]") + "')",
		"SELECT 1\x00",
		"SELECT 1\x00; COPY functions TO 'CANARY'",
		"SELECT '\xff'",
		"SELECT " + wrap(90_000, "+", "1", ""),
		"SET x = " + wrap(30_000, "+-", "1", ""),
	}
	bounded := []string{
		"SELECT " + wrap(900, "(", "1", ")"),
		"SELECT '" + wrap(20_000, "[", "", "]") + "'::JSON",
		"SELECT 1 IN (1" + strings.Repeat(", 1", 10_000) + ")",
		"SELECT 1 FROM files t0" + each(40, ", files t%[2]d"),
		"SELECT " + strings.TrimSuffix(strings.Repeat("COLUMNS(*), ", 1_000), ", ") + " FROM symbols",
		wrap(10, "WITH a AS (", "SELECT 1", ") FROM a"),
	}
	var out []attack
	for _, q := range refused {
		out = append(out, attack{true, q})
	}
	for _, q := range bounded {
		out = append(out, attack{false, q})
	}
	return out
}

func TestAttacks(t *testing.T) {
	ix, dir := open(t)
	elsewhere := t.TempDir()
	path := func(name string) string { return filepath.Join(elsewhere, name) }
	if err := errors.Join(os.WriteFile(path("secret.csv"), []byte("password\nhunter2\n"), 0o600), os.Symlink(path("secret.csv"), path("link.csv"))); err != nil {
		t.Fatal(err)
	}
	names := strings.NewReplacer("CANARY", path("canary"), "SECRET", path("secret.csv"), "LINK", path("link.csv"), "ELSEWHERE", elsewhere, "INDEX", strings.ReplaceAll(dir, "'", "''"))
	before := contents(t, dir, elsewhere)
	for _, a := range append(written(t), made()...) {
		query := names.Replace(a.query)
		shown := fmt.Sprintf("%.200s", query)
		limit := 300 * time.Millisecond
		if a.refused { // also while bounded statements still run
			limit = 20 * time.Second
		}
		var refused *files.RefusedError
		var misused *queries.UsageError
		began := time.Now()
		got, err := runFor(limit, ix, map[string]any{"query": query, "limit": 10})
		if took := time.Since(began); took > 10300*time.Millisecond {
			t.Errorf("%s took %s", shown, took)
		}
		switch {
		case a.refused && err == nil:
			t.Errorf("%s was answered: %.200s", shown, got)
		case a.refused && !errors.As(err, &refused) && !errors.As(err, &misused):
			t.Errorf("%s was not refused, but failed: %v", shown, err)
		case err != nil && strings.Contains(err.Error(), "longer than") && a.refused:
			t.Errorf("%s was not refused, but stopped: %v", shown, err)
		case err != nil && (strings.TrimPrefix(err.Error(), "sql: ") == "" || strings.Contains(err.Error(), "hunter2")):
			t.Errorf("%s: the error is %q", shown, err)
		case strings.Contains(got, "hunter2"):
			t.Errorf("%s returned the secret", shown)
		}
		if info, err := os.Lstat(path("canary")); err == nil {
			t.Fatalf("%s wrote %s", shown, info.Name())
		}
	}
	if diff := cmp.Diff(before, contents(t, dir, elsewhere)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
	if got, err := run(ix, map[string]any{"query": "SELECT count(*) AS n, lower('A') AS l FROM functions"}); got != `n,l [[3,"a"]]` {
		t.Errorf("afterwards: %s, %v", got, err)
	}
}

// runFor calls run with a time limit.
func runFor(limit time.Duration, ix *queries.Index, args map[string]any) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return runIn(ctx, ix, args)
}

// contents returns the files below folders, with their sizes and times.
func contents(t *testing.T, dirs ...string) (out []string) {
	t.Helper()
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := e.Info()
			if err == nil {
				out = append(out, fmt.Sprintf("%s %s %d %s", path, info.Mode(), info.Size(), info.ModTime()))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// TestTimeLimitHolds shows that a statement that DuckDB cannot interrupt ends for the caller in time,
// and that other statements still run.
func TestTimeLimitHolds(t *testing.T) {
	ix, _ := open(t)
	for files.Running() > 0 { // from other tests; their memory would count for this one's
		time.Sleep(time.Millisecond)
	}
	const endless = "WITH RECURSIVE r(n, s) AS (SELECT 0, 'a' UNION ALL SELECT n + 1, s || s FROM r WHERE n < 16) SELECT levenshtein(s, s || 'b') FROM r WHERE n = 16"
	began := time.Now()
	_, err := runFor(100*time.Millisecond, ix, map[string]any{"query": endless})
	var e *files.RefusedError
	if !errors.As(err, &e) || !strings.Contains(e.Error(), "longer than the maximum") || !strings.Contains(e.Hint(), "ask for less") {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s", took)
	}
	if got, err := run(ix, map[string]any{"query": "SELECT count(*) AS n FROM functions"}); got != "n [[3]]" {
		t.Errorf("afterwards: %s, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := files.SQL().Run(ctx, ix, map[string]any{"query": endless}); !errors.Is(err, context.Canceled) {
		t.Errorf("called off: got %v", err)
	}
}
