// Package graph holds the questions about the structure of code: who calls what,
// what uses, implements and imports what, and what a change affects.
//
// # Terms
//
// A [question] makes a table, nodes, of all that it finds; the rest is the same for all
// of them: filter and cut it (show.go), locate and describe what is left, and judge
// how complete the answer is (judge.go, doubts.go).
//
// A walk starts at the targets and takes up each symbol once, at its smallest
// depth: the fewest calls, at least one, that lead from it to a target (callers) or
// from a target to it (callees). A target is found by its own walk when it calls
// itself, directly or through others.
//
// Dispatch is following a call through an interface method to the methods that can
// stand in for it. That step costs no depth. Its evidence is never better than
// `interface`: such a symbol is a candidate, not a certain caller or callee.
// Interface methods call nothing: they are callees, and never callers; asked for
// the callees of one, callees answers with those of the methods that stand in for
// it. But for interface methods, a is among the callers of b exactly when b is
// among the callees of a.
//
// An impact spreads from what uses the target, implements it or stands in for it, all of
// it at a depth of 1, by calls from there on.
//
// # Limitations
//
// Calls by reflection and by templates are not seen, and no doubt is noted for
// them. Code outside the repository is not walked through: a caller that reaches
// its target only through a library's code is no caller here, nor is one that calls a function
// value which such code made of a function of its own. Assembly code of
// another package than the function's own raises no doubt.
//
// Each file is read in one build. What others make of it is guessed by name or doubted,
// but for this, of which no doubt is noted: methods that satisfy an interface from outside only
// where an alias stands for another type; unnamed constraints of one type element that is no
// basic type, which only files outside the build instantiate; and bodies of a
// module that another module of the tree builds with other versions. And a generic
// function outside the tree may have interfaces inside, made of the types that it is
// given: methods that only those demand are not told apart.
package graph
