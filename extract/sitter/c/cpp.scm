; Structure of C++ that C has not. Package patterns says the meaning of each capture.

; Types
(class_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)])] body: (_) @body) @definition.class
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.class
(struct_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier name: [(type_identifier) @name (template_type name: (_) @name)])] body: (_) @body) @definition.struct
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.struct
(class_specifier name: (_) !body) @expression.group
(alias_declaration name: (type_identifier) @name type: (type_descriptor type: (_) @value)) @definition.type_alias
(template_type name: (_) @type arguments: (_) @arguments) @expression.generic
(type_parameter_declaration (type_identifier) @name) @definition.type_parameter
(optional_type_parameter_declaration name: (type_identifier) @name) @definition.type_parameter

; Functions
(function_definition declarator: (_) @declarator) @definition.function
(function_definition body: (_) @body) @definition.function
(declaration declarator: (function_declarator declarator: [(identifier) (destructor_name) (operator_name) (template_function)]) @declarator @definition.prototype)
(declaration declarator: (reference_declarator (function_declarator declarator: [(identifier) (operator_name)])) @declarator @definition.prototype)
(field_declaration type: (_) @result declarator: (function_declarator declarator: [(field_identifier) (operator_name)]) @declarator @definition.prototype)
(field_declaration type: (_) @result declarator: (pointer_declarator declarator: (function_declarator declarator: [(field_identifier) (operator_name)])) @declarator @definition.prototype)
(field_declaration type: (_) @result declarator: (reference_declarator (function_declarator declarator: [(field_identifier) (operator_name)])) @declarator @definition.prototype)
(optional_parameter_declaration type: (_) @type default_value: (_) @value) @definition.parameter
(variadic_parameter_declaration declarator: (_ (identifier) @name)) @definition.parameter
(variadic_parameter_declaration declarator: (_) @rest) @definition.parameter
(optional_parameter_declaration declarator: (_) @declarator) @definition.parameter
(lambda_expression) @scope.function
(for_range_loop type: (_) @type declarator: (_) @declarator @definition.variable)
(for_range_loop) @scope.branch
(catch_clause) @scope.branch

; Expressions
(new_expression type: (_) @type arguments: (argument_list) @arguments) @expression.new
(call_expression function: (template_function name: (_) @function) arguments: (_) @arguments) @expression.call
(call_expression function: (field_expression argument: (_) @object field: (template_method name: (_) @name)) arguments: (_) @arguments) @expression.call
(subscript_expression argument: (_) @object) @expression.index
(qualified_identifier scope: (_) @object name: [(identifier) (type_identifier)] @name) @expression.member
(qualified_identifier scope: (_) @object name: (template_function name: (_) @name)) @expression.member
(qualified_identifier scope: (_) @object name: (template_type name: (_) @name)) @expression.member
(qualified_identifier name: (qualified_identifier) @object) @expression.group
(namespace_identifier) @expression.name
(this) @expression.self
(lambda_capture_specifier) @expression.type
