package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An InputError is the error for a directory with nothing to index.
type InputError struct {
	message string
	hint    string
}

// NewInputError returns an InputError. The hint may be empty.
func NewInputError(message, hint string) *InputError {
	return &InputError{message: message, hint: hint}
}

// Error returns the problem.
func (e *InputError) Error() string { return e.message }

// Hint returns the next step for the user, or nothing.
func (e *InputError) Hint() string { return e.hint }

// Resolve returns the absolute path of a directory, without symbolic links. The error is
// an *InputError when there is no such directory, or when it is a bare git repository.
func Resolve(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("resolve %s: %w", dir, err)
	}
	root, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return "", NewInputError("there is no directory "+dir, "name the root of a repository, or a directory in one")
	}
	if err != nil {
		return "", fmt.Errorf("resolve %s: %w", dir, err)
	}
	info, err := os.Stat(root)
	if err != nil {
		return "", fmt.Errorf("look at %s: %w", dir, err)
	}
	if !info.IsDir() {
		return "", NewInputError(dir+" is not a directory", "name the directory that contains the file")
	}
	if isGitDir(root) {
		return "", NewInputError(dir+" is a bare git repository, without files", "clone it, and name the clone")
	}
	return root, nil
}

// isGitDir reports whether a directory has the layout of a .git directory.
func isGitDir(dir string) bool {
	head, err := os.Lstat(filepath.Join(dir, "HEAD"))
	if err != nil || head.IsDir() {
		return false
	}
	for _, name := range []string{"objects", "refs"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}
