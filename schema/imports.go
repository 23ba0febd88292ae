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
	// What is imported, as written, without quotes.
	ImportedModule string `col:"imported_module"`
	// The module of this repository that it means; NULL when it is none of this repository.
	ImportedModulePath string `col:"imported_module_path" null:"" ref:"modules.module_path"`
	// The file that it means, where the language imports files.
	ImportedFileID int32 `col:"imported_file_id" null:"0" ref:"files.file_id"`
	// The name given to it, `_` and `.` included; NULL when none is.
	Alias string `col:"alias" null:""`
	// The line.
	StartLine int32 `col:"start_line"`
	// It comes with the language.
	IsStandardLib bool `col:"is_standard_lib"`
	// It is neither of the standard library nor of this repository.
	IsExternal bool `col:"is_external"`
	// It is written relative to the importing file.
	IsRelative bool `col:"is_relative"`
	// Distinct symbols of it that the file uses, of those that it declares at package level:
	// members of its types can be reached without the import.
	SymbolCount int32 `col:"symbol_count"`
}

// Compare orders imports by id.
func (a Import) Compare(b Import) int { return cmp.Compare(a.ImportID, b.ImportID) }

// Imports is the table of Import.
var Imports = declare[Import]("imports", []string{"import_id"}, []string{"import_id"})
