// Package serve puts the parts together.
package serve

import (
	"context"
	"fmt"

	"example.com/graph/store"
	"example.com/graph/wire"
)

// Default is made when the package is initialised, in a closure.
var Default = func() *store.Store { return store.New(wire.Plain{}) }()

// Run takes Encode as a method expression, and calls Save in a closure.
func Run(ctx context.Context, s *store.Store, labels []wire.Label) (err error) {
	save := func(v wire.Value) error { return s.Save(ctx, v) }
	for _, v := range store.Map(labels, wire.Label.Encode) {
		err = save(v)
	}
	return err
}

// Kind tells Encoders apart, and takes Flush as a method value.
func Kind(e wire.Encoder) string {
	switch e := e.(type) {
	case wire.Plain:
		return "plain"
	case *wire.Buffer:
		return fmt.Sprint(e.Flush())
	}
	if f, ok := e.(wire.Flusher); ok {
		flush := f.Flush
		return fmt.Sprint(flush())
	}
	return ""
}
