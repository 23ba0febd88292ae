package queries

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/queries/internal/indextest"
	"github.com/cortex-index/cortex/schema"
)

// TestDatabaseIsClosed shows that no SQL reaches other files than those of the index, and that each
// connection has the settings.
func TestDatabaseIsClosed(t *testing.T) {
	ix := openText(t, sample)
	secret := filepath.Join(t.TempDir(), "secret.csv")
	if err := os.WriteFile(secret, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		"FROM read_text('" + secret + "')", "FROM '" + secret + "'", "COPY (SELECT 1) TO '" + secret + "2'", "ATTACH '" + secret + "3'",
		"SET enable_external_access = true", "SET allowed_paths = []", "SET lock_configuration = false", "INSTALL httpfs", "LOAD httpfs",
	} {
		if _, err := ix.db.Exec(q); err == nil {
			t.Errorf("%s worked", q)
		}
	}
	for name, want := range map[string]string{
		"enable_external_access": "false", "lock_configuration": "true", "temp_directory": "", "autoinstall_known_extensions": "false",
		"autoload_known_extensions": "false", "allow_community_extensions": "false", "threads": "1", "memory_limit": "1.8 GiB", "TimeZone": "UTC", "parquet_metadata_cache": "true",
	} {
		var got string
		if err := ix.db.QueryRow("SELECT value FROM duckdb_settings() WHERE name = $1", name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, not %q: %v", name, got, want, err)
		}
	}
}

// TestOpenWherever shows that DuckDB reads a folder in the path of an index neither as a pattern nor as a column.
func TestOpenWherever(t *testing.T) {
	top := t.TempDir()
	for _, where := range []string{"language=zz/kind=1", "q?/x", "a*b[1]"} {
		dir := filepath.Join(top, filepath.FromSlash(where))
		indextest.WriteManifest(t, dir, writeAt(t, dir))
		writeAt(t, filepath.Join(top, "qa", "x")) // which q?/x would match as a pattern
		ix, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		var languages, columns int
		err = ix.db.QueryRow("SELECT (SELECT count(*) FROM files WHERE language = 'zz'), (SELECT count(*) FROM (DESCRIBE files))").Scan(&languages, &columns)
		if err != nil || languages != 0 || columns != len(schema.Files.Columns) {
			t.Errorf("%s: %d files of the language zz, %d columns, %v", where, languages, columns, err)
		}
		ix.Close()
	}
}

func writeAt(t *testing.T, dir string) schema.Manifest {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return indextest.Write(t, dir, indextest.Parse(t, sample), everything)
}

// TestReplaced shows that an open index stays the same when a writer replaces its directory, for statements that were bound before and
// after.
func TestReplaced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ix")
	indextest.WriteManifest(t, dir, writeAt(t, dir))
	ix, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	const text = "SELECT string_agg(symbol, ' ' ORDER BY symbol_id) FROM symbols"
	bound, err := ix.db.PrepareContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer bound.Close()
	var before, after, again string
	if err := ix.QueryRow(t.Context(), text).Scan(&before); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	indextest.WriteManifest(t, dir, indextest.Write(t, dir, indextest.Parse(t, strings.ReplaceAll(sample, "b.File", "b.Disk")), everything))
	if err := errors.Join(bound.QueryRow().Scan(&after), ix.QueryRow(t.Context(), text).Scan(&again)); err != nil {
		t.Fatal(err)
	}
	if before == "" || after != before || again != before {
		t.Errorf("the symbols were %q; after a writer replaced the index they are %q and %q", before, after, again)
	}
	now, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer now.Close()
	if err := now.QueryRow(t.Context(), text).Scan(&after); err != nil || after == before {
		t.Errorf("the new index has the symbols %q, %v", after, err)
	}
}

