package queries

import (
	"context"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
)

// What an older index lacks is not known: its column is there, and NULL.
func TestOlderIndex(t *testing.T) {
	older, newer := t.TempDir(), t.TempDir()
	m := indextest.WriteAt(t, older, indextest.Parse(t, sample), everything, 1)
	n := indextest.Write(t, newer, indextest.Parse(t, "function b.F\nuntyped b/b.go"), everything)
	n.Repository.Name = "example.com/newer"
	indextest.WriteManifest(t, newer, n)
	for _, c := range []struct {
		name string
		dirs []string
		want string
	}{
		{"one", []string{older}, "[NULL]"},
		{"with a newer one", []string{older, newer}, "[true, NULL]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			ix, err := Open(ctx, c.dirs...)
			if err != nil {
				t.Fatal(err)
			}
			defer ix.Close()
			if got := ix.Manifest().FeatureVersion; got != 1 {
				t.Errorf("together the indexes have feature version %d, want 1", got)
			}
			for _, attach := range []func(context.Context, ...string) error{ix.Attach, ix.Load} {
				if err := attach(ctx, "files", "symbols"); err != nil {
					t.Fatal(err)
				}
				var got string
				if err := ix.db.QueryRowContext(ctx, "SELECT list(DISTINCT is_untyped ORDER BY is_untyped DESC NULLS LAST)::VARCHAR FROM files").Scan(&got); err != nil {
					t.Fatal(err)
				}
				if got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			}
		})
	}
	if faults, err := verify(context.Background(), older, nil, false); err != nil || len(faults) > 0 {
		t.Errorf("verify: %v, %v", faults, err)
	}
	m.FeatureVersion = 2
	indextest.WriteManifest(t, older, m)
	if faults, _ := verify(context.Background(), older, nil, false); len(faults) == 0 {
		t.Error("verify finds nothing where a column is missing")
	}
}
