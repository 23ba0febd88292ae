package resolve

import (
	"context"
	"strings"

	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/schema"
)

// Unit is one file as its front end read it.
type Unit struct {
	File    *extract.File
	Module  string // the global name of the file's module; empty for none
	Package string // the global name of the package that the folder is; empty for none
	Top     *Scope
	Exports *Scope // the names that other files can import; nil when they are those of Top
	Defs    []*Def // in source order, containers before their members
	Exprs   []*Expr
	Imports []*Import
	Implied []*Import         // those that names with their paths mean; they have no rows
	Spaces  []*Def            // the modules in the file, which have no symbol
	Parts   []*Def            // the parts of types that stand outside of them, which have no symbol
	Words   map[string]uint32 // identifiers in short string literals, with the offset of the first
	Errors  []Problem
	Lines   *Lines
	IsAPI   bool // code outside the repository can import the module
	IsTest  bool // a test runner runs its code outside of functions
	IsFront bool // the names that the module imports from the repository are part of its API
	IsExact bool // a call means a function here only if it alone takes as many arguments

	// Public lists the names that the module offers, where it has a list of them.
	Public map[string]bool

	moduleCode *Def            // the synthetic function of code outside of functions; nil until it is needed
	busy       map[string]bool // the names whose import is being followed
	exported   map[*Def]bool
	dropped    []*Def // the overloads
	facts      *scip.File
}

// Problem is a problem of a file.
type Problem struct {
	At      uint32 // byte offset
	Code    schema.DiagnosticCode
	Message string
	Skipped bool // the file has no rows
}

// Scope is one lexical scope.
type Scope struct {
	Kind       schema.ScopeKind
	Parent     *Scope
	Def        *Def // the class or function; nil for a file and for a block
	Names      map[string][]*Binding
	Stars      []*Import       // imports of every name of a module
	Outer      map[string]bool // names that belong to a scope around it: true for the file's scope
	Start, End uint32
	Around     *Module // of a file: the module whose names code sees without an import

	busy map[string]bool // the names whose import is being followed
}

// Binding is one value of a name in a scope.
type Binding struct {
	Def        *Def // the definition; nil for a local variable, a parameter and an import
	Import     *Import
	Module     *Module // a module of the repository
	Value      *Expr   // the assigned value
	Index      int     // of a part
	Via        Via     // the way from the value to the name
	Type       *Expr   // the declared type
	Param      Param
	Class      *Def   // of a receiver
	At         uint32 // the name has the value from this offset on
	Start, End uint32 // the block around it
	IsMaybe    bool   // the block may not run

	isBusy bool
}

// Via is the way from the value of an expression to the value of a name.
type Via uint8

// The ways.
const (
	Plain    Via = iota
	Element      // an element of the value, as in a loop
	Entered      // the result of entering a context, as in a with statement
	Part         // a value that a member of an enum or a type with numbered fields holds
	Instance     // an instance of the class, as in an except clause
)

// Param is the place of a parameter that has a meaning of its own.
type Param uint8

// The parameters.
const (
	NoParam Param = iota
	Receiver
	ReceiverClass
	OtherParam
)

// Def is one definition.
type Def struct {
	Unit       *Unit
	Name       string
	Kind       schema.Kind
	Container  *Def
	Scope      *Scope // of a class or function
	Fields     map[string][]*Binding
	Start      uint32 // of the declaration
	End        uint32
	At         uint32 // of the name
	Bases      []*Expr
	Prepends   []*Expr     // the types whose members come before its own
	Interfaces []*Expr     // that a class says to implement
	Extends    *Expr       // of a part of a type: the type
	Side       *Def        // of a type: the definition, without a symbol, of the members that only the type itself has; nil for none
	Params     []Parameter // of a function; of a member of an enum and a type with numbered fields: the values in it
	Result     *Expr       // the declared type of the result
	Returns    []*Expr     // returned values, when they are few and each is known
	Signature  string
	Doc        string
	Notes      []Note

	IsProperty  bool // read like a field
	IsAttribute bool // a method that reads the field of its name
	IsAccessor  bool // a part of a property that another definition declares
	IsWrapped   bool // a decorator may replace it
	IsLocal     bool // declared in a function
	IsOverload  bool // a declaration of a function that is defined below
	IsDropped   bool // it has no symbol: it is an overload, or declared in one
	IsPrivate   bool // private by convention
	IsSpecial   bool // the language calls it by its name
	IsStatic    bool // a member of the side of its type
	IsTest      bool // only tests run it and the code in it
	Entry       schema.Entry
	Complexity  int32
	CodeLines   int32
	BodyHash    int64
	SigHash     int64
	TypeText    string // the declared type as written
	id          int32
	symbol      string
	qualified   string
	order       []*Def // method resolution order
	isOpen      bool   // a base is not in the repository
	bases       []*Def // in the repository
	members     []*Def
	whole       *Def // of a part: the type that it extends
	part        *Def // of a member: the part that declares it
	isResolving bool
}

