package mcpserver

import (
	"regexp"
	"strings"
	"sync"

	"github.com/cortex-index/cortex/queries/registry"
)

var (
	asCommand = regexp.MustCompile("`?cortex query ([a-z]+(?:-[a-z]+)*)`?( <[a-z ]+>| [A-Z]+)?")
	asSchema  = regexp.MustCompile("`?cortex schema(?: ([a-z_]+))?`?")
	asFlag    = regexp.MustCompile(`(^|[ (])--([a-z]+(?:-[a-z]+)*)\b`)
	asValues  = regexp.MustCompile(`: --([a-z]+) <value> for each on the command line`)
)

// words are the operations and the arguments by what the command line calls them.
var words = sync.OnceValue(func() (w struct{ operations, arguments map[string]string }) {
	w.operations, w.arguments = map[string]string{}, map[string]string{}
	for _, op := range registry.All() {
		command := op.Command
		if command == "" {
			command = strings.ReplaceAll(op.Name, "_", "-")
		}
		w.operations[command] = op.Name
		for _, a := range op.Args {
			if a.Type == "strings" { // an option for each
				w.arguments[strings.ReplaceAll(strings.TrimSuffix(a.Name, "s"), "_", "-")] = a.Name
			}
		}
	}
	for _, op := range registry.All() {
		for _, a := range op.Args {
			w.arguments[strings.ReplaceAll(a.Name, "_", "-")] = a.Name
		}
	}
	return w
})

// inTools turns what a note or a hint says of the command line into what it means here. An
// option that is no argument is one of the program, such as the server's --index.
func inTools(text string) string {
	text = asValues.ReplaceAllString(text, ", in args")
	text = asCommand.ReplaceAllStringFunc(text, func(s string) string {
		command := asCommand.FindStringSubmatch(s)[1]
		if name, ok := words().operations[command]; ok {
			command = name
		}
		return "the operation " + command
	})
	text = asSchema.ReplaceAllStringFunc(text, func(s string) string {
		if table := asSchema.FindStringSubmatch(s)[1]; table != "" {
			return schemaURI + "/" + table
		}
		return schemaURI
	})
	return asFlag.ReplaceAllStringFunc(text, func(s string) string {
		m := asFlag.FindStringSubmatch(s)
		switch name, ok := words().arguments[m[2]]; {
		case ok:
			return m[1] + name
		case m[2] == indexArgument:
			return m[1] + "the server's --" + indexArgument
		}
		return s
	})
}
