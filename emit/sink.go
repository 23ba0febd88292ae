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

// storage is the part of a file that a sink uses.
type storage interface {
	io.Writer
	Sync() error
	Close() error
}

// createFile makes a new file. An existing file is an error.
func createFile(path string) (storage, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// sink writes a file, counts and hashes its bytes, and keeps the first error: the Parquet
// library drops errors and continues.
type sink struct {
	to    storage
	bytes int64
	hash  hash.Hash
	err   error
}

func newSink(to storage) *sink { return &sink{to: to, hash: sha256.New()} }

// Write writes p, or does nothing after an error.
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

// settle ends a function in which the library writes to the sink. It turns a panic of the
// library into an error. The sink's error replaces all others.
func (s *sink) settle(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("write Parquet: %v", r)
	}
	if s.err != nil {
		*err = s.err
	}
}

// close makes the file durable and closes it. It returns the first error of the sink.
func (s *sink) close() error {
	if s.err == nil {
		s.err = s.to.Sync()
	}
	if err := s.to.Close(); s.err == nil && !errors.Is(err, os.ErrClosed) {
		s.err = err
	}
	return s.err
}

// sum returns the SHA-256 of the written bytes, in hex.
func (s *sink) sum() string { return hex.EncodeToString(s.hash.Sum(nil)) }
