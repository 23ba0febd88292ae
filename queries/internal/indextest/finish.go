package indextest

import (
	"path"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// finish adds the rows that follow from symbols and edges, and the counts.
func (p *parser) finish() *schema.Rows {
	for i, f := range p.order {
		p.file(int32(i+1), f)
	}
	p.rows.Symbols = p.symbols
	slices.SortFunc(p.rows.Symbols, schema.Symbol.Compare)
	for i := range p.rows.Symbols {
		p.rows.Symbols[i].SymbolHash = schema.HashSymbol(p.rows.Symbols[i].Symbol)
		p.definition(&p.rows.Symbols[i])
	}
	for _, r := range p.rows.Refs {
		s := &p.rows.Symbols[r.SymbolID-1]
		s.RefCount++
		if path.Dir(p.order[r.FileID-1]) != s.ModulePath {
			s.ExternalRefCount++
		}
	}
	for i, imported := range p.imports {
		p.imported(int32(i+1), imported[0], imported[1])
	}
	for pair, n := range p.through {
		if !slices.ContainsFunc(p.rows.Dispatches, func(d schema.Dispatch) bool { return d.DispatchID == n }) {
			p.rows.Dispatches = append(p.rows.Dispatches, schema.Dispatch{DispatchID: n, CalleeID: pair[0]})
		}
	}
	p.modules()
	return &p.rows
}

func (p *parser) file(id int32, f string) {
	status := schema.StatusOK
	if stage, broken := p.broken[f]; broken {
		severity, code := schema.SeverityError, schema.CodeTypeError
		switch stage {
		case schema.StageParse:
			code = schema.CodeParseError
		case "import": // that could not be read
			stage, severity, code = schema.StageTypecheck, schema.SeverityWarning, schema.CodeDependencyMissing
		}
		status = schema.StatusPartial
		p.rows.Diagnostics = append(p.rows.Diagnostics, schema.Diagnostic{FileID: id, FilePath: f, ModulePath: path.Dir(f), StartLine: 1, StartColumn: 1,
			Stage: stage, Severity: severity, Code: code, Message: "undefined: x"})
	}
	var lines int32
	isUntyped := false
	for _, s := range p.symbols {
		if s.FilePath == f {
			lines = max(lines, s.EndLine)
			isUntyped = isUntyped || s.Name != "init" && strings.HasSuffix(s.Symbol, "#"+f)
		}
	}
	var b strings.Builder
	for n := range lines {
		b.WriteString(line(f, n+1) + "\n")
	}
	text := []byte(b.String())
	for _, s := range p.symbols {
		if s.FilePath == f && s.EndPos > 0 && !p.bodiless[strings.TrimPrefix(s.Symbol, prefix)] {
			text[s.EndPos-1] = '}'
		}
	}
	if last := p.texts[f]; last != "" {
		text, lines = append(text, last...), lines+1
	}
	p.rows.Files = append(p.rows.Files, schema.File{FileID: id, FilePath: f, Language: "go", ModulePath: path.Dir(f), IsTest: strings.HasSuffix(f, "_test.go"),
		LinesTotal: lines, LinesCode: lines, SizeBytes: int64(len(text)), FileHash: "0123456789abcdef", Status: status, IsUntyped: isUntyped || p.untyped[f]})
	p.rows.Contents = append(p.rows.Contents, schema.Content{FileID: id, FilePath: f, Content: string(text)})
}

// imported adds the import of a directory's package by a file.
func (p *parser) imported(id int32, file, directory string) {
	at, ok := slices.BinarySearch(p.order, file)
	if !ok {
		p.t.Fatalf("%s declares nothing that could import", file)
	}
	p.rows.Imports = append(p.rows.Imports, schema.Import{ImportID: id, FileID: int32(at + 1), FilePath: file, ModulePath: path.Dir(file),
		ImportedModule: prefix + directory, ImportedModulePath: directory, StartLine: 1, Evidence: schema.EvidenceStatic})
	p.rows.Files[at].ImportCount++
}

func (p *parser) definition(s *schema.Symbol) {
	switch {
	case s.IsExternal:
	case s.Kind == schema.KindFunction || s.Kind == schema.KindMethod:
		p.rows.Files[s.FileID-1].FunctionCount++
		p.rows.Functions = append(p.rows.Functions, schema.Function{FunctionID: s.SymbolID, Symbol: s.Symbol, Name: s.Name, QualifiedName: s.QualifiedName,
			FileID: s.FileID, FilePath: s.FilePath, ModulePath: s.ModulePath, Language: s.Language, StartLine: s.StartLine, EndLine: s.EndLine,
			StartPos: s.StartPos, EndPos: s.EndPos, IsExported: s.IsExported, IsMethod: s.Kind == schema.KindMethod, IsTest: s.IsTest,
			Signature: s.Signature, Lines: 10, Complexity: 1})
		if s.StartLine > 0 {
			p.rows.Scopes = append(p.rows.Scopes, schema.Scope{FileID: s.FileID, Kind: schema.ScopeFunction, StartLine: s.StartLine, StartColumn: 1,
				EndLine: s.EndLine, EndColumn: 2, SymbolID: s.SymbolID})
		}
	case s.Kind.IsType():
		p.rows.Files[s.FileID-1].TypeCount++
		p.rows.Types = append(p.rows.Types, schema.TypeRow{TypeID: s.SymbolID, Symbol: s.Symbol, Name: s.Name, QualifiedName: s.QualifiedName, Kind: s.Kind,
			FileID: s.FileID, FilePath: s.FilePath, ModulePath: s.ModulePath, Language: s.Language, StartLine: s.StartLine, EndLine: s.EndLine,
			StartPos: s.StartPos, EndPos: s.EndPos, IsExported: s.IsExported, IsTest: s.IsTest, Signature: s.Signature})
	}
}

func (p *parser) modules() {
	for _, f := range p.rows.Files {
		i := slices.IndexFunc(p.rows.Modules, func(m schema.Module) bool { return m.ModulePath == f.ModulePath })
		if i < 0 {
			i = len(p.rows.Modules)
			p.rows.Modules = append(p.rows.Modules, schema.Module{ModulePath: f.ModulePath, PackagePath: prefix + f.ModulePath, Language: "go",
				Depth: int32(strings.Count(f.ModulePath, "/") + 1)})
		}
		m := &p.rows.Modules[i]
		m.FileCount++
		m.TotalLines += f.LinesTotal
		m.CodeLines += f.LinesCode
		m.TypeCount += f.TypeCount
		m.FunctionCount += f.FunctionCount
		if f.IsTest {
			m.TestFileCount++
		}
	}
	for _, s := range p.rows.Symbols {
		i := slices.IndexFunc(p.rows.Modules, func(m schema.Module) bool { return m.ModulePath == s.ModulePath })
		if i < 0 || !s.IsExported {
			continue
		}
		switch {
		case s.Kind == schema.KindFunction || s.Kind == schema.KindMethod:
			p.rows.Modules[i].ExportedFunctionCount++
		case s.Kind.IsType():
			p.rows.Modules[i].ExportedTypeCount++
		}
	}
}
