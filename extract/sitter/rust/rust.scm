; Structure of Rust. Package patterns says the meaning of each capture. Names in patterns come first: of several roles of a node the first counts.

(use_declaration argument: (_) @path) @statement.import
(extern_crate_declaration name: (identifier) @path) @statement.import
(extern_crate_declaration alias: (identifier) @alias) @statement.import
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(mod_item (visibility_modifier) @modifiers body: (_)) @definition.module
(mod_item name: (identifier) @name) @statement.import
(attribute_item) @statement.annotation
(inner_attribute_item) @expression.ignored

; Types
(struct_item name: (type_identifier) @name) @definition.struct
(struct_item body: (_) @body) @definition.struct
(struct_item body: (ordered_field_declaration_list type: (_) @part)) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.union
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(trait_item bounds: (trait_bounds (_) @base)) @definition.trait
(type_item name: (type_identifier) @name type: (_) @value) @definition.type_alias
(associated_type name: (type_identifier) @name) @definition.type_alias
(struct_item (visibility_modifier) @modifiers) @definition.struct
(union_item (visibility_modifier) @modifiers) @definition.union
(enum_item (visibility_modifier) @modifiers) @definition.enum
(trait_item (visibility_modifier) @modifiers) @definition.trait
(type_item (visibility_modifier) @modifiers) @definition.type_alias
(impl_item type: (_) @type body: (_) @body) @definition.extension
(impl_item trait: (_) @interface) @definition.extension
(type_parameter name: (type_identifier) @name) @definition.type_parameter
(type_parameter bounds: (trait_bounds (_) @bound)) @definition.type_parameter
(const_parameter name: (identifier) @name) @definition.type_parameter
(where_predicate left: (type_identifier) @name bounds: (trait_bounds (_) @bound)) @definition.type_parameter

; Functions and macros
(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_item return_type: (_) @result) @definition.function
(function_item (visibility_modifier) @modifiers) @definition.function
(function_item parameters: (parameters (self_parameter) @receiver)) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(function_signature_item return_type: (_) @result) @definition.function
(function_signature_item (visibility_modifier) @modifiers) @definition.function
(function_signature_item parameters: (parameters (self_parameter) @receiver)) @definition.function
(macro_definition name: (identifier) @name) @definition.macro
(parameters (parameter pattern: (identifier) @name type: (_) @type) @definition.parameter)
(parameter pattern: (_) @pattern) @definition.pattern
(parameter type: (_) @type) @definition.pattern
(closure_expression) @scope.function
(closure_parameters [(identifier) (tuple_pattern) (tuple_struct_pattern) (struct_pattern) (reference_pattern) (ref_pattern) (mut_pattern) (slice_pattern)] @pattern @definition.pattern)
(self_parameter) @expression.ignored
(macro_rule) @expression.unread
(token_tree) @expression.unread

; Fields and variables
(enum_variant name: (identifier) @name) @definition.enum_member
(enum_variant body: (ordered_field_declaration_list type: (_) @part)) @definition.enum_member
(enum_variant body: (field_declaration_list (field_declaration) @expression.type))
(ordered_field_declaration_list) @expression.type
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(field_declaration (visibility_modifier) @modifiers) @definition.field
(const_item name: (identifier) @name type: (_) @type) @definition.constant
(const_item value: (_) @value) @definition.constant
(const_item (visibility_modifier) @modifiers) @definition.constant
(static_item name: (identifier) @name type: (_) @type) @definition.variable
(static_item value: (_) @value) @definition.variable
(static_item (visibility_modifier) @modifiers) @definition.variable
(let_declaration pattern: (_) @pattern) @definition.pattern
(let_declaration type: (_) @type) @definition.pattern
(let_declaration value: (_) @value) @definition.pattern
(let_declaration pattern: (tuple_struct_pattern type: (identifier) @variant . (identifier) @known)) @definition.pattern
(let_condition pattern: (_) @pattern value: (_) @value) @definition.pattern
(let_condition pattern: (tuple_struct_pattern type: (identifier) @variant . (identifier) @known)) @definition.pattern
(match_pattern . (_) @pattern) @definition.pattern
(for_expression pattern: (_) @pattern @definition.pattern value: (_) @element)
(tuple_struct_pattern type: (_) @type) @expression.parts
(tuple_struct_pattern type: (_) (_) @part) @expression.parts
(tuple_pattern (identifier) @expression.binding)
(tuple_struct_pattern type: (_) (identifier) @expression.binding)
(field_pattern name: (shorthand_field_identifier) @expression.binding)
(field_pattern pattern: (identifier) @expression.binding)
(ref_pattern (identifier) @expression.binding)
(mut_pattern (identifier) @expression.binding)
(captured_pattern (identifier) @expression.binding)
(reference_pattern (identifier) @expression.binding)
(slice_pattern (identifier) @expression.binding)
(or_pattern (identifier) @expression.binding)

; Expressions
(call_expression function: [(identifier) (scoped_identifier) (field_expression) (call_expression) (parenthesized_expression) (index_expression) (macro_invocation) (block)] @function) @expression.call
(call_expression function: (generic_function function: (_) @function)) @expression.call
(call_expression arguments: (_) @arguments) @expression.call
(macro_invocation macro: (identifier) @name) @expression.macro
(macro_invocation macro: (scoped_identifier path: (_) @object name: (identifier) @name)) @expression.macro
(struct_expression name: (_) @type body: (_) @arguments) @expression.new
(field_expression value: (_) @object field: [(field_identifier) (integer_literal)] @name) @expression.member
(scoped_identifier path: (_) @object name: (identifier) @name) @expression.member
(scoped_type_identifier path: (_) @object name: (type_identifier) @name) @expression.member
(generic_type type: (_) @type type_arguments: (_) @arguments) @expression.generic
(generic_type_with_turbofish type: (_) @type type_arguments: (_) @arguments) @expression.generic
(type_binding name: (_) @expression.ignored)
(try_expression (_) @object) @expression.index
(index_expression . (_) @object) @expression.index
(assignment_expression left: (_) @target right: (_) @value) @expression.assign
(type_cast_expression value: (_) @value type: (_) @type) @expression.cast
(bounded_type) @expression.either
[(ref_pattern) (mut_pattern) (reference_pattern) (parenthesized_expression) (reference_expression) (await_expression) (unary_expression)
 (reference_type) (pointer_type) (dynamic_type) (abstract_type) (bracketed_type)] @expression.group
[(lifetime) (label) (mutable_specifier) (visibility_modifier) (removed_trait_bound)] @expression.ignored
(self) @expression.self
[(string_literal) (raw_string_literal)] @expression.string
[(integer_literal) (float_literal) (char_literal) (boolean_literal) (binary_expression) (unit_expression)] @expression.literal
[(identifier) (type_identifier) (primitive_type) (crate) (super)] @expression.name

; Scopes and decisions
(block) @scope.block
(if_expression) @scope.branch
(while_expression) @scope.branch
(loop_expression) @scope.branch
(for_expression) @scope.branch
(match_arm) @scope.branch
