package load

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cortex-index/cortex/extract"
)

// Source is one Go file of the tree.
type Source struct {
	File    *extract.File
	Path    string // relative to the root
	Dir     string // its module path in the tables
	base    int32  // number of a symbol whose name is at offset 0
	Prefix  string // of its symbols
	Suffix  []string
	IsTest  bool
	InBuild bool // its build constraints hold in the chosen build

	Owner       *Node // the node whose rows it belongs to; nil when it is not type-checked
	PackageName string
	Xtest       bool // belongs to external tests
	Partial     bool // parsed or checked with errors; written by the owner alone
}

// SymbolID returns the number of the symbol whose name is at that offset. Numbers
// of all sources are distinct and ordered by path and offset.
func (s *Source) SymbolID(offset int) int32 { return s.base + int32(offset) }

// ParsedFile is one file on the machine, parsed once however many nodes hold it.
type ParsedFile struct {
	Name   string
	Source *Source // nil when it is not a file of the tree
	below  bool    // it is below the root, like files that git ignores
	users  atomic.Int32

	looksUp bool // it looks methods up by reflection
	calls   bool // it calls values of reflection
	renders bool // it may execute a template

	once sync.Once
	AST  *ast.File
	Tok  *token.File
	Errs []error
}

// load parses the file. Of a file that is not in the tree, function bodies are
// dropped at once.
func (f *ParsedFile) load(fset *token.FileSet) {
	f.once.Do(func() {
		var content []byte
		if f.Source != nil {
			content = f.Source.File.Content
		} else {
			b, err := f.Read()
			if err != nil {
				f.Errs = []error{err}
			}
			content = b
		}
		f.reflection(content)
		mode := parser.SkipObjectResolution
		if f.Source != nil {
			mode |= parser.ParseComments
		} else {
			blankBodies(content)
		}
		f.AST, f.Tok, f.Errs = ParseBytes(fset, f.Name, content, mode, f.Errs)
		if f.Source == nil && f.AST != nil {
			StripBodies(f.AST)
		}
	})
}

// The calls of package reflect that look a method up and that call it. A name that the source writes out finds methods of that name only.
// Each pattern begins with a literal text, which makes it 20 times as fast as their union.
var (
	lookUps   = []*regexp.Regexp{regexp.MustCompile(`MethodByName\([^"]`), regexp.MustCompile(`\.Method\(\w`), regexp.MustCompile(`\.Methods\(\)`)}
	execute   = regexp.MustCompile(`\.Execute(Template)?\(`)
	callValue = regexp.MustCompile(`\.Call(Slice)?\(`)
)

// reflection reads whether a file outside the tree looks methods up. It must do so by names that the source does not write out, and the
// package must call values, because many packages look for one method or list the methods of a type.
//
// DESIGN: the text decides, because the bodies outside the tree are not type-checked.
func (f *ParsedFile) reflection(content []byte) {
	f.renders = execute.Match(content)
	if f.Source == nil && bytes.Contains(content, []byte(`"reflect"`)) {
		f.looksUp = slices.ContainsFunc(lookUps, func(r *regexp.Regexp) bool { return r.Match(content) })
		f.calls = callValue.Match(content)
	}
}

// Reflects notes and returns whether a node looks methods up, given its files. The nodes that it imports are done.
func (n *Node) Reflects(files []*ParsedFile) bool {
	n.LooksUp = slices.ContainsFunc(files, func(f *ParsedFile) bool { return f.looksUp }) &&
		slices.ContainsFunc(files, func(f *ParsedFile) bool { return f.calls })
	renders := slices.ContainsFunc(files, func(f *ParsedFile) bool { return f.renders })
	for _, dep := range n.Imports {
		isTemplate := dep.Path == "text/template" || dep.Path == "html/template" // many packages import them for the types of escaped text
		n.LooksUp = n.LooksUp || dep.LooksUp && (renders || !isTemplate)
	}
	return n.LooksUp
}

// Read returns the content of a file that is not in the tree. Below the root
// nothing but a regular file is read; elsewhere the toolchain's own links count.
func (f *ParsedFile) Read() ([]byte, error) {
	if f.below {
		return readRegular(f.Name)
	}
	return os.ReadFile(f.Name)
}

// ParseBytes returns the syntax of the parts that can be parsed. The parser is known to panic on no
// input, but one file must never end an extraction, so a panic is an error.
func ParseBytes(fset *token.FileSet, name string, content []byte, mode parser.Mode, errs []error) (file *ast.File, tok *token.File, all []error) {
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
	text, unclosed := content, scanner.ErrorList(nil)
	if err != nil {
		text, unclosed = closed(name, content)
	}
	if unclosed != nil {
		again, left := parser.ParseFile(fset, name, text, mode)
		if functionsIn(again) > functionsIn(file) {
			file, err = again, left
			for _, e := range unclosed {
				errs = append(errs, e)
			}
		} else {
			text = content
		}
	}
	if errors.As(err, &list) && len(list) > 10 { // then the parser gives up, unless it is asked for all errors
		file, err = parser.ParseFile(fset, name, text, mode|parser.AllErrors)
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
	tok = fset.File(file.FileStart)
	if unclosed != nil {
		tok.SetLinesForContent(content)
	}
	return file, tok, errs
}

func functionsIn(f *ast.File) (n int) {
	if f == nil {
		return 0
	}
	for _, d := range f.Decls {
		if _, ok := d.(*ast.FuncDecl); ok {
			n++
		}
	}
	return n
}

// StripBodies drops the bodies of functions: they are not needed where no rows
// come from them, and hold most of the memory.
func StripBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
	f.Comments = nil
	f.Unresolved = nil
}

// Release drops the syntax after the last node that needed it.
func (f *ParsedFile) Release() {
	if f.users.Add(-1) == 0 {
		f.AST = nil
	}
}
