// Package resolve makes rows from source files of languages that cortex reads without a type checker. A front end for each language gives
// the [Unit] of each file: its scopes, definitions, bindings and expressions. One resolver for all languages finds the definitions that
// names and members mean, and the rows follow.
//
// # Terms
//
// A binding gives a name a value in a scope: a definition, an import, an assignment or a parameter. A name may have several; those that
// can hold at a place are its alternatives. A target is a definition, module or external name that an expression names. A value is
// an object that an expression may have at run time: a function, a class, an instance of a class, or a module.
//
// # Rules
//
// The rules, in this order: bindings of the scopes around a name, from the innermost; imports, also through files that import the name
// themselves; members of a class and its bases in method resolution order; receivers whose class follows from a constructor call, an
// annotation, a field, or a function with a known result; a variable or field that holds one function and nothing else. A name alone
// decides nothing. Calls and references that no rule decides have no target.
//
// # Limitations
//
// A resolved edge has the evidence heuristic: code may change classes and modules at run time. Rows of unknowns say that every answer
// about such a language is a lower bound. Calls of built-in functions have no row, and neither have calls of a class without a
// constructor in the repository. Calls that an operator or a statement makes have no row either.
package resolve
