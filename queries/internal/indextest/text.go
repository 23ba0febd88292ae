package indextest

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// Parse returns the rows of an index for lines of text, in which # begins a comment:
//
//	function a.F                 a symbol of any kind; its stable name is example.com/a.F, its file a/a.go
//	method a.T.M a/b_test.go     a symbol in another file
//	external method io.R.Read    an external symbol with exactly that name
//	synthetic a.init#package     a function without positions
//	call a.F -> a.G              a static call, with its reference
//	call a.F -> a.I.M interface  a call with other evidence
//	call a.F -> a.I.M interface through a.J   a call through J, which embeds I
//	run a.T.M => a.I.M through a.J   a method that such a call may run
//	call a.F -> ? dynamic s.run  a call without a callee, and the name at the call site
//	value a.F in a.G             a reference that is no call
//	override a.T.M => a.I.M      a method that implements an interface method
//	override a.I.M => a.J.M of a.S   the same in the method set of the type S
//	annotate a.F go:linkname x y a directive
//	unknown callers linkname symbol a.F            a row of unknowns about a symbol
//	unknown callers type_errors name F language go scope a in a/a.go   a row about a name; the words after the reason are optional
//	broken a/a.go                a file with a type error
//	broken a/a.go parse          a file with a syntax error
//	broken a/a.go import         a file with an unreadable import
//	import a/a.go b              an import of a package, in the order of the files
//	untyped a/a.go               a file without types; a declaration a.F#a/a.go makes its file one
//	bodiless a.F                 a function without a body
//	text a/a.go x = y.M          the last line of a file
//
// A symbol has ten lines of its file, in the order of the text. Its name is in column 6 of the first line, its call sites on the following
// lines, and its closing brace at the end unless it has no body. Counts and orders follow the format.
func Parse(t testing.TB, text string) *schema.Rows {
	t.Helper()
	p := &parser{t: t, ids: map[string]int{}, bodiless: map[string]bool{}, broken: map[string]schema.Stage{}, untyped: map[string]bool{}, texts: map[string]string{}, sites: map[string]int{}, through: map[[2]int32]int32{}}
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "# ")
		if f := strings.Fields(line); len(f) > 0 {
			p.statements = append(p.statements, f)
		}
	}
	for _, pass := range []func([]string) bool{p.symbol, p.edge} {
		p.statements = slices.DeleteFunc(p.statements, pass)
		if p.order == nil {
			p.number()
		}
	}
	for _, f := range p.statements {
		t.Fatalf("no such statement: %s", strings.Join(f, " "))
	}
	return p.finish()
}

type parser struct {
	t          testing.TB
	statements [][]string
	symbols    []schema.Symbol
	ids        map[string]int // place in symbols, by the name in the text
	order      []string       // files, sorted
	bodiless   map[string]bool
	broken     map[string]schema.Stage
	imports    [][2]string // file and directory
	untyped    map[string]bool
	texts      map[string]string
	sites      map[string]int     // sites used so far, by symbol
	through    map[[2]int32]int32 // numbers of methods with the interfaces through which they are called
	rows       schema.Rows
}

const prefix = "example.com/"

func (p *parser) symbol(f []string) bool {
	external, synthetic := f[0] == "external", f[0] == "synthetic"
	switch {
	case external:
		f = f[1:]
	case synthetic:
		f = []string{"function", f[1]}
	case f[0] == "bodiless":
		p.bodiless[f[1]] = true
		return true
	case f[0] == "text":
		p.texts[f[1]] = strings.Join(f[2:], " ") + "\n"
		return true
	case f[0] == "broken":
		p.broken[f[1]] = schema.StageTypecheck
		if len(f) > 2 {
			p.broken[f[1]] = schema.Stage(f[2])
		}
		return true
	case f[0] == "import":
		p.imports = append(p.imports, [2]string{f[1], f[2]})
		return true
	case f[0] == "untyped":
		p.untyped[f[1]] = true
		return true
	}
	if !slices.Contains(schema.Kind("").Values(), f[0]) {
		return false
	}
	base := schema.BaseSymbol(f[1])
	names := strings.Split(path.Base(base), ".")
	dir := path.Join(path.Dir(base), names[0])
	s := schema.Symbol{Symbol: prefix + f[1], Name: names[len(names)-1], QualifiedName: path.Base(base), Kind: schema.Kind(f[0]), Language: "go",
		StartPos: -1, EndPos: -1, IsExternal: external, PackagePath: prefix + dir, Signature: "func " + names[len(names)-1] + "()"}
	s.IsExported = s.Name[0] >= 'A' && s.Name[0] <= 'Z'
	s.IsAPI = s.IsExported
	if external {
		s.Symbol, s.PackagePath = f[1], dir
	} else {
		s.FilePath = path.Join(dir, path.Base(dir)+".go")
		if len(f) > 2 {
			s.FilePath = f[2]
		}
		s.ModulePath = path.Dir(s.FilePath)
		s.IsTest = strings.HasSuffix(s.FilePath, "_test.go")
		if s.Kind == schema.KindFunction && s.Name == "main" {
			s.Entry = schema.EntryProgram
		}
		if !synthetic {
			s.StartLine = 1
		}
	}
	p.ids[f[1]] = len(p.symbols)
	p.symbols = append(p.symbols, s)
	return true
}

