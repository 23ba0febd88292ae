// Package patterns is the front end of languages that a file of tree-sitter queries describes. It makes a unit of each file.
//
// A language is a [Language]: the queries, the way from an import to a file, and the few facts that queries cannot say. Each pattern has
// one main capture, whose name has a dot, and captures for its parts. Patterns with one main node add up: a second pattern can capture a
// part that only some nodes have. Of several main captures of one node the first in the file counts.
//
// # Definitions
//
// definition.class, .interface, .enum, .struct, .trait, .union and .type_alias define a type. Their parts are @name, @base and @interface
// for each type above, and @value for the type that an alias names. definition.function and .constructor define a function, or a method
// when a type is around it. Their parts are @name, @result and @body. definition.prototype declares a function that another place defines: the linker of the
// language decides whether it has a symbol. definition.macro has @name. definition.variable, .constant, .field and .enum_member define a
// symbol outside of functions, and a local name in them. Their parts are @name, @type, @value, and @element for a value whose elements the
// name has. definition.parameter has @name, @type, @value and @rest for one that takes any number of arguments; definition.type_parameter has @name. All have @modifiers and @annotation. In place of @name, @declarator is a declarator of C with the name in it.
//
// # Expressions
//
// expression.name reads a name. expression.member has @object and @name. expression.call has @function, or @name with or without an
// @object, and @arguments. expression.new has @type and @arguments; expression.generic has @type, and its other children are arguments.
// expression.index has @object. expression.assign has @target and @value. expression.cast has @type and @value. expression.literal,
// .string, .nothing, .self, .super and .either have no parts. expression.text is text whose words may be names. expression.group has the value of its only child, or of its @object. expression.type is a type
// where no part says it. expression.return has the returned @value.
//
// # Scopes and imports
//
// scope.block is a block, scope.branch one that may not run and counts as a decision, scope.function a function without a name,
// scope.object the body of a class without a name.
// statement.typed has the @type that the names in it share.
// statement.decision is any other decision. statement.import has @path, @name, @alias and @all. statement.package has @name.
//
// # Limitations
//
// A name is visible in the whole scope that defines it. Predicates of queries have no effect.
package patterns
