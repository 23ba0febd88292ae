package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/urfave/cli/v2"
)

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
	dir, ok := revisions.Nearest(here)
	if !ok {
		return nil, failedError("run cortex extract at the top of the repository, or use --index",
			"index %s is missing in this folder and those above it", filepath.ToSlash(revisions.DefaultIndex))
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
		if dirs[i], err = revisions.Unpacked(cc.Context, name); err != nil {
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

// wholeDir returns the directory of a named index for a command that needs its every byte. It unpacks a zip again when the unpacked files
// are damaged, and prints a note.
func (c *console) wholeDir(ctx context.Context, name string) (string, error) {
	dir, damage, err := revisions.UnpackedWhole(ctx, name)
	if err == nil && len(damage) > 0 {
		c.note(fmt.Sprintf("%s is unpacked again, because its unpacked files were damaged: %s", name, damage[0]))
	}
	return dir, err
}
