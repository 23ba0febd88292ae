// Package lower has the parts that front ends share on the way from a tree to a unit: places, scopes, bindings, definitions and hashes.
package lower

import (
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/resolve"
	"github.com/cortex-index/cortex/extract/sitter"
	"github.com/cortex-index/cortex/schema"
)

// A file of more than minified bytes whose lines have more bytes than lineBytes on average was not written by people.
const (
	minified  = 50_000
	lineBytes = 5_000
)

// File is one file on its way from a tree to a unit.
type File struct {
	T      *sitter.Tree
	U      *resolve.Unit
	Shift  uint32 // of the offsets of a text in a string
	Scope  *resolve.Scope
	In     *resolve.Def // the innermost definition
	Fn     *resolve.Def // the innermost function
	Block  Block
	IsType bool // the expression is a type
}

// Block is the block around a statement.
type Block struct {
	Start, End uint32
	IsMaybe    bool // it may not run
}

// Open parses a file. A file that is not read has a unit with the problem.
func Open(p *sitter.Parser, f *extract.File) (file File, isRead bool) {
	u := &resolve.Unit{File: f, Lines: resolve.NewLines(f.Content), Words: map[string]uint32{}}
	u.Top = &resolve.Scope{Kind: schema.ScopeFile, Names: map[string][]*resolve.Binding{}, End: uint32(len(f.Content))}
	file = File{U: u, Scope: u.Top, Block: Block{End: u.Top.End}}
	if n := len(f.Content); n > minified && n/int(max(f.Row.LinesTotal, 1)) > lineBytes {
		u.Errors = append(u.Errors, resolve.Problem{Code: schema.CodeLimit, Skipped: true,
			Message: fmt.Sprintf("lines of %d bytes on average: a program wrote the file, and it is not read", n/int(max(f.Row.LinesTotal, 1)))})
		return file, false
	}
	if file.T = p.Parse(f.Content); file.T == nil {
		u.Errors = append(u.Errors, resolve.Problem{Code: schema.CodeLimit, Skipped: true, Message: "parsing takes more than a minute, or the nesting is too deep: the file is not read"})
		return file, false
	}
	file.tokens()
	return file, true
}

// tokens notes syntax errors, and the lines with code.
func (l *File) tokens() {
	errors, first := 0, uint32(0)
	for n := sitter.Node(0); int(n) < l.T.Len(); n++ {
		switch {
		case l.T.IsComment(n):
			n = l.T.After(n) - 1
		case l.T.IsError(n):
			if errors++; errors == 1 {
				first = l.T.Start(n)
			}
		case l.T.IsLeaf(n) && l.T.End(n) > l.T.Start(n), l.T.Kind(n) == "string":
			l.U.Lines.MarkCode(l.T.Start(n), l.T.End(n))
		}
	}
	l.U.Lines.SumCode()
	if errors > 0 {
		l.U.Errors = append(l.U.Errors, resolve.Problem{At: first, Code: schema.CodeParseError, Message: "the syntax is broken here: declarations and uses may be missing"})
	}
	if l.T.Cut > 0 {
		l.U.Errors = append(l.U.Errors, resolve.Problem{Code: schema.CodeLimit, Message: fmt.Sprintf("code is nested deeper than %d levels, and is not read there", sitter.MaxDepth)})
	}
}

// From returns the offset of a node in the file.
func (l *File) From(n sitter.Node) uint32 { return l.T.Start(n) + l.Shift }

// To returns the offset after a node in the file.
func (l *File) To(n sitter.Node) uint32 { return l.T.End(n) + l.Shift }

// Open opens a scope of a definition, or of a block without one.
func (l *File) Open(kind schema.ScopeKind, d *resolve.Def, n sitter.Node) {
	l.Scope = &resolve.Scope{Kind: kind, Parent: l.Scope, Def: d, Names: map[string][]*resolve.Binding{}, Start: l.From(n), End: l.To(n)}
	if d != nil {
		d.Scope = l.Scope
		l.Block = Block{Start: l.From(n), End: l.To(n)}
	}
}

// Bind adds a binding of a name to the scope, from an offset on.
func (l *File) Bind(name string, at uint32, b resolve.Binding) {
	b.At, b.Start, b.End, b.IsMaybe = at, l.Block.Start, l.Block.End, b.IsMaybe || l.Block.IsMaybe
	scope := l.Scope
	if isTop, ok := scope.Outer[name]; ok {
		if b.IsMaybe, b.Start, b.End = true, 0, 0; isTop {
			scope = l.U.Top
		} else {
			for scope = scope.Parent; scope.Parent != nil && (scope.Kind != schema.ScopeFunction || scope.Names[name] == nil); scope = scope.Parent {
			}
		}
	}
	scope.Bind(name, &b)
}

// Define adds a definition.
func (l *File) Define(d *resolve.Def) *resolve.Def {
	d.Unit, d.Container = l.U, l.In
	for d.Container != nil && (d.Container.Kind == schema.KindVariable || d.Container.Kind == schema.KindField) {
		d.Container = d.Container.Container
	}
	d.IsLocal = l.Scope.Kind == schema.ScopeFunction || l.Scope.Kind == schema.ScopeBlock || l.In != nil && l.In.IsLocal
	d.IsSpecial = strings.HasPrefix(d.Name, "__") && strings.HasSuffix(d.Name, "__") && len(d.Name) > 4
	d.IsPrivate = strings.HasPrefix(d.Name, "_") && !d.IsSpecial
	l.U.Defs = append(l.U.Defs, d)
	return d
}

