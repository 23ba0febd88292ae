package artifact

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/cortex-index/cortex/schema"
)

// Unpack unpacks an index from a zip into a folder of the cache and returns that folder. The zip has the index's files at its top or in
// one folder. Unpack checks every checksum. A problem of the zip is an [*Error].
//
// Unpack reuses an unpacked index whose manifest is readable and whose files have the right sizes, footers and numbers of rows. It does
// not see a changed byte inside such a file; [UnpackWhole] does.
func Unpack(ctx context.Context, file, cache string) (string, error) {
	z, err := openZip(file, cache)
	if err != nil {
		return "", err
	}
	defer z.file.Close()
	if _, err := Open(z.dir); err == nil {
		return z.dir, nil
	}
	return z.unpack(ctx)
}

// UnpackWhole is [Unpack] for a reader who relies on every byte: it reads the whole zip and the whole unpacked index. It unpacks a damaged
// index again and returns the damage.
func UnpackWhole(ctx context.Context, file, cache string) (dir string, damage []Fault, err error) {
	z, err := openZip(file, cache)
	if err != nil {
		return "", nil, err
	}
	defer z.file.Close()
	p, err := z.read()
	if err != nil {
		return "", nil, z.fail(err)
	}
	if before, err := os.Lstat(z.dir); err == nil {
		if damage, err = differs(ctx, z.dir, p.text); err != nil {
			return "", nil, err
		}
		if len(damage) == 0 {
			return z.dir, nil, z.fail(p.each(ctx, func(schema.ManifestTable) (io.WriteCloser, error) { return discard{}, nil }))
		}
		if err := z.drop(ctx, before); err != nil {
			return "", nil, z.noPlace(err)
		}
	}
	dir, err = z.unpack(ctx)
	return dir, damage, err
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) Close() error                { return nil }

// differs returns the damage of an unpacked index, whose manifest must have this text.
func differs(ctx context.Context, dir string, text []byte) ([]Fault, error) {
	now, err := os.ReadFile(filepath.Join(dir, schema.ManifestFile))
	if err != nil || !bytes.Equal(now, text) {
		return []Fault{{Check: "manifest", Message: schema.ManifestFile + " is not as it was unpacked"}}, nil
	}
	return CheckFiles(ctx, dir)
}

// zipped is an open zip and the folder for its index.
type zipped struct {
	file *os.File
	size int64
	dir  string // below the cache, named by the checksum of the zip
}

// openZip opens a zip and computes its checksum.
func openZip(file, cache string) (*zipped, error) {
	fail := func(err error, advice string) (*zipped, error) {
		return nil, &Error{Dir: file, Message: err.Error(), Advice: advice}
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fail(errors.New("no such file"), "name the index with --index")
	case err != nil:
		return fail(err, "")
	case !info.Mode().IsRegular():
		return fail(errors.New("it is no plain file"), "name an index: a folder, or a .zip of one")
	}
	f, err := os.Open(file)
	if err != nil {
		return fail(err, "")
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		f.Close()
		return fail(err, "")
	}
	return &zipped{file: f, size: info.Size(), dir: filepath.Join(cache, hex.EncodeToString(sum.Sum(nil)))}, nil
}

// fail returns the [*Error] for a problem of the zip or of the cache.
func (z *zipped) fail(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		e.Dir = z.file.Name()
		return e
	}
	if e := (*fs.PathError)(nil); errors.As(err, &e) && e.Path != z.file.Name() || errors.As(err, new(*os.LinkError)) {
		return z.noPlace(err)
	}
	if e := (*schema.VersionError)(nil); errors.As(err, &e) {
		return &Error{Dir: z.file.Name(), Message: err.Error(), Advice: e.Hint()}
	}
	return &Error{Dir: z.file.Name(), Message: err.Error(), Advice: packAgain, Damaged: true}
}

func (z *zipped) noPlace(err error) error {
	return &Error{Dir: z.file.Name(), Message: "no place to unpack it: " + err.Error(), Advice: "set $XDG_CACHE_HOME to a folder that can be written to, or unpack it and name the folder"}
}

// read finds the index in the zip.
func (z *zipped) read() (packed, error) {
	archive, err := zip.NewReader(z.file, z.size)
	if err != nil {
		return packed{}, err
	}
	return findPacked(archive)
}

// unpack unpacks the index into a folder next to its final one, and renames the folder when it is whole.
func (z *zipped) unpack(ctx context.Context) (dir string, err error) {
	p, err := z.read()
	if err != nil {
		return "", z.fail(err)
	}
	if err := os.MkdirAll(filepath.Dir(z.dir), 0o755); err != nil {
		return "", z.noPlace(err)
	}
	sweep(filepath.Dir(z.dir), time.Now())
	work, err := os.MkdirTemp(filepath.Dir(z.dir), unfinished)
	if err != nil {
		return "", z.noPlace(err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	stage := filepath.Join(work, "index")
	if err := os.Mkdir(stage, 0o700); err != nil {
		return "", z.noPlace(err)
	}
	err = p.each(ctx, func(t schema.ManifestTable) (io.WriteCloser, error) {
		return os.OpenFile(filepath.Join(stage, t.File), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(stage, schema.ManifestFile), p.text, 0o644)
	}
	if err == nil {
		err = place(ctx, work, z.dir)
	}
	if err != nil {
		return "", z.fail(err)
	}
	return z.dir, nil
}

// place renames work/index to its final folder, unless another process was faster.
//
// DESIGN: place checks and moves an old folder under a lock, and never removes it in place. Another
// process may have placed a whole index there meanwhile and opened it. Without the lock, one of 1,900
// runs of two processes on an empty cache lost its files. Where a file system has no locks, that can
// still happen.
func place(ctx context.Context, work, dir string) error {
	defer lockFolder(ctx, filepath.Dir(dir))()
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := Open(dir); err == nil {
		return nil
	}
	if err := os.Rename(dir, filepath.Join(work, "broken")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(filepath.Join(work, "index"), dir)
}

// drop removes an unpacked index, unless another process has replaced it since.
func (z *zipped) drop(ctx context.Context, seen fs.FileInfo) error {
	work, err := os.MkdirTemp(filepath.Dir(z.dir), unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	defer lockFolder(ctx, filepath.Dir(z.dir))()
	if now, err := os.Lstat(z.dir); err != nil || !os.SameFile(seen, now) {
		return nil
	}
	return os.Rename(z.dir, filepath.Join(work, "broken"))
}

// unfinished is the prefix of the names of temporary folders.
const unfinished = ".unpack-"

// sweep removes the temporary folders of killed processes: those older than a day. It ignores errors.
func sweep(cache string, now time.Time) {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(filepath.Join(cache, e.Name()))
		}
	}
}

// lockWait is the maximum time that a process waits for the lock. Others hold it for milliseconds; one of them may have been stopped.
const lockWait = 5 * time.Second

// lockFolder locks a folder and returns the function that unlocks it.
func lockFolder(ctx context.Context, folder string) (unlock func()) {
	f, err := os.Open(folder)
	if err != nil {
		return func() {}
	}
	for began := time.Now(); !tryLock(f) && time.Since(began) < lockWait && ctx.Err() == nil; {
		time.Sleep(5 * time.Millisecond)
	}
	return func() { f.Close() }
}
