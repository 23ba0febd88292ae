package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"time"
)

const (
	// rescan is how long folders are not looked through again, at least. The indexes that
	// are known are looked at by each request.
	rescan = time.Second
	// patience is how long a request waits for a look, when what is known is as it was.
	patience = 200 * time.Millisecond
	// rest is how long one that is broken is not looked at again, unless it changes: its
	// files may still be arriving.
	rest = 5 * time.Second
)

// refresh sees to it that what is known of the named places is not older than rescan, nor
// than the request when force is set or an index that is known is not as it was. It waits
// for that no longer than the context lasts, nor than patience where what is known will do.
//
// DESIGN: places are looked through beside the requests and not by one of them. So a large
// zip that appears is unpacked once, whoever gives up waiting, and delays nobody for long.
func (c *catalog) refresh(ctx context.Context, force bool) error {
	asked := time.Now()
	changed := force || slices.ContainsFunc(c.list(), func(f *found) bool { return f.err == nil && !f.same(stat(f.dir)) })
	for {
		c.mu.Lock()
		if c.looked.After(asked) || !changed && time.Since(c.looked) < c.pause() {
			c.mu.Unlock()
			return nil
		}
		if c.looking == nil {
			c.looking = make(chan struct{})
			go c.look(c.looking)
		}
		looking := c.looking
		will := !changed && slices.ContainsFunc(c.all, func(f *found) bool { return f.err == nil })
		c.mu.Unlock()
		if err := c.await(ctx, looking, will); err != nil {
			return err
		}
		if will {
			return nil
		}
	}
}

// pause is how long folders are not looked through again: ten times as long as that takes,
// but no more than rest. mu is locked.
func (c *catalog) pause() time.Duration { return max(rescan, min(10*c.took, rest)) }

// await waits for a look to end; not for long when what is known will do.
func (c *catalog) await(ctx context.Context, looking chan struct{}, will bool) error {
	var enough <-chan time.Time
	if will {
		enough = time.After(patience)
	}
	select {
	case <-looking:
	case <-enough:
	case <-ctx.Done():
		return ctx.Err()
	}
	return c.life.Err()
}

// look looks through the named places, and closes the channel when that is done.
func (c *catalog) look(done chan struct{}) {
	defer close(done)
	began := time.Now()
	all := c.list()
	defer func() {
		if p := recover(); p != nil { // in what reads a stranger's files
			c.log("look for indexes: panic: %v\n%s", p, debug.Stack())
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.looking, c.looked, c.took = nil, began, time.Since(began)
		c.all = all
		for key, a := range c.open {
			if slices.ContainsFunc(a.of, func(f *found) bool { return !slices.Contains(all, f) }) {
				c.drop(key)
			}
		}
	}()
	if now := c.places(all); c.life.Err() == nil { // else what could not be read is not broken
		all = now
	}
}

// places are the indexes that stand in the named places now.
func (c *catalog) places(known []*found) []*found {
	var all []*found
	seen := map[string]bool{}
	for _, named := range c.named {
		here, err := indexesIn(c.life, named, c.unzip)
		if err != nil {
			return nil // the server ends
		}
		for _, f := range here {
			if seen[f.dir] {
				continue
			}
			if len(all) == maxIndexes {
				return append(all, &found{label: "others", err: fmt.Errorf("there are more than %d indexes", maxIndexes)})
			}
			seen[f.dir] = true
			all = append(all, c.known(known, f))
		}
	}
	for i, f := range all {
		if first := f.passed(all[:i]); first != nil && !slices.Contains(known, f) {
			c.log("passed over %s: it is of the same tree and commit as %s; to ask both, extract one with --name", f.dir, first.dir)
		}
	}
	return all
}

// zip is a file that was unpacked, or could not be.
type zip struct {
	file  fs.FileInfo
	dir   string
	err   error
	tried time.Time
}

// unzip unpacks a file unless it is as it was when that was done. Only look calls it.
func (c *catalog) unzip(ctx context.Context, file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", errors.New("it cannot be read")
	}
	if z, ok := c.zips[file]; ok && sameFile(z.file, info) && (z.err == nil && stat(z.dir) != nil || z.err != nil && time.Since(z.tried) < rest) {
		return z.dir, z.err
	}
	dir, err := c.unpack(ctx, file)
	c.zips[file] = zip{info, dir, err, time.Now()}
	return dir, err
}

// known returns what is known of an index already, or looks at it.
func (c *catalog) known(known []*found, f *found) *found {
	file := stat(f.dir)
	before := ""
	for _, k := range known {
		if k.dir != f.dir {
			continue
		}
		if f.err == nil && k.same(file) && (k.err == nil && k.whole() || k.err != nil && time.Since(k.looked) < rest) {
			return k
		}
		if k.err != nil {
			before = k.err.Error()
		}
	}
	f.look(c.life)
	if f.err == nil || c.life.Err() != nil {
		return f
	}
	if f.err.Error() != before {
		c.log("left out %s: %v", f.dir, f.err)
	}
	if f.zip != "" { // it is unpacked again, which mends what was damaged since
		z := c.zips[f.zip]
		z.err, z.tried = f.err, time.Now()
		c.zips[f.zip] = z
	}
	return f
}
