package unknowns

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/extract/golang/load"
	"github.com/cortex-index/cortex/extract/golang/syntax"
	"github.com/cortex-index/cortex/extract/golang/untyped"
	"github.com/cortex-index/cortex/schema"
)

// namedAbouts are the facts that unread code adds to by naming a symbol, shapedAbouts the ones that it adds to by its declarations.
var (
	namedAbouts  = []schema.About{schema.AboutCallers, schema.AboutReferences, schema.AboutChange}
	shapedAbouts = []schema.About{schema.AboutPossibleCallees, schema.AboutSubtypes, schema.AboutSupertypes, schema.AboutHolders, schema.AboutImports}
)

// UnreadFile is a Go file that the tree or the build has and that has no rows.
type UnreadFile struct {
	path    string // relative to the root
	pkg     string // its package path; empty outside every module
	file    int32  // its id; 0 when it has no row
	content []byte // nil when it is not to be had
}

// ReadUnread returns the open names and types of the Go files that have no rows, where their text is inside the tree. It returns the others as
// lost.
func ReadUnread(x *untyped.Tree) (read []unreadPart, lost []UnreadFile) {
	files := map[string]*UnreadFile{}
	for _, p := range x.Ignored {
		files[p.Path] = &UnreadFile{path: p.Path, pkg: p.Pkg, content: p.Content}
	}
	rows := map[string]bool{}
	for _, f := range x.Tree.Files {
		rows[f.Row.FilePath] = true
		if path.Ext(f.Row.FilePath) == ".go" && f.Row.Status == schema.StatusSkipped && (x.Cfg.Tests || !f.Row.IsTest) {
			files[f.Row.FilePath] = &UnreadFile{path: f.Row.FilePath, file: f.Row.FileID}
		}
	}
	for _, d := range x.Tree.Diagnostics {
		if d.Code == schema.CodeFileUnreadable && path.Ext(d.FilePath) == ".go" && !rows[d.FilePath] {
			files[d.FilePath] = &UnreadFile{path: d.FilePath}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(files)) {
		f := files[p]
		if f.pkg == "" {
			f.pkg = x.Layout.PathOf(path.Dir(p))
		}
		if f.content == nil {
			f.content = readLinked(x.Program, p)
		}
		if f.content == nil {
			lost = append(lost, *f)
			continue
		}
		read = append(read, readUnread(x, f))
	}
	return read, lost
}

// unreadPart is the declarations and names of a file without rows.
type unreadPart struct {
	Names  untyped.Names
	Types  *untyped.Types
	Bodies []UnreadBody
}

// readUnread collects the open names of a file without rows, and the types that it declares.
func readUnread(x *untyped.Tree, f *UnreadFile) unreadPart {
	out := unreadPart{Names: untyped.Names{}}
	r := x.NewReader(f.pkg, f.file, schema.ReasonUnreadFile, out.Names)
	file, tok, errs := load.ParseBytes(token.NewFileSet(), f.path, f.content, 0, nil)
	r.Read(file, tok, f.content, len(errs) > 0)
	out.Types = x.Types(f.pkg, file, len(errs) > 0, schema.ReasonUnreadFile, func(*ast.Ident) int32 { return 0 })
	imports, _ := parser.ParseFile(token.NewFileSet(), "", f.content, parser.ImportsOnly)
	if imports == nil {
		return out
	}
	out.Bodies = bodiesIn(f.pkg, file)
	out.Names.Add(untyped.Name{About: schema.AboutImports, Scope: f.pkg, Reason: schema.ReasonUnreadFile}, untyped.Place{Count: 1, File: f.file})
	for _, spec := range imports.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			out.Names.Add(untyped.Name{About: schema.AboutImports, Scope: p, Reason: schema.ReasonUnreadFile}, untyped.Place{Count: 1, File: f.file})
		}
	}
	return out
}

// UnreadBody is a function or method with a body in a file without rows.
type UnreadBody struct{ pkg, receiver, name string }

func bodiesIn(pkg string, f *ast.File) (all []UnreadBody) {
	if f == nil {
		return nil
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			all = append(all, UnreadBody{pkg, syntax.ReceiverBase(fn), fn.Name.Name})
		}
	}
	return all
}

