// Package catalog knows the indexes in the places that a server was given, and notices when one
// appears, is replaced or disappears. It opens the indexes that a call selects, and closes them
// when nobody uses them.
package catalog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/cortex-index/cortex/queries"
)

// Options configure a [Catalog].
type Options struct {
	Places []string // directories and zips of indexes, and folders that hold some
	// Unpack returns the directory of a zip's index, after it checked every byte.
	Unpack func(ctx context.Context, zip string) (dir string, err error)
	Memory int64                // limit of the database in bytes; 0 for DuckDB's own
	Prefer func(*Entry) bool    // selects one of several indexes of a repository
	Opened func([]*Entry)       // is called when a call without a selector opens indexes
	Log    func(string, ...any) // writes for the person who runs the server
}

// Catalog holds the indexes of the given places. It is safe for concurrent use.
type Catalog struct {
	Options
	life    context.Context // ends with the server
	scanned singleflight.Group
	zips    map[string]zip // by path; only scan uses it

	mu    sync.Mutex
	newer map[string]string // by the directory of an index the one that takes its place
	all   []*Entry
	began time.Time        // start of the last scan
	ended time.Time        // its end
	open  map[string]*Open // by the entries that are open
}

// Open is an open index, or several that are open as one.
type Open struct {
	*queries.Index
	Of      []*Entry
	users   int
	dropped bool // the last user closes it
	used    time.Time
}

const (
	// maxOpen is the number of selections that stay open.
	maxOpen = 4
	// maxLimited is the same under a memory limit, which open selections share.
	maxLimited = 2
	// attempts is the number of times that a call looks for its index, when a writer replaces it meanwhile.
	attempts = 5
)

// ErrNone says that no usable index exists. [Catalog.Broken] says why.
var ErrNone = errors.New("there is no usable index")

// ErrMissing is the error of a place that does not exist.
var ErrMissing = errors.New("no such directory")

// New returns a catalog that lasts as long as the context. The caller closes it.
func New(life context.Context, o Options) *Catalog {
	return &Catalog{Options: o, life: life, zips: map[string]zip{}, newer: map[string]string{}, open: map[string]*Open{}}
}

// Use opens the indexes that a selector names and calls do with them. The others are older or
// narrower indexes of the same repositories.
func (c *Catalog) Use(ctx context.Context, selector string, do func(ix *Open, others []*Entry) error) error {
	for try := 0; ; try++ {
		ix, others, err := c.lookUp(ctx, selector, try > 0)
		if broken := (*queries.IndexError)(nil); errors.As(err, &broken) && ctx.Err() == nil && try+1 < attempts {
			continue
		}
		if err != nil {
			return err
		}
		defer c.release(ix)
		return do(ix, others)
	}
}

// lookUp returns the open index that a selector names, which the caller releases.
func (c *Catalog) lookUp(ctx context.Context, selector string, rescan bool) (ix *Open, others []*Entry, err error) {
	if err := c.Refresh(ctx, rescan); err != nil {
		return nil, nil, err
	}
	chosen, others, err := c.choose(selector)
	if err != nil {
		return nil, nil, err
	}
	ix, err = c.acquire(ctx, chosen, selector)
	return ix, others, err
}

// acquire returns the open index of the entries, which the caller releases.
func (c *Catalog) acquire(ctx context.Context, chosen []*Entry, selector string) (*Open, error) {
	key := fmt.Sprint(chosen) // their addresses
	c.mu.Lock()
	defer c.mu.Unlock()
	ix := c.open[key]
	if ix == nil {
		index, err := c.attach(ctx, chosen)
		if err != nil {
			return nil, err
		}
		ix = &Open{Index: index, Of: chosen}
		c.open[key] = ix
		c.shrink(key)
		if selector == "" || len(c.all) == 1 {
			go c.Opened(chosen)
		}
	}
	ix.users++
	ix.used = time.Now()
	return ix, nil
}

// attach opens entries as one index, if none was replaced since the last scan. The caller
// holds mu.
func (c *Catalog) attach(ctx context.Context, chosen []*Entry) (*queries.Index, error) {
	var dirs []string
	for _, e := range chosen {
		dirs = append(dirs, e.dir)
	}
	memory := c.Memory
	if len(c.all) > 1 {
		memory /= maxLimited
	}
	ix, err := queries.OpenWithin(ctx, memory, dirs...)
	if err != nil {
		return nil, err
	}
	for _, e := range chosen {
		if !sameFile(e.file, manifestOf(e.dir)) {
			return nil, errors.Join(&queries.IndexError{Dir: e.dir, Message: "the index was replaced while it was opened", Advice: "ask again"}, ix.Close())
		}
	}
	return ix, nil
}

func (c *Catalog) release(ix *Open) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if ix.users--; ix.users == 0 && ix.dropped {
		go ix.Close()
	}
}

// drop closes an open index as soon as nobody uses it. The caller holds mu.
func (c *Catalog) drop(key string) {
	ix := c.open[key]
	delete(c.open, key)
	ix.dropped = true
	if ix.users == 0 {
		go ix.Close()
	}
}

// shrink drops the least recently used index when too many are open. The caller holds mu.
func (c *Catalog) shrink(keep string) {
	most := maxOpen
	if c.Memory > 0 {
		most = maxLimited
	}
	for len(c.open) > most {
		oldest := ""
		for key, ix := range c.open {
			if key != keep && (oldest == "" || ix.used.Before(c.open[oldest].used)) {
				oldest = key
			}
		}
		c.drop(oldest)
	}
}

// Close closes all indexes.
func (c *Catalog) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range c.open {
		c.drop(key)
	}
}

// Replace lets the index in a directory take the place of an entry, and closes the old one when nobody uses it.
func (c *Catalog) Replace(ctx context.Context, old *Entry, dir string) error {
	c.mu.Lock()
	c.newer[old.Original().dir] = dir
	c.mu.Unlock()
	return c.Refresh(ctx, true)
}

// List returns the entries of the last scan.
func (c *Catalog) List() []*Entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.all)
}

// Broken returns the entries that cannot be used.
func (c *Catalog) Broken() []*Entry {
	return slices.DeleteFunc(c.List(), func(e *Entry) bool { return e.Err == nil })
}

// Redact replaces the paths of this machine in a message: those of indexes by their names.
func (c *Catalog) Redact(message string) string {
	put := func(path, name string) {
		if len(path) > 1 {
			whole := regexp.MustCompile(`(^|[^\pL\pN_./-])` + regexp.QuoteMeta(path) + `($|[^\pL\pN_.-])`)
			message = whole.ReplaceAllString(message, "${1}"+strings.ReplaceAll(name, "$", "$$")+"${2}")
		}
	}
	entries := c.List()
	for _, place := range c.Places { // no entry has the path of one that is gone
		entries = append(entries, &Entry{dir: place, Label: filepath.Base(place)})
	}
	for _, e := range entries {
		name := e.Label
		if e.Manifest.Repository.Name != "" {
			name = e.Name()
		}
		put(e.dir, name)
		if real, err := filepath.EvalSymlinks(e.dir); err == nil {
			put(real, name)
		}
	}
	for _, place := range []func() (string, error){os.Getwd, os.UserCacheDir, os.UserHomeDir, func() (string, error) { return os.TempDir(), nil }} {
		if path, err := place(); err == nil {
			put(path, "…")
		}
	}
	return message
}