// Within runs do in a block that may not run, unless it always does.
func (l *File) Within(n sitter.Node, isMaybe bool, do func()) {
	before := l.Block
	if isMaybe {
		l.Block = Block{Start: l.From(n), End: l.To(n), IsMaybe: true}
	}
	do()
	l.Block = before
}

// Decides adds a decision to the complexity of the function.
func (l *File) Decides() {
	if l.Fn != nil {
		l.Fn.Complexity++
	}
}

// New returns an expression at a node.
func (l *File) New(n sitter.Node, op resolve.Op) *resolve.Expr {
	e := &resolve.Expr{Op: op, Start: l.From(n), End: l.To(n), Scope: l.Scope, In: l.In, Role: schema.RoleRead}
	if l.IsType {
		e.Role = schema.RoleType
	}
	return e
}

// OneLine returns a part of the text on one line.
func (l *File) OneLine(start, end uint32) string {
	return strings.Join(strings.Fields(string(l.U.File.Content[start:end])), " ")
}

// Hash returns a hash of the tokens of nodes, and of the kinds of the other nodes. It leaves out comments, layout, a leaf that skips names,
// and the first child of a block that it names.
//
// DESIGN: formatters add and remove tokens. Kinds and ends of nodes tell apart the code that otherwise only such a token tells apart.
func (l *File) Hash(skips func(sitter.Node) bool, nodes ...sitter.Node) int64 {
	h := xxhash.New()
	write := func(s string) { _, _ = h.WriteString(s + "\x00") }
	around := []sitter.Node{sitter.None}
	end := func(c sitter.Node) (in sitter.Node) { // ends the nodes before a node, and returns the one around it
		for in = around[len(around)-1]; in != sitter.None && c >= l.T.After(in); in = around[len(around)-1] {
			if around = around[:len(around)-1]; !l.isLayout(in, around[len(around)-1]) {
				write("}")
			}
		}
		return in
	}
	for _, n := range nodes {
		if n == sitter.None {
			continue
		}
		skipped := sitter.None
		for c := n; c < l.T.After(n); c++ {
			in := end(c)
			switch kind := l.T.Kind(c); {
			case l.T.IsComment(c), c == skipped:
				c = l.T.After(c) - 1
			case kind == "string_content", kind == "format_specifier": // no node has the text between their children
				write(l.T.Of(c))
				c = l.T.After(c) - 1
			case kind == "string_start":
				write(strings.Trim(strings.ToLower(l.T.Of(c)), `u'"`))
			case l.T.IsLeaf(c):
				if !skips(c) && !l.isLayout(c, in) {
					write(l.T.Of(c))
				}
			default:
				around = append(around, c)
				if !l.isLayout(c, in) {
					write(kind + "{")
				}
				if kind == "block" && c == n && skips(c) {
					skipped = l.T.First(c)
				}
			}
		}
		end(l.T.After(n))
	}
	return Positive(h.Sum64())
}

// isLayout reports whether a formatter may add or remove a node: a comma before a bracket, a semicolon, quotes, or parentheses around one
// expression. Parentheses end an optional chain, and a comma can make a tuple or a hole in a list.
func (l *File) isLayout(n, in sitter.Node) bool {
	around := ""
	if in != sitter.None {
		around = l.T.Kind(in)
	}
	switch kind := l.T.Kind(n); kind {
	case "parenthesized_expression", "parenthesized_type":
		return around != "member_expression" && around != "subscript_expression" && around != "call_expression" && around != "non_null_expression"
	case "empty_statement", ";":
		return around != "for_statement"
	case "string_end":
		return true
	case "'", `"`:
		return around == "string"
	case "(", ")":
		return strings.HasPrefix(around, "parenthesized_")
	case ",":
		next := n + 1
		for next < l.T.After(in) && l.T.IsComment(next) {
			next = l.T.After(next)
		}
		if next == l.T.After(in) || !strings.Contains(")]}>", l.T.Of(next)) || strings.Contains(",[", l.T.Of(n-1)) {
			return false
		}
		isTuple := around == "subscript" || around == "tuple_pattern" || around == "type_parameter"
		for c := in + 1; c < n && isTuple; c = l.T.After(c) {
			isTuple = l.T.Kind(c) != ","
		}
		return !isTuple
	}
	return false
}

// Positive makes a hash positive and not 0, which is NULL.
func Positive(h uint64) int64 { return max(int64(h&^(1<<63)), 1) }

// maxText is the length of a string up to which its words may be names.
const maxText = 100

// Words notes the identifiers of a string without spaces. At an interpolation a word is the beginning of a name, and gets a star.
func (l *File) Words(n sitter.Node, isOpen bool) {
	s := l.T.Of(n)
	if len(s) > maxText || strings.ContainsAny(s, " \t\n") {
		return
	}
	isWord := func(c rune) bool {
		return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127
	}
	fields := strings.FieldsFunc(s, func(c rune) bool { return !isWord(c) })
	for i, w := range fields {
		if isOpen && i == len(fields)-1 && strings.HasSuffix(s, w) {
			w += "*"
		}
		if _, known := l.U.Words[w]; !known {
			l.U.Words[w] = l.From(n)
		}
	}
}
