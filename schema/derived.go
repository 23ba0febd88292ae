package schema

import (
	"cmp"
	"strings"
)

// The tables below, and those of derived_calls.go, follow from the others. They spare readers what takes long to find out: which calls and types an
// answer about structure must doubt, and which symbol is meant by a name. Where an index lacks them, a reader makes them itself (package queries/derive).

// AbstractMethod is one method without a body of its own: of an interface of the repository, or of an outside one that it uses.
type AbstractMethod struct {
	// The method.
	SymbolID int32 `col:"symbol_id" ref:"symbols.symbol_id"`
	// Its name.
	Name string `col:"name"`
	// Its interface; NULL when that has no name.
	ContainerID int32 `col:"container_id" null:"0" ref:"symbols.symbol_id"`
	// The file; NULL when it is outside.
	FileID int32 `col:"file_id" null:"0" ref:"files.file_id"`
	// It is defined outside the repository.
	IsExternal bool `col:"is_external"`
	// The repository refers to it.
	IsUsed bool `col:"is_used"`
	// Types are not, or not always, compared with its interface, which is generic, a constraint, or without a name: overrides may
	// lack what stands in for it.
	IsUncompared bool `col:"is_uncompared"`
}

// Compare orders methods by their ids.
func (a AbstractMethod) Compare(b AbstractMethod) int { return cmp.Compare(a.SymbolID, b.SymbolID) }

// AbstractMethods is the table of AbstractMethod.
var AbstractMethods = declare[AbstractMethod]("abstract_methods", []string{"symbol_id"}, []string{"symbol_id"}).since(6).derived()

// UncomparedType is one type that is no plain interface, so that type_relations may lack what it is to others: a generic type, a
// constraint, and what embeds one.
type UncomparedType struct {
	// The type.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
}

// Compare orders types by their ids.
func (a UncomparedType) Compare(b UncomparedType) int { return cmp.Compare(a.TypeID, b.TypeID) }

// UncomparedTypes is the table of UncomparedType.
var UncomparedTypes = declare[UncomparedType]("uncompared_types", []string{"type_id"}, []string{"type_id"}).since(6).derived()

// PossibleOverride is one method of a generic type that may stand in for another, in an instance that stands nowhere in the
// repository: overrides does not have it.
type PossibleOverride struct {
	// The generic type.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
	// Its method.
	MethodID int32 `col:"method_id" ref:"symbols.symbol_id"`
	// The interface that an instance may satisfy; where that has no name, its method.
	InterfaceID int32 `col:"interface_id" ref:"symbols.symbol_id"`
	// The method of that name which the interface has.
	OverriddenID int32 `col:"overridden_id" ref:"symbols.symbol_id"`
}

// Compare orders possible overrides by the overridden method, the method, the type and the interface.
func (a PossibleOverride) Compare(b PossibleOverride) int {
	return cmp.Or(cmp.Compare(a.OverriddenID, b.OverriddenID), cmp.Compare(a.MethodID, b.MethodID),
		cmp.Compare(a.TypeID, b.TypeID), cmp.Compare(a.InterfaceID, b.InterfaceID))
}

// PossibleOverrides is the table of PossibleOverride.
var PossibleOverrides = declare[PossibleOverride]("possible_overrides", []string{"overridden_id", "method_id", "type_id", "interface_id"},
	[]string{"overridden_id", "method_id", "type_id", "interface_id"}).since(6).derived()

// UncertainCall is the calls in one file with one name, of which nobody knows what they call, or by that name only.
type UncertainCall struct {
	// The last identifier of callee_name; empty where the callee has none.
	Name string `col:"name"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// The evidence of the calls: heuristic or unresolved.
	Evidence Evidence `col:"evidence"`
	// How many there are.
	CallCount int32 `col:"call_count"`
}

// Compare orders uncertain calls by name, file and evidence.
func (a UncertainCall) Compare(b UncertainCall) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.FileID, b.FileID), strings.Compare(string(a.Evidence), string(b.Evidence)))
}

// UncertainCalls is the table of UncertainCall.
var UncertainCalls = declare[UncertainCall]("uncertain_calls", []string{"name", "file_id", "evidence"}, []string{"name", "file_id", "evidence"}).since(6).derived()

// SelectedName is one name that a file which was not type-checked, or not wholly, has behind a dot and before no parenthesis: that of
// a field, or of a method whose value is taken. Without contents there are none.
type SelectedName struct {
	// The name.
	Name string `col:"name"`
	// The file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Its directory.
	ModulePath string `col:"module_path"`
}

// Compare orders selected names by name and file.
func (a SelectedName) Compare(b SelectedName) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.FileID, b.FileID))
}

// SelectedNames is the table of SelectedName.
var SelectedNames = declare[SelectedName]("selected_names", []string{"name", "file_id"}, []string{"name", "file_id"}).since(6).derived()

// ReplacedMethod is one name of methods of a type, or of one that it embeds, which calls go to here and not where tests are built with the code
// or in another build: there, a type that embeds this one has a method of that name, or this type is another.
type ReplacedMethod struct {
	// The type.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
	// The name; empty for any.
	Name string `col:"name"`
	// Tests declare the other one; otherwise it is in a file outside the chosen build.
	IsTest bool `col:"is_test"`
}

// Compare orders replaced methods by type, name, and who replaces them.
func (a ReplacedMethod) Compare(b ReplacedMethod) int {
	return cmp.Or(cmp.Compare(a.TypeID, b.TypeID), strings.Compare(a.Name, b.Name), cmp.Compare(boolean(a.IsTest), boolean(b.IsTest)))
}

// boolean is 1 for true.
func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ReplacedMethods is the table of ReplacedMethod.
var ReplacedMethods = declare[ReplacedMethod]("replaced_methods", []string{"type_id", "name", "is_test"}, []string{"type_id", "name", "is_test"}).since(6).derived()

// ClosedInterface is one interface that no type from outside can satisfy: a method is not exported, or has types of the repository in its
// signature.
type ClosedInterface struct {
	// The interface.
	TypeID int32 `col:"type_id" ref:"symbols.symbol_id"`
}

// Compare orders interfaces by their ids.
func (a ClosedInterface) Compare(b ClosedInterface) int { return cmp.Compare(a.TypeID, b.TypeID) }

// ClosedInterfaces is the table of ClosedInterface.
var ClosedInterfaces = declare[ClosedInterface]("closed_interfaces", []string{"type_id"}, []string{"type_id"}).since(6).derived()

// SymbolName is the name of one symbol, for those who know the name: symbols are in another order.
type SymbolName struct {
	// The name.
	Name string `col:"name"`
	// The symbol.
	SymbolID int32 `col:"symbol_id" ref:"symbols.symbol_id"`
}

// Compare orders names by name and symbol.
func (a SymbolName) Compare(b SymbolName) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.SymbolID, b.SymbolID))
}

// SymbolNames is the table of SymbolName.
var SymbolNames = declare[SymbolName]("symbol_names", []string{"name", "symbol_id"}, []string{"name", "symbol_id"}).since(6).derived()
