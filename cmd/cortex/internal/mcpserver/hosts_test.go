package mcpserver

import (
	"encoding/json"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cortex-index/cortex/queries"
)

func TestHostConfig(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]struct{ where, text string }{
		"claude-code": {"run the first line in the repository, or put the rest into .mcp.json at its root", `claude mcp add cortex -- cortex mcp --index 'my <index>'

{
  "mcpServers": {
    "cortex": {
      "command": "cortex",
      "args": [
        "mcp",
        "--index",
        "my <index>"
      ]
    }
  }
}
`},
		"cursor": {"put into .cursor/mcp.json in the repository, or into ~/.cursor/mcp.json for all", `{
  "mcpServers": {
    "cortex": {
      "command": "cortex",
      "args": [
        "mcp",
        "--index",
        "my <index>"
      ]
    }
  }
}
`},
		"vscode": {"put into .vscode/mcp.json in the repository", `{
  "servers": {
    "cortex": {
      "type": "stdio",
      "command": "cortex",
      "args": [
        "mcp",
        "--index",
        "my <index>"
      ]
    }
  }
}
`},
		"codex": {"add to ~/.codex/config.toml", `[mcp_servers.cortex]
command = "cortex"
args = ["mcp", "--index", "my <index>"]
`},
		"zed": {`merge into settings.json of Zed (~/.config/zed/settings.json; the command "zed: open settings file")`, `{
  "context_servers": {
    "cortex": {
      "command": "cortex",
      "args": [
        "mcp",
        "--index",
        "my <index>"
      ]
    }
  }
}
`},
	} {
		where, text, err := HostConfig(host, "cortex", "cortex", []string{"mcp", "--index", "my <index>"})
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		if diff := cmp.Diff([]string{want.where, want.text}, []string{where, text}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", host, diff)
		}
	}
	if diff := cmp.Diff([]string{"claude-code", "cursor", "vscode", "codex", "zed"}, Hosts()); diff != "" {
		t.Errorf("hosts (-want +got):\n%s", diff)
	}
}

// awkwardArgs need correct quoting.
var awkwardArgs = []string{"mcp", "", " ", "a b", "it's", `say "hi"`, `back\slash`, `C:\new\table`, "$HOME", "`id`", "!x",
	"a;b", "*", "~/x", "=x", "#x", "-x", "tab\there", "line\nbreak", "\x01\x1f\x7f", "ünï → 漢字 😀", "\u2028", "<&>", "${workspaceFolder}"}

func TestHostConfigKeepsArguments(t *testing.T) {
	t.Parallel()
	const command = `/opt/my tools/cortex's "best"`
	want := append([]string{command}, awkwardArgs...)
	for host, read := range map[string]func(t *testing.T, text string) []string{
		"claude-code": func(t *testing.T, text string) []string {
			line, rest := cutClaude(t, text)
			if diff := cmp.Diff(want, jsonWords(t, rest, "mcpServers")); diff != "" {
				t.Errorf("claude-code, JSON (-want +got):\n%s", diff)
			}
			return shellWords(t, line)
		},
		"cursor": func(t *testing.T, text string) []string { return jsonWords(t, text, "mcpServers") },
		"vscode": func(t *testing.T, text string) []string { return jsonWords(t, text, "servers") },
		"codex":  tomlWords,
		"zed":    func(t *testing.T, text string) []string { return jsonWords(t, text, "context_servers") },
	} {
		given := strings.Join(awkwardArgs, "\x00")
		_, text, err := HostConfig(host, "my-cortex_2", command, awkwardArgs)
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		if diff := cmp.Diff(want, read(t, text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", host, diff)
		}
		if strings.Join(awkwardArgs, "\x00") != given {
			t.Errorf("%s: the arguments given are changed", host)
		}
	}
}

// cutClaude returns the command line and the settings.
func cutClaude(t *testing.T, text string) (line, settings string) {
	t.Helper()
	at := strings.Index(text, "\n\n{\n")
	if at < 0 {
		t.Fatalf("no settings in:\n%s", text)
	}
	line, ok := strings.CutPrefix(text[:at], "claude mcp add my-cortex_2 -- ")
	if !ok {
		t.Fatalf("the line is %q", text[:at])
	}
	return line, text[at+2:]
}

// shellWords returns the words that a shell reads in a line.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `printf '%s\0' `+line).Output()
	if err != nil {
		t.Fatalf("sh: %v", err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// jsonWords returns the command and the arguments in settings in JSON.
func jsonWords(t *testing.T, text, key string) []string {
	t.Helper()
	var settings map[string]map[string]struct {
		Command string
		Args    []string
	}
	if err := json.Unmarshal([]byte(text), &settings); err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if len(settings) != 1 || len(settings[key]) != 1 {
		t.Errorf("not one server below %s: %v", key, settings)
	}
	s := settings[key]["my-cortex_2"]
	return append([]string{s.Command}, s.Args...)
}

// tomlWords returns the command and the arguments in settings in TOML. The escapes of
// tomlString mean the same in Go.
func tomlWords(t *testing.T, text string) (found []string) {
	t.Helper()
	text, ok := strings.CutPrefix(text, "[mcp_servers.my-cortex_2]\ncommand = ")
	for text != "" && ok {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			t.Fatalf("%v in: %s", err, text)
		}
		word, _ := strconv.Unquote(quoted)
		found = append(found, word)
		between := "\nargs = ["
		if len(found) > 1 {
			between = ", "
		}
		if text = text[len(quoted):]; text == "]\n" {
			return found
		}
		text, ok = strings.CutPrefix(text, between)
	}
	t.Fatalf("after %q: %q", found, text)
	return nil
}

func TestHostConfigWithoutArguments(t *testing.T) {
	t.Parallel()
	_, text, err := HostConfig("zed", "my-cortex_2", "cortex", nil)
	if err != nil || !strings.Contains(text, `"args": []`) {
		t.Errorf("Zed takes no server without a list of arguments, and is given %s, %v", text, err)
	}
}

func TestHostConfigRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		host, name, command string
		args                []string
		want                string
	}{
		{"vs-code", "cortex", "cortex", nil, `host "vs-code" is unknown | did you mean vscode? the hosts are claude-code, cursor, vscode, codex, zed`},
		{"", "cortex", "cortex", nil, `host "" is unknown | did you mean zed? the hosts are claude-code, cursor, vscode, codex, zed`},
		{"codex", "", "cortex", nil, `server name "" is invalid | use letters, digits, - and _`},
		{"codex", "a.b", "cortex", nil, `server name "a.b" is invalid | use letters, digits, - and _`},
		{"claude-code", "-s", "cortex", nil, `server name "-s" is invalid | use letters, digits, - and _`},
		{"zed", "cortex", "cortex", []string{"mcp", "a\xff"}, `path "a\xff" is not valid UTF-8, which the settings require | rename the file`},
		{"zed", "cortex", "a\x00b", nil, `path "a\x00b" is not valid UTF-8, which the settings require | rename the file`},
	} {
		where, text, err := HostConfig(c.host, c.name, c.command, c.args)
		var usage *queries.UsageError
		if !errors.As(err, &usage) {
			t.Errorf("%q: the error is %v", c.host, err)
			continue
		}
		if diff := cmp.Diff(c.want, usage.Message+" | "+usage.Advice); diff != "" || where+text != "" {
			t.Errorf("where %q, text %q, error (-want +got):\n%s", where, text, diff)
		}
	}
}
