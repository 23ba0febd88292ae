package syntax

import "strings"

// IsExport reports whether a directive gives a function to code outside the program: cgo's, TinyGo's, or that for WebAssembly.
func IsExport(directive string) bool {
	switch directive {
	case "export", "go:export", "go:wasmexport":
		return true
	}
	return strings.HasPrefix(directive, "go:cgo_export")
}

// IsLinkedBody reports whether a directive takes the body of a function from outside the program.
func IsLinkedBody(directive string) bool {
	switch directive {
	case "extern", "go:import", "go:wasmimport":
		return true
	}
	return false
}
