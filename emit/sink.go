package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// storage is what a sink needs of a file.
type storage interface {
	io.Writer
	Sync() error
	Close() error
}

// createFile makes a new file; it is an error if there is one.
func createFile(path string) (storage, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// sink writes a file, counts and hashes what it writes, and latches its first
// error: the Parquet library loses errors, and goes on.
type sink struct {
	to    storage
	bytes int64
	hash  hash.Hash
	err   error
}

func newSink(to storage) *sink { return &sink{to: to, hash: sha256.New()} }

// Write writes p, or does nothing once there has been an error.
func (s *sink) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.to.Write(p)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	s.err = err
	s.bytes += int64(n)
	s.hash.Write(p[:n])
	return n, err
}

// settle ends a function that has the library write to the sink: a panic, which the
// library is quick to, becomes an error, and the sink's own error goes before all others.
func (s *sink) settle(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("write Parquet: %v", r)
	}
	if s.err != nil {
		*err = s.err
	}
}

// close makes the file durable and closes it; it returns the first error there was.
func (s *sink) close() error {
	if s.err == nil {
		s.err = s.to.Sync()
	}
	if err := s.to.Close(); s.err == nil && !errors.Is(err, os.ErrClosed) {
		s.err = err
	}
	return s.err
}

// sum returns the SHA-256 of what was written, in hex.
func (s *sink) sum() string { return hex.EncodeToString(s.hash.Sum(nil)) }