// number sets ids and positions in the order of the text.
func (p *parser) number() {
	lines := map[string]int32{}
	p.order = []string{}
	for i := range p.symbols {
		s := &p.symbols[i]
		if s.FilePath != "" && !slices.Contains(p.order, s.FilePath) {
			p.order = append(p.order, s.FilePath)
		}
		if s.StartLine == 0 {
			continue
		}
		s.StartLine, s.EndLine, s.StartColumn = lines[s.FilePath]+1, lines[s.FilePath]+10, 1
		s.NameLine, s.NameColumn = s.StartLine, 6
		s.StartPos, s.EndPos = lineBytes*(s.StartLine-1), lineBytes*s.EndLine-1
		lines[s.FilePath] += 10
	}
	for f := range p.broken {
		if !slices.Contains(p.order, f) {
			p.order = append(p.order, f)
		}
	}
	slices.Sort(p.order)
	names := make([]string, 0, len(p.ids))
	for n := range p.ids {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return compareSymbols(p.symbols[p.ids[a]], p.symbols[p.ids[b]]) })
	for i, n := range names {
		p.symbols[p.ids[n]].SymbolID = int32(i + 1)
		s := &p.symbols[p.ids[n]]
		if j, ok := slices.BinarySearch(p.order, s.FilePath); ok {
			s.FileID = int32(j + 1)
		}
	}
	for n, i := range p.ids {
		if j := strings.LastIndexByte(n, '.'); j > 0 {
			if c, ok := p.ids[n[:j]]; ok {
				p.symbols[i].ContainerID = p.symbols[c].SymbolID
			}
		}
	}
}

func compareSymbols(a, b schema.Symbol) int {
	if a.IsExternal != b.IsExternal {
		if a.IsExternal {
			return 1
		}
		return -1
	}
	if c := strings.Compare(a.FilePath, b.FilePath); c != 0 {
		return c
	}
	if a.StartPos != b.StartPos {
		return int(a.StartPos) - int(b.StartPos)
	}
	return strings.Compare(a.Symbol, b.Symbol)
}

// lineBytes is the length of every line of every file.
const lineBytes = 40

func (p *parser) edge(f []string) bool {
	switch f[0] {
	case "call":
		p.call(f)
	case "value":
		s, in := p.find(f[1]), p.find(f[3])
		file, line, _ := p.site(f[3])
		p.rows.Refs = append(p.rows.Refs, schema.Ref{SymbolID: s.SymbolID, FileID: file, StartLine: line, StartColumn: 2,
			EndColumn: 2 + int32(len(s.Name)), Role: schema.RoleRead, EnclosingID: in.SymbolID, Evidence: schema.EvidenceStatic})
	case "override":
		m, o := p.find(f[1]), p.find(f[3])
		of := m.ContainerID
		if len(f) > 5 {
			of = p.find(f[5]).SymbolID
		}
		p.rows.Overrides = append(p.rows.Overrides, schema.Override{TypeID: of, MethodID: m.SymbolID, OverriddenID: o.SymbolID, Evidence: schema.EvidenceStatic})
	case "run":
		p.rows.Dispatches = append(p.rows.Dispatches, schema.Dispatch{DispatchID: p.dispatch(f[3], f[5]), CalleeID: p.find(f[3]).SymbolID, MethodID: p.find(f[1]).SymbolID})
	case "annotate":
		p.rows.Annotations = append(p.rows.Annotations, schema.Annotation{SymbolID: p.find(f[1]).SymbolID, Ordinal: 1, Name: f[2], Arguments: strings.Join(f[3:], " "), StartLine: 1})
	case "unknown":
		p.unknown(f)
	default:
		return false
	}
	return true
}

