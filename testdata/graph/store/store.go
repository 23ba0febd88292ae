// Package store keeps values and passes them on.
package store

import (
	"context"

	"example.com/graph/wire"
)

// Entry is another name of a value.
type Entry = wire.Value

// Cache is generic.
type Cache[K comparable, V any] struct{ items map[K]V }

// Get returns what was put.
func (c *Cache[K, V]) Get(key K) V { return c.items[key] }

// Put puts.
func (c *Cache[K, V]) Put(key K, value V) { c.items[key] = value }

// Map is generic, and calls a function value.
func Map[T, U any](in []T, f func(T) U) (out []U) {
	for _, x := range in {
		out = append(out, f(x))
	}
	return out
}

// Store passes on what it keeps. Its Put is that of the Cache in it.
type Store struct {
	*Cache[string, Entry]
	out  wire.Encoder
	Size int
}

// New returns a Store that writes to out.
func New(out wire.Encoder) *Store {
	return &Store{Cache: &Cache[string, Entry]{items: map[string]Entry{}}, out: out}
}

// Save keeps the entry and passes it on.
func (s *Store) Save(ctx context.Context, e Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.Put(e.Key, e)
	s.Size++
	return s.out.Encode(e)
}
