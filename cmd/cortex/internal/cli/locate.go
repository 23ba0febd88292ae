package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"
)

// defaultIndex is where an index is kept below the root of what it describes.
var defaultIndex = filepath.Join(".cortex", "index")

// indexVariable names an index when --index does not.
const indexVariable = "CORTEX_INDEX"

func indexFlag() cli.Flag {
	return oneIndex{&cli.StringSliceFlag{Name: "index",
		Usage: "read the index in `DIR` (default: $" + indexVariable + ", else .cortex/index here or above)"}}
}

// oneIndex collects every --index, so that a second one is seen and refused, but
// in help it stands once.
type oneIndex struct{ *cli.StringSliceFlag }

func (f oneIndex) String() string {
	return (&cli.StringFlag{Name: f.Name, Usage: f.Usage}).String()
}

// locateIndex returns the directory of the index that a command reads.
func locateIndex(cc *cli.Context) (string, error) {
	named := cc.StringSlice("index")
	if len(named) > 1 {
		return "", usageError("ask each index on its own", "--index stands %d times; one index can be read at a time", len(named))
	}
	if len(named) == 1 {
		return indexDir(named[0])
	}
	if dir := os.Getenv(indexVariable); dir != "" {
		return indexDir(dir)
	}
	here, err := os.Getwd()
	if err != nil {
		return "", failedError("name one with --index", "find an index: %w", err)
	}
	dir, ok := nearestIndex(here)
	if !ok {
		return "", failedError("run cortex extract at the top of the repository, or name an index with --index",
			"no index found: no .cortex/index in this folder or one above it")
	}
	return dir, nil
}

// indexAndFormat reads what a command takes that is about an index as a whole.
func indexAndFormat(cc *cli.Context) (dir, format string, err error) {
	if err := noArguments(cc, "name the index with --index"); err != nil {
		return "", "", err
	}
	if format, err = choice(cc, "format", []string{"table", "json"}); err != nil {
		return "", "", err
	}
	dir, err = locateIndex(cc)
	return dir, format, err
}

// indexDir checks what a user named.
func indexDir(dir string) (string, error) {
	if strings.EqualFold(filepath.Ext(dir), ".zip") {
		return "", failedError("unpack it and name the folder", "%s: this version of cortex reads a folder, not a zip", dir)
	}
	return dir, nil
}

// nearestIndex returns the index in the folder or in the nearest one above it.
// A run that was cut short may have left index.old, which opening it restores.
func nearestIndex(folder string) (string, bool) {
	for {
		dir := filepath.Join(folder, defaultIndex)
		for _, d := range []string{dir, dir + ".old"} {
			if info, err := os.Stat(d); err == nil && info.IsDir() {
				return dir, true
			}
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", false
		}
		folder = above
	}
}
