package artifact

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/schema"
)

// Pack writes an index as a zip, with the same bytes for the same index. The zip has the manifest and the files that it names. Pack
// checks every checksum first; a problem of the index is an [*Error].
//
// DESIGN: Pack stores the entries, because Parquet is compressed, in the order of their names. It leaves out modes, and gives each
// entry the same time: both differ from copy to copy.
func Pack(ctx context.Context, dir string, w io.Writer) error {
	a, err := Open(dir)
	if err != nil {
		return err
	}
	defer a.Close()
	faults, err := CheckFiles(ctx, dir)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return &Error{Dir: dir, Message: faults[0].String(), Advice: extractAgain}
	}
	names := []string{schema.ManifestFile}
	for _, t := range a.Manifest.Tables {
		names = append(names, t.File)
	}
	slices.SortFunc(names, strings.Compare)
	z := zip.NewWriter(w)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := packFile(z, filepath.Join(a.Dir, name), name); err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pack the index: %w", err)
	}
	if !a.current() {
		return &Error{Dir: dir, Message: "it was replaced while it was packed", Advice: "pack it again"}
	}
	return nil
}

// entryTime is the time of each entry: the first one that a zip can express. A date of zeros has the month 0, and some readers
// refuse it.
var entryTime = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

func packFile(z *zip.Writer, path, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	entry, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: entryTime})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, f)
	return err
}
