package ci

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
)

// TestLoadedIndexAnswersAlike asks an index that is in memory, and that keeps statements,
// their plans and tables from question to question, what it asks one that was just opened:
// each question more than once, large and small ones in turn, with filters and without.
func TestLoadedIndexAnswersAlike(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	newSynthetic(10_000, 50_000, 1).write(t, dir)
	loaded := openIndex(t, dir)
	if err := registry.Load(t.Context(), loaded); err != nil {
		t.Fatal(err)
	}
	scope := filepath.Dir(column(t, loaded, "SELECT file_path FROM files ORDER BY hash(file_path) LIMIT 1")[0]) + "/..."
	narrower := []map[string]any{{}, {"dispatch": false}, {"scope": scope}, {"exclude_patterns": []string{scope}, "include_tests": false, "max_results": 3}}
	var all []asked
	var wanted []map[string]any
	found, most := 0, 0
	for _, q := range questions(t, loaded) {
		walks := q.operation == "callers" || q.operation == "callees" || q.operation == "impact" || q.operation == "path"
		for i, target := range q.targets[:min(len(q.targets), 4)] {
			args := map[string]any{"target": target, "max_results": 500}
			maps.Copy(args, q.args)
			if n := narrower[i%len(narrower)]; walks || n["dispatch"] == nil {
				maps.Copy(args, n)
			}
			want := answerOf(t, openIndex(t, dir), q, args)
			found += int(want["total_found"].(float64))
			most = max(most, int(want["total_found"].(float64)))
			all, wanted = append(all, asked{name: q.name, operation: q.operation, args: args}), append(wanted, want)
		}
	}
	for _, target := range column(t, loaded, "SELECT symbol FROM functions ORDER BY hash(symbol) LIMIT 8") { // half of which nothing calls
		q := asked{name: "path to itself", operation: "path", args: map[string]any{"target": target, "to": target}}
		all, wanted = append(all, q), append(wanted, answerOf(t, openIndex(t, dir), q, q.args))
	}
	if found == 0 || most < 3_000 {
		t.Errorf("questions have %d results, and no more than %d at once: too few for walks that reach much", found, most)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 4 {
		for _, i := range random.Perm(len(all)) {
			if diff := cmp.Diff(wanted[i], answerOf(t, loaded, all[i], all[i].args)); diff != "" {
				t.Errorf("%s %v (-opened +loaded):\n%s", all[i].name, all[i].args, diff)
			}
		}
	}
}

// TestLoadedIndexErrsAlike asks an index that is in memory for what is not there: its errors
// lead to the same names as those of one that was just opened.
func TestLoadedIndexErrsAlike(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	newSynthetic(4_000, 14_000, 1).write(t, dir)
	opened, loaded := openIndex(t, dir), openIndex(t, dir)
	if err := registry.Load(t.Context(), loaded); err != nil {
		t.Fatal(err)
	}
	symbol := column(t, opened, "SELECT symbol FROM functions ORDER BY hash(symbol) LIMIT 1")[0]
	file := column(t, opened, "SELECT file_path FROM files ORDER BY hash(file_path) LIMIT 1")[0]
	for _, wrong := range []struct {
		operation string
		args      map[string]any
	}{
		{"callers", map[string]any{"target": symbol[:len(symbol)-1] + "x"}},
		{"callers", map[string]any{"target": file + "x:1"}},
		{"callers", map[string]any{"target": symbol, "scope": file + "x"}},
		{"skeleton", map[string]any{"target": file[:len(file)-1]}},
		{"package_summary", map[string]any{"target": filepath.Dir(file) + "x"}},
		{"symbols", map[string]any{"path_prefix": file + "x"}},
		{"module_stats", map[string]any{"module_path": filepath.Dir(file) + "x"}},
	} {
		var said [2]string
		for i, ix := range []*queries.Index{opened, loaded} {
			_, err := operation(t, wrong.operation).Run(t.Context(), ix, wrong.args)
			hint, ok := err.(interface{ Hint() string })
			if !ok || hint.Hint() == "" {
				t.Fatalf("%s %v: %v has no hint", wrong.operation, wrong.args, err)
			}
			said[i] = err.Error() + "\n" + hint.Hint()
		}
		if diff := cmp.Diff(said[0], said[1]); diff != "" {
			t.Errorf("%s %v (-opened +loaded):\n%s", wrong.operation, wrong.args, diff)
		}
	}
}

// TestFewer cuts answers to fewer results, and asks for as few: both are the same, as a
// table too.
func TestFewer(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	newSynthetic(4_000, 14_000, 1).write(t, dir)
	ix := openIndex(t, dir)
	if err := registry.Load(t.Context(), ix); err != nil {
		t.Fatal(err)
	}
	cut := 0
	for _, q := range questions(t, ix) {
		for _, target := range q.targets[:3] {
			args := map[string]any{"target": target, "exclude_patterns": []string{"nothing/..."}, "max_per_level": 7}
			maps.Copy(args, q.args)
			if !slices.ContainsFunc(operation(t, q.operation).Args, func(a queries.Arg) bool { return a.Name == "max_per_level" }) {
				delete(args, "max_per_level")
			}
			whole := replied(t, ix, q, args)
			for _, n := range []int{8, 7, 2, 1} {
				args["max_results"] = n
				got, want := whole.(queries.Fewer).Fewer(n), replied(t, ix, q, args)
				if diff := cmp.Diff(want.Table(), got.Table()); diff != "" {
					t.Errorf("%s %v (-asked +cut):\n%s", q.name, args, diff)
				}
				if diff := cmp.Diff(decoded(t, want), decoded(t, got)); diff != "" {
					t.Errorf("%s %v (-asked +cut):\n%s", q.name, args, diff)
				}
				if decoded(t, got)["truncated"] == true {
					cut++
				}
			}
		}
	}
	if cut < 50 {
		t.Errorf("%d answers were cut", cut)
	}
}

func openIndex(t testing.TB, dir string) *queries.Index {
	t.Helper()
	ix, err := queries.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// answerOf is the answer to a question as JSON, without the time that it took.
func answerOf(t testing.TB, ix *queries.Index, q asked, args map[string]any) map[string]any {
	t.Helper()
	return decoded(t, replied(t, ix, q, args))
}

func replied(t testing.TB, ix *queries.Index, q asked, args map[string]any) queries.Answer {
	t.Helper()
	a, err := operation(t, q.operation).Run(t.Context(), ix, args)
	if err != nil {
		t.Fatalf("%s %v: %v", q.name, args, err)
	}
	return a
}

// decoded is an answer as its JSON says it, without the time that it took.
func decoded(t testing.TB, a queries.Answer) map[string]any {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	delete(out, "metadata")
	return out
}
