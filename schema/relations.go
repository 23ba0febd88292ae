package schema

import (
	"cmp"
	"strings"
)

// Override is one method that stands in for another: for an implementing type and a method of the interface, which method of the type is selected.
type Override struct {
	// The type whose method set it is; of a struct without a name the declaration around it, or the method itself where that
	// is of an interface; of an interface or a type parameter that is given for one the generic function or type that takes it.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
	// The method that the method set selects: declared, promoted, of an embedded interface, or outside.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The interface method's own declaration. Never the same as method_id. Its
	// interface may have no name, or be the constraint of a type parameter that the type is given for: no
	// row of type_relations tells of those.
	OverriddenID int32 `col:"overridden_id" ref:"symbols.symbol_id"`
	// Why it is believed: heuristic where one of the signatures depends on type parameters around it, and only name and arity agree.
	Evidence Evidence `col:"evidence"`
}

// Compare orders overrides by the overridden method, the method and the type.
func (a Override) Compare(b Override) int {
	return cmp.Or(cmp.Compare(a.OverriddenID, b.OverriddenID), cmp.Compare(a.MethodID, b.MethodID), cmp.Compare(a.TypeID, b.TypeID))
}

// Overrides is the table of Override.
var Overrides = declare[Override]("overrides", []string{"overridden_id", "method_id", "type_id"}, []string{"overridden_id", "method_id", "type_id"})

// TypeRelation is one relation between two types.
type TypeRelation struct {
	// The type that implements, embeds or extends, or the alias.
	FromTypeID int32 `col:"from_type_id" ref:"types.type_id"`
	// The other one.
	ToTypeID int32 `col:"to_type_id" ref:"symbols.symbol_id"`
	// What the first is to the second.
	Relation Relation `col:"relation"`
	// For implements: only the pointer to the type satisfies the interface. Otherwise false.
	ViaPointer bool `col:"via_pointer"`
	// The file that states it: for implements the one that declares the first type.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The line in that file.
	StartLine int32 `col:"start_line"`
	// Why it is believed.
	Evidence Evidence `col:"evidence"`
}

// Compare orders relations by the second type, the first, and the relation.
func (a TypeRelation) Compare(b TypeRelation) int {
	return cmp.Or(cmp.Compare(a.ToTypeID, b.ToTypeID), cmp.Compare(a.FromTypeID, b.FromTypeID),
		strings.Compare(string(a.Relation), string(b.Relation)))
}

// TypeRelations is the table of TypeRelation.
var TypeRelations = declare[TypeRelation]("type_relations", []string{"to_type_id", "from_type_id", "relation"}, []string{"to_type_id", "from_type_id", "relation"})