// unreadBodies is about the functions that unread files declare and that the code of the tree uses.
func (u *unknowns) unreadBodies(all []UnreadBody) {
	for _, b := range all {
		name := strings.TrimPrefix(b.receiver+"."+b.name, ".")
		for _, s := range u.byName[b.name] {
			_, local, _ := strings.Cut(s.QualifiedName, ".")
			if s.Kind.IsCallable() && s.IsExternal && s.PackagePath == b.pkg && local == name {
				u.gap(schema.AboutCallees, s.SymbolID, schema.ReasonUnreadFile, 0)
			}
		}
	}
}

// readLinked reads a regular file inside the tree, also through links that stay inside it. It returns nil where there is none.
func readLinked(x *load.Program, name string) []byte {
	root, err := os.OpenRoot(x.Tree.Root)
	if err != nil {
		return nil
	}
	defer root.Close()
	info, err := root.Stat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > x.Cfg.MaxFileSize {
		return nil
	}
	content, err := root.ReadFile(filepath.FromSlash(name))
	if err != nil || bytes.IndexByte(content, 0) >= 0 { // in UTF-16, zeros hide every name
		return nil
	}
	return content
}

// options is about the tests that were left out.
func (u *unknowns) options() {
	if u.x.Cfg.Tests {
		return
	}
	for _, about := range slices.Concat(namedAbouts, shapedAbouts) {
		if about != schema.AboutSupertypes {
			u.add(schema.Unknown{About: about, Reason: schema.ReasonTestsLeftOut}, untyped.Place{Count: 1})
		}
	}
}

// skippedFiles is about files and folders of which nothing is known. Such a file may use every exported symbol, and all
// symbols of its package.
func (u *unknowns) skippedFiles() {
	for _, f := range u.lost {
		p := untyped.Place{Count: 1, File: f.file}
		for _, about := range shapedAbouts {
			u.add(schema.Unknown{About: about, Reason: schema.ReasonUnreadFile}, p)
		}
		scopes := []string{schema.ScopeExported, f.pkg}
		if f.pkg == "" {
			scopes = []string{""}
		}
		for _, about := range namedAbouts {
			for _, scope := range scopes {
				u.add(schema.Unknown{About: about, Scope: scope, Reason: schema.ReasonUnreadFile}, p)
			}
		}
	}
	if u.x.UsedAround {
		for _, about := range shapedAbouts {
			u.add(schema.Unknown{About: about, Reason: schema.ReasonUnreadFolder}, untyped.Place{Count: 1})
		}
		for _, about := range namedAbouts {
			u.add(schema.Unknown{About: about, Scope: schema.ScopeExported, Reason: schema.ReasonUnreadFolder}, untyped.Place{Count: 1})
		}
	}
	for _, d := range u.x.Tree.Diagnostics {
		if d.FileID == 0 && d.Code != schema.CodeFileMissing && strings.ToLower(path.Ext(d.FilePath)) == ".s" { // one behind a link
			for _, about := range []schema.About{schema.AboutCallers, schema.AboutReferences, schema.AboutCallees} {
				u.add(schema.Unknown{About: about, Scope: u.x.Layout.PathOf(path.Dir(d.FilePath)), Reason: schema.ReasonUnreadFile}, untyped.Place{Count: 1})
			}
		}
		reason := schema.ReasonUnreadFolder
		switch {
		case d.Code == schema.CodeFileMissing && d.FilePath == "": // a sparse checkout
			reason = schema.ReasonUnreadFile
		case d.Code != schema.CodeFolderUnreadable:
			continue
		}
		for _, about := range slices.Concat(namedAbouts, shapedAbouts) {
			u.add(schema.Unknown{About: about, Reason: reason}, untyped.Place{Count: 1})
		}
	}
}

// Assembly names a symbol after a middle dot, and its package before that: a path with middle dots for dots and division slashes for
// slashes. The header go_asm.h has names for constants, fields and the sizes of structs.
var (
	assemblyPath = strings.NewReplacer("∕", "/", "·", ".")
	assemblyName = regexp.MustCompile(`([\pL\pN_.∕·~-]*)·([\pL_][\pL\pN_]*)`)
	assemblyWord = regexp.MustCompile(`[\pL_][\pL\pN_]*`)
)

