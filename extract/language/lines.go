package language

import (
	"bytes"
	"strings"
	"sync"

	"github.com/boyter/scc/v3/processor"
)

// Lines counts the lines of a file by kind.
type Lines struct{ Code, Comment, Blank int32 }

// Total returns the number of all lines.
func (l Lines) Total() int32 { return l.Code + l.Comment + l.Blank }

// sccLanguages maps scc's names of languages from lower case to scc's spelling. It fills
// the tables that scc keeps in package variables once, before anybody reads them.
var sccLanguages = sync.OnceValue(func() map[string]string {
	processor.Complexity = true // true switches the computation off
	processor.DisableCheckBinary = true
	processor.ProcessConstants()
	names := make(map[string]string, len(processor.LanguageFeatures))
	for name := range processor.LanguageFeatures {
		names[strings.ToLower(name)] = name
	}
	return names
})

// sccNames maps Linguist's name to scc's where they differ.
var sccNames = map[string]string{
	"aidl":                  "Android Interface Definition Language",
	"batchfile":             "Batch",
	"classic asp":           "ASP",
	"codeowners":            "gitignore",
	"common lisp":           "Lisp",
	"fortran":               "FORTRAN Legacy",
	"fortran free form":     "Fortran Modern",
	"freemarker":            "Freemarker Template",
	"gherkin":               "Gherkin Specification",
	"git attributes":        "gitignore",
	"git config":            "INI",
	"go module":             "Go",
	"go workspace":          "Go",
	"hcl":                   "Terraform",
	"ignore list":           "gitignore",
	"java server pages":     "JavaServer Pages",
	"jest snapshot":         "JavaScript",
	"json with comments":    "JSONC",
	"lean 4":                "Lean",
	"miniyaml":              "YAML",
	"modula-3":              "Modula3",
	"motorola 68k assembly": "Assembly",
	"npm config":            "INI",
	"oasv2-json":            "JSON",
	"oasv2-yaml":            "YAML",
	"oasv3-json":            "JSON",
	"oasv3-yaml":            "YAML",
	"objective-c":           "Objective C",
	"objective-c++":         "Objective C++",
	"plpgsql":               "SQL",
	"plsql":                 "PL/SQL",
	"protocol buffer":       "Protocol Buffers",
	"reason":                "ReasonML",
	"robotframework":        "Robot Framework",
	"rocq prover":           "Coq",
	"scss":                  "Sass",
	"smarty":                "Smarty Template",
	"standard ml":           "Standard ML (SML)",
	"starlark":              "Bazel",
	"tsql":                  "SQL",
	"tsx":                   "TypeScript",
	"unix assembly":         "C", // the comments of Go's assembler and of GNU's
	"visual basic .net":     "Visual Basic",
	"wgsl":                  "WebGPU Shading Language",
	"wolfram language":      "Wolfram",
	"xslt":                  "Extensible Stylesheet Language Transformations",
}

// sccName returns scc's name of a language, or empty.
func sccName(language string) string {
	if name, ok := sccNames[language]; ok {
		language = strings.ToLower(name)
	}
	return sccLanguages()[language]
}

// countLines counts the lines of a text in a language of Linguist, in lower
// case. A last line without a newline counts; an empty text has no line. Where
// scc does not know the language, every line that is not blank is code.
func CountLines(language string, content []byte) Lines {
	total := int32(bytes.Count(content, []byte("\n")))
	if n := len(content); n > 0 && content[n-1] != '\n' {
		total++
	}
	if total == 0 {
		return Lines{}
	}
	if language == Go {
		return countGoLines(content, total)
	}
	if name := sccName(language); name != "" {
		job := processor.FileJob{Language: name, Content: content, Bytes: int64(len(content))}
		processor.CountStats(&job)
		counts := Lines{Code: int32(job.Code), Comment: int32(job.Comment), Blank: int32(job.Blank)}
		if counts.Total() == total {
			return counts
		}
	}
	var counts Lines
	for line := range bytes.Lines(content) {
		if len(bytes.TrimSpace(line)) == 0 {
			counts.Blank++
		} else {
			counts.Code++
		}
	}
	return counts
}
