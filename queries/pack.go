package queries

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// Pack writes an index as a zip: the same bytes for the same index. It holds the manifest
// and the files that it names, and nothing else that may lie beside them. Every checksum is
// checked first; what is wrong with the index is an [*IndexError].
//
// DESIGN: entries are stored, because Parquet is compressed already, in the order of their
// names, and without times and modes, which differ from copy to copy.
func Pack(ctx context.Context, dir string, w io.Writer) error {
	a, err := openArtifact(dir)
	if err != nil {
		return err
	}
	faults, err := CheckFiles(ctx, dir)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return &IndexError{Dir: dir, Message: faults[0].String(), Advice: extractAgain}
	}
	names := []string{schema.ManifestFile}
	for _, t := range a.manifest.Tables {
		names = append(names, t.File)
	}
	slices.SortFunc(names, strings.Compare)
	z := zip.NewWriter(w)
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := packFile(z, filepath.Join(a.dir, name), name); err != nil {
			return fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pack the index: %w", err)
	}
	return a.replaced()
}

func packFile(z *zip.Writer, path, name string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	entry, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, f)
	return err
}
