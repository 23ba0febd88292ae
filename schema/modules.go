package schema

import "cmp"

// Module is one directory with at least one file in a programming language.
type Module struct {
	// The directory; `.` for the root.
	ModulePath string `col:"module_path"`
	// Go import path, or in Python the dotted name of the package; NULL outside every Go module and for a folder that is no package.
	PackagePath string `col:"package_path" null:""`
	// The path of the nearest go.mod's module; NULL outside every Go module.
	GoModule string `col:"go_module" null:""`
	// The directory of that go.mod; NULL when it is not in the tree. It may hold no code.
	RootPath string `col:"root_path" null:""`
	// Go when there is a Go file, otherwise the language with most lines of code; ties by name.
	Language string `col:"language"`
	// Rows in files.
	FileCount int32 `col:"file_count"`
	// Sum of lines_total.
	TotalLines int32 `col:"total_lines"`
	// Sum of lines_code.
	CodeLines int32 `col:"code_lines"`
	// Files that hold tests.
	TestFileCount int32 `col:"test_file_count"`
	// Rows in types.
	TypeCount int32 `col:"type_count"`
	// Rows in functions.
	FunctionCount int32 `col:"function_count"`
	// Rows in types that are exported.
	ExportedTypeCount int32 `col:"exported_type_count"`
	// Rows in functions that are exported.
	ExportedFunctionCount int32 `col:"exported_function_count"`
	// Distinct modules that its files import.
	ImportCount int32 `col:"import_count"`
	// Distinct modules that its files import and that are neither standard library nor of this repository.
	ExternalImportCount int32 `col:"external_import_count"`
	// Directories below the root: `internal/mcp` is 2, the root 0.
	Depth int32 `col:"depth"`
}

// Compare orders modules by path.
func (a Module) Compare(b Module) int { return cmp.Compare(a.ModulePath, b.ModulePath) }

// Modules is the table of Module.
var Modules = declare[Module]("modules", []string{"module_path"}, []string{"module_path"})
