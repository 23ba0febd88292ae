// Package scip reads indexes of the SCIP code intelligence protocol, which the indexers of many languages write. Each says which
// definition a place in a file means. [Match] compares the documents of indexes with the files of a tree, and returns these places.
//
// # Terms
//
// A document is a file as an indexer saw it. An occurrence is a place in it with a symbol: a definition of the symbol, or a use of it. The
// descriptors of a symbol are the names of its containers and its own. A local symbol has no descriptors, and is of one document.
//
// # Limitations
//
// An index is evidence and not truth: it may be older than the tree, or its indexer may not have found the packages. Kinds, roles other
// than definition and languages are not read, because indexers leave them out.
package scip

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// MaxSize is the size in bytes above which a file is refused.
const MaxSize = 1 << 30

// Index is one SCIP index.
type Index struct {
	File    string // the name of the file without its folder
	Tool    string // the name of the indexer
	Version string // of the indexer
	SHA256  string // of the file, in hex digits

	root      string // the folder that the paths of documents are relative to, as a URL
	documents []*document
	symbols   []Symbol
	relations []Relation
	numbers   map[string]int32 // the numbers of global symbols
}

// document is one document.
type document struct {
	path        string
	encoding    int64
	occurrences []occurrence
}

// occurrence is one occurrence, in lines and columns as the index counts them, from 0.
type occurrence struct {
	line, start, end int32
	symbol           int32
	isDefinition     bool
}

// Symbol is the meaning of an occurrence.
type Symbol struct {
	Name    string   // the last descriptor; empty for a local symbol
	Form    Form     // of the last descriptor
	Owners  []string // the descriptors before it: the first ones are those of the file or module
	Spaces  int      // the number of owners that are namespaces
	Manager string   // the package manager
	Package string   // the name of the package

	text string // the symbol as written; empty for a local symbol
}

// isNamed reports whether a definition of the symbol is at its name: the name is an identifier that the indexer did not make up.
func (s *Symbol) isNamed() bool {
	return (s.Form == Type || s.Form == Term || s.Form == Method) && s.Name != "" && !strings.ContainsFunc(s.Name, func(r rune) bool {
		return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Form is the form of a descriptor.
type Form uint8

// The forms of descriptors.
const (
	Local Form = iota // no descriptor: a local symbol
	Space             // a namespace, such as a file or a module
	Type
	Term
	Method
	Other // a type parameter, a parameter, a macro or a module's own symbol
)

// Relation says that a symbol implements or overrides another symbol.
type Relation struct{ From, To int32 }

// Read reads a SCIP index. The error is a *ReadError, which names the file as it was given.
func Read(file string) (*Index, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, failed(file, err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, failed(file, err)
	case !info.Mode().IsRegular():
		return nil, failed(file, errors.New("not a regular file"))
	case info.Size() > MaxSize:
		return nil, failed(file, fmt.Errorf("%d bytes are above the maximum of %d", info.Size(), MaxSize))
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, failed(file, err)
	}
	x := &Index{File: filepath.Base(file), SHA256: fmt.Sprintf("%x", sha256.Sum256(text)), numbers: map[string]int32{}}
	if err := x.index(text); err != nil {
		return nil, failed(file, fmt.Errorf("not a whole SCIP index: %w", err))
	}
	if len(x.documents) == 0 || x.Tool == "" {
		return nil, failed(file, errors.New("not a SCIP index: it has no document, or does not name the tool that wrote it"))
	}
	return x, nil
}

// ReadError is the error of a file that is no readable SCIP index.
type ReadError struct {
	file string
	err  error
}

func failed(file string, err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return &ReadError{file, err}
}

// Error names the file and the problem.
func (e *ReadError) Error() string { return fmt.Sprintf("read SCIP index %s: %v", e.file, e.err) }

// Unwrap returns the problem.
func (e *ReadError) Unwrap() error { return e.err }

// Hint tells how to make an index.
func (e *ReadError) Hint() string {
	return "make it again with the indexer of the language, such as scip-typescript or scip-python"
}

// relate adds the relations of a symbol.
func (x *Index) relate(relations [][2]string, locals map[string]int32) {
	for _, r := range relations {
		x.relations = append(x.relations, Relation{x.number(r[0], locals), x.number(r[1], locals)})
	}
}

// number returns the number of a symbol. The names of local symbols are those of one document. A name that is not valid is like a local
// symbol without a definition.
func (x *Index) number(name string, locals map[string]int32) int32 {
	numbers := x.numbers
	if strings.HasPrefix(name, "local ") && locals != nil {
		numbers = locals
	}
	n, ok := numbers[name]
	if !ok {
		n = int32(len(x.symbols))
		numbers[name] = n
		s := Symbol{}
		if !strings.HasPrefix(name, "local ") {
			if parsed, err := parse(name); err == nil {
				s = parsed
			}
		}
		x.symbols = append(x.symbols, s)
	}
	return n
}