// isType reports whether the definition is a class, an interface or an enum.
func (d *Def) isType() bool {
	return d.Kind.IsType() && d.Kind != schema.KindTypeAlias
}

// isHeld reports whether bindings give the definition its value.
func (d *Def) isHeld() bool {
	switch d.Kind {
	case schema.KindVariable, schema.KindConstant, schema.KindField, schema.KindEnumMember, schema.KindTypeAlias:
		return true
	}
	return false
}

// isMethod reports whether the definition is a method of a class or an interface.
func (d *Def) isMethod() bool {
	return d.Kind == schema.KindMethod || d.Kind == schema.KindInterfaceMethod
}

// kept returns the innermost definition with a symbol, from d outward.
func (d *Def) kept() *Def {
	for d != nil && d.IsDropped {
		if d.whole != nil && d.Extends == nil {
			d = d.whole
		} else {
			d = d.Container
		}
	}
	return d
}

// maxBindings bounds the bindings of a name in a scope. A use below the last one has an unknown value.
const maxBindings = 200

// Bind adds a binding of a name to the scope.
func (s *Scope) Bind(name string, b *Binding) {
	switch n := len(s.Names[name]); {
	case n < maxBindings:
		s.Names[name] = append(s.Names[name], b)
	case n == maxBindings:
		s.Names[name] = append(s.Names[name], &Binding{Param: OtherParam, At: b.At})
	}
}

// DropOverloads removes the overloads from the definitions of the unit.
func (u *Unit) DropOverloads() {
	kept := u.Defs[:0]
	for _, d := range u.Defs {
		if d.Container != nil && d.Container.IsDropped {
			d.IsDropped = true
		}
		if d.IsDropped {
			u.dropped = append(u.dropped, d)
		} else {
			kept = append(kept, d)
		}
	}
	u.Defs = kept
}

// Parameter is one parameter of a function.
type Parameter struct {
	Name       string
	Kind       schema.ParameterKind
	Type       *Expr
	Text       string // the type as written
	IsOptional bool   // it has a default
	IsRest     bool   // it takes any number of arguments
}

// Note is one decorator.
type Note struct {
	Name, Arguments string
	At              uint32
}

// Import is one imported module or name.
type Import struct {
	Path    string // the module as written
	Name    string // the imported name; empty for the module, * for all names
	Alias   string // the local name when the import gives one
	At      uint32 // of the module's name
	NameAt  uint32 // of the imported name, and the offset after it
	NameEnd uint32
	In      *Def
	IsValue bool // it means the value that a module is, and not its names
	IsRoot  bool // the name that it binds is the first part of the path
	IsPlain bool // it binds no name

	of     *Unit
	module *Module // of Path; nil outside the repository
}

func (i *Import) unit() *Unit { return i.of }

// Local returns the name that the import binds: its alias, the imported name, or the last part of the module's name.
func (i *Import) Local() string {
	switch {
	case i.Alias != "":
		return i.Alias
	case i.Name != "":
		return i.Name
	}
	return i.Path[strings.LastIndexAny(i.Path, "./:\\")+1:]
}

// Op is the form of an expression.
type Op uint8

// The forms of expressions. Other has operands and an unknown value.
const (
	Other Op = iota
	Name
	Member
	Call
	Index
	Either   // one of the operands
	Literal  // a value of a built-in type
	Nothing  // the value that no member is read from, such as None
	Super    // the receiver, with members of the next class
	ClassOf  // the class of the operand
	Declared // the only argument, with the type of the operand
)

// Expr is one expression.
type Expr struct {
	Op         Op
	Name       string  // of a name or member
	Key        string  // of an argument with a name
	X          *Expr   // the operand of a member, call or index
	Args       []*Expr // arguments and other operands
	Start, End uint32  // of the identifier of a name or member, otherwise of the expression
	Scope      *Scope
	In         *Def // the innermost definition around it; nil at file level
	Role       schema.Role
	IsNew      bool    // of a call: it makes an instance of a class
	Path       *Import // of a name with its path, which means the same as the name that this imports
	Receiver   *Expr   // of a name: the object that it is a member of, before the names of scopes
	IsCalled   bool    // the function of a call
	IsMethod   bool    // it names a method, where methods have names that variables may have too

	targets []target
	values  []value
	types   []value // as a declared type
	state   uint8   // which of these are known, and which are being found
}

// Lines maps byte offsets of a file to lines and columns.
type Lines struct {
	starts []uint32
	code   []int32 // the number of lines with code before each line
}

