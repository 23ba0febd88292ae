package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/cortex-index/cortex/schema"
)

// A Writer writes one index. It is for one goroutine at a time.
type Writer struct {
	place  *place
	stage  *stage
	tables map[*schema.Table]*table
	err    error // the first error of Write; nothing is published after one
	over   bool  // committed or aborted

	// Tests replace these functions.
	step   func(name string) error // called before each step of Commit
	create func(path string) (storage, error)
	swap   func(stage, destination string) error
}

// Create makes a stage next to dest, and the missing parents of dest. When dest is absent and
// dest.old is an index, Create renames it to dest. It removes the stages of dead runs.
//
// dest may be absent, an empty directory, or an index, which Commit replaces. Other files at
// dest are an error.
func Create(dest string) (*Writer, error) {
	p, err := openPlace(dest)
	if err != nil {
		return nil, err
	}
	s, err := p.newStage()
	if err != nil {
		return nil, err
	}
	return &Writer{place: p, stage: s, tables: map[*schema.Table]*table{},
		step: func(string) error { return nil }, create: createFile, swap: exchange}, nil
}

// Stages returns the absolute paths of the destination, its stages and the other files of
// Create, with symbolic links resolved. They are not part of a tree around them. Some may
// not exist.
func (w *Writer) Stages() []string { return w.place.ours() }

// Write appends rows to their table. They are a slice of a row type of package schema,
// strictly increasing in the table's order over all calls. Another order is an error, as are
// invalid UTF-8 and negative integers. Write does not keep the slice.
//
// Errors of the disk may come with a later call, or with Commit.
func (w *Writer) Write(rows any) error {
	if w.over {
		return errors.New("write rows: the index is committed or aborted")
	}
	if w.err == nil {
		w.err = w.write(rows)
	}
	return w.err
}

func (w *Writer) write(rows any) error {
	typ := reflect.TypeOf(rows)
	if typ == nil || typ.Kind() != reflect.Slice {
		return fmt.Errorf("write rows: %T is not a slice of rows", rows)
	}
	t, ok := schema.TableOf(typ.Elem())
	if !ok {
		return fmt.Errorf("write rows: no table has rows of type %s", typ.Elem())
	}
	open, err := w.open(t)
	if err != nil {
		return err
	}
	return open.add(rows)
}

// open returns the writer of a table, and starts it the first time.
func (w *Writer) open(t *schema.Table) (*table, error) {
	if w.tables[t] == nil {
		started, err := startTable(t, filepath.Join(w.stage.path, t.File()), w.create)
		if err != nil {
			return nil, err
		}
		w.tables[t] = started
	}
	return w.tables[t], nil
}

// Derive returns the rows of the derived tables from the files of the others in a directory.
type Derive func(ctx context.Context, dir string) (rows []any, err error)

// Commit finishes the index and publishes it. Tables without rows become files without rows.
// Commit sets the manifest's format, versions and tables, and returns the manifest.
//
// Commit calls derive, unless nil, after finishing the tables that are not derived. The
// directory is the stage with their files; the rows are those of the derived tables, as for
// Write.
//
// Commit calls check, unless nil, before publishing. The directory is the stage, a complete
// index with its manifest; fed are the digests of the written rows in the order of
// [schema.Tables]. On any error, also of check or ctx, Commit publishes nothing and leaves
// the old index unchanged. Call Commit once, and call Abort after it in any case.
func (w *Writer) Commit(ctx context.Context, m schema.Manifest, derive Derive, check func(dir string, fed []schema.TableDigest) error) (schema.Manifest, error) {
	if w.over {
		return m, errors.New("commit index: it is committed or aborted")
	}
	if w.err != nil {
		return m, w.err
	}
	w.err = errors.New("commit index: a commit has failed")
	fed, err := w.finishTables(ctx, &m, derive)
	if err != nil {
		return m, err
	}
	if err := w.writeManifest(&m); err != nil {
		return m, err
	}
	if err := w.do(ctx, "check"); err != nil {
		return m, err
	}
	if check != nil {
		if err := check(w.stage.path, fed); err != nil {
			return m, fmt.Errorf("check the index before publishing it: %w", err)
		}
	}
	if err := w.publish(ctx); err != nil {
		return m, err
	}
	w.over = true
	return m, nil
}

// do is called before each step of Commit.
func (w *Writer) do(ctx context.Context, step string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("commit index: %w", err)
	}
	return w.step(step)
}

// finishTables finishes every table's file and lists it in the manifest.
func (w *Writer) finishTables(ctx context.Context, m *schema.Manifest, derive Derive) ([]schema.TableDigest, error) {
	var fed []schema.TableDigest
	m.Tables = nil
	for _, t := range schema.Tables() {
		if err := w.do(ctx, "table "+t.Name); err != nil {
			return nil, err
		}
		if t.Derived && derive != nil {
			if err := w.derive(ctx, derive); err != nil {
				return nil, err
			}
			derive = nil
		}
		open, err := w.open(t)
		if err != nil {
			return nil, err
		}
		delete(w.tables, t)
		if err := open.finish(); err != nil {
			return nil, err
		}
		m.Tables = append(m.Tables, open.manifest())
		fed = append(fed, *open.builder.digest)
	}
	return fed, nil
}

// derive writes the rows of the derived tables.
func (w *Writer) derive(ctx context.Context, derive Derive) error {
	all, err := derive(ctx, w.stage.path)
	if err != nil {
		return fmt.Errorf("derive tables: %w", err)
	}
	for _, rows := range all {
		if err := w.write(rows); err != nil {
			return err
		}
	}
	return nil
}

// writeManifest writes manifest.json, and makes the stage durable.
func (w *Writer) writeManifest(m *schema.Manifest) error {
	if err := w.step("manifest"); err != nil {
		return err
	}
	m.Format, m.FormatVersion = schema.FormatName, schema.FormatVersion
	b, err := m.Encode()
	if err != nil {
		return err
	}
	to, err := w.create(filepath.Join(w.stage.path, schema.ManifestFile))
	if err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	s := newSink(to)
	_, _ = s.Write(b) // close returns the error
	if err := s.close(); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	if err := w.step("sync"); err != nil {
		return err
	}
	return syncDir(w.stage.path)
}

// Abort removes the stage. After a successful Commit it does nothing.
func (w *Writer) Abort() error {
	if w.over && w.stage == nil {
		return nil
	}
	w.over = true
	for t, open := range w.tables {
		open.abandon()
		delete(w.tables, t)
	}
	if w.stage == nil {
		return nil
	}
	err := w.stage.remove()
	w.stage = nil
	return err
}

// hinted is an error with a hint.
type hinted struct {
	error
	hint string
}

// Hint returns the next step for the user.
func (e *hinted) Hint() string { return e.hint }

// Unwrap returns the error without its hint.
func (e *hinted) Unwrap() error { return e.error }

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
