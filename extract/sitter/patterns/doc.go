// Package patterns is the front end of languages that a file of tree-sitter queries describes. It makes a unit of each file.
//
// A language is a [Language]: the queries, the way from an import to a file, and the few facts that queries cannot say. Each pattern has
// one main capture, whose name has a dot, and captures for its parts. Patterns with one main node add up: a second pattern can capture a
// part that only some nodes have. Of several main captures of one node the first in the file counts.
//
// # Definitions
//
// definition.class, .interface, .enum, .struct, .trait, .union and .type_alias define a type. Their parts are @name, @base and @interface
// for each type above, @mixin for each type whose members go before those of bases, @prepended for each whose members go before
// its own, @extends for each type whose members the type itself has,
// and @value for the type that an alias names.
// definition.function and .constructor define a function, or a method when a type is around it. Their parts are @name, @result, @body,
// @last for the expression whose value they return, and @side for a method that only the type itself has.
// definition.variable, .constant, .field and .enum_member define a symbol outside of functions, and a local name in them. Their parts are
// @name, @type, @value, and @element for a value whose elements the name has. definition.parameter has @name, @type, @value and @rest for
// one that takes any number of arguments; definition.type_parameter has @name and each @bound. A parameter with @field defines a field of
// the class too. All have @modifiers and @annotation. A statement.annotation stands before its definition.
//
// definition.local assigns a name of the function around, with @type and @value. definition.held assigns a field of the receiver, and the
// first one defines the field.
//
// A type and a definition.enum_member have a @part for each value without a name in them. A method has a @receiver that it declares.
// definition.module is a module in the file: its code does not see the names around it. definition.extension is a part of the type @type
// that stands outside of the type, and implements each @interface. definition.macro has @name. definition.prototype
// declares a function that another place defines: the linker of the language decides whether it has a symbol. In place of @name,
// @declarator is a declarator of C with the name in it.
//
// definition.pattern binds each expression.binding in @pattern. A @pattern that is one name has @value, @element and @type; otherwise
// @known is the name with an element of @value, for the @variant of an enum. expression.parts has the @type of an enum member in a
// pattern, and a @part for each value.
//
// # Expressions
//
// expression.name reads a name. expression.path reads the last of the names in it, through those before; with @root the path begins outside
// of all scopes, as that of an import. expression.member has @object, and @name or the @field that only a field can be. expression.call has
// @function, or @name with or without an @object, and @arguments. expression.new has @type and @arguments; expression.generic has @type,
// and its other children are arguments. expression.index has @object. expression.assign has @target and @value. expression.cast has @type
// and @value. expression.literal, .string, .nothing, .self, .super and .either have no parts. expression.macro uses the macro @name, also
// of an @object. expression.ignored has no meaning, and expression.unread has names without a known meaning, which make rows of unknowns.
// expression.text is text whose words may be names. expression.group has the value of its only child, or of its @object. expression.type is a type where no part says it. expression.return has the returned
// @value. A literal may have its type after a dot: expression.literal.boolean, or number for a type that the ending says.
// expression.word is a local name where a scope has it, and otherwise a call of a method of the receiver. expression.field is a field of the
// receiver, and expression.type_of the class of its @object. expression.setter is a call of the method that sets @name of @object, and
// expression.overridden one of the method above with the name of the method around. expression.new without @type makes an instance of the
// receiver. expression.member.method names a method that is not called. expression.array is the type of an array with elements of @type.
//
// # Scopes and imports
//
// scope.block is a block with names of its own, and scope.branch one that may not run and counts as a decision. statement.branch is such a
// branch where names belong to the function. scope.function is a function without a name, and scope.object the body of a class without a
// name. scope.side is the part of a type with the members that only the type itself has. statement.section gives @modifiers to the
// definitions that follow in the type, or to each @name. statement.decision is any other decision. statement.typed has the @type that the names in it share. statement.import has @path, @name, @alias and @all. statement.package has @name.
//
// # Limitations
//
// A name is visible in the whole scope that defines it. Of the predicates of queries only any-of? has an effect.
package patterns
