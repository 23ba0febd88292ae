package artifact

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// noManifest returns the error for a folder without a manifest: an index that lost it, a folder with indexes in it, or neither.
func noManifest(dir string) *Error {
	e := &Error{Dir: dir, Message: "no " + schema.ManifestFile + " there", Advice: extractFirst}
	entries, err := os.ReadDir(dir)
	if err != nil {
		entries = nil // the error then says less
	}
	inside := indexesIn(dir, entries)
	switch {
	case hasTables(entries):
		e.Message += ", but tables of an index"
		e.Advice, e.Damaged = extractAgain, true
	case len(inside) == 1:
		e.Message += ", but there is an index in it"
		e.Advice = "name that: --index " + inside[0]
	case len(inside) > 1:
		e.Message += fmt.Sprintf(", but it has %d indexes in it", len(inside))
		e.Advice = fmt.Sprintf("name one of them with --index: %s; `cortex mcp` takes such a folder as it is", firstNames(inside))
	default:
		e.Message += ": it is no index"
	}
	return e
}

// hasTables reports whether a folder holds a file that may be a table of an index.
func hasTables(entries []fs.DirEntry) bool {
	for _, e := range entries {
		if isTableFile(e.Name()) {
			return true
		}
	}
	return false
}

// indexesIn returns the indexes and the zips in a folder, and the indexes in the .cortex of checkouts there.
func indexesIn(dir string, entries []fs.DirEntry) (out []string) {
	add := func(path string) {
		if info, err := os.Stat(filepath.Join(path, schema.ManifestFile)); err == nil && info.Mode().IsRegular() {
			out = append(out, path)
		}
	}
	add(filepath.Join(dir, ".cortex", "index"))
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			add(path)
			add(filepath.Join(path, ".cortex", "index"))
		case strings.EqualFold(filepath.Ext(path), ".zip"):
			out = append(out, path)
		}
	}
	return out
}
