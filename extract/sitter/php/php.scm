; Structure of PHP. Package patterns says the meaning of each capture.

(namespace_definition name: (namespace_name) @name @statement.package)
(namespace_use_declaration (namespace_use_clause [(name) (qualified_name)] @path) @statement.import)
(namespace_use_declaration (namespace_name) @path body: (namespace_use_group (namespace_use_clause [(name) (qualified_name)] @name) @statement.import))
(namespace_use_clause alias: (name) @alias) @statement.import

; Names that are no expressions
(namespace_use_declaration (namespace_name (name) @expression.literal))
(argument name: (name) @expression.literal)
(use_as_clause (name) @expression.literal)
(property_hook (name) @expression.literal)

; Types
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.trait
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(class_declaration (base_clause [(name) (qualified_name)] @base)) @definition.class
(interface_declaration (base_clause [(name) (qualified_name)] @base)) @definition.interface
(class_declaration (class_interface_clause [(name) (qualified_name)] @interface)) @definition.class
(enum_declaration (class_interface_clause [(name) (qualified_name)] @interface)) @definition.enum
(class_declaration body: (_ (use_declaration [(name) (qualified_name)] @mixin))) @definition.class
(trait_declaration body: (_ (use_declaration [(name) (qualified_name)] @mixin))) @definition.trait
(enum_declaration body: (_ (use_declaration [(name) (qualified_name)] @mixin))) @definition.enum
(class_declaration attributes: (_ (_ (attribute) @annotation))) @definition.class
(interface_declaration attributes: (_ (_ (attribute) @annotation))) @definition.interface
(trait_declaration attributes: (_ (_ (attribute) @annotation))) @definition.trait
(enum_declaration attributes: (_ (_ (attribute) @annotation))) @definition.enum

; Functions
(function_definition name: (name) @name body: (_) @body) @definition.function
(function_definition return_type: (_) @result) @definition.function
(function_definition attributes: (_ (_ (attribute) @annotation))) @definition.function
(method_declaration name: (name) @name) @definition.function
(method_declaration body: (_) @body) @definition.function
(method_declaration return_type: (_) @result) @definition.function
(method_declaration [(visibility_modifier) (static_modifier)] @modifiers) @definition.function
(method_declaration attributes: (_ (_ (attribute) @annotation))) @definition.function
(simple_parameter name: (variable_name) @name) @definition.parameter
(simple_parameter type: (_) @type) @definition.parameter
(simple_parameter default_value: (_) @value) @definition.parameter
(variadic_parameter "..." @rest name: (variable_name) @name) @definition.parameter
(property_promotion_parameter name: (variable_name) @name @field) @definition.parameter
(property_promotion_parameter visibility: (_) @modifiers) @definition.parameter
(property_promotion_parameter type: (_) @type) @definition.parameter
(property_promotion_parameter default_value: (_) @value) @definition.parameter
(anonymous_function) @scope.function
(arrow_function) @scope.function

; Fields, constants and variables
(property_declaration (property_element name: (variable_name) @name) @definition.field)
(property_declaration (property_element default_value: (_) @value) @definition.field)
(property_declaration type: (_) @type (property_element) @definition.field)
(property_declaration [(visibility_modifier) (static_modifier) (readonly_modifier) (var_modifier) (final_modifier)] @modifiers (property_element) @definition.field)
(const_declaration (const_element . (name) @name (_) @value) @definition.constant)
(const_declaration [(visibility_modifier) (final_modifier) "const"] @modifiers (const_element) @definition.constant)
(enum_case name: (name) @name) @definition.enum_member
(assignment_expression left: (variable_name) @name right: (_) @value) @definition.variable
(reference_assignment_expression left: (variable_name) @name right: (_) @value) @definition.variable
(static_variable_declaration name: (variable_name) @name) @definition.variable
(global_declaration (variable_name) @name @definition.variable)
(catch_clause type: (_) @type name: (variable_name) @name @definition.variable)
(foreach_statement "as" . (variable_name) @name @definition.variable)
(foreach_statement "as" . (by_ref (variable_name) @name @definition.variable))
(foreach_statement (pair (variable_name) @name @definition.variable))
(list_literal (variable_name) @name @definition.variable)

; Expressions. f(...) is the function as a value.
(member_call_expression object: (_) @object name: (name) @name arguments: (arguments . (variadic_placeholder))) @expression.member
(scoped_call_expression scope: (_) @object name: (name) @name arguments: (arguments . (variadic_placeholder))) @expression.member
(function_call_expression function: (_) @object arguments: (arguments . (variadic_placeholder))) @expression.group
(member_call_expression object: (_) @object name: (name) @name arguments: (_) @arguments) @expression.call
(nullsafe_member_call_expression object: (_) @object name: (name) @name arguments: (_) @arguments) @expression.call
(scoped_call_expression scope: (_) @object name: (name) @name arguments: (_) @arguments) @expression.call
(member_call_expression name: (variable_name) @function arguments: (_) @arguments) @expression.call
(scoped_call_expression name: (variable_name) @function arguments: (_) @arguments) @expression.call
(function_call_expression function: (_) @function arguments: (_) @arguments) @expression.call
(object_creation_expression [(name) (qualified_name) (variable_name)] @type) @expression.new
(object_creation_expression (arguments) @arguments) @expression.new
(object_creation_expression (anonymous_class (base_clause (_) @type))) @expression.new
(object_creation_expression (anonymous_class (arguments) @arguments)) @expression.new
(anonymous_class body: (_) @scope.object)
(member_access_expression object: (_) @object name: (name) @field) @expression.member
(nullsafe_member_access_expression object: (_) @object name: (name) @field) @expression.member
(scoped_property_access_expression scope: (_) @object name: (variable_name) @name) @expression.member
(class_constant_access_expression . (_) @object (name) @name .) @expression.member
(assignment_expression left: (_) @target right: (_) @value) @expression.assign
(augmented_assignment_expression left: (_) @target right: (_) @value) @expression.assign
(return_statement (_) @value) @expression.return
(conditional_expression) @expression.either
(binary_expression operator: "??") @expression.either
[(parenthesized_expression) (clone_expression) (named_type) (optional_type)] @expression.group
[(union_type) (type_list)] @expression.either
(relative_scope "parent") @expression.super
(relative_scope) @expression.name
(null) @expression.nothing
[(string) (encapsed_string)] @expression.string
[(integer) (float) (boolean) (binary_expression) (unary_op_expression) (array_creation_expression) (primitive_type) (heredoc) (nowdoc)] @expression.literal
(qualified_name . "\\" @root) @expression.path
(qualified_name) @expression.path
(variable_name) @expression.name
(name) @expression.name

; Decisions. Blocks of PHP have no names of their own.
[(if_statement) (else_if_clause) (while_statement) (do_statement) (for_statement) (foreach_statement) (catch_clause) (case_statement)
 (match_conditional_expression)] @statement.branch
