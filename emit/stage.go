package emit

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// stageMark separates the name of the destination from the unique part of a stage's name.
const stageMark = ".stage-"

// stage is a directory of an unpublished index, or of files to remove.
//
// DESIGN: the lock is a flock on the directory itself. A lock file in it would have to go before
// publishing, and a lock file next to it would be one more file to remove.
type stage struct {
	path string
	lock *os.File // open and locked while the run lives; nil where locks are not supported
}

// newStage makes a stage and locks it.
func (p *place) newStage() (*stage, error) {
	for {
		path := p.dest + stageMark + strings.ToLower(rand.Text())
		if err := os.Mkdir(path, 0o777); err != nil {
			return nil, fmt.Errorf("create index at %s: %w", p.dest, unwritable(err))
		}
		s, err := lockStage(path)
		if err != nil {
			return nil, fmt.Errorf("create index at %s: %w", p.dest, errors.Join(err, os.RemoveAll(path)))
		}
		if s != nil {
			return s, nil
		}
		// Another run removed it before it was locked, as a dead run's stage.
	}
}

// lockStage locks the directory at path. It returns nil when the directory is gone or
// another run has the lock.
func lockStage(path string) (*stage, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	switch lockDir(f) {
	case lockUnknown:
		return &stage{path: path}, f.Close()
	case lockTaken:
		return nil, f.Close()
	}
	opened, err1 := f.Stat()
	named, err2 := os.Lstat(path)
	if err1 != nil || err2 != nil || !os.SameFile(opened, named) {
		return nil, f.Close()
	}
	return &stage{path: path, lock: f}, nil
}

// lockState is the result of locking a directory.
type lockState int

const (
	lockHeld    lockState = iota // this process has the lock until it closes the file or ends
	lockTaken                    // another process has the lock
	lockUnknown                  // the system or file system has no such locks
)

// remove removes the directory and releases the lock.
func (s *stage) remove() error {
	return errors.Join(os.RemoveAll(s.path), s.unlock())
}

func (s *stage) unlock() error {
	if s.lock == nil {
		return nil
	}
	return s.lock.Close()
}

// stages returns the paths of all stages of the destination, of live and of dead runs.
func (p *place) stages() ([]string, error) {
	entries, err := os.ReadDir(p.parent)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), filepath.Base(p.dest)+stageMark) {
			paths = append(paths, filepath.Join(p.parent, e.Name()))
		}
	}
	return paths, nil
}

// clean removes the stages of dead runs, and a replaced old index.
func (p *place) clean() error {
	if exists(p.dest) && isIndex(p.old) {
		if err := p.discardOld(); err != nil {
			return err
		}
	}
	stages, err := p.stages()
	if err != nil {
		return fmt.Errorf("remove old stages: %w", err)
	}
	for _, path := range stages {
		s, err := lockStage(path)
		if err == nil && s != nil && s.lock != nil {
			err = s.remove()
		}
		if err != nil {
			return fmt.Errorf("remove old stages: %w", err)
		}
	}
	return nil
}

// discardOld removes the index at <dest>.old. It moves the index into a stage first: a killed
// run would otherwise leave half an index under a name that no run removes.
func (p *place) discardOld() error {
	s, err := p.newStage()
	if err != nil {
		return err
	}
	if err := os.Rename(p.old, filepath.Join(s.path, "old")); err != nil {
		return fmt.Errorf("remove the old index: %w", errors.Join(err, s.remove()))
	}
	if err := s.remove(); err != nil {
		return fmt.Errorf("remove the old index: %w", err)
	}
	return nil
}
