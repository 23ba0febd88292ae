package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/queries"
)

// failed is a result that says what is wrong with a call and what to do. The caller sees
// it, where an error of the protocol might be hidden from him.
func failed(message string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent(message)}}
}

// tell is an error in words for the caller: no path of this machine stands in them.
func tell(err error, of []*found) string {
	var target *queries.TargetError
	var usage *queries.UsageError
	text, hint, first := err.Error(), "", ""
	if ix := (*queries.IndexError)(nil); errors.As(err, &ix) {
		text = ix.Message
	}
	if h := (interface{ Hint() string })(nil); errors.As(err, &h) {
		hint = inTools(h.Hint())
	}
	isTarget := errors.As(err, &target)
	if d := (*datedError)(nil); errors.As(err, &d) && isTarget {
		first = d.fresh + "\n"
		if target.Nothing { // what is there, though of another kind, cannot have come since
			hint = strings.TrimSuffix("the target may be newer than the index; "+hint, "; ")
		}
	}
	if hint != "" {
		text += "\nhint: " + hint
	}
	if isTarget || errors.As(err, &usage) {
		return first + bounded(text) // of what the caller typed and the index holds
	}
	return bounded(firstLines(hide(text, of), 20))
}

// datedError is an error about a target in an index from which the checkout differs.
type datedError struct {
	error
	fresh string // how
}

func (e *datedError) Unwrap() error { return e.error }

// dated says of an error about a target how fresh the index is, when the checkout differs
// from it.
func dated(err error, c call, fresh *freshness, of *found) error {
	var target *queries.TargetError
	if fresh == nil || fresh.Same || !errors.As(err, &target) {
		return err
	}
	line := fresh.brief(of.manifest.Repository.Commit)
	if moved := fresh.unplaced(c.args); moved != "" {
		line += "\n" + moved
	}
	return &datedError{err, line}
}

// bounded cuts an error that repeats too much of what was asked.
func bounded(text string) string {
	const most = 8000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// hide replaces the paths of this machine in a message: those of indexes by what they are
// called.
func hide(message string, of []*found) string {
	put := func(path, name string) {
		if len(path) > 1 {
			whole := regexp.MustCompile(`(^|[^\pL\pN_./-])` + regexp.QuoteMeta(path) + `($|[^\pL\pN_.-])`)
			message = whole.ReplaceAllString(message, "${1}"+strings.ReplaceAll(name, "$", "$$")+"${2}")
		}
	}
	for _, f := range of {
		name := f.label
		if f.manifest.Repository.Name != "" {
			name = f.name()
		}
		put(f.dir, name)
		if real, err := filepath.EvalSymlinks(f.dir); err == nil {
			put(real, name)
		}
	}
	for _, place := range []func() (string, error){os.Getwd, os.UserCacheDir, os.UserHomeDir, func() (string, error) { return os.TempDir(), nil }} {
		if path, err := place(); err == nil {
			put(path, "…")
		}
	}
	return message
}

func firstLines(text string, most int) string {
	lines := strings.SplitAfterN(text, "\n", most+1)
	return strings.TrimRight(strings.Join(lines[:min(most, len(lines))], ""), "\n")
}

// explain is a failed call in words.
func (s *Server) explain(ctx context.Context, err error, of []*found) string {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Sprintf("it took more than %s and was stopped\nhint: narrow it: a smaller depth, a scope, a target that matches less, or a LIMIT", s.timeout.Round(time.Second))
	case ctx.Err() != nil:
		return "it was called off"
	case queries.IsOutOfMemory(err):
		return "it needs more memory than the server may take\nhint: narrow it, or start the server with a higher --memory-limit"
	}
	for _, place := range s.catalog.named { // one that is gone meanwhile is not among those that are known
		of = append(of, &found{dir: place, label: filepath.Base(place)})
	}
	return tell(err, of)
}

// nothing says that no index can be asked, and why.
func (c *catalog) nothing(all []*found) error {
	e := &queries.UsageError{Message: "there is no index", Advice: "run `cortex extract` at the top of the repository, or download an index into the folder that --index names: it is noticed there"}
	if len(all) > 0 {
		e.Message = fmt.Sprintf("no index can be used: %s: %s", all[0].label, tell(all[0].err, all))
	}
	return e
}

// someOf joins the first of some names.
func someOf(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// cut shortens what was typed for an error.
func cut(typed string) string {
	const most = 200
	if len(typed) <= most {
		return typed
	}
	return strings.ToValidUTF8(typed[:most], "") + "…"
}
