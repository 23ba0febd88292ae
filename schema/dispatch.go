package schema

import "cmp"

// Dispatch is one possible callee of calls through an interface that inherits the method from another
// interface, or of calls of super. For such calls, overrides lists more methods than can run.
type Dispatch struct {
	// The dispatch_id of the calls.
	DispatchID int32 `col:"dispatch_id"`
	// The callee of the calls.
	CalleeID int32 `col:"callee_id" ref:"symbols.symbol_id"`
	// The method of a type that satisfies the receiver's interface, never a method of an interface.
	// NULL in the only row of a dispatch_id without such a type.
	MethodID int32 `col:"method_id" null:"0" ref:"symbols.symbol_id"`
}

// Compare orders dispatches by number and method.
func (a Dispatch) Compare(b Dispatch) int {
	return cmp.Or(cmp.Compare(a.DispatchID, b.DispatchID), cmp.Compare(a.MethodID, b.MethodID))
}

// Dispatches is the table of Dispatch.
var Dispatches = declare[Dispatch]("dispatches", []string{"dispatch_id", "method_id"}, []string{"dispatch_id", "method_id"})
