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

// DESIGN: the comment of a declaration is the only description of a table. The program embeds this
// source: 30 KB, parsed in 2 ms on first use.

//go:embed annotations.go calls.go codes.go conversions.go derived.go diagnostics.go dispatch.go enums.go files.go functions.go imports.go modules.go reasons.go refs.go relations.go scopes.go symbols.go types.go unknowns.go
var declarations embed.FS

// comments are the comments of the declarations, each on one line.
type comments struct {
	rows   map[string]string // by row type
	fields map[string]string // by row type and column, "File.file_id"
	values map[string]string // by enumeration and value, "Evidence.static"
	same   map[string]string // by row type: the row type whose columns it has
}

// Doc returns the meaning of a row of the table, on one line.
func (t *Table) Doc() string {
	doc, is := strings.CutPrefix(readComments().rows[t.row.Name()], t.row.Name()+" is ")
	if !is {
		return doc
	}
	first, size := utf8.DecodeRuneInString(doc)
	return string(unicode.ToUpper(first)) + doc[size:]
}

// ColumnDoc returns the meaning of a column, on one line. It is empty when the table has no such
// column.
func (t *Table) ColumnDoc(column string) string {
	c := readComments()
	row := t.row.Name()
	if other, ok := c.same[row]; ok {
		row = other
	}
	return c.fields[row+"."+column]
}

// ValueDoc returns the meaning of a value in a column with a closed list. It is empty when the value
// needs no comment.
func (t *Table) ValueDoc(column, value string) string {
	c, ok := t.Column(column)
	if !ok {
		return ""
	}
	typ := t.row.Field(c.field).Type
	if typ == reflect.TypeFor[Reason]() {
		return Reason(value).Sentence()
	}
	return readComments().values[typ.Name()+"."+value]
}

// readComments parses the declarations, once.
var readComments = sync.OnceValue(func() comments {
	c := comments{rows: map[string]string{}, fields: map[string]string{}, values: map[string]string{}, same: map[string]string{}}
	names, err := fs.Glob(declarations, "*.go")
	if err != nil {
		panic(fmt.Sprintf("schema: read own declarations: %v", err)) // the compiler has parsed them
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

// read adds the comments of one declaration.
func (c comments) read(d *ast.GenDecl) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			switch row := s.Type.(type) {
			case *ast.StructType:
				c.rows[s.Name.Name] = line(d.Doc)
				c.readFields(s.Name.Name, row)
			case *ast.Ident: // a table with the columns of another one
				c.rows[s.Name.Name] = line(d.Doc)
				c.same[s.Name.Name] = row.Name
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
		panic(fmt.Sprintf("schema: %s: %v", literal, err)) // the compiler has parsed it
	}
	return s
}
