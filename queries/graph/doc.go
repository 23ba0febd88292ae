// Package graph has the operations on the structure of code: calls, uses, implementations, imports, and the impact of a change. Each
// operation fills one temporary table, found, with one statement; the rest is the same for all: filter, cut, locate, describe, and judge
// completeness.
//
// # Terms
//
// A walk starts at the targets and reaches each symbol once, at its smallest depth: the fewest calls, at least one, that lead from it to a
// target (callers) or from a target to it (callees). At equal depth the strongest evidence counts, and the evidence of a way is its weakest
// step. A target is among its own results when it calls itself, directly or through others.
//
// A walk follows dynamic dispatch: a call of an interface method is a step to that method and to each possible callee. Such a step has at
// best the evidence `interface`. Interface methods call nothing; the callees of an interface method are those of its possible callees.
// Except for interface methods, a is among the callers of b by calls exactly when b is among the callees of a. Declarations that take a
// target as a value are results of callers too, at depth 1 with the evidence `value`; calls of literals are results of callees. Neither is
// a step of a walk.
//
// An impact starts with the users, implementations and callers of the target, all at depth 1, and follows calls and values from there.
//
// # Limitations
//
// Calls by reflection and from templates are not found. Methods of values that such code may get have a reason, as have methods with names
// that the standard library looks for. The walk does not go through code outside the repository: a caller that reaches its target only through a library's code is no result.
// Assembly code of another package gives no reason. A generic function outside the repository may have interfaces inside, made of its type
// arguments: the methods that only those ask for give no reason. Each file is read in one build; bodies of a module that another module of
// the repository builds with other versions are not compared.
package graph
