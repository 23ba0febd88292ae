package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

const exportDescription = `Writes an index as one zip: the same bytes for the same index, on every machine. Wherever
an index is wanted, --index takes the zip too. A file that stands at --out is replaced when
all of the new one is written.

Example:
   cortex export --out index.zip
   cortex export --index ../shop/.cortex/index --out shop.zip`

func exportCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:        "export",
		Usage:       "write an index as one file",
		UsageText:   "cortex export [--index DIR] --out FILE.zip",
		Description: exportDescription,
		Flags: []cli.Flag{indexFlag(),
			&cli.StringFlag{Name: "out", Usage: "write the zip to `FILE`, whose name ends in .zip"},
			&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print nothing but errors on standard error"}},
		Action: func(cc *cli.Context) error { return runExport(cc, c) },
	})
}

func runExport(cc *cli.Context, c *console) error {
	if err := noArguments(cc, "name the index with --index, and the zip with --out"); err != nil {
		return err
	}
	out := cc.String("out")
	if out == "" {
		return usageError("give it, as in cortex export --out index.zip", "--out is missing")
	}
	if !strings.EqualFold(filepath.Ext(out), ".zip") { // or cortex mcp would not find it in a folder
		return usageError("let its name end in .zip", "--out %s names no zip", out)
	}
	name, err := namedIndex(cc)
	if err != nil {
		return err
	}
	dir, err := c.wholeDir(cc.Context, name)
	if err != nil {
		return err
	}
	if err := apart(dir, out); err != nil {
		return err
	}
	bytes, err := writeWhole(out, func(f *os.File) error { return queries.Pack(cc.Context, dir, f) })
	if err != nil {
		return err
	}
	if !cc.Bool("quiet") {
		fmt.Fprintf(c.err, "%s in %s\n", size(bytes), printable(out, false))
	}
	return nil
}

// apart refuses a file in the index itself, which would be no index with it.
func apart(dir, out string) error {
	index, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil // the index is not there, which is said later
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(out))
	if err != nil {
		return failedError("make the folder first", "write %s: %w", out, err)
	}
	a, errA := os.Stat(index)
	b, errB := os.Stat(folder)
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return usageError("name a place outside it", "--out %s lies in the index", out)
	}
	return nil
}

// writeWhole writes a file beside its place, and moves it there when it is whole. It
// returns its size.
func writeWhole(path string, write func(f *os.File) error) (size int64, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return 0, failedError("name a file", "write %s: it is no plain file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return 0, failedError("name a file in a folder that can be written to", "write %s: no file can be made in %s: %w", path, filepath.Dir(path), reason(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("write %s: %w", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		return 0, fmt.Errorf("write %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return 0, fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return 0, fmt.Errorf("write %s: %w", path, err)
	}
	return info.Size(), nil
}

// reason is an error of the file system without the path that it names.
func reason(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
