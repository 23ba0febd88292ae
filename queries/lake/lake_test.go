package lake_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/queries/lake"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/schema"
)

// answerOf runs an operation and returns its results as lines: symbol, depth and evidence. A declaration that only takes the target as
// a value is no result of a lake.
func answerOf(t *testing.T, op queries.Operation, ix *queries.Index, args map[string]any) []string {
	t.Helper()
	found, err := op.Run(t.Context(), ix, args)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		Results []struct {
			Symbol   string
			Node     struct{ Symbol string }
			Depth    int
			Evidence schema.Evidence
		}
	}
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range a.Results {
		if r.Evidence != schema.EvidenceValue && r.Evidence != schema.EvidenceLiteral {
			out = append(out, fmt.Sprintf("%s %d %s", r.Symbol+r.Node.Symbol, r.Depth, r.Evidence))
		}
	}
	slices.Sort(out)
	return out
}

// stored writes an index of rows with a name and a commit.
func stored(t *testing.T, rows *schema.Rows, name, commit string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	m := indextest.Write(t, dir, rows, schema.Options{Tests: true, Content: true})
	m.Repository = schema.Repository{Name: name, Commit: strings.Repeat(commit, 40), Ref: "refs/heads/main", CommittedAt: "2026-01-01T00:00:0" + commit + "Z"}
	indextest.WriteManifest(t, dir, m)
	return dir
}

// A lake of one repository gives the callers and callees that its index gives.
func TestLakeAnswersAsTheIndex(t *testing.T) {
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 9))
		rows := indextest.Random(r, indextest.Shape{Functions: 20 + r.IntN(20), Methods: 1 + r.IntN(8), Calls: 30 + r.IntN(80), Overrides: r.IntN(15)})
		dir, to := stored(t, rows, "example.com/a", "1"), filepath.Join(t.TempDir(), "lake")
		if _, added, err := lake.Add(t.Context(), to, dir); !added || err != nil {
			t.Fatal(added, err)
		}
		ix, err := queries.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		defer ix.Close()
		l, err := lake.Open(t.Context(), to, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		asked := 0
		for _, op := range lake.Operations() {
			if op.Name != "callers" && op.Name != "callees" {
				continue
			}
			for _, s := range rows.Symbols {
				if !slices.Contains([]schema.Kind{schema.KindFunction, schema.KindMethod, schema.KindInterfaceMethod}, s.Kind) || asked%7 > 1 {
					asked++
					continue
				}
				asked++
				args := map[string]any{"target": s.Symbol, "depth": 3, "max_results": 1000}
				want := answerOf(t, registry.Get(op.Name), ix, map[string]any{"target": s.Symbol, "depth": 3, "max_results": 1000, "max_per_level": 1000})
				if diff := cmp.Diff(want, answerOf(t, op, l, args)); diff != "" {
					t.Errorf("seed %d, %s of %s (-index +lake):\n%s", seed, op.Name, s.Symbol, diff)
				}
			}
		}
	}
}

// Names of repositories and commits become names of files that differ when they do.
func TestNamesOfFiles(t *testing.T) {
	to := filepath.Join(t.TempDir(), "lake")
	names := []string{"a/b", "a+b", "a~b", "a=b", ".a", "a b", "A/b", "ä/*?[x]", "a/b/../c", "=2B"}
	rows := indextest.Parse(t, "function a.F")
	for _, name := range names {
		if _, added, err := lake.Add(t.Context(), to, stored(t, rows, name, "1")); !added || err != nil {
			t.Fatalf("%q: %v %v", name, added, err)
		}
	}
	all, err := lake.List(t.Context(), to)
	if err != nil || len(all) != len(names) {
		t.Fatalf("%d of %d repositories: %v", len(all), len(names), err)
	}
	if r, err := lake.Verify(t.Context(), to, 0); err != nil || len(r.Faults)+r.Left > 0 {
		t.Error(r, err)
	}
	for _, table := range lake.Tables {
		entries, err := os.ReadDir(filepath.Join(to, table))
		if err != nil || len(entries) != len(names) {
			t.Errorf("%d files in %s: %v", len(entries), table, err)
		}
	}
}

// Two symbols with one hash make a lake that answers nothing, until one of them is gone.
func TestCollision(t *testing.T) {
	to := filepath.Join(t.TempDir(), "lake")
	rows := indextest.Parse(t, "function a.F")
	if _, _, err := lake.Add(t.Context(), to, stored(t, rows, "example.com/a", "1")); err != nil {
		t.Fatal(err)
	}
	other := indextest.Parse(t, "function b.G")
	other.Symbols[0].SymbolHash = rows.Symbols[0].SymbolHash
	if _, _, err := lake.Add(t.Context(), to, stored(t, other, "example.com/b", "2")); err != nil {
		t.Fatal(err)
	}
	if _, err := lake.Compact(t.Context(), to, filepath.Join(t.TempDir(), "new"), nil, 0, nil); err == nil || !strings.Contains(err.Error(), "several symbols have one hash") {
		t.Errorf("compact: %v", err)
	}
	if r, err := lake.Verify(t.Context(), to, 0); err != nil || len(r.Faults) == 0 {
		t.Errorf("verify: %v %v", r, err)
	}
	if _, err := lake.Open(t.Context(), to, 0); err == nil || !strings.Contains(err.Error(), "have one hash") {
		t.Errorf("open: %v", err)
	}
	if _, err := lake.Remove(t.Context(), to, "example.com/b", ""); err != nil {
		t.Fatal(err)
	}
	if r, err := lake.Verify(t.Context(), to, 0); err != nil || len(r.Faults) > 0 {
		t.Errorf("verify: %v %v", r, err)
	}
	ix, err := lake.Open(t.Context(), to, 0)
	if err != nil {
		t.Fatal(err)
	}
	ix.Close()
}

// A commit in a compacted set can get a branch more, once.
func TestBranchOfACompactedCommit(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "lake"), filepath.Join(t.TempDir(), "compact")
	dir := stored(t, indextest.Parse(t, "function a.F"), "example.com/a", "1")
	if _, _, err := lake.Add(t.Context(), from, dir); err != nil {
		t.Fatal(err)
	}
	if _, err := lake.Compact(t.Context(), from, to, nil, 0, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, schema.ManifestFile))
	if err != nil {
		t.Fatal(err)
	}
	m, err := schema.ParseManifest(text)
	if err != nil {
		t.Fatal(err)
	}
	m.Repository.Ref = "refs/heads/feature/x"
	indextest.WriteManifest(t, dir, m)
	for _, want := range []bool{true, false} {
		if _, added, err := lake.Add(t.Context(), to, dir); added != want || err != nil {
			t.Errorf("added %t, want %t: %v", added, want, err)
		}
	}
	all, err := lake.List(t.Context(), to)
	if err != nil || len(all) != 1 || all[0].Branches != "feature/x, main" {
		t.Errorf("%v %v", all, err)
	}
	if r, err := lake.Verify(t.Context(), to, 0); err != nil || len(r.Faults)+r.Left > 0 {
		t.Error(r, err)
	}
}
