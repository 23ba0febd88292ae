package schema

import (
	"cmp"
	"strings"
)

// Override is one method that implements or overrides another: the method that a type selects for a
// method of an interface.
type Override struct {
	// The type of the method set. For a struct without a name it is the declaration around it, or the
	// method itself when an interface has it. For an interface or a type parameter as a type argument
	// it is the generic function or type that takes it.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
	// The method that the method set selects: declared, promoted, of an embedded interface, or external.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The interface method's own declaration, never method_id. Its interface may have no name, or be
	// the constraint of a type parameter with this type as argument. Such interfaces have no row in
	// type_relations.
	OverriddenID int32 `col:"overridden_id" ref:"symbols.symbol_id"`
	// Why cortex believes the row: heuristic when a signature depends on type parameters around it, and
	// only name and arity agree.
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
	// The second type.
	ToTypeID int32 `col:"to_type_id" ref:"symbols.symbol_id"`
	// The relation of the first type to the second.
	Relation Relation `col:"relation"`
	// For implements: only the pointer to the type satisfies the interface. Otherwise false.
	ViaPointer bool `col:"via_pointer"`
	// The file that states the relation: for implements and satisfies the file of the first type.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The line in that file.
	StartLine int32 `col:"start_line"`
	// Why cortex believes the relation.
	Evidence Evidence `col:"evidence"`
}

// Compare orders relations by the second type, the first, and the relation.
func (a TypeRelation) Compare(b TypeRelation) int {
	return cmp.Or(cmp.Compare(a.ToTypeID, b.ToTypeID), cmp.Compare(a.FromTypeID, b.FromTypeID),
		strings.Compare(string(a.Relation), string(b.Relation)))
}

// TypeRelations is the table of TypeRelation.
var TypeRelations = declare[TypeRelation]("type_relations", []string{"to_type_id", "from_type_id", "relation"}, []string{"to_type_id", "from_type_id", "relation"})
