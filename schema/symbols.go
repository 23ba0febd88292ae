package schema

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
)

// Symbol is one definition of the repository, or one external symbol that it uses.
type Symbol struct {
	// Dense from 1: the repository's symbols by (file_path, byte offset of the name, symbol), then
	// external symbols by symbol. Other indexes have other ids.
	SymbolID int32 `col:"symbol_id"`
	// The stable name: unique in this index, and the same in every index that mentions the definition.
	Symbol string `col:"symbol"`
	// The identifier.
	Name string `col:"name"`
	// The name that people type: the package name (for main the last element of the path), then the names. In Python the whole dotted
	// name. Not unique.
	QualifiedName string `col:"qualified_name"`
	// The kind of the symbol.
	Kind Kind `col:"kind"`
	// The language, in lower case.
	Language string `col:"language"`
	// The file that defines it; NULL for external symbols.
	FileID int32 `col:"file_id" null:"0" ref:"files.file_id"`
	// The path of that file.
	FilePath string `col:"file_path" null:"" ref:"files.file_path"`
	// The directory of that file.
	ModulePath string `col:"module_path" null:"" ref:"modules.module_path"`
	// First line of the declaration, without its doc comment; NULL for external symbols and synthetic
	// functions, like all positions.
	StartLine int32 `col:"start_line" null:"0"`
	// First column of the declaration, in bytes from 1.
	StartColumn int32 `col:"start_column" null:"0"`
	// Last line of the declaration.
	EndLine int32 `col:"end_line" null:"0"`
	// Byte offset of the declaration, from 0.
	StartPos int32 `col:"start_pos" null:"-1"`
	// Byte offset after the declaration.
	EndPos int32 `col:"end_pos" null:"-1"`
	// Line of the identifier.
	NameLine int32 `col:"name_line" null:"0"`
	// Column of the identifier, in bytes from 1.
	NameColumn int32 `col:"name_column" null:"0"`
	// The type, function, variable or field that declares it; NULL at package level, and for an
	// external symbol whose container is not used.
	ContainerID int32 `col:"container_id" null:"0" ref:"symbols.symbol_id"`
	// The language lets other packages use its name. A convention of privacy does not count. In JavaScript a name that its module does not
	// export does not count either.
	IsExported bool `col:"is_exported"`
	// It is defined in a test file.
	IsTest bool `col:"is_test"`
	// It is defined outside the repository, and has no file, no positions and no doc.
	IsExternal bool `col:"is_external"`
	// Go import path of the package that declares it, or in Python the dotted name of the package around the file. NULL outside every Go
	// module, and for Python files in no package.
	PackagePath string `col:"package_path" null:""`
	// The declaration on one line, without a body; cut at 1,000 bytes.
	Signature string `col:"signature"`
	// The doc comment without its markers; NULL when there is none; cut at 16,384 bytes.
	Doc string `col:"doc" null:""`
	// It and its containers are exported, or such a symbol makes it reachable, and code outside the
	// repository can use its package: no command, no test, nothing internal.
	IsAPI bool `col:"is_api"`
	// The first 8 bytes of SHA-256 of the symbol as a positive number: the key that joins rows of several indexes.
	SymbolHash int64 `col:"symbol_hash"`
	// 63 bits of a hash of the resolved signature: import paths in full, aliases followed, no parameter
	// names. Of a type it covers the whole definition, of a constant the type and the value. NULL when
	// the types are unknown.
	SignatureHash int64 `col:"signature_hash" null:"0"`
	// Why the symbol is in use without a use in the code; NULL when only uses decide.
	Entry Entry `col:"entry" null:""`
	// The first symbol of a list in which a value depends on its place: removal of one symbol changes
	// others below it. NULL outside such a list.
	SequenceID int32 `col:"sequence_id" null:"0" ref:"symbols.symbol_id"`
	// The symbol whose value expression it repeats; NULL when it has its own.
	RepeatsID int32 `col:"repeats_id" null:"0" ref:"symbols.symbol_id"`
	// Rows in refs.
	RefCount int32 `col:"ref_count"`
	// Rows in refs from other modules.
	ExternalRefCount int32 `col:"external_ref_count"`
}

// Compare orders symbols by id.
func (a Symbol) Compare(b Symbol) int { return cmp.Compare(a.SymbolID, b.SymbolID) }

// Symbols is the table of Symbol.
var Symbols = declare[Symbol]("symbols", []string{"symbol_id"}, []string{"symbol_id"})

// HashSymbol returns the value of symbol_hash for a stable name.
func HashSymbol(symbol string) int64 {
	sum := sha256.Sum256([]byte(symbol))
	return int64(binary.BigEndian.Uint64(sum[:]) &^ (1 << 63))
}
