package schema

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// DESIGN: what a table means is said once, in the comments of its declaration, and the
// program carries that source with it: 30 KB, parsed in 2 ms when somebody asks.

//go:embed annotations.go calls.go derived.go derived_calls.go diagnostics.go dispatch.go enums.go files.go functions.go imports.go modules.go refs.go relations.go scopes.go symbols.go types.go
var declarations embed.FS

// comments are the comments of the declarations, each on one line.
type comments struct {
	rows   map[string]string // by the name of the row type
	fields map[string]string // by row type and column, "File.file_id"
	values map[string]string // by enumeration and value, "Evidence.static"
}

// Doc says what a row of the table is, as one line.
func (t *Table) Doc() string {
	doc, is := strings.CutPrefix(readComments().rows[t.row.Name()], t.row.Name()+" is ")
	if !is {
		return doc
	}
	first, size := utf8.DecodeRuneInString(doc)
	return string(unicode.ToUpper(first)) + doc[size:]
}

// ColumnDoc says what the column of that name means, as one line; it is empty when
// there is no such column.
func (t *Table) ColumnDoc(column string) string {
	return readComments().fields[t.row.Name()+"."+column]
}

// ValueDoc says what a value of a column with a closed list means; it is empty when the
// value speaks for itself.
func (t *Table) ValueDoc(column, value string) string {
	c, ok := t.Column(column)
	if !ok {
		return ""
	}
	return readComments().values[t.row.Field(c.field).Type.Name()+"."+value]
}

// readComments parses the declarations, once.
var readComments = sync.OnceValue(func() comments {
	c := comments{rows: map[string]string{}, fields: map[string]string{}, values: map[string]string{}}
	names, err := fs.Glob(declarations, "*.go")
	if err != nil {
		panic(fmt.Sprintf("schema: read own declarations: %v", err)) // they have been compiled
	}
	for _, name := range names {
		src, err := declarations.ReadFile(name)
		if err != nil {
			panic(fmt.Sprintf("schema: read own declarations: %v", err))
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			panic(fmt.Sprintf("schema: read own declarations: %v", err))
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				c.read(d)
			}
		}
	}
	return c
})

// read takes the comments of one declaration.
func (c comments) read(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if row, ok := s.Type.(*ast.StructType); ok {
				c.rows[s.Name.Name] = line(d.Doc)
				c.readFields(s.Name.Name, row)
			}
		case *ast.ValueSpec:
			typ, ok := s.Type.(*ast.Ident)
			if !ok || d.Tok != token.CONST {
				continue
			}
			for _, v := range s.Values {
				if lit, ok := v.(*ast.BasicLit); ok {
					c.values[typ.Name+"."+unquote(lit.Value)] = line(s.Comment)
				}
			}
		}
	}
}

func (c comments) readFields(row string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		if f.Tag != nil {
			c.fields[row+"."+reflect.StructTag(unquote(f.Tag.Value)).Get("col")] = line(f.Doc)
		}
	}
}

// line returns a comment without its markers and line breaks.
func line(g *ast.CommentGroup) string {
	return strings.Join(strings.Fields(g.Text()), " ")
}

func unquote(literal string) string {
	s, err := strconv.Unquote(literal)
	if err != nil {
		panic(fmt.Sprintf("schema: %s: %v", literal, err)) // it has been compiled
	}
	return s
}
