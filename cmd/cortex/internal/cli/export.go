package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/urfave/cli/v2"
)

const exportDescription = `Writes an index as one zip: the same bytes for the same index, on every machine. --index
of every command accepts the zip. A file at --out stays until the new one is complete.

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
			&cli.StringFlag{Name: "out", Usage: "write the zip to `FILE`: a name that ends in .zip"},
			&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Usage: "print only errors on standard error"}},
		Action: func(cc *cli.Context) error { return runExport(cc, c) },
	})
}

func runExport(cc *cli.Context, c *console) error {
	if err := noArguments(cc, "use --index for the index, and --out for the zip"); err != nil {
		return err
	}
	out := cc.String("out")
	if out == "" {
		return usageError("run cortex export --out index.zip", "--out is missing")
	}
	if !strings.EqualFold(filepath.Ext(out), ".zip") { // cortex mcp finds zips in a folder by this
		return usageError("use a name that ends in .zip", "--out %s is not the name of a zip", out)
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
	bytes, err := writeWhole(out, func(f *os.File) error { return artifact.Pack(cc.Context, dir, f) })
	if err != nil {
		return err
	}
	if !cc.Bool("quiet") {
		fmt.Fprintf(c.Err, "%s in %s\n", render.Size(bytes), render.Printable(out, false))
	}
	return nil
}

// apart refuses a file inside the index: the index would then be invalid.
func apart(dir, out string) error {
	index, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil // a later step reports the missing index
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(out))
	if err != nil {
		return failedError("make the folder first", "file %s is not writable: %w", out, err)
	}
	a, errA := os.Stat(index)
	b, errB := os.Stat(folder)
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return usageError("use a file outside of the index", "--out %s is inside the index", out)
	}
	return nil
}

// writeWhole writes a temporary file, and renames it to path when it is complete. It returns
// the size in bytes.
func writeWhole(path string, write func(f *os.File) error) (size int64, err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return 0, failedError("name a file", "path %s is not a regular file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".export-*")
	if err != nil {
		return 0, failedError("use a file in a writable folder", "file %s is not writable: %w", path, reason(err))
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

// reason returns an error of the file system without its path.
func reason(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}
