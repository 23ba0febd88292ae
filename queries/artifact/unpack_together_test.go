package artifact

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cortex-index/cortex/schema"
)

// TestUnpackTogether shows that processes that unpack one zip at the same time keep the files that
// another one reads. The cache is empty, damaged or no folder.
func TestUnpackTogether(t *testing.T) {
	file := newPacking(t).write(t)
	sample, err := Unpack(context.Background(), file, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		make func(dir string) error
	}{
		{"empty", func(string) error { return nil }},
		{"a table is cut", func(dir string) error {
			if err := os.CopyFS(dir, os.DirFS(sample)); err != nil {
				return err
			}
			return os.Truncate(filepath.Join(dir, "files.parquet"), 10)
		}},
		{"no manifest", func(dir string) error { return os.MkdirAll(filepath.Join(dir, "x"), 0o755) }},
		{"a file", func(dir string) error { return os.WriteFile(dir, nil, 0o644) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for range 6 {
				cache := t.TempDir()
				if err := c.make(filepath.Join(cache, filepath.Base(sample))); err != nil {
					t.Fatal(err)
				}
				var all sync.WaitGroup
				start := make(chan struct{})
				for range 8 {
					all.Go(func() {
						<-start
						unpackAndRead(t, file, cache)
					})
				}
				close(start)
				all.Wait()
				wantNothingBeside(t, cache)
			}
		})
	}
}

// unpackAndRead unpacks a zip and reads it for some time.
func unpackAndRead(t *testing.T, file, cache string) {
	dir, err := Unpack(context.Background(), file, cache)
	if err != nil {
		t.Error(err)
		return
	}
	a, err := Open(dir)
	if err != nil {
		t.Error(err)
		return
	}
	defer a.Close()
	for range 10 {
		if !a.current() {
			t.Error("another process replaced the folder")
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func wantNothingBeside(t *testing.T, cache string) {
	t.Helper()
	entries, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// TestUnpackSweeps shows that the next process removes the temporary folders of killed processes, and
// nothing that may be in use.
func TestUnpackSweeps(t *testing.T) {
	file, cache := newPacking(t).write(t), t.TempDir()
	old := time.Now().Add(-25 * time.Hour)
	for name, at := range map[string]time.Time{".unpack-old": old, ".unpack-young": time.Now(), "other": old} {
		if err := os.MkdirAll(filepath.Join(cache, name, "index"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(cache, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Unpack(context.Background(), file, cache); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{".unpack-old": false, ".unpack-young": true, "other": true} {
		if _, err := os.Stat(filepath.Join(cache, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestUnpackWhole shows that only UnpackWhole sees a changed byte in the cache, and that it unpacks the index again.
func TestUnpackWhole(t *testing.T) {
	ctx := context.Background()
	file, cache := newPacking(t).write(t), t.TempDir()
	dir, damage, err := UnpackWhole(ctx, file, cache)
	if err != nil || len(damage) > 0 {
		t.Fatalf("an empty cache: %v, %v", damage, err)
	}
	again, damage, err := UnpackWhole(ctx, file, cache)
	if err != nil || len(damage) > 0 || again != dir {
		t.Fatalf("a whole copy: %s, %v, %v", again, damage, err)
	}
	for name, check := range map[string]string{"functions.parquet": "sha256", schema.ManifestFile: "manifest"} {
		flip(dir, name, 30)
		if name != schema.ManifestFile {
			if _, err := Unpack(ctx, file, cache); err != nil {
				t.Errorf("%s: Unpack read every byte: %v", name, err)
			}
		}
		again, damage, err = UnpackWhole(ctx, file, cache)
		if err != nil || again != dir || len(damage) != 1 || damage[0].Check != check {
			t.Errorf("%s: got %s, %v, %v", name, again, damage, err)
		}
		if faults, err := CheckFiles(ctx, dir); err != nil || len(faults) > 0 {
			t.Errorf("%s: it is not repaired: %v, %v", name, faults, err)
		}
	}
	wantNothingBeside(t, cache)
}
