package schema

import (
	"cmp"
	"strings"
)

// TypeRow is one named type with a declaration in the repository.
type TypeRow struct {
	// Its symbol id.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
	// The stable name.
	Symbol string `col:"symbol" ref:"symbols.symbol"`
	// The identifier.
	Name string `col:"name"`
	// The name that people type.
	QualifiedName string `col:"qualified_name"`
	// The kind of the type.
	Kind Kind `col:"kind"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The path of the file.
	FilePath string `col:"file_path" ref:"files.file_path"`
	// The directory of the file.
	ModulePath string `col:"module_path" ref:"modules.module_path"`
	// The language, in lower case.
	Language string `col:"language"`
	// First line of the declaration.
	StartLine int32 `col:"start_line"`
	// Last line.
	EndLine int32 `col:"end_line"`
	// Byte offset of the declaration.
	StartPos int32 `col:"start_pos"`
	// Byte offset after it.
	EndPos int32 `col:"end_pos"`
	// Its name is visible to other packages.
	IsExported bool `col:"is_exported"`
	// It is defined in a test file.
	IsTest bool `col:"is_test"`
	// It is defined in a generated file.
	IsGenerated bool `col:"is_generated"`
	// Fields, embedded ones included.
	FieldCount int32 `col:"field_count"`
	// Declared methods; of an interface the explicit ones.
	MethodCount int32 `col:"method_count"`
	// The declaration on one line, without its members.
	Signature string `col:"signature"`
	// It stands for many types: it has type parameters, or it is a constraint of them. Relations of
	// such types are not compared in full.
	IsGeneric bool `col:"is_generic"`
	// The language lets no type outside its package implement it. Embedded interfaces do not count.
	IsSealed bool `col:"is_sealed"`
}

// Compare orders types by id.
func (a TypeRow) Compare(b TypeRow) int { return cmp.Compare(a.TypeID, b.TypeID) }

// Types is the table of TypeRow.
var Types = declare[TypeRow]("types", []string{"type_id"}, []string{"type_id"})

// Member is one part of a type.
type Member struct {
	// The type.
	TypeID int32 `col:"type_id" ref:"types.type_id"`
	// The kind of the member.
	Kind MemberKind `col:"kind"`
	// Place among the members of the same kind, from 1.
	Ordinal int32 `col:"ordinal"`
	// Its symbol; NULL for type parameters, type elements and types embedded in interfaces.
	MemberID int32 `col:"member_id" null:"0" ref:"symbols.symbol_id"`
	// Its name; NULL for a type element.
	Name string `col:"name" null:""`
	// Its type as written.
	TypeExpr string `col:"type_expr"`
	// The named type under pointers, slices, arrays, map values and channels; NULL when there is none.
	MemberTypeID int32 `col:"member_type_id" null:"0" ref:"symbols.symbol_id"`
	// Its name is visible to other packages.
	IsExported bool `col:"is_exported"`
	// The tag of a struct field, without its quotes; NULL when there is none.
	Tag string `col:"tag" null:""`
	// The line of the member.
	StartLine int32 `col:"start_line"`
	// Uses of a field in type-checked code that do not name it: literals without keys, conversions and
	// comparisons of its struct, and code that relies on its memory layout. One more when a struct
	// without a name has fields of the same names. NULL when unknown, and for every other kind of
	// member, embedded fields included.
	ImplicitUses int32 `col:"implicit_uses" null:"-1"`
}

// Compare orders members by type, kind and place.
func (a Member) Compare(b Member) int {
	return cmp.Or(cmp.Compare(a.TypeID, b.TypeID), strings.Compare(string(a.Kind), string(b.Kind)), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Members is the table of Member.
var Members = declare[Member]("members", []string{"type_id", "kind", "ordinal"}, []string{"type_id", "kind", "ordinal"})
