package cli

import (
	"context"
	"os"
	"path/filepath"
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

// locateIndex returns the directory of the index that a command reads.
func locateIndex(cc *cli.Context) (string, error) {
	dirs, err := locateIndexes(cc)
	if err != nil {
		return "", err
	}
	if len(dirs) > 1 {
		return "", usageError("look at each index on its own", "--index stands %d times; this command reads one index at a time", len(dirs))
	}
	return dirs[0], nil
}

// locateIndexes returns the directories of the indexes that a command reads together.
func locateIndexes(cc *cli.Context) ([]string, error) {
	named := valuesOf(cc, "index")
	if dir := os.Getenv(indexVariable); len(named) == 0 && dir != "" {
		named = []string{dir}
	}
	if len(named) > 0 {
		dirs := make([]string, len(named))
		for i, name := range named {
			dir, err := indexDir(cc.Context, name)
			if err != nil {
				return nil, err
			}
			dirs[i] = dir
		}
		return dirs, nil
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

// indexAndFormat reads what a command takes that is about an index as a whole.
func indexAndFormat(cc *cli.Context, formats ...string) (dir, format string, err error) {
	if err := noArguments(cc, "name the index with --index"); err != nil {
		return "", "", err
	}
	if format, err = choice(cc, "format", formats); err != nil {
		return "", "", err
	}
	dir, err = locateIndex(cc)
	return dir, format, err
}

// indexDir is the directory of what a user named: itself, or where a zip of it is
// unpacked, below the user's folder for caches.
func indexDir(ctx context.Context, name string) (string, error) {
	if !strings.EqualFold(filepath.Ext(name), ".zip") {
		return name, nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return name, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", failedError("set $XDG_CACHE_HOME or $HOME, or unpack it and name the folder", "find a place to unpack %s: %w", name, err)
	}
	return queries.Unpack(ctx, name, filepath.Join(cache, "cortex", "unpacked"))
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
