package schema

// DiagnosticCode is the kind of a diagnostic. Programs read the code; people read the message.
type DiagnosticCode string

// The diagnostic codes. Each comment ends with the reason in unknowns that follows from the code.
const (
	CodeFileMissing       DiagnosticCode = "file_missing"       // git tracks the file, and it is not on disk: none, but unread_file for a sparse checkout
	CodeFileUnreadable    DiagnosticCode = "file_unreadable"    // reading failed, or the file is a link or no regular file: unread_file
	CodeFileTooLarge      DiagnosticCode = "file_too_large"     // the file is above the size limit: unread_file
	CodeFolderUnreadable  DiagnosticCode = "folder_unreadable"  // a folder was not read: unread_folder
	CodeNotUTF8           DiagnosticCode = "not_utf8"           // the text is not UTF-8, so contents lacks it: none
	CodeParseError        DiagnosticCode = "parse_error"        // the source has a syntax error: type_errors
	CodeTypeError         DiagnosticCode = "type_error"         // the type checker reports an error: type_errors
	CodePackageNotListed  DiagnosticCode = "package_not_listed" // the go command did not list the package: not_listed, passed_over
	CodeDependencyMissing DiagnosticCode = "dependency_missing" // an imported package is not on this machine: type_errors
	CodeIgnoredByGit      DiagnosticCode = "ignored_by_git"     // the build has the file, and git ignores it: unread_file
	CodeExcludedByBuild   DiagnosticCode = "excluded_by_build"  // the file is outside the chosen build: excluded_by_build
	CodeToolchain         DiagnosticCode = "toolchain"          // the go command or git is missing, too old or reports a problem
	CodeConfiguration     DiagnosticCode = "configuration"      // a module, workspace or configuration file is not usable
	CodeLimit             DiagnosticCode = "limit"              // a limit cut the facts of a file or a symbol
	CodeSCIPDocument      DiagnosticCode = "scip_document"      // a SCIP document is not used: it does not fit its file, or the file is not in the tree
	CodeSCIPConflict      DiagnosticCode = "scip_conflict"      // SCIP and the rules give a name different meanings, and the rules decide: heuristic_calls
	CodeInconsistent      DiagnosticCode = "inconsistent"       // cortex dropped a row that contradicts others
)

// Values lists the codes.
func (DiagnosticCode) Values() []string {
	return texts(CodeFileMissing, CodeFileUnreadable, CodeFileTooLarge, CodeFolderUnreadable, CodeNotUTF8, CodeParseError,
		CodeTypeError, CodePackageNotListed, CodeDependencyMissing, CodeIgnoredByGit, CodeExcludedByBuild, CodeToolchain,
		CodeConfiguration, CodeLimit, CodeSCIPDocument, CodeSCIPConflict, CodeInconsistent)
}
