package emit

import (
	"context"
	"errors"
	"fmt"
	"os"
)

// publish makes the stage the destination.
//
// DESIGN: a rename alone cannot replace a directory that holds files, and to remove
// the old index first would leave a moment without any. So the two are swapped, in
// one step of the file system, and the old index is removed under the name of the
// stage. Where the file system cannot swap, the old one moves aside: a kill then
// leaves no index under the destination's name, but the whole old one at <dest>.old,
// where readers and the next run look for it.
func (w *Writer) publish(ctx context.Context) error {
	if err := w.do(ctx, "publish"); err != nil {
		return err
	}
	if err := w.place.replaceable(); err != nil { // whatever was there when the run began
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
	// The index is published, and no error after this undoes it. What stays behind
	// for one is cleared away by the next run.
	if w.step("sync parent") == nil {
		_ = syncDir(w.place.parent)
	}
	if w.step("remove old") == nil {
		_ = w.removeOld()
	}
	return nil
}

// replace puts the stage in the place of the directory that is there.
func (w *Writer) replace() error {
	err := w.swap(w.stage.path, w.place.dest)
	if !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	if exists(w.place.old) {
		if !isIndex(w.place.old) {
			return &hinted{fmt.Errorf("%s is in the way", w.place.old), "move it away"}
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

// removeOld removes the index that was replaced, and ends the stage.
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
