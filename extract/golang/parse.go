package golang

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"sync"
	"sync/atomic"

	"github.com/cortex-index/cortex/extract"
)

// source is one Go file of the tree.
type source struct {
	file    *extract.File
	path    string // relative to the root
	dir     string // its module path in the tables
	base    int32  // number of the symbol whose name stands at offset 0
	prefix  string // of its symbols
	suffix  []string
	isTest  bool
	inBuild bool // its build constraints hold in the chosen build

	owner       *node // the node whose rows it belongs to; nil when it is not type-checked
	packageName string
	xtest       bool // belongs to external tests
	partial     bool // parsed or checked with errors; written by the owner alone
}

// id returns the number of the symbol whose name stands at that offset. Numbers
// of all sources are distinct and ordered by path and offset.
func (s *source) id(offset int) int32 { return s.base + int32(offset) }

// parsedFile is one file on the machine, parsed once however many nodes hold it.
type parsedFile struct {
	name   string
	source *source // nil when it is not a file of the tree
	below  bool    // it lies below the root, as what git ignores does
	users  atomic.Int32

	once    sync.Once
	ast     *ast.File
	tok     *token.File
	errs    []error
	outside outsideFile // of a file that is not in the tree
}

// load parses the file. Of a file that is not in the tree, function bodies are
// dropped at once.
func (f *parsedFile) load(fset *token.FileSet) {
	f.once.Do(func() {
		var content []byte
		if f.source != nil {
			content = f.source.file.Content
		} else {
			b, err := f.read()
			if err != nil {
				f.errs = []error{err}
			}
			content = b
		}
		mode := parser.SkipObjectResolution
		if f.source != nil {
			mode |= parser.ParseComments
		}
		f.ast, f.tok, f.errs = parseBytes(fset, f.name, content, mode, f.errs)
		if f.source == nil && f.ast != nil {
			stripBodies(f.ast)
		}
	})
}

// read returns the content of a file that is not in the tree. Below the root
// nothing but a regular file is read; elsewhere the toolchain's own links count.
func (f *parsedFile) read() ([]byte, error) {
	if f.below {
		return readRegular(f.name)
	}
	return os.ReadFile(f.name)
}

// parseBytes parses what can be parsed. The parser is known to panic on no
// input, but one file must never end an extraction, so a panic is an error.
func parseBytes(fset *token.FileSet, name string, content []byte, mode parser.Mode, errs []error) (file *ast.File, tok *token.File, all []error) {
	defer func() {
		if r := recover(); r != nil {
			file, tok, all = nil, nil, append(errs, errors.New("the parser gave up on this file"))
		}
	}()
	if content == nil {
		content = []byte{}
	}
	file, err := parser.ParseFile(fset, name, content, mode)
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 10 { // then the parser gives up, unless it is asked for all errors
		file, err = parser.ParseFile(fset, name, content, mode|parser.AllErrors)
		if errors.As(err, &list) {
			list.RemoveMultiples() // after the first error of a line it is guessing
		}
	}
	if errors.As(err, &list) {
		for _, e := range list {
			errs = append(errs, e)
		}
	} else if err != nil {
		errs = append(errs, err)
	}
	if file == nil || !file.FileStart.IsValid() {
		return nil, nil, errs
	}
	return file, fset.File(file.FileStart), errs
}

// stripBodies drops the bodies of functions: they are not needed where no rows
// come from them, and hold most of the memory.
func stripBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
	f.Comments = nil
	f.Unresolved = nil
}

// release drops the syntax after the last node that needed it.
func (f *parsedFile) release() {
	if f.users.Add(-1) == 0 {
		f.ast = nil
	}
}
