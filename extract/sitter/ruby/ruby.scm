; Structure of Ruby. Package patterns says the meaning of each capture. Calls that define something come before other calls.

(call !receiver method: (identifier) @name arguments: (argument_list . (string (string_content) @path)) (#any-of? @name "require" "require_relative" "load")) @statement.import
(call !receiver method: (identifier) @name arguments: (argument_list (simple_symbol) . (string (string_content) @path)) (#any-of? @name "autoload")) @statement.import

; Types. A module is a trait: other types include it.
(class name: (constant) @name) @definition.class
(class name: (scope_resolution name: (constant) @name)) @definition.class
(class name: (scope_resolution) @expression.group)
(class superclass: (superclass (_) @base)) @definition.class
(class body: (_) @body) @definition.class
(module name: (constant) @name) @definition.trait
(module name: (scope_resolution name: (constant) @name)) @definition.trait
(module name: (scope_resolution) @expression.group)
(module body: (_) @body) @definition.trait
(class body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @mixin) (#any-of? @_m "include")))) @definition.class
(class body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @prepended) (#any-of? @_m "prepend")))) @definition.class
(module body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @mixin) (#any-of? @_m "include")))) @definition.trait
(module body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @prepended) (#any-of? @_m "prepend")))) @definition.trait
(class body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution) (self)] @extends) (#any-of? @_m "extend")))) @definition.class
(module body: (_ (call !receiver method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution) (self)] @extends) (#any-of? @_m "extend")))) @definition.trait
(singleton_class value: (self)) @scope.side
(singleton_class) @scope.block

; A class that a call makes
(assignment left: (constant) @name right: (call receiver: (constant) @_c method: (identifier) @_m) (#any-of? @_c "Struct" "Class" "Data") (#any-of? @_m "new" "define")) @definition.class
(assignment left: (constant) right: (call receiver: (constant) @_c method: (identifier) @_m arguments: (argument_list [(constant) (scope_resolution)] @base)) (#any-of? @_c "Class") (#any-of? @_m "new")) @definition.class
(assignment left: (constant) right: (call receiver: (constant) @_c method: (identifier) @_m block: (_) @body) (#any-of? @_c "Struct" "Class" "Data") (#any-of? @_m "new" "define")) @definition.class
(assignment left: (constant) right: (call receiver: (constant) @_c method: (identifier) @_m block: (_) @expression.group) (#any-of? @_c "Struct" "Class" "Data" "Module") (#any-of? @_m "new" "define"))
(assignment left: (constant) right: (call receiver: (constant) @_c method: (identifier) @_m arguments: (argument_list (simple_symbol) @name @definition.function)) (#any-of? @_c "Struct" "Data") (#any-of? @_m "new" "define"))
(assignment left: (constant) @name right: (call receiver: (constant) @_c method: (identifier) @_m) (#any-of? @_c "Module") (#any-of? @_m "new")) @definition.trait

; Methods
(method name: (_) @name) @definition.function
(method body: (_) @body) @definition.function
(method body: (body_statement (_) @last .)) @definition.function
(method body: (body_statement (_) @last . [(rescue) (ensure)])) @definition.function
(method "=" body: (_) @last) @definition.function
(singleton_method name: (_) @name) @definition.function
(singleton_method object: [(self) (constant)] @side) @definition.function
(singleton_method body: (_) @body) @definition.function
(singleton_method body: (body_statement (_) @last .)) @definition.function
(singleton_method "=" body: (_) @last) @definition.function
(call !receiver method: (identifier) @modifiers arguments: (argument_list [(method) (singleton_method)] @definition.function) (#any-of? @modifiers "private" "protected" "public" "module_function" "private_class_method"))
(call !receiver method: (identifier) @modifiers arguments: (argument_list (simple_symbol) @name @definition.function)
 (#any-of? @modifiers "attr" "attr_reader" "attr_writer" "attr_accessor" "cattr_accessor" "cattr_reader" "cattr_writer" "mattr_accessor" "mattr_reader" "mattr_writer" "class_attribute"
  "thread_mattr_accessor" "thread_cattr_accessor" "delegate" "def_delegators" "def_instance_delegators"))
(call !receiver method: (identifier) @modifiers arguments: (argument_list (_) . (simple_symbol) . (simple_symbol) @name @definition.function .) (#any-of? @modifiers "def_delegator" "def_instance_delegator"))
(call !receiver method: (identifier) @modifiers arguments: (argument_list (_) . (simple_symbol) @name @definition.function .) (#any-of? @modifiers "def_delegator" "def_instance_delegator"))
(call !receiver method: (identifier) @modifiers arguments: (argument_list . (simple_symbol) @name) (#any-of? @modifiers "define_method" "alias_method")) @definition.function
(call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @side @name) (#any-of? @_m "define_singleton_method")) @definition.function
(call !receiver method: (identifier) @_m arguments: (argument_list (_) (simple_symbol) @expression.word) (#any-of? @_m "alias_method"))
(call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name) block: (_) @body (#any-of? @_m "let" "let!" "subject" "subject!")) @definition.function
(call !receiver method: (identifier) @name !arguments block: (_) @body (#any-of? @name "subject" "subject!")) @definition.function
(call !receiver method: (identifier) @_m block: (_ body: (_ (_) @last .)) (#any-of? @_m "let" "let!" "subject" "subject!")) @definition.function
(alias name: (_) @name) @definition.function
(alias alias: [(identifier) (simple_symbol)] @expression.word)
(body_statement (identifier) @modifiers @statement.section (#any-of? @modifiers "private" "protected" "public" "module_function"))
(call !receiver method: (identifier) @modifiers arguments: (argument_list (simple_symbol) @name) (#any-of? @modifiers "private" "protected" "public" "module_function" "private_constant")) @statement.section
(call !receiver method: (identifier) @modifiers @side arguments: (argument_list (simple_symbol) @name) (#any-of? @modifiers "private_class_method")) @statement.section

(method_parameters (identifier) @name @definition.parameter)
(lambda_parameters (identifier) @name @definition.parameter)
(block_parameters (identifier) @name @definition.parameter)
(block_parameters locals: (identifier) @name @definition.parameter)
(destructured_parameter (identifier) @name @definition.parameter)
(optional_parameter name: (_) @name value: (_) @value) @definition.parameter
(keyword_parameter name: (_) @name) @definition.parameter
(keyword_parameter value: (_) @value) @definition.parameter
(splat_parameter name: (_) @rest @name) @definition.parameter
(hash_splat_parameter name: (_) @rest @name) @definition.parameter
(block_parameter name: (_) @name @value) @definition.parameter

; Variables
(assignment left: (constant) @name right: (_) @value) @definition.constant
(assignment left: (identifier) @name right: (_) @value) @definition.local
(operator_assignment left: (identifier) @name right: (_) @value) @definition.local
(assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @definition.held
(operator_assignment left: [(instance_variable) (class_variable)] @name right: (_) @value) @definition.held
(operator_assignment left: (constant) @name right: (_) @value) @definition.constant
(left_assignment_list (identifier) @name @definition.local)
(rest_assignment (identifier) @name @definition.local)
(destructured_left_assignment (identifier) @name @definition.local)
(left_assignment_list [(instance_variable) (class_variable)] @name @definition.held)
(exception_variable (identifier) @name @definition.local)
(rescue exceptions: (exceptions . (_) @type .) variable: (exception_variable (identifier) @name @definition.local))
(for pattern: (identifier) @name @definition.local)
(in_clause pattern: (identifier) @name @definition.local)
(array_pattern (identifier) @name @definition.local)
(find_pattern (identifier) @name @definition.local)
(alternative_pattern (identifier) @name @definition.local)
(as_pattern name: (identifier) @name @definition.local)
(keyword_pattern value: (identifier) @name @definition.local)
(keyword_pattern key: (hash_key_symbol) @name !value) @definition.local
(match_pattern pattern: (identifier) @name @definition.local)
(test_pattern pattern: (identifier) @name @definition.local)

; Calls
(call receiver: (_) @type method: (identifier) @name (#any-of? @name "new")) @expression.new
(call receiver: (_) @type method: (identifier) @name arguments: (_) @arguments (#any-of? @name "new")) @expression.new
(call !receiver method: (identifier) @name (#any-of? @name "new")) @expression.new
(call !receiver method: (identifier) @name arguments: (_) @arguments (#any-of? @name "new")) @expression.new
((identifier) @name @expression.new (#any-of? @name "new"))
(call receiver: (_) @object method: (identifier) @name (#any-of? @name "class")) @expression.type_of
(call method: (super) @name) @expression.overridden
(super) @expression.overridden
(assignment left: (call receiver: (_) @object method: (_) @name) @expression.setter)
(operator_assignment left: (call receiver: (_) @object method: (_) @name) @expression.setter)
(left_assignment_list (call receiver: (_) @object method: (_) @name) @expression.setter)
(call receiver: (_) @object method: (_) @name) @expression.call
(call !receiver method: (_) @name) @expression.call
(call arguments: (_) @arguments) @expression.call
(call method: (_) arguments: (argument_list (block_argument (simple_symbol) @expression.string)))
(scope_resolution scope: (_) @object name: (_) @name) @expression.member
(scope_resolution . "::" @root) @expression.path
(assignment left: (_) @target right: (_) @value) @expression.assign
(return (argument_list (_) @value)) @expression.return
(conditional consequence: (_) alternative: (_)) @expression.either
(binary operator: ["||" "or"]) @expression.either
[(parenthesized_statements) (unary operator: "&")] @expression.group
(element_reference object: (_) @object) @expression.index
(self) @expression.self
(nil) @expression.nothing
[(instance_variable) (class_variable)] @expression.field
(identifier) @expression.word
(constant) @expression.name
[(simple_symbol) (string_content) (bare_string) (bare_symbol)] @expression.string
[(string) (delimited_symbol) (integer) (float) (rational) (complex) (true) (false) (array) (hash) (string_array) (symbol_array) (regex) (range) (binary) (heredoc_beginning) (chained_string)
 (character) (subshell) (lambda)] @expression.literal
[(hash_key_symbol) (global_variable) (operator) (file) (line) (encoding) (undef)] @expression.ignored

; Scopes and decisions
[(block) (do_block)] @scope.block
[(if) (elsif) (unless) (while) (until) (for) (when) (in_clause) (rescue) (if_modifier) (unless_modifier) (while_modifier) (until_modifier) (rescue_modifier)] @statement.branch
