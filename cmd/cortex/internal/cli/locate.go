package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/cortex-index/cortex/queries"
)

// defaultIndex is where an index is kept below the root of what it describes.
var defaultIndex = filepath.Join(".cortex", "index")

// indexVariable names an index when --index does not.
const indexVariable = "CORTEX_INDEX"

func indexFlag() cli.Flag {
	return repeatedFlag("index", "read the index in `DIR` or in a zip of it (default: $"+indexVariable+", else .cortex/index here or above)")
}

// indexesFlag is for commands that read several indexes together.
func indexesFlag() cli.Flag {
	return repeatedFlag("index", "read the index in `DIR` or in a zip of it; several are read as one (default: $"+indexVariable+", else .cortex/index here or above)")
}

// namedIndex returns the name of the one index that a command reads.
func namedIndex(cc *cli.Context) (string, error) {
	names, err := namedIndexes(cc)
	if err != nil {
		return "", err
	}
	if len(names) > 1 {
		return "", usageError("look at each index on its own", "--index stands %d times; this command reads one index at a time", len(names))
	}
	return names[0], nil
}

// namedIndexes returns the names of the indexes that a command reads together: folders,
// and zips of them.
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
		return nil, failedError("name one with --index", "find an index: %w", err)
	}
	dir, ok := nearestIndex(here)
	if !ok {
		return nil, failedError("run cortex extract at the top of the repository, or name an index with --index",
			"no index found: no .cortex/index in this folder or one above it")
	}
	return []string{dir}, nil
}

// locateIndexes returns the directories of the indexes that a command reads together.
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

// nameAndFormat reads what a command takes that is about an index as a whole.
func nameAndFormat(cc *cli.Context, formats ...string) (name, format string, err error) {
	if err := noArguments(cc, "name the index with --index"); err != nil {
		return "", "", err
	}
	if format, err = choice(cc, "format", formats); err != nil {
		return "", "", err
	}
	name, err = namedIndex(cc)
	return name, format, err
}

// indexDir is the directory of what a user named: itself, or where a zip of it is
// unpacked, below the user's folder for caches.
func indexDir(ctx context.Context, name string) (string, error) {
	if !isZip(name) {
		return name, nil
	}
	cache, err := cacheFor(name)
	if err != nil {
		return "", err
	}
	return queries.Unpack(ctx, name, cache)
}

// wholeDir is [indexDir] for what relies on every byte of an index. What was
// unpacked before and is damaged is unpacked again, and a note says so: the zip itself may
// be sound.
func (c *console) wholeDir(ctx context.Context, name string) (string, error) {
	if !isZip(name) {
		return name, nil
	}
	cache, err := cacheFor(name)
	if err != nil {
		return "", err
	}
	dir, damage, err := queries.UnpackWhole(ctx, name, cache)
	if err == nil && len(damage) > 0 {
		c.note(fmt.Sprintf("what was unpacked of %s before was damaged, and is unpacked again: %s", name, damage[0]))
	}
	return dir, err
}

// cacheFor is the folder in which zips are unpacked.
func cacheFor(name string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", failedError("set $XDG_CACHE_HOME or $HOME, or unpack it and name the folder", "find a place to unpack %s: %w", name, err)
	}
	return filepath.Join(cache, "cortex", "unpacked"), nil
}

// isZip reports whether a name is that of a zip: by its ending, or by what it begins with.
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
