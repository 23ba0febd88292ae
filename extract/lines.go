package extract

import (
	"bytes"
	"strings"
	"sync"

	"github.com/boyter/scc/v3/processor"
)

// lineCounts are the lines of a file by what they hold.
type lineCounts struct{ code, comment, blank int32 }

// sccLanguages maps scc's names of languages, in lower case, to their spelling.
// scc keeps its tables in package variables; this fills them once, before
// anybody reads them.
var sccLanguages = sync.OnceValue(func() map[string]string {
	processor.Complexity = true // which says: do not compute it
	processor.DisableCheckBinary = true
	processor.ProcessConstants()
	names := make(map[string]string, len(processor.LanguageFeatures))
	for name := range processor.LanguageFeatures {
		names[strings.ToLower(name)] = name
	}
	return names
})

// sccNames gives scc's name where it is not the one that Linguist uses.
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
	"unix assembly":         "C", // Go's assembler and GNU's comment so, and not by ;
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
func countLines(language string, content []byte) lineCounts {
	total := int32(bytes.Count(content, []byte("\n")))
	if n := len(content); n > 0 && content[n-1] != '\n' {
		total++
	}
	if total == 0 {
		return lineCounts{}
	}
	if language == "go" {
		return countGoLines(content, total)
	}
	if name := sccName(language); name != "" {
		job := processor.FileJob{Language: name, Content: content, Bytes: int64(len(content))}
		processor.CountStats(&job)
		counts := lineCounts{code: int32(job.Code), comment: int32(job.Comment), blank: int32(job.Blank)}
		if counts.code+counts.comment+counts.blank == total {
			return counts
		}
	}
	var counts lineCounts
	for line := range bytes.Lines(content) {
		if len(bytes.TrimSpace(line)) == 0 {
			counts.blank++
		} else {
			counts.code++
		}
	}
	return counts
}