// assembly is about the symbols that assembly code names, and the functions that it implements.
func (u *unknowns) assembly() {
	folders := map[string][]*schema.Symbol{} // the symbols that the assembly code of a folder may name without a path
	for _, f := range u.x.Tree.Files {
		if strings.ToLower(path.Ext(f.Row.FilePath)) == ".s" {
			folders[f.Row.ModulePath] = nil
		}
	}
	if len(folders) == 0 {
		return
	}
	for i := range u.r.Symbols {
		s := &u.r.Symbols[i]
		if _, ok := folders[s.ModulePath]; ok && !s.IsExternal {
			folders[s.ModulePath] = append(folders[s.ModulePath], s)
		}
	}
	for _, fn := range u.r.Functions {
		s := u.index[fn.FunctionID]
		if _, ok := folders[s.ModulePath]; ok && fn.BodyHash == 0 && s.StartLine != 0 {
			u.gap(schema.AboutCallees, s.SymbolID, schema.ReasonAssembly, s.SymbolID)
		}
	}
	names := map[string]map[string][]*schema.Symbol{} // by folder, in the spelling of go_asm.h
	for dir, symbols := range folders {
		names[dir] = u.headerNames(symbols)
	}
	for _, f := range u.x.Tree.Files {
		if strings.ToLower(path.Ext(f.Row.FilePath)) == ".s" {
			u.assemblyFile(f.Row, names[f.Row.ModulePath])
		}
	}
}

// headerNames returns symbols of a package as assembly code spells them.
func (u *unknowns) headerNames(symbols []*schema.Symbol) map[string][]*schema.Symbol {
	names := map[string][]*schema.Symbol{}
	for _, s := range symbols {
		name := ""
		switch {
		case s.Kind == schema.KindFunction, s.Kind == schema.KindVariable:
			name = "·" + s.Name
		case s.Kind == schema.KindConstant:
			name = "const_" + s.Name
		case s.Kind == schema.KindStruct:
			name = s.Name + "__size"
		case s.Kind == schema.KindField && s.ContainerID != 0:
			name = u.index[s.ContainerID].Name + "_" + s.Name
		default:
			continue
		}
		names[name] = append(names[name], s)
	}
	return names
}

// assemblyFile adds the symbols that one file of assembly code names.
func (u *unknowns) assemblyFile(f schema.File, names map[string][]*schema.Symbol) {
	content := readLinked(u.x, f.FilePath)
	own := u.x.Layout.PathOf(f.ModulePath)
	if content == nil {
		for _, about := range []schema.About{schema.AboutCallers, schema.AboutReferences} {
			u.add(schema.Unknown{About: about, Scope: own, Reason: schema.ReasonAssembly}, untyped.Place{Count: 1, File: f.FileID})
		}
		return
	}
	line := int32(0)
	for text := range strings.Lines(string(content)) {
		line++
		at := func(column int) untyped.Place {
			return untyped.Place{Count: 1, File: f.FileID, Line: line, Column: int32(column + 1)}
		}
		for _, m := range assemblyName.FindAllStringSubmatchIndex(text, -1) {
			prefix, name := assemblyPath.Replace(text[m[2]:m[3]]), text[m[4]:m[5]]
			if prefix == "" || prefix == own {
				u.assembled(names["·"+name], at(m[0]))
				continue
			}
			for _, s := range u.byName[name] {
				if s.PackagePath == prefix && !isMemberKind(s.Kind) {
					u.assembled([]*schema.Symbol{s}, at(m[0]))
				}
			}
		}
		for _, m := range assemblyWord.FindAllStringIndex(text, -1) {
			u.assembled(names[text[m[0]:m[1]]], at(m[0]))
		}
	}
}

func (u *unknowns) assembled(symbols []*schema.Symbol, p untyped.Place) {
	for _, s := range symbols {
		u.add(schema.Unknown{About: schema.AboutReferences, SymbolID: s.SymbolID, Reason: schema.ReasonAssembly}, p)
		if s.Kind.IsCallable() {
			u.add(schema.Unknown{About: schema.AboutCallers, SymbolID: s.SymbolID, Reason: schema.ReasonAssembly}, p)
		}
	}
}

