package emit

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

var errFull = errors.New("no space left on device")

// disk is a disk that keeps nothing and can fail.
type disk struct {
	room     int   // bytes until it is full; negative for no end
	bytes    int   // written so far
	ends     []int // bytes written after each call of Write
	syncErr  error
	closeErr error
}

func (m *disk) Write(p []byte) (int, error) {
	if m.room >= 0 && m.bytes+len(p) > m.room {
		n := max(m.room-m.bytes, 0)
		m.bytes += n
		return n, errFull
	}
	m.bytes += len(p)
	m.ends = append(m.ends, m.bytes)
	return len(p), nil
}

func (m *disk) Sync() error  { return m.syncErr }
func (m *disk) Close() error { return m.closeErr }

// commitTo commits the rows with the named file on disk, and all others on a disk without end. It
// reports whether Commit published an index.
func commitTo(t *testing.T, rows []any, name string, on *disk) (published bool, err error) {
	t.Helper()
	dest := filepath.Join(t.TempDir(), "index")
	w, err := Create(dest)
	if err != nil {
		t.Fatal(err)
	}
	w.create = func(path string) (storage, error) {
		if filepath.Base(path) == name {
			return on, nil
		}
		return &disk{room: -1}, nil
	}
	for _, r := range rows {
		if err = w.Write(r); err != nil {
			break
		}
	}
	if err == nil {
		_, err = w.Commit(t.Context(), testManifest(), nil, nil)
	}
	if aerr := w.Abort(); aerr != nil {
		t.Error(aerr)
	}
	return exists(dest), err
}

// TestFullDisk shows that a full disk gives an error at every byte, never an index. The library loses
// such errors in the footer, in a page of a column with a dictionary, and by a panic.
func TestFullDisk(t *testing.T) {
	few := randomRows(newRand(t, 9), 40)
	many := []any{syntheticRefs(3 * rowGroupRows(schema.Refs))}
	for _, test := range []struct {
		file string
		rows []any
	}{
		{schema.ManifestFile, few},
		{schema.Files.File(), few},
		{schema.Contents.File(), few},
		{schema.Symbols.File(), few},
		{schema.Diagnostics.File(), nil},
		{schema.Refs.File(), many},
	} {
		t.Run(test.file, func(t *testing.T) {
			good := &disk{room: -1}
			if _, err := commitTo(t, test.rows, test.file, good); err != nil {
				t.Fatal(err)
			}
			var rooms []int
			for _, end := range append([]int{0}, good.ends...) {
				rooms = append(rooms, end-1, end, end+1)
			}
			slices.Sort(rooms)
			rooms = slices.DeleteFunc(slices.Compact(rooms), func(n int) bool { return n < 0 || n >= good.bytes })
			if test.file == schema.Refs.File() { // each try writes 150,000 rows
				rooms = slices.Concat(rooms[:4], rooms[len(rooms)/2:len(rooms)/2+4], rooms[len(rooms)-4:])
			}
			if len(rooms) == 0 {
				t.Fatal("nothing to try")
			}
			for _, room := range rooms {
				published, err := commitTo(t, test.rows, test.file, &disk{room: room})
				if published || !errors.Is(err, errFull) {
					t.Errorf("room for %d of %d bytes: published %t, error %v", room, good.bytes, published, err)
				}
			}
			if published, err := commitTo(t, test.rows, test.file, &disk{room: good.bytes}); !published || err != nil {
				t.Errorf("room for all: published %t, error %v", published, err)
			}
		})
	}
}

// TestDiskFailsLate has a disk that reports lost data only at the end.
func TestDiskFailsLate(t *testing.T) {
	for _, file := range []string{schema.ManifestFile, schema.Files.File()} {
		for name, on := range map[string]*disk{
			"sync":  {room: -1, syncErr: errFull},
			"close": {room: -1, closeErr: errFull},
		} {
			published, err := commitTo(t, nil, file, on)
			if published || !errors.Is(err, errFull) {
				t.Errorf("%s of %s: published %t, error %v", name, file, published, err)
			}
			if err != nil && !strings.Contains(err.Error(), strings.TrimSuffix(file, filepath.Ext(file))) {
				t.Errorf("%s of %s: the error does not say which: %v", name, file, err)
			}
		}
	}
}

// TestFileNotCreated shows that a file that the system refuses to create gives an error.
func TestFileNotCreated(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "index"))
	if err != nil {
		t.Fatal(err)
	}
	w.create = func(string) (storage, error) { return nil, errFull }
	if err := w.Write([]schema.File{{FileID: 1}}); !errors.Is(err, errFull) {
		t.Errorf("Write returned %v", err)
	}
	if err := w.Abort(); err != nil {
		t.Error(err)
	}
}
