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
	"github.com/cortex-index/cortex/queries/suggest"
)

// host is a program that starts servers, such as an editor.
type host struct {
	name  string
	where string // of the settings
	write func(hostServer) (string, error)
}

// hostServer is the command that a host starts.
type hostServer struct {
	name, command string
	args          []string
}

var hosts = []host{
	{"claude-code", "run the first line in the repository, or put the rest into .mcp.json at its root", claudeCode},
	{"cursor", "put into .cursor/mcp.json in the repository, or into ~/.cursor/mcp.json for all", keyed("mcpServers", "")},
	{"vscode", "put into .vscode/mcp.json in the repository", keyed("servers", "stdio")},
	{"codex", "add to ~/.codex/config.toml", codex},
	{"zed", `merge into settings.json of Zed (~/.config/zed/settings.json; the command "zed: open settings file")`, keyed("context_servers", "")},
}

// Hosts returns the names of the hosts that HostConfig knows, in the order of the help.
func Hosts() []string {
	names := make([]string, len(hosts))
	for i, h := range hosts {
		names[i] = h.name
	}
	return names
}

// serverName is a name that every host allows for a server, as a key and on its command
// line.
var serverName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_-]*$`)

// HostConfig returns the settings with which a host starts a command as a server, and one line
// that says where to put them. The text ends in a newline. A host that expands ${…} in its settings also expands it
// in the args. An unknown host or an invalid name is a [*queries.UsageError].
func HostConfig(host, name, command string, args []string) (where string, text string, err error) {
	names := Hosts()
	i := slices.Index(names, host)
	if i < 0 {
		return "", "", &queries.UsageError{
			Message: fmt.Sprintf("host %q is unknown", host),
			Advice:  fmt.Sprintf("did you mean %s? the hosts are %s", suggest.Nearest(host, names), strings.Join(names, ", ")),
		}
	}
	if !serverName.MatchString(name) {
		return "", "", &queries.UsageError{
			Message: fmt.Sprintf("server name %q is invalid", name),
			Advice:  "use letters, digits, - and _",
		}
	}
	for _, word := range append([]string{command}, args...) {
		if !utf8.ValidString(word) || strings.ContainsRune(word, 0) {
			return "", "", &queries.UsageError{
				Message: fmt.Sprintf("path %q is not valid UTF-8, which the settings require", word),
				Advice:  "rename the file",
			}
		}
	}
	h := hosts[i]
	text, err = h.write(hostServer{name, command, append([]string{}, args...)})
	if err != nil {
		return "", "", fmt.Errorf("settings for %s: %w", host, err)
	}
	return h.where, text, nil
}

// keyed returns a writer of JSON with the server below a key. It leaves out an empty transport.
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

// plainWord is a word that a shell does not change.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$`)

// shellWord quotes a word for a POSIX shell.
func shellWord(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func codex(s hostServer) (string, error) {
	words := append([]string{s.command}, s.args...)
	for i, word := range words {
		var err error
		if words[i], err = tomlString(word); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("[mcp_servers.%s]\ncommand = %s\nargs = [%s]\n", s.name, words[0], strings.Join(words[1:], ", ")), nil
}

// tomlString returns a basic string of TOML 1.0, which is one of JSON that also escapes U+007F.
func tomlString(text string) (string, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(text)
	return strings.ReplaceAll(strings.TrimSpace(out.String()), "\x7f", `\u007F`), err
}