// unknown adds a row of unknowns.
func (p *parser) unknown(f []string) {
	u := schema.Unknown{About: schema.About(f[1]), Reason: schema.Reason(f[2]), Count: 1}
	for i := 3; i+1 < len(f); i += 2 {
		switch value := f[i+1]; f[i] {
		case "symbol":
			u.SymbolID = p.find(value).SymbolID
		case "name":
			u.Name = value
		case "language":
			u.Language = value
		case "scope":
			u.Scope = value
		case "in":
			at, ok := slices.BinarySearch(p.order, value)
			if !ok {
				p.t.Fatalf("no such file: %s", value)
			}
			u.FileID, u.StartLine, u.StartColumn = int32(at+1), 1, 1
		default:
			p.t.Fatalf("an unknown has no %s", f[i])
		}
	}
	p.rows.Unknowns = append(p.rows.Unknowns, u)
}

// referenceEvidence is the evidence of the reference at a call: the type checker names an interface method too.
func referenceEvidence(of schema.Evidence) schema.Evidence {
	if of == schema.EvidenceInterface {
		return schema.EvidenceStatic
	}
	return of
}

// dispatch returns the id of calls of a method through an interface.
func (p *parser) dispatch(method, through string) int32 {
	pair := [2]int32{p.find(method).SymbolID, p.find(through).SymbolID}
	if p.through[pair] == 0 {
		p.through[pair] = int32(len(p.through) + 1)
	}
	return p.through[pair]
}

func (p *parser) call(f []string) {
	caller := p.find(f[1])
	c := schema.Call{CallerID: caller.SymbolID, Kind: schema.CallPlain, Evidence: schema.EvidenceStatic, StartColumn: 2}
	c.FileID, c.StartLine, c.StartPos = p.site(f[1])
	if len(f) > 4 {
		c.Evidence = schema.Evidence(f[4])
	}
	if len(f) > 6 && f[5] == "through" {
		c.ReceiverTypeID = p.find(f[6]).SymbolID
		c.DispatchID = p.dispatch(f[3], f[6])
	}
	if f[3] == "?" {
		c.CalleeName = f[5]
	} else {
		callee := p.find(f[3])
		c.CalleeID, c.CalleeName = callee.SymbolID, callee.Name
		p.rows.Refs = append(p.rows.Refs, schema.Ref{SymbolID: callee.SymbolID, FileID: c.FileID, StartLine: c.StartLine, StartColumn: c.StartColumn,
			EndColumn: 2 + int32(len(callee.Name)), Role: schema.RoleCall, EnclosingID: caller.SymbolID, Evidence: referenceEvidence(c.Evidence)})
	}
	p.rows.Calls = append(p.rows.Calls, c)
}

// site returns the next line of the symbol. After nine lines it repeats the line with other positions.
func (p *parser) site(in string) (file, line, pos int32) {
	s := p.find(in)
	p.sites[in]++
	n := int32(p.sites[in])
	if s.StartLine == 0 {
		return s.FileID, 1000 + n, 100000 + s.SymbolID*1000 + n
	}
	if n > 9 {
		p.t.Fatalf("%s has more than nine sites", in)
	}
	return s.FileID, s.StartLine + n, lineBytes*(s.StartLine+n-1) + 1
}

func (p *parser) find(name string) schema.Symbol {
	i, ok := p.ids[name]
	if !ok {
		p.t.Fatalf("no such symbol: %s", name)
	}
	return p.symbols[i]
}

// line returns the text of a line of a file.
func line(file string, n int32) string {
	s := fmt.Sprintf("%s:%d", path.Base(file), n)
	return s + strings.Repeat(".", max(0, lineBytes-1-len(s)))
}
