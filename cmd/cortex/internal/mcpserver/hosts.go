package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cortex-index/cortex/queries"
)

// DESIGN: Claude Code, VS Code and Codex show a model the structured content alone when a
// tool answers with both (github.com/anthropics/claude-code issues 55677 and 79944,
// github.com/openai/codex pull request 2594; VS Code is said to do the same).
// That is JSON, which takes more tokens to say the same. So these hosts are told to start
// a server that answers in text alone; the others get both.

// host is a program that starts servers.
type host struct {
	name     string
	textOnly bool // shows the model structured content instead of text
	where    string
	write    func(hostServer) (string, error)
}

// hostServer is what a host is told of a server.
type hostServer struct {
	name, command string
	args          []string
}

var hosts = []host{
	{"claude-code", true, "run the first line in the repository, or put the rest into .mcp.json at its root", claudeCode},
	{"cursor", false, "put into .cursor/mcp.json in the repository, or into ~/.cursor/mcp.json for all", keyed("mcpServers", "")},
	{"vscode", true, "put into .vscode/mcp.json in the repository", keyed("servers", "stdio")},
	{"codex", true, "add to ~/.codex/config.toml", codex},
	{"zed", false, `merge into settings.json of Zed (~/.config/zed/settings.json; the command "zed: open settings file")`, keyed("context_servers", "")},
}

// Hosts are the programs that HostConfig knows, in the order help lists them.
func Hosts() []string {
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = h.name
	}
	return names
}

// serverName is what every host takes for the name of a server, as a key and on its
// command line.
var serverName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// HostConfig returns what to put where so that a host starts this command as a server:
// where is one line, text ends in a newline. The args begin with "mcp"; what a host needs
// beyond them is added. A host that expands ${…} in its settings does so in the args too.
// A host or a name that cannot be is a [*queries.UsageError].
func HostConfig(host, name, command string, args []string) (where string, text string, err error) {
	names := Hosts()
	i := slices.Index(names, host)
	if i < 0 {
		return "", "", &queries.UsageError{
			Message: fmt.Sprintf("the host %q is not known; did you mean %s?", host, queries.Nearest(host, names)),
			Advice:  "the hosts are " + strings.Join(names, ", "),
		}
	}
	if !serverName.MatchString(name) {
		return "", "", &queries.UsageError{
			Message: fmt.Sprintf("%q cannot be the name of a server", name),
			Advice:  "take letters, digits, - and _",
		}
	}
	for _, word := range append([]string{command}, args...) {
		if !utf8.ValidString(word) || strings.ContainsRune(word, 0) {
			return "", "", &queries.UsageError{
				Message: fmt.Sprintf("%q is not text in UTF-8, and settings hold nothing else", word),
				Advice:  "rename what it names",
			}
		}
	}
	h := hosts[i]
	text, err = h.write(hostServer{name, command, h.complete(args)})
	if err != nil {
		return "", "", fmt.Errorf("settings for %s: %w", host, err)
	}
	return h.where, text, nil
}

// complete returns the args with what the host needs, and never nil.
func (h host) complete(args []string) []string {
	const flag = "--text-only"
	args = append([]string{}, args...)
	if !h.textOnly || slices.Contains(args, flag) {
		return args
	}
	return slices.Insert(args, slices.Index(args, "mcp")+1, flag)
}

// keyed writes JSON with the server below a key, with or without the type of its transport.
func keyed(key, transport string) func(hostServer) (string, error) {
	type settings struct {
		Type    string   `json:"type,omitempty"`
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	return func(s hostServer) (string, error) {
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err := enc.Encode(map[string]map[string]settings{key: {s.name: {transport, s.command, s.args}}})
		return out.String(), err
	}
}

func claudeCode(s hostServer) (string, error) {
	words := []string{"claude", "mcp", "add", s.name, "--", shellWord(s.command)}
	for _, a := range s.args {
		words = append(words, shellWord(a))
	}
	settings, err := keyed("mcpServers", "")(s)
	return strings.Join(words, " ") + "\n\n" + settings, err
}

// plainWord is what a shell leaves alone.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$`)

// shellWord quotes a word for a POSIX shell.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func codex(s hostServer) (string, error) {
	args := make([]string, len(s.args))
	for i, a := range s.args {
		args[i] = tomlString(a)
	}
	return fmt.Sprintf("[mcp_servers.%s]\ncommand = %s\nargs = [%s]\n", s.name, tomlString(s.command), strings.Join(args, ", ")), nil
}

// tomlString is a basic string of TOML 1.0: JSON would leave U+007F as it is, which TOML
// forbids.
func tomlString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
