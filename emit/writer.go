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

// Writer writes one index. It is for one goroutine at a time.
type Writer struct {
	place  *place
	stage  *stage
	tables map[*schema.Table]*table
	err    error // the first error of Write; nothing is published after one
	over   bool  // committed or aborted

	// What tests put something else in the place of.
	step   func(name string) error // called before each step of Commit
	create func(path string) (storage, error)
	swap   func(stage, destination string) error
}

// Create prepares a stage beside dest, whose parents it makes when they are
// missing. When dest is absent and dest.old holds an index, that index gets its
// name back. Stages of runs that died are removed, those of live runs are not.
//
// dest may be absent, an empty directory, or an index, which is then replaced; all
// else is an error.
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

// Stages returns the absolute paths, with symbolic links resolved, that do not
// count as part of a tree that they are in: the destination, its stages, and what
// else Create may put beside it. Some of them need not exist.
func (w *Writer) Stages() []string { return w.place.ours() }

// Write appends rows to their table. They are a slice of a row type of package
// schema, strictly increasing in the table's order, also from one call to the
// next; a violation is an error, and so is text that is not UTF-8 and a negative
// integer. The slice is not kept.
//
// Errors of the disk may come late: with a later call, or with Commit.
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
		return fmt.Errorf("write rows: %T is no slice of rows", rows)
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

// open returns the writer of a table, which it starts when there is none yet.
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

// Derive makes the rows of tables that follow from those whose files are in a directory.
type Derive func(ctx context.Context, dir string) (rows []any, err error)

// Commit finishes the index and publishes it. Tables that nothing was written to
// become files with no rows. It sets the manifest's format, versions and tables, and
// returns it so.
//
// When the tables that are not derived are finished, derive is called, unless nil, with the stage, which has their files: the rows
// that it returns, as for Write, are those of the others.
//
// Before publishing, check is called, unless nil, with the stage, which is then a
// whole index with its manifest, and with the digests of what was written, in the
// order of [schema.Tables]. On any error, also one of check or of ctx, nothing is
// published and the old index is untouched. Commit can be called once; call Abort
// after it in any case.
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

// do comes before each step of Commit.
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
	m.Format, m.FormatVersion, m.FeatureVersion = schema.FormatName, schema.FormatVersion, schema.FeatureVersion
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

// hinted is an error with something to do about it.
type hinted struct {
	error
	hint string
}

// Hint says what to do.
func (e *hinted) Hint() string { return e.hint }

// Unwrap returns the error without its hint.
func (e *hinted) Unwrap() error { return e.error }

// exists reports whether there is anything at path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
