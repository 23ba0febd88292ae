package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// publish makes the stage the destination.
//
// DESIGN: a rename cannot replace a directory with files, and removing the old index first
// would leave a moment without one. The file system swaps the two in one step, and emit
// removes the old index under the name of the stage. Where the file system cannot swap, the
// old index moves to <dest>.old first, where readers and the next run find it after a kill.
func (w *Writer) publish(ctx context.Context) error {
	if err := w.do(ctx, "publish"); err != nil {
		return err
	}
	if err := w.place.replaceable(); err != nil { // it may have changed since Create
		return err
	}
	var err error
	if exists(w.place.dest) {
		err = w.replace()
	} else if err = os.Rename(w.stage.path, w.place.dest); err == nil {
		w.stage.path = ""
	}
	if err != nil {
		return fmt.Errorf("publish index at %s: %w", w.place.dest, err)
	}
	// The index is published, and no later error undoes it. The next run removes the rest.
	if w.step("sync parent") == nil {
		_ = syncDir(w.place.parent)
	}
	if w.step("remove old") == nil {
		_ = w.removeOld()
	}
	return nil
}

// replace replaces the existing destination by the stage.
func (w *Writer) replace() error {
	err := w.swap(w.stage.path, w.place.dest)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if exists(w.place.old) {
		if !isIndex(w.place.old) {
			return &hinted{fmt.Errorf("%s exists and is not an index", w.place.old), "move it away"}
		}
		if err := w.place.discardOld(); err != nil {
			return err
		}
	}
	if err := w.step("move old"); err != nil {
		return err
	}
	if err := os.Rename(w.place.dest, w.place.old); err != nil {
		return err
	}
	if err := w.step("move new"); err != nil {
		return errors.Join(err, os.Rename(w.place.old, w.place.dest))
	}
	if err := os.Rename(w.stage.path, w.place.dest); err != nil {
		return errors.Join(err, os.Rename(w.place.old, w.place.dest))
	}
	w.stage.path = ""
	return nil
}

// removeOld removes the replaced index, and ends the stage.
func (w *Writer) removeOld() error {
	var errs []error
	if w.stage.path != "" {
		errs = append(errs, os.RemoveAll(w.stage.path))
	}
	if isIndex(w.place.old) {
		errs = append(errs, w.place.discardOld())
	}
	errs = append(errs, w.stage.unlock())
	w.stage = nil
	return errors.Join(errs...)
}