// TestConn shows that temporary tables are private to a connection and end with it.
func TestConn(t *testing.T) {
	ix, ctx := openText(t, sample), t.Context()
	for range 2 {
		a, err := ix.Conn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.ExecContext(ctx, "CREATE TEMP TABLE mine AS FROM symbols"); err != nil {
			t.Fatal(err)
		}
		if _, err := ix.Query(ctx, "FROM mine"); err == nil {
			t.Error("another connection reads the temporary table")
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRunOnce shows that a script runs once, also for concurrent callers, and that a failed script runs again.
func TestRunOnce(t *testing.T) {
	ix, ctx := openText(t, sample), t.Context()
	if err := ix.RunOnce(ctx, "CREATE TABLE again AS FROM later"); err == nil {
		t.Error("a wrong script ran")
	}
	if err := ix.RunOnce(ctx, "CREATE TABLE later AS SELECT 1 AS x"); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for range 4 {
		go func() { errs <- ix.RunOnce(ctx, "CREATE TABLE again AS FROM later") }()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// TestSeveral shows that derived tables of several indexes follow from all of them. Keys stay unique,
// ids belong to symbols, and an external symbol of one index is the definition in another.
func TestSeveral(t *testing.T) {
	one, other, ctx := t.TempDir(), t.TempDir(), t.Context()
	indextest.Write(t, one, indextest.Parse(t, sample+`
external interface example.com/io.R
external interface_method example.com/io.R.Readily
call b.open -> example.com/io.R.Readily interface`), everything)
	m := indextest.Write(t, other, indextest.Parse(t, "interface io.R\ninterface_method io.R.Readily\nfunction io.F\ncall io.F -> io.R.Readily interface"), everything)
	m.Repository.Name = "example.com/other"
	indextest.WriteManifest(t, other, m)
	ix, err := Open(ctx, one, other)
	if err != nil {
		t.Fatal(err)
	}
	defer ix.Close()
	for _, table := range schema.Tables() {
		var doubles, columns int
		text := fmt.Sprintf("SELECT count(*) - count(DISTINCT (%s)), (SELECT count(*) FROM (DESCRIBE %[2]s)) FROM %[2]s", strings.Join(table.Key, ", "), table.Name)
		if err := ix.QueryRow(ctx, text).Scan(&doubles, &columns); err != nil || doubles > 0 || columns != len(table.Columns)+1 {
			t.Errorf("%s: %d rows have the key of another one, %d columns, %v", table.Name, doubles, columns, err)
		}
	}
	var got string
	const calls = `SELECT string_agg(c.name || ' ' || s.repository || ' ' || s.is_external || ' ' || t.repository, ', ' ORDER BY c.name)
		FROM call_steps t JOIN symbols s ON s.symbol_id = t.callee_id JOIN symbols c ON c.symbol_id = t.caller_id WHERE s.name = 'Readily'`
	const want = "F example.com/other false example.com/other, open example.com/other false example.com/other"
	if err := ix.QueryRow(ctx, calls).Scan(&got); err != nil || got != want {
		t.Errorf("callers of Readily: %s, %v, want %s", got, err, want)
	}
	if _, err := Open(ctx, one, one); err == nil {
		t.Error("one index was opened twice as two")
	}
}

func TestSources(t *testing.T) {
	ix := openText(t, sample)
	texts, err := ix.Sources(t.Context(), []int32{2, 1, 2, 99})
	if err != nil || len(texts) != 2 || !strings.HasPrefix(texts[1], "a.go:1") {
		t.Errorf("got %v, %v", texts, err)
	}
}

// TestPreparePrograms shows that a file outside the build with a function main is a separate program
// when its package has no such function.
func TestPreparePrograms(t *testing.T) {
	ix := openText(t, "function a.F\nfunction a.main#a/gen.go a/gen.go\nuntyped a/gen.go\nfunction b.main\nfunction b.main#b/gen.go b/gen.go\nuntyped b/gen.go")
	if err := ix.PreparePrograms(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := ix.QueryRow(t.Context(), "SELECT string_agg(file_path, ' ') FROM programs JOIN files USING (file_id)").Scan(&got); err != nil || got != "a/gen.go" {
		t.Errorf("got %s, %v", got, err)
	}
}