// NewLines returns the lines of a text.
func NewLines(text []byte) *Lines {
	l := &Lines{starts: []uint32{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, uint32(i+1))
		}
	}
	return l
}

// At returns the line and the column of an offset, from 1.
func (l *Lines) At(offset uint32) (line, column int32) {
	low, high := 0, len(l.starts)
	for low+1 < high {
		if middle := (low + high) / 2; l.starts[middle] <= offset {
			low = middle
		} else {
			high = middle
		}
	}
	return int32(low + 1), int32(offset-l.starts[low]) + 1
}

// MarkCode notes that a token has code from one offset to another.
func (l *Lines) MarkCode(start, end uint32) {
	if l.code == nil {
		l.code = make([]int32, len(l.starts)+1)
	}
	from, _ := l.At(start)
	to, _ := l.At(max(start, end-1))
	for ; from <= to; from++ {
		l.code[from] = 1
	}
}

// SumCode ends the marking.
func (l *Lines) SumCode() {
	for i := 1; i < len(l.code); i++ {
		l.code[i] += l.code[i-1]
	}
}

// Code returns the number of marked lines between two offsets.
func (l *Lines) Code(start, end uint32) int32 {
	if l.code == nil {
		return 0
	}
	from, _ := l.At(start)
	to, _ := l.At(end)
	return l.code[to] - l.code[from-1]
}

// Language is a front end.
type Language struct {
	Names  []string // as the table files names it; several for dialects
	Scheme string   // the start of stable names, without a colon
	Reader func(context.Context) Reader
	// Link names the modules of all units and returns the way from import paths to modules.
	Link        func(tree *extract.Tree, units []*Unit) Linker
	Builtins    map[string]bool             // names without a binding that the language defines
	Object      map[string]bool             // methods that every object has
	Constructor []string                    // methods that run when a class is called
	Caller      string                      // the method that runs when an instance is called
	Enter       string                      // the method that runs when a context is entered
	Outside     func(s *scip.Symbol) string // the global name of an external symbol; empty for one that has none
	Default     string                      // the name of the default export
	ModuleCode  string                      // the name of the function that has code outside of functions
	Types       TypeNames

	HasOverloads        bool // several functions of one name are told apart by their arguments
	HasImplicitReceiver bool // methods name the members of their class without a receiver
	InheritsInterfaces  bool // a class has the methods of its interfaces
	InheritsStatic      bool // a member that is read from a class may be one of an external base
	SeparatesMethods    bool // a field and a method of one class may have one name
	HidesMembers        bool // code in a type names its members only through the type
	HasOneParent        bool // super means the base that is no trait
	HasPathsOfNames     bool // the path of an import leads through imported names and types
	HasMethodNames      bool // a method and a variable may have one name
	HasNesting          bool // code in a type sees the names of the types around it, then those of the types above the innermost

	Primitives map[string]bool           // the built-in types without a null value
	Converts   func(from, to string) int // how well a parameter of a type outside the repository takes a value of a type; negative for never
}

// Reader reads files, one after the other, on one goroutine.
type Reader interface {
	Read(f *extract.File) *Unit
	Close()
}

// Linker finds modules.
type Linker interface {
	// Find returns the module that a path means in a unit; nil for one outside the repository.
	Find(from *Unit, path string) *Module
	// Within returns a module in a package.
	Within(m *Module, name string) *Module
	// Global returns the name of an external module that a path means in a unit.
	Global(from *Unit, path string) string
	// IsStandard reports whether an external module comes with the language.
	IsStandard(path string) bool
}

// Module is a module of the repository: a file, or a folder.
type Module struct {
	Name  string
	Unit  *Unit                        // nil for a folder without a file of its own
	Names *Scope                       // the names of a module that is no file
	Find  func(name string) []*Binding // names that are found when code uses them; nil for none
}

func (m *Module) same(o *Module) bool {
	return m.Name == o.Name && m.Unit == o.Unit && m.Names == o.Names
}

// Words returns the words of a text as a set.
func Words(text string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}

// TypeNames has the external names with a meaning in declared types, by their last part.
type TypeNames struct {
	Inner     map[string]bool // the type is one of the arguments: Optional
	Class     map[string]bool // the value is the class: type
	Last      map[string]bool // the type is the last argument: Awaitable
	Container map[string]int  // the argument that an index gives
	Self      map[string]bool // the type of the receiver
	Cast      map[string]bool // functions whose first argument is the type of the result
	Same      map[string]bool // methods whose result is like the receiver: clone
	Element   map[string]bool // methods of a container whose result is an element: unwrap
	Variable  map[string]bool // functions that make a type variable, with the argument bound
}
