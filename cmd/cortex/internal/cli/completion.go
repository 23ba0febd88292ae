package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	_ "embed"
	"github.com/cortex-index/cortex/cmd/cortex/internal/render"
	"github.com/cortex-index/cortex/cmd/cortex/internal/revisions"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/files"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/schema"
	"github.com/urfave/cli/v2"
)

//go:embed completion.sql
var completionSQL string

//go:embed completion_packages.sql
var completionPackagesSQL string

// overPackages are the operations whose targets are packages.
var overPackages = []string{"dependencies", "dependents", "package_summary"}

// completionScripts are the scripts of the shells. Each runs the words so far with completionFlag, and takes a completion from each line.
var completionScripts = map[string]string{
	"bash": `_cortex() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <("${COMP_WORDS[@]:0:COMP_CWORD}" "${COMP_WORDS[COMP_CWORD]}" --generate-bash-completion 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *. ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o default -F _cortex cortex
`,
	"zsh": `#compdef cortex
_cortex() {
  local -a found
  found=("${(@f)$("${(@)words[1,CURRENT-1]}" "${words[CURRENT]}" --generate-bash-completion 2>/dev/null)}")
  if [[ -z "${found[*]}" ]]; then
    _files
    return
  fi
  compadd -S '' -- ${(M)found:#*.}
  compadd -- ${found:#*.}
}
compdef _cortex cortex
`,
	"fish": `function __cortex_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -g __cortex_found ($words "$current" --generate-bash-completion 2>/dev/null)
  test (count $__cortex_found) -gt 0
end
complete -c cortex -f -n __cortex_complete -a '$__cortex_found'
`,
}

func completionCommand(c *console) *cli.Command {
	return command(&cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		UsageText: "cortex completion SHELL",
		Description: `Completes commands, operations, options and the names of symbols in the index.
SHELL is bash, zsh or fish.

Example:
   cortex completion bash > ~/.local/share/bash-completion/completions/cortex
   cortex completion fish > ~/.config/fish/completions/cortex.fish`,
		Action: func(cc *cli.Context) error {
			script, ok := completionScripts[cc.Args().First()]
			if !ok || cc.NArg() > 1 {
				return usageError("use one of bash, zsh, fish", "shell %q is unknown", cc.Args().First())
			}
			_, err := io.WriteString(c.Out, script)
			return err
		},
	})
}

// complete prints the completions of the last word, one a line. Problems give none.
func complete(ctx context.Context, w io.Writer, app *cli.App, args []string) {
	words, typed := args[1:max(len(args)-1, 1)], args[len(args)-1]
	words = slices.DeleteFunc(slices.Clone(words), func(s string) bool { return s == "=" }) // bash breaks words there
	prefix := ""
	if flag, value, ok := strings.Cut(typed, "="); ok && strings.HasPrefix(flag, "-") { // other shells do not
		words, typed, prefix = append(words, flag), value, flag+"="
	}
	if typed == "=" {
		typed = ""
	}
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
	}
	a := argv{commands: app.Commands}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if len(word) > 1 && word[0] == '-' && !isText(word) {
			words = words[a.flag(word, words):]
		} else {
			a.word(word)
		}
	}
	matching := func(all []string) []string {
		return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(s, typed) })
	}
	var found []string
	if last == "--tests" {
		found = matching([]string{"list", "only"})
	}
	if len(found) == 0 {
		found = matching(a.completions(ctx, typed))
	}
	for _, s := range found {
		fmt.Fprintln(w, render.Printable(prefix+s, false))
	}
}

// completions are the texts that may follow the words so far, in place of the typed text.
func (a *argv) completions(ctx context.Context, typed string) []string {
	op := a.operation()
	switch {
	case a.unfinished:
		return a.values()
	case strings.HasPrefix(typed, "-"):
		return a.flagNames()
	case len(a.commands) > 0:
		var out []string
		for _, c := range a.commands {
			out = append(out, c.Names()...)
			if a.current == nil && c.Name == "query" { // operations need no word query
				for _, op := range c.Subcommands {
					out = append(out, op.Names()...)
				}
			}
		}
		return out
	case a.current != nil && a.current.Name == "completion":
		return []string{"bash", "zsh", "fish"}
	case a.current != nil && a.current.Name == "schema":
		return tableNames(schema.Tables())
	case op != nil && slices.Contains(overPackages, op.Name) && len(op.Positional) > len(a.positionals):
		return a.named(ctx, completionPackagesSQL, typed)
	case op != nil && len(op.Positional) > len(a.positionals) && slices.Contains([]string{"target", "to", "pattern"}, op.Positional[len(a.positionals)]):
		return a.named(ctx, completionSQL, typed)
	}
	return nil
}

// operation returns the operation of the current command; nil when it has none.
func (a *argv) operation() *queries.Operation {
	for _, op := range registry.All() {
		if a.current != nil && a.current.Name == kebab(cmp.Or(op.Command, op.Name)) {
			return &op
		}
	}
	return nil
}

// flagNames are the long names of the flags of the current command.
func (a *argv) flagNames() []string {
	out := []string{"--help"}
	if a.current != nil {
		for _, f := range a.current.Flags {
			out = append(out, "--"+f.Names()[0])
		}
	}
	return out
}

// listed matches a closed list at the end of a flag's usage.
var listed = regexp.MustCompile(`: (…|[a-z_]+(, (…|[a-z_]+))+)(;|$)`)

// values are the known values of the last flag, from its usage.
func (a *argv) values() []string {
	f, ok := a.find(strings.TrimLeft(kebab(a.flags[len(a.flags)-1]), "-")).(cli.DocGenerationFlag)
	if !ok {
		return nil
	}
	m := listed.FindStringSubmatch(f.GetUsage())
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(strings.Split(m[1], ", "), func(s string) bool { return s == "…" })
}

// named are the names in the index that continue the typed text.
func (a *argv) named(ctx context.Context, query, typed string) (out []string) {
	var dirs []string
	for i, f := range a.flags {
		if dir, ok := strings.CutPrefix(f, "--index="); ok {
			dirs = append(dirs, dir)
		} else if f == "--index" && i+1 < len(a.flags) {
			dirs = append(dirs, a.flags[i+1])
		}
	}
	if dir := os.Getenv(indexVariable); len(dirs) == 0 && dir != "" {
		dirs = append(dirs, dir)
	}
	if here, err := os.Getwd(); len(dirs) == 0 && err == nil {
		if dir, ok := revisions.Nearest(here); ok {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		return nil
	}
	for i, dir := range dirs {
		var err error
		if dirs[i], err = revisions.Unpacked(ctx, dir); err != nil {
			return nil
		}
	}
	ix, err := queries.Open(ctx, dirs...)
	if err != nil {
		return nil
	}
	answer, err := files.SQL().Run(ctx, ix, map[string]any{"query": query, "args": []string{typed}})
	if err != nil {
		return nil
	}
	for _, row := range answer.Table().Rows {
		out = append(out, fmt.Sprint(row[0]))
	}
	return out
}
