package catalog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/cortex-index/cortex/schema"
)

const (
	// pause is the least time between two scans of folders. Each call looks at the indexes
	// that are known.
	pause = time.Second
	// patience is the time that a call waits for a scan when the known indexes are unchanged.
	patience = 200 * time.Millisecond
	// retry is the time after which a broken index is read again although it is unchanged: its
	// files may still be arriving.
	retry = 5 * time.Second

	maxDepth   = 4   // folders between a given place and an index
	maxIndexes = 200 // entries in all
)

// Refresh scans the places unless the last scan is recent. With force, or when a known index
// has changed, it waits for a scan that began after this call.
//
// DESIGN: a scan runs alongside the calls. A large zip that appears is unpacked once, even when
// the call that noticed it gives up, and delays no call for long.
func (c *Catalog) Refresh(ctx context.Context, force bool) error {
	asked := time.Now()
	known := c.List()
	changed := force || slices.ContainsFunc(known, func(e *Entry) bool { return e.Err == nil && !sameFile(e.file, manifestOf(e.dir)) })
	var enough <-chan time.Time
	if !changed && slices.ContainsFunc(known, func(e *Entry) bool { return e.Err == nil }) {
		enough = time.After(patience)
	}
	for !c.isFresh(asked, changed) {
		select {
		case <-c.scanned.DoChan("", c.scan):
		case <-enough:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
		if c.life.Err() != nil {
			return c.life.Err()
		}
	}
	return nil
}

func (c *Catalog) isFresh(asked time.Time, changed bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.began.After(asked) || !changed && time.Since(c.ended) < pause
}

// scan finds and checks the indexes in the places, and drops open indexes that are gone.
func (c *Catalog) scan() (any, error) {
	began := time.Now()
	all := c.List()
	defer func() {
		if p := recover(); p != nil { // while it read files of unknown origin
			c.Log("look for indexes: panic: %v\n%s", p, debug.Stack())
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.began, c.ended, c.all = began, time.Now(), all
		for key, ix := range c.open {
			if slices.ContainsFunc(ix.Of, func(e *Entry) bool { return !slices.Contains(all, e) }) {
				c.drop(key)
			}
		}
	}()
	if now := c.find(all); c.life.Err() == nil { // otherwise unread files only look broken
		all = now
	}
	return nil, nil
}

// find returns the entries of all places: the known ones where nothing changed.
func (c *Catalog) find(known []*Entry) []*Entry {
	var all []*Entry
	for _, k := range known {
		if k.older != nil {
			known = append(known, k.older)
		}
	}
	seen := map[string]bool{}
	for _, place := range c.Places {
		for _, e := range c.findIn(place) {
			if seen[e.dir] {
				continue
			}
			if len(all) == maxIndexes {
				return append(all, &Entry{Label: "others", Err: fmt.Errorf("there are more than %d indexes", maxIndexes)})
			}
			seen[e.dir] = true
			all = append(all, c.newest(known, c.check(known, e)))
		}
	}
	for i, e := range all {
		if first := e.duplicate(all[:i]); first != nil && !slices.Contains(known, e) {
			c.Log("passed over %s: it is of the same tree and commit as %s; to ask both, extract one with --name", e.dir, first.dir)
		}
	}
	return all
}

// newest returns the index that took the place of an entry, unless that was replaced since or the index is gone.
func (c *Catalog) newest(known []*Entry, e *Entry) *Entry {
	c.mu.Lock()
	dir := c.newer[e.dir]
	c.mu.Unlock()
	if dir == "" || e.Err != nil {
		return e
	}
	now := c.check(known, &Entry{dir: dir, Label: e.Label, older: e})
	if now.Err == nil && now.older == e {
		return now
	}
	c.mu.Lock()
	delete(c.newer, e.dir)
	c.mu.Unlock()
	return e
}

// ending returns the last elements of a path: each index of a checkout is in .cortex/index.
func ending(place string) string {
	elements := strings.Split(filepath.ToSlash(filepath.Clean(place)), "/")
	return strings.Join(elements[max(len(elements)-3, 0):], "/")
}

// findIn returns unchecked entries for a place: the place, or the indexes below a folder that
// is none. It unpacks zips.
func (c *Catalog) findIn(place string) []*Entry {
	label := filepath.Base(place)
	info, err := os.Stat(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, old := os.Stat(filepath.Clean(place) + ".old"); old != nil {
			return []*Entry{{dir: place, Label: ending(place), Err: ErrMissing}}
		}
		return []*Entry{{dir: place, Label: label}} // opening it restores the old one
	case err != nil:
		return []*Entry{{dir: place, Label: label, Err: errors.New("it cannot be read")}}
	case !info.IsDir() && !isZip(place):
		return []*Entry{{dir: place, Label: label, Err: errors.New("it is neither a directory nor a zip")}}
	case !info.IsDir():
		return []*Entry{c.unzip(place, label)}
	}
	if manifestOf(place) != nil {
		return []*Entry{{dir: place, Label: label}}
	}
	if real, err := filepath.EvalSymlinks(place); err == nil {
		place = real // WalkDir does not follow a link
	}
	var out []*Entry
	_ = filepath.WalkDir(place, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // the folder is unreadable, or gone
		}
		below, _ := filepath.Rel(place, path)
		switch {
		case c.life.Err() != nil || len(out) >= maxIndexes:
			return filepath.SkipAll
		case d.IsDir() && below != "." && (strings.Count(below, string(filepath.Separator)) >= maxDepth || strings.HasSuffix(path, ".old") || isHidden(d.Name())):
			return filepath.SkipDir
		case d.Name() == schema.ManifestFile && d.Type().IsRegular():
			out = append(out, &Entry{dir: filepath.Dir(path), Label: filepath.Dir(below)})
			return filepath.SkipDir
		case isZip(path) && d.Type().IsRegular():
			out = append(out, c.unzip(path, below))
		}
		return nil
	})
	slices.SortFunc(out, func(a, b *Entry) int { return strings.Compare(a.dir, b.dir) })
	return out
}

