package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/urfave/cli/v2"
)

// defaultIndex is the path of an index below the root of its tree.
var defaultIndex = filepath.Join(".cortex", "index")

// indexVariable is the environment variable with the index when --index is not set.
const indexVariable = "CORTEX_INDEX"

func indexFlag() cli.Flag {
	return repeatedFlag("index", "read the index in `DIR`: a folder or a zip"+indexDefault)
}

// indexDefault describes the default of --index in help texts.
const indexDefault = " (default: $" + indexVariable + ", or .cortex/index here or above)"

// indexesFlag is the flag of commands that read several indexes as one.
func indexesFlag() cli.Flag {
	return repeatedFlag("index", "read the index in `DIR`: a folder or a zip; repeat it to read several as one"+indexDefault)
}

// namedIndex returns the name of the one index that a command reads.
func namedIndex(cc *cli.Context) (string, error) {
	names, err := namedIndexes(cc)
	if err != nil {
		return "", err
	}
	if len(names) > 1 {
		return "", usageError("run the command once per index", "--index is given %d times: this command reads one index", len(names))
	}
	return names[0], nil
}

// namedIndexes returns the names of the indexes that a command reads as one: folders and
// zips.
func namedIndexes(cc *cli.Context) ([]string, error) {
	named := valuesOf(cc, "index")
	if dir := os.Getenv(indexVariable); len(named) == 0 && dir != "" {
		named = []string{dir}
	}
	if len(named) > 0 {
		return named, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, failedError("use --index", "find an index: %w", err)
	}
	dir, ok := nearestIndex(here)
	if !ok {
		return nil, failedError("run cortex extract at the top of the repository, or use --index",
			"index %s is missing in this folder and those above it", filepath.ToSlash(defaultIndex))
	}
	return []string{dir}, nil
}

// locateIndexes returns the directories of the indexes that a command reads as one.
func locateIndexes(cc *cli.Context) ([]string, error) {
	names, err := namedIndexes(cc)
	if err != nil {
		return nil, err
	}
	dirs := make([]string, len(names))
	for i, name := range names {
		if dirs[i], err = indexDir(cc.Context, name); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

// nameAndFormat reads the options of a command about a whole index.
func nameAndFormat(cc *cli.Context, formats ...string) (name, format string, err error) {
	if err := noArguments(cc, "use --index"); err != nil {
		return "", "", err
	}
	if format, err = choice(cc, "format", formats); err != nil {
		return "", "", err
	}
	name, err = namedIndex(cc)
	return name, format, err
}

// indexDir returns the directory of a named index. It unpacks a zip below the user's cache
// directory.
func indexDir(ctx context.Context, name string) (string, error) {
	if !isZip(name) {
		return name, nil
	}
	cache, err := cacheFor(name)
	if err != nil {
		return "", err
	}
	return artifact.Unpack(ctx, name, cache)
}

// wholeDir is [indexDir] for a command that needs every byte of an index. It unpacks a zip
// again when the unpacked files are damaged, and prints a note.
func (c *console) wholeDir(ctx context.Context, name string) (string, error) {
	if !isZip(name) {
		return name, nil
	}
	cache, err := cacheFor(name)
	if err != nil {
		return "", err
	}
	dir, damage, err := artifact.UnpackWhole(ctx, name, cache)
	if err == nil && len(damage) > 0 {
		c.note(fmt.Sprintf("%s is unpacked again, because its unpacked files were damaged: %s", name, damage[0]))
	}
	return dir, err
}

// cacheFor returns the folder for unpacked zips.
func cacheFor(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", failedError("set $XDG_CACHE_HOME or $HOME, or unpack the zip and name the folder", "find a place to unpack %s: %w", name, err)
	}
	return filepath.Join(cache, "cortex", "unpacked"), nil
}

// isZip reports whether a file is a zip, by its name or its first bytes.
func isZip(name string) bool {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return false
	}
	if strings.EqualFold(filepath.Ext(name), ".zip") {
		return true
	}
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, 4)
	n, _ := io.ReadFull(f, begin)
	return slices.Contains([]string{"PK\x03\x04", "PK\x05\x06"}, string(begin[:n]))
}

// nearestIndex returns the index in the folder or in the nearest one above it. A killed run
// may have left only index.old; opening the index restores it.
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
