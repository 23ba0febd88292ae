package schema

// version2 lists the columns of each table in format version 2: name, type, and ? when NULL is
// possible. Readers rely on it.
var version2 = map[string]string{
	"files": `file_id:INT32 file_path:STRING language:STRING module_path:STRING is_test:BOOLEAN
		is_generated:BOOLEAN is_vendored:BOOLEAN is_fixture:BOOLEAN lines_total:INT32 lines_code:INT32 lines_comment:INT32
		lines_blank:INT32 size_bytes:INT64 file_hash:STRING? last_modified:TIMESTAMP? type_count:INT32
		function_count:INT32 import_count:INT32 status:STRING is_untyped:BOOLEAN`,
	"contents": `file_id:INT32 file_path:STRING content:STRING`,
	"modules": `module_path:STRING package_path:STRING? go_module:STRING? root_path:STRING? language:STRING file_count:INT32
		total_lines:INT32 code_lines:INT32 test_file_count:INT32 type_count:INT32 function_count:INT32
		exported_type_count:INT32 exported_function_count:INT32 import_count:INT32
		external_import_count:INT32 depth:INT32`,
	"symbols": `symbol_id:INT32 symbol:STRING name:STRING qualified_name:STRING kind:STRING language:STRING
		file_id:INT32? file_path:STRING? module_path:STRING? start_line:INT32? start_column:INT32?
		end_line:INT32? start_pos:INT32? end_pos:INT32? name_line:INT32? name_column:INT32?
		container_id:INT32? is_exported:BOOLEAN is_test:BOOLEAN is_external:BOOLEAN package_path:STRING?
		signature:STRING doc:STRING? is_api:BOOLEAN symbol_hash:INT64 signature_hash:INT64? entry:STRING?
		sequence_id:INT32? repeats_id:INT32? ref_count:INT32
		external_ref_count:INT32`,
	"functions": `function_id:INT32 symbol:STRING name:STRING qualified_name:STRING file_id:INT32 file_path:STRING
		module_path:STRING language:STRING start_line:INT32? end_line:INT32? start_pos:INT32? end_pos:INT32?
		is_exported:BOOLEAN is_method:BOOLEAN is_test:BOOLEAN is_generated:BOOLEAN receiver_type:STRING?
		receiver_type_id:INT32? signature:STRING param_count:INT32 return_count:INT32 lines:INT32
		body_hash:INT64? complexity:INT32`,
	"parameters": `function_id:INT32 ordinal:INT32 kind:STRING name:STRING? type_expr:STRING type_id:INT32?`,
	"types": `type_id:INT32 symbol:STRING name:STRING qualified_name:STRING kind:STRING file_id:INT32
		file_path:STRING module_path:STRING language:STRING start_line:INT32 end_line:INT32 start_pos:INT32
		end_pos:INT32 is_exported:BOOLEAN is_test:BOOLEAN is_generated:BOOLEAN field_count:INT32
		method_count:INT32 signature:STRING is_generic:BOOLEAN is_sealed:BOOLEAN`,
	"members": `type_id:INT32 kind:STRING ordinal:INT32 member_id:INT32? name:STRING? type_expr:STRING
		member_type_id:INT32? is_exported:BOOLEAN tag:STRING? start_line:INT32 implicit_uses:INT32?`,
	"calls": `caller_id:INT32 callee_id:INT32? callee_name:STRING? file_id:INT32 start_line:INT32
		start_column:INT32 start_pos:INT32 kind:STRING evidence:STRING receiver_type_id:INT32?
		dispatch_id:INT32?`,
	"overrides":   `type_id:INT32 method_id:INT32 overridden_id:INT32 evidence:STRING`,
	"dispatches":  `dispatch_id:INT32 callee_id:INT32 method_id:INT32?`,
	"conversions": `method_id:INT32 overridden_id:INT32 type_id:INT32? file_id:INT32 start_line:INT32 start_column:INT32 enclosing_id:INT32`,
	"type_relations": `from_type_id:INT32 to_type_id:INT32 relation:STRING via_pointer:BOOLEAN file_id:INT32
		start_line:INT32 evidence:STRING`,
	"imports": `import_id:INT32 file_id:INT32 file_path:STRING module_path:STRING imported_module:STRING
		imported_module_path:STRING? imported_file_id:INT32? alias:STRING? start_line:INT32
		is_standard_lib:BOOLEAN is_external:BOOLEAN is_relative:BOOLEAN evidence:STRING symbol_count:INT32
		imports_back:BOOLEAN`,
	"refs": `symbol_id:INT32 file_id:INT32 start_line:INT32 start_column:INT32 end_column:INT32 role:STRING
		evidence:STRING enclosing_id:INT32?`,
	"annotations": `symbol_id:INT32 ordinal:INT32 name:STRING arguments:STRING? start_line:INT32`,
	"scopes": `file_id:INT32 kind:STRING start_line:INT32 start_column:INT32 end_line:INT32 end_column:INT32
		symbol_id:INT32?`,
	"diagnostics": `file_id:INT32? file_path:STRING? module_path:STRING? start_line:INT32? start_column:INT32?
		stage:STRING code:STRING severity:STRING message:STRING`,
	"unknowns": `about:STRING symbol_id:INT32? name:STRING? language:STRING? scope:STRING? reason:STRING count:INT32
		file_id:INT32? start_line:INT32? start_column:INT32? cause_id:INT32?`,
	"call_steps":       `callee_id:INT32 caller_id:INT32 evidence_rank:INT32 direct:BOOLEAN`,
	"possible_callees": `callee_id:INT32 method_id:INT32 evidence_rank:INT32`,
	"value_steps":      `used_id:INT32 user_id:INT32 evidence_rank:INT32 direct:BOOLEAN`,
	"derived_unknowns": `about:STRING symbol_id:INT32? name:STRING? language:STRING? scope:STRING? reason:STRING count:INT32
		file_id:INT32? start_line:INT32? start_column:INT32? cause_id:INT32?`,
}
