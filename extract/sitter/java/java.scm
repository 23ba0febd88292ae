; Structure of Java. Package patterns says the meaning of each capture.

(package_declaration [(identifier) (scoped_identifier)] @name) @statement.package
(import_declaration [(identifier) (scoped_identifier)] @path) @statement.import
(import_declaration (asterisk) @all) @statement.import

; Types
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration superclass: (superclass (_) @base)) @definition.class
(class_declaration interfaces: (super_interfaces (type_list (_) @interface))) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration interfaces: (super_interfaces (type_list (_) @interface))) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_declaration interfaces: (super_interfaces (type_list (_) @interface))) @definition.enum
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration (extends_interfaces (type_list (_) @base))) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(class_declaration (modifiers) @modifiers) @definition.class
(record_declaration (modifiers) @modifiers) @definition.class
(enum_declaration (modifiers) @modifiers) @definition.enum
(interface_declaration (modifiers) @modifiers) @definition.interface
(annotation_type_declaration (modifiers) @modifiers) @definition.interface
(class_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.class
(record_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.class
(enum_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.enum
(interface_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.interface
(type_parameter (type_identifier) @name) @definition.type_parameter
(type_parameter (type_bound . (_) @type)) @definition.type_parameter

; Functions
(method_declaration type: (_) @result name: (identifier) @name) @definition.function
(method_declaration body: (_) @body) @definition.function
(annotation_type_element_declaration type: (_) @result name: (identifier) @name) @definition.function
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(method_declaration (modifiers) @modifiers) @definition.function
(constructor_declaration (modifiers) @modifiers) @definition.constructor
(method_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.function
(constructor_declaration (modifiers [(annotation) (marker_annotation)] @annotation)) @definition.constructor
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))
(formal_parameter type: (_) @type name: (identifier) @name) @definition.parameter
(spread_parameter (variable_declarator name: (identifier) @name)) @definition.parameter
(spread_parameter "..." @rest) @definition.parameter
(spread_parameter [(type_identifier) (scoped_type_identifier) (generic_type) (array_type) (integral_type) (floating_point_type) (boolean_type)] @type) @definition.parameter
(lambda_expression) @scope.function
(lambda_expression parameters: (identifier) @name @definition.parameter)
(lambda_expression parameters: (inferred_parameters (identifier) @name @definition.parameter))
(static_initializer) @scope.block

; Fields and variables
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name) @definition.field)
(field_declaration declarator: (variable_declarator value: (_) @value) @definition.field)
(field_declaration (modifiers) @modifiers declarator: (variable_declarator) @definition.field)
(field_declaration (modifiers [(annotation) (marker_annotation)] @annotation) declarator: (variable_declarator) @definition.field)
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name) @definition.field)
(constant_declaration declarator: (variable_declarator value: (_) @value) @definition.field)
(enum_constant name: (identifier) @name) @definition.enum_member
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name) @definition.variable)
(local_variable_declaration declarator: (variable_declarator value: (_) @value) @definition.variable)
(resource type: (_) @type name: (identifier) @name) @definition.variable
(resource value: (_) @value) @definition.variable
(catch_formal_parameter (catch_type (_) @type) name: (identifier) @name) @definition.variable
(instanceof_expression right: (_) @type name: (identifier) @name @definition.variable)
(type_pattern (_) @type (identifier) @name) @definition.variable
(enhanced_for_statement type: (_) @type name: (identifier) @name @definition.variable value: (_) @element)

; Expressions
(method_invocation name: (identifier) @name arguments: (_) @arguments) @expression.call
(method_invocation object: (_) @object) @expression.call
(object_creation_expression type: (_) @type arguments: (_) @arguments) @expression.new
(object_creation_expression (class_body) @scope.object)
(enum_constant (class_body) @scope.object)
(explicit_constructor_invocation constructor: (_) @function arguments: (_) @arguments) @expression.call
(field_access object: (_) @object field: (identifier) @name) @expression.member
(field_access object: (_) @type field: (this)) @expression.cast
(method_reference . (_) @object (identifier) @name .) @expression.member.method
(scoped_type_identifier . (_) @object (type_identifier) @name .) @expression.member
(scoped_identifier scope: (_) @object name: (identifier) @name) @expression.member
(generic_type . (_) @type (type_arguments) @arguments) @expression.generic
(array_type element: (_) @type) @expression.array
(array_creation_expression type: (_) @type) @expression.array
(array_access array: (_) @object) @expression.index
(assignment_expression left: (_) @target right: (_) @value) @expression.assign
(cast_expression type: (_) @type value: (_) @value) @expression.cast
(ternary_expression) @expression.either
(parenthesized_expression) @expression.group
(return_statement (_) @value) @expression.return
(this) @expression.self
(super) @expression.super
(null_literal) @expression.nothing
(string_literal) @expression.string.String
[(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal) (decimal_floating_point_literal) (hex_floating_point_literal)] @expression.literal.number
[(true) (false) (instanceof_expression)] @expression.literal.boolean
(character_literal) @expression.literal.char
(class_literal) @expression.literal.Class
(binary_expression operator: ["==" "!=" "<" ">" "<=" ">=" "&&" "||"]) @expression.literal.boolean
(unary_expression operator: "!") @expression.literal.boolean
[(binary_expression) (unary_expression) (update_expression)] @expression.literal
[(integral_type) (floating_point_type) (boolean_type)] @expression.name
(identifier) @expression.name
(type_identifier) @expression.name

; Scopes and decisions
(block) @scope.block
(if_statement) @scope.branch
(while_statement) @scope.branch
(do_statement) @scope.branch
(for_statement) @scope.branch
(enhanced_for_statement) @scope.branch
(catch_clause) @scope.branch
(switch_block_statement_group) @scope.branch
(switch_rule) @scope.branch
(try_with_resources_statement) @scope.block
