// Package wire writes values as bytes.
package wire

import (
	"errors"
	"io"
)

// ErrClosed is made when the package is initialised.
var ErrClosed = fail("closed")

func fail(text string) error { return errors.New(text) }

// Level says how much is written.
type Level int

// Low is the least.
const Low Level = 1

// Value is one thing to write.
type Value struct {
	Key   string
	Data  []byte
	Level Level
}

// Encoder writes values: Plain does so as a value, Buffer only as a pointer.
type Encoder interface {
	Encode(v Value) error
}

// Flusher is an Encoder that holds values back.
type Flusher interface {
	Encoder
	Flush() error
}

// Plain writes at once.
type Plain struct{ W io.Writer }

// Encode writes the value.
func (p Plain) Encode(v Value) error {
	_, err := p.W.Write(Seal(v))
	return err
}

// Buffer holds values back.
type Buffer struct {
	Plain
	held []Value
}

// Encode notes the value. It hides the Encode of Plain.
func (b *Buffer) Encode(v Value) error {
	b.held = append(b.held, v)
	return nil
}

// Flush writes what was noted.
func (b *Buffer) Flush() error {
	for _, v := range b.held {
		if err := b.Plain.Encode(v); err != nil {
			return err
		}
	}
	return nil
}

// Traced has the methods of the Buffer in it.
type Traced struct{ *Buffer }

// Counted has the method of whatever Encoder is in it.
type Counted struct {
	Encoder
	Count int
}

// Label has an Encode too, but not that of an Encoder.
type Label string

// Encode makes a value of the label.
func (l Label) Encode() Value { return Value{Key: string(l), Level: Level(2)} }

// Seal is what all values come to.
func Seal(v Value) []byte { return append(v.Data, byte(v.Level)) }

// Check is called by a test alone.
func Check(v Value) error {
	if v.Key == "" {
		return ErrClosed
	}
	return nil
}

// Codec is another name of an interface.
type Codec = Encoder
