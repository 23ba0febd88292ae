; Structure of C, and the part of C++ that C has. Package patterns says the meaning of each capture.

(preproc_include path: (_) @path @all) @statement.import

; Macros
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_params (identifier) @expression.literal)
(preproc_arg) @expression.text

; Types
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition type: (_) @value declarator: (_) @declarator @definition.type_alias)
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(struct_specifier name: (_) !body) @expression.group
(union_specifier name: (_) !body) @expression.group
(enum_specifier name: (_) !body) @expression.group
(type_definition type: (_) @type) @statement.typed

; Functions
(function_definition type: (_) @result declarator: (_) @declarator body: (_) @body) @definition.function
(function_definition (storage_class_specifier) @modifiers) @definition.function
(declaration type: (_) @result declarator: (function_declarator declarator: [(identifier) (parenthesized_declarator (identifier))]) @declarator @definition.prototype)
(declaration type: (_) @result declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (parenthesized_declarator (identifier))])) @declarator @definition.prototype)
(declaration type: (_) @result declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: [(identifier) (parenthesized_declarator (identifier))]))) @declarator @definition.prototype)
(parameter_declaration type: (_) @type) @definition.parameter
(parameter_declaration declarator: (_) @declarator) @definition.parameter
(function_declarator declarator: (parenthesized_declarator) parameters: (parameter_list) @scope.block)

; Fields and variables
(field_declaration type: (_) @type) @statement.typed
(field_declaration type: (_) @type declarator: (_) @declarator @definition.field)
(enumerator name: (identifier) @name) @definition.enum_member
(declaration type: (_) @type) @statement.typed
(declaration type: (_) @type declarator: (_) @declarator @definition.variable)
(declaration (storage_class_specifier) @modifiers declarator: (_) @definition.variable)
(declaration declarator: (init_declarator value: (_) @value) @definition.variable)

; Expressions
(call_expression function: (_) @function arguments: (_) @arguments) @expression.call
(field_expression argument: (_) @object field: (field_identifier) @name) @expression.member
(subscript_expression argument: (_) @object) @expression.group
(pointer_expression argument: (_) @object) @expression.group
(parenthesized_expression) @expression.group
(assignment_expression left: (_) @target right: (_) @value) @expression.assign
(cast_expression type: (type_descriptor type: (_) @type) value: (_) @value) @expression.cast
(compound_literal_expression type: (type_descriptor type: (_) @type)) @expression.cast
(type_descriptor) @expression.type
(return_statement (_) @value) @expression.return
(string_literal) @expression.string
[(number_literal) (char_literal) (true) (false) (binary_expression) (unary_expression) (sizeof_expression) (concatenated_string)] @expression.literal
(null) @expression.nothing
(identifier) @expression.name
(type_identifier) @expression.type

; Scopes and decisions
(compound_statement) @scope.block
(if_statement) @scope.branch
(while_statement) @scope.branch
(do_statement) @scope.branch
(for_statement) @scope.branch
(switch_statement) @scope.block
(case_statement) @statement.decision
(conditional_expression) @statement.decision
