package revisions

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/schema"
)

// DefaultIndex is the path of an index below the root of its tree.
var DefaultIndex = filepath.Join(".cortex", "index")

// Nearest returns the index in the folder or in the nearest one above it. A killed run may have left only index.old; opening the index
// restores it.
func Nearest(folder string) (dir string, ok bool) {
	for {
		dir := filepath.Join(folder, DefaultIndex)
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

// IsZip reports whether a file is a zip, by its name or its first bytes.
func IsZip(name string) bool {
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

// Unpacked returns the directory of an index in a folder or a zip. It unpacks a zip below the user's cache directory.
func Unpacked(ctx context.Context, name string) (dir string, err error) {
	if !IsZip(name) {
		return name, nil
	}
	cache, err := cacheFor(name, "unpacked")
	if err != nil {
		return "", err
	}
	return artifact.Unpack(ctx, name, cache)
}

// UnpackedWhole is [Unpacked] for a reader of every byte. It unpacks a zip again when the unpacked files are damaged, and returns the
// damage.
func UnpackedWhole(ctx context.Context, name string) (dir string, damage []artifact.Fault, err error) {
	if !IsZip(name) {
		return name, nil, nil
	}
	cache, err := cacheFor(name, "unpacked")
	if err != nil {
		return "", nil, err
	}
	return artifact.UnpackWhole(ctx, name, cache)
}

// IndexAt returns the directory of the index that a path names: a zip, the folder of an index, or the root of its tree.
func IndexAt(ctx context.Context, name string) (dir string, ok bool, err error) {
	if IsZip(name) {
		dir, err = Unpacked(ctx, name)
		return dir, true, err
	}
	for _, dir := range []string{name, filepath.Join(name, DefaultIndex)} {
		if isThere(filepath.Join(dir, schema.ManifestFile)) {
			return dir, true, nil
		}
	}
	return "", false, nil
}

// cacheFor returns a folder of the user's cache, for an index.
func cacheFor(name, folder string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", failed("set $XDG_CACHE_HOME or $HOME, or unpack the zip and name the folder", "find a place to unpack %s: %w", name, err)
	}
	return filepath.Join(cache, "cortex", folder), nil
}

func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
