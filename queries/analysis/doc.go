// Package analysis holds the questions about a whole codebase: what is there, what
// matters, what is dead, and what someone needs to read first.
//
// Each question is an operation in a file of its own, declared by declare: an answer
// embeds a head, which says how far it is complete, and has one field of its own. What
// all questions about lists of symbols filter by stands in filters.go.
package analysis
