package schema

import "cmp"

// Dispatch is one method that can run where a method is called through an interface that has it from another. There, what overrides has for the callee is more than can run.
type Dispatch struct {
	// The number that such calls bear.
	DispatchID int32 `col:"dispatch_id"`
	// Their callee.
	CalleeID int32 `col:"callee_id" ref:"symbols.symbol_id"`
	// What a type that satisfies their receiver's interface has for it, never a method of an interface; NULL in the one row of a
	// number where none does.
	MethodID int32 `col:"method_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders dispatches by number and method.
func (a Dispatch) Compare(b Dispatch) int {
	return cmp.Or(cmp.Compare(a.DispatchID, b.DispatchID), cmp.Compare(a.MethodID, b.MethodID))
}

// Dispatches is the table of Dispatch.
var Dispatches = declare[Dispatch]("dispatches", []string{"dispatch_id", "method_id"}, []string{"dispatch_id", "method_id"}).since(4)
