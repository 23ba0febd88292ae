package emit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cortex-index/cortex/schema"
)

// publish writes the rows as an index at dest, and returns its manifest.
func publish(tb testing.TB, dest string, rows ...any) schema.Manifest {
	tb.Helper()
	w, err := Create(dest)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() {
		if err := w.Abort(); err != nil {
			tb.Error(err)
		}
	}()
	return commit(tb, w, rows...)
}

// commit writes the rows and commits.
func commit(tb testing.TB, w *Writer, rows ...any) schema.Manifest {
	tb.Helper()
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			tb.Fatal(err)
		}
	}
	m, err := w.Commit(tb.Context(), testManifest(), nil, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func testManifest() schema.Manifest {
	return schema.Manifest{Generator: schema.Generator{Name: "cortex", Version: "test"}}
}

// syntheticRefs returns n references like a Go repository. Few symbols have most of them, close
// together in few files, and the identifier's length is the symbol's. The same n gives the same rows.
func syntheticRefs(n int) []schema.Ref {
	rnd := rand.New(rand.NewPCG(1, 2))
	symbols, files := n/10+1, n/400+1
	zipf := rand.NewZipf(rnd, 1.1, 8, uint64(symbols-1))
	rows := make([]schema.Ref, 0, n)
	for len(rows) < n {
		symbol := int32(zipf.Uint64()) + 1
		file := int32(rnd.IntN(files)) + 1
		line := int32(rnd.IntN(900)) + 1
		for range 1 + rnd.IntN(6) { // a few uses close together
			line += int32(rnd.IntN(12))
			column := int32(1 + 4*rnd.IntN(4) + rnd.IntN(30))
			rows = append(rows, schema.Ref{SymbolID: symbol, FileID: file, StartLine: line, StartColumn: column,
				EndColumn: column + 3 + symbol%9, Role: schema.Role(schema.RoleRead.Values()[symbol%4]), EnclosingID: file*30 + line/40})
		}
	}
	slices.SortFunc(rows, schema.Ref.Compare)
	return slices.CompactFunc(rows, func(a, b schema.Ref) bool { return a.Compare(b) == 0 })
}

// syntheticSymbols returns n symbols, a tenth of them external.
func syntheticSymbols(n int) []schema.Symbol {
	rnd := rand.New(rand.NewPCG(3, 4))
	words := []string{"Error", "New", "Load", "start", "Query", "Labels", "Head", "chunk", "Append", "Series", "String", "Close"}
	rows := make([]schema.Symbol, n)
	pos := int32(0)
	for i := range rows {
		file := int32(i/40) + 1
		if i%40 == 0 {
			pos = 0
		}
		pos += int32(rnd.IntN(400)) + 10
		name := words[rnd.IntN(len(words))] + words[rnd.IntN(len(words))]
		pkg := fmt.Sprintf("example.org/module/dir%d/package%d", file/50, file/5)
		s := schema.Symbol{SymbolID: int32(i) + 1, Symbol: fmt.Sprintf("%s.%s%d", pkg, name, i), Name: name,
			QualifiedName: fmt.Sprintf("package%d.%s", file/5, name), Kind: schema.KindMethod, Language: "go",
			PackagePath: pkg, Signature: "func (h *" + words[rnd.IntN(len(words))] + ") " + name + "(ctx context.Context) error",
			StartPos: -1, EndPos: -1, RefCount: int32(rnd.ExpFloat64() * 8)}
		if i < n*9/10 {
			s.FileID, s.FilePath, s.ModulePath = file, fmt.Sprintf("dir%d/package%d/file%d.go", file/50, file/5, file), fmt.Sprintf("dir%d/package%d", file/50, file/5)
			s.StartLine, s.EndLine, s.NameLine = pos/30+1, pos/30+9, pos/30+1
			s.StartColumn, s.NameColumn, s.StartPos, s.EndPos = 1, 6, pos, pos+300
			if i%3 == 0 {
				s.Doc = name + " is documented by " + words[rnd.IntN(len(words))] + "."
			}
		} else {
			s.IsExternal = true
		}
		rows[i] = s
	}
	return rows
}
