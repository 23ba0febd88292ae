package schema

import "cmp"

// Import is one import in one file.
type Import struct {
	// Dense from 1, by file and position.
	ImportID int32 `col:"import_id"`
	// The importing file.
	FileID int32 `col:"file_id" ref:"files.file_id"`
	// Its path.
	FilePath string `col:"file_path" ref:"files.file_path"`
	// Its directory.
	ModulePath string `col:"module_path" ref:"modules.module_path"`
	// The import path, as written, without quotes.
	ImportedModule string `col:"imported_module"`
	// The module of this repository that the path means; NULL when it means another one.
	ImportedModulePath string `col:"imported_module_path" null:"" ref:"modules.module_path"`
	// The file that the path means, when the language imports files.
	ImportedFileID int32 `col:"imported_file_id" null:"0" ref:"files.file_id"`
	// The name that the file gives to the import, `_` and `.` included; NULL without one.
	Alias string `col:"alias" null:""`
	// The line.
	StartLine int32 `col:"start_line"`
	// The imported package comes with the language.
	IsStandardLib bool `col:"is_standard_lib"`
	// The imported package belongs neither to the standard library nor to this repository.
	IsExternal bool `col:"is_external"`
	// The path is relative to the importing file.
	IsRelative bool `col:"is_relative"`
	// Why cortex believes that the path means the imported module.
	Evidence Evidence `col:"evidence"`
	// Distinct package-level symbols of the import that the file uses. Members of its types do not
	// count, because code can use them without the import.
	SymbolCount int32 `col:"symbol_count"`
	// The imported package is external, and imports packages of this repository, directly or through others.
	ImportsBack bool `col:"imports_back"`
}

// Compare orders imports by id.
func (a Import) Compare(b Import) int { return cmp.Compare(a.ImportID, b.ImportID) }

// Imports is the table of Import.
var Imports = declare[Import]("imports", []string{"import_id"}, []string{"import_id"})