// directives is about the symbols that linker directives and exports give to other code, and about functions with a linked body.
func (u *unknowns) directives() {
	bodies := map[int32]bool{}
	for _, f := range u.r.Functions {
		bodies[f.FunctionID] = f.BodyHash != 0
	}
	give := func(symbol int32, p untyped.Place) {
		for _, about := range []schema.About{schema.AboutReferences, schema.AboutCallers} {
			if about == schema.AboutReferences || u.index[symbol].Kind.IsCallable() {
				u.add(schema.Unknown{About: about, SymbolID: symbol, Reason: schema.ReasonLinkname}, p)
			}
		}
	}
	for _, a := range u.r.Annotations {
		isLink := a.Name == "go:linkname"
		if isLink || syntax.IsExport(a.Name) {
			give(a.SymbolID, untyped.Place{Count: 1, File: u.index[a.SymbolID].FileID, Line: a.StartLine, Column: 1})
		}
		if has, isFunction := bodies[a.SymbolID]; isFunction && !has && (isLink && strings.Contains(a.Arguments, " ") || syntax.IsLinkedBody(a.Name)) {
			u.gap(schema.AboutCallees, a.SymbolID, schema.ReasonLinkname, a.SymbolID)
		}
	}
	for _, r := range u.r.Refs {
		if r.Role == schema.RoleLinkname {
			give(r.SymbolID, untyped.Place{Count: 1, File: r.FileID, Line: r.StartLine, Column: r.StartColumn})
		}
	}
}

// lookedFor is about the methods that the standard library finds on values of any type.
func (u *unknowns) lookedFor() {
	for _, name := range LookedForNames {
		for _, s := range u.byName[name] {
			if !s.IsExternal && (s.Kind == schema.KindMethod || s.Kind == schema.KindInterfaceMethod) {
				u.add(schema.Unknown{About: schema.AboutCallers, SymbolID: s.SymbolID, Reason: schema.ReasonReflection}, untyped.Place{Count: 1})
			}
		}
	}
}

// opened is about methods and fields that templates and reflection may use without a name. Where the values are of an interface, the types
// that implement it count.
func (u *unknowns) opened(all []Opened) {
	implementing := map[int32][]int32{}
	for _, t := range u.r.TypeRelations {
		if t.Relation == schema.RelationImplements {
			implementing[t.ToTypeID] = append(implementing[t.ToTypeID], t.FromTypeID)
		}
	}
	for _, o := range all {
		for _, id := range append([]int32{o.Type}, implementing[o.Type]...) {
			for _, m := range u.members[id] {
				u.mayUse(u.index[m], o.At)
			}
		}
	}
}

func (u *unknowns) mayUse(s *schema.Symbol, at untyped.Place) {
	if s.IsExternal || !isMemberKind(s.Kind) {
		return
	}
	about := []schema.About{schema.AboutChange}
	if s.IsExported {
		about = append(about, schema.AboutReferences)
	}
	if s.IsExported && s.Kind != schema.KindField {
		about = append(about, schema.AboutCallers)
	}
	for _, a := range about {
		u.add(schema.Unknown{About: a, SymbolID: s.SymbolID, Reason: schema.ReasonReflection}, at)
	}
}

// lookedForNames are the methods that the standard library looks for on values of any type, through interfaces that have no name, or
// none outside their package, so that no index has them. A test reads the sources of the standard library for more.
var LookedForNames = []string{
	"Is", "As", "Unwrap", // package errors, http.ResponseController
	"Timeout", "Temporary", // os.IsTimeout, packages net and net/url
	"IsBoolFlag",           // package flag
	"IsZero",               // omitzero of encoding/json
	"AfterFunc",            // package context
	"Equal",                // package crypto/x509
	"Compose", "Decompose", // database/sql
	"Flush", "Opaque", "Peek", "Unmarshal", "UnmarshalCompressed", // packages image and compress, for values that they read, write and encode
	"NewCBCDecrypter", "NewCBCEncrypter", "NewCTR", "NewGCM", "SetIV", // package crypto
	"BaseContext", "CancelRequest", "CloseIdleConnections", "CloseWrite", "ConnectionState", "EnableFullDuplex", "FlushError",
	"IsHTTP2NoCachedConnError", "NewClientConn", "RoundTripErr", "SetReadDeadline", "SetWriteDeadline", "UnencryptedNetConn", // net/http
}
