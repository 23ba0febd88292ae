package wording

import (
	"regexp"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/queries/registry"
)

const (
	// SchemaURI is the address of the list of tables. A table's page is below it.
	SchemaURI = "cortex://schema"
	// IndexArgument is the argument with which every operation selects an index.
	IndexArgument = "index"
)

var (
	asCommand = regexp.MustCompile("`?cortex query ([a-z]+(?:-[a-z]+)*)`?( <[a-z ]+>| [A-Z]+)?")
	asSchema  = regexp.MustCompile("`?cortex schema(?: ([a-z_]+))?`?")
	asFlag    = regexp.MustCompile(`(^|[ (])--([a-z]+(?:-[a-z]+)*)\b`)
	asValues  = regexp.MustCompile(`: --([a-z]+) <value> for each on the command line`)
)

// names are the operations and the arguments by their names on the command line.
var names = sync.OnceValue(func() (n struct{ operations, arguments map[string]string }) {
	n.operations, n.arguments = map[string]string{}, map[string]string{}
	for _, op := range registry.All() {
		command := op.Command
		if command == "" {
			command = strings.ReplaceAll(op.Name, "_", "-")
		}
		n.operations[command] = op.Name
		for _, a := range op.Args {
			if a.Type == "strings" { // the command line repeats a flag, in the singular
				n.arguments[strings.ReplaceAll(strings.TrimSuffix(a.Name, "s"), "_", "-")] = a.Name
			}
		}
	}
	for _, op := range registry.All() {
		for _, a := range op.Args {
			n.arguments[strings.ReplaceAll(a.Name, "_", "-")] = a.Name
		}
	}
	n.arguments["tests"], n.arguments["all"], n.arguments["why"] = `tests "list"`, "all true", "why true"
	return n
})

// Hint rewords a hint or a note of the command line for tools. A flag that is no argument
// belongs to the server, such as --index.
func Hint(text string) string {
	text = asValues.ReplaceAllString(text, ", in args")
	text = strings.ReplaceAll(text, "--tests args", `tests "args"`)
	text = asCommand.ReplaceAllStringFunc(text, func(s string) string {
		command := asCommand.FindStringSubmatch(s)[1]
		if name, ok := names().operations[command]; ok {
			command = name
		}
		return "the operation " + command
	})
	text = asSchema.ReplaceAllStringFunc(text, func(s string) string {
		if table := asSchema.FindStringSubmatch(s)[1]; table != "" {
			return SchemaURI + "/" + table
		}
		return SchemaURI
	})
	return asFlag.ReplaceAllStringFunc(text, func(s string) string {
		m := asFlag.FindStringSubmatch(s)
		switch name, ok := names().arguments[m[2]]; {
		case ok:
			return m[1] + name
		case m[2] == IndexArgument:
			return m[1] + "the server's --" + IndexArgument
		}
		return s
	})
}