func isZip(path string) bool { return strings.EqualFold(filepath.Ext(path), ".zip") }

// isHidden reports whether scans pass over a folder. cortex extract writes into .cortex.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") && name != ".cortex" }

// zip is the result of unpacking a file.
type zip struct {
	file  fs.FileInfo
	dir   string
	err   error
	tried time.Time
}

// unzip unpacks a file unless it is unchanged since the last time.
func (c *Catalog) unzip(file, label string) *Entry {
	info, err := os.Stat(file)
	if err != nil {
		return &Entry{dir: file, Label: label, Err: errors.New("it cannot be read")}
	}
	z, ok := c.zips[file]
	if !ok || !sameFile(z.file, info) || z.err == nil && manifestOf(z.dir) == nil || z.err != nil && time.Since(z.tried) >= retry {
		dir, err := c.Unpack(c.life, file)
		z = zip{info, dir, err, time.Now()}
		c.zips[file] = z
	}
	if z.err != nil {
		return &Entry{dir: file, Label: label, Err: z.err}
	}
	return &Entry{dir: z.dir, Label: label, zip: file}
}

// check returns the known entry of a directory that is unchanged, or checks the new one.
func (c *Catalog) check(known []*Entry, e *Entry) *Entry {
	before := ""
	if at := slices.IndexFunc(known, func(k *Entry) bool { return k.dir == e.dir }); at >= 0 {
		k := known[at]
		if e.Err == nil && sameFile(k.file, manifestOf(e.dir)) && (k.Err == nil && k.isWhole() || k.Err != nil && time.Since(k.checked) < retry) {
			return k
		}
		if k.Err != nil {
			before = k.Err.Error()
		}
	}
	e.check(c.life)
	if e.Err == nil || c.life.Err() != nil {
		return e
	}
	if e.Err.Error() != before {
		c.Log("left out %s: %v", e.dir, e.Err)
	}
	if z, ok := c.zips[e.zip]; ok { // unpacking again repairs the directory
		z.err, z.tried = e.Err, time.Now()
		c.zips[e.zip] = z
	}
	return e
}
