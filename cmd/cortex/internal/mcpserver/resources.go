package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/schema"
)

// What can be read by its address.
const (
	indexURI     = "cortex://index"
	schemaURI    = "cortex://schema"
	tableURI     = "cortex://schema/{table}"
	operationURI = "cortex://operation/{operation}"
	moduleURI    = "cortex://module/{+path}"
	skeletonURI  = "cortex://skeleton/{+path}"
)

func (s *Server) addResources() {
	add := func(uri, name, about string, read func(ctx context.Context) (string, error)) {
		s.MCP.AddResource(mcp.NewResource(uri, name, mcp.WithResourceDescription(about), mcp.WithMIMEType("text/plain")),
			func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				return s.contents(ctx, r, func(ctx context.Context, _ string) (string, error) { return read(ctx) })
			})
	}
	addTemplate := func(uri, name, about string, read func(ctx context.Context, rest string) (string, error)) {
		s.MCP.AddResourceTemplate(mcp.NewResourceTemplate(uri, name, mcp.WithTemplateDescription(about), mcp.WithTemplateMIMEType("text/plain")),
			func(ctx context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
				return s.contents(ctx, r, read)
			})
	}
	add(indexURI, "index", "What is attached: repositories, commits, counts, what could not be read, what was left out", s.describeIndexes)
	add(schemaURI, "schema", "The tables and columns that cortex_files asks", func(context.Context) (string, error) { return describeTables(), nil })
	addTemplate(tableURI, "table", "One table: what each column means", func(_ context.Context, name string) (string, error) { return describeTable(name) })
	addTemplate(operationURI, "operation", "One operation: its arguments, with an example", func(_ context.Context, name string) (string, error) { return describeOperation(name) })
	addTemplate(moduleURI, "module", "The summary of a module: a directory or import path", func(ctx context.Context, path string) (string, error) {
		return s.answer(ctx, "package_summary", map[string]any{"target": path})
	})
	addTemplate(skeletonURI, "skeleton", "A file, or a module, with its bodies folded", func(ctx context.Context, path string) (string, error) {
		return s.answer(ctx, "skeleton", map[string]any{"target": path})
	})
}

// contents reads a resource. What is wrong is an error of the protocol, because a resource
// has no other.
func (s *Server) contents(ctx context.Context, r mcp.ReadResourceRequest, read func(ctx context.Context, rest string) (string, error)) (out []mcp.ResourceContents, err error) {
	defer s.recover(r.Params.URI, func() { err = errors.New("internal error: the server's log has more") })
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	rest := r.Params.URI
	for _, prefix := range []string{"cortex://schema/", "cortex://operation/", "cortex://module/", "cortex://skeleton/"} {
		if below, ok := strings.CutPrefix(rest, prefix); ok {
			if rest, err = url.PathUnescape(below); err != nil {
				return nil, fmt.Errorf("the address %q is not escaped as one has to be", cut(r.Params.URI))
			}
			break
		}
	}
	text, err := read(ctx, rest)
	if err != nil {
		return nil, errors.New(s.explain(ctx, err, s.catalog.list()))
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: text}}, nil
}

// answer is the text of an operation's answer.
func (s *Server) answer(ctx context.Context, operation string, args map[string]any) (out string, err error) {
	op, ok := operationNamed(operation)
	if !ok {
		return "", unknownOperation(operation)
	}
	release, err := s.lanes.declared.take(ctx, s.timeout/2)
	if err != nil {
		return "", err
	}
	defer release()
	err = s.with(ctx, "", func(a *attached, _ []*found) error {
		answer, err := op.Run(queries.Brief(ctx), a.Index, args)
		if err != nil {
			return err
		}
		fresh, of := s.watcher.freshness(ctx, a.of)
		if fresh != nil {
			out = fresh.say(of.manifest.Repository.Commit) + "\n"
		}
		out += text(answer, maxBudget-len(out), "", fresh.changed)
		return nil
	})
	return out, err
}

func operationNamed(name string) (queries.Operation, bool) {
	all := registry.All()
	at := slices.IndexFunc(all, func(op queries.Operation) bool { return op.Name == name })
	if at < 0 {
		return queries.Operation{}, false
	}
	return all[at], true
}

func unknownOperation(name string) error {
	names := operationNames()
	return &queries.UsageError{Message: fmt.Sprintf("unknown operation %q", cut(name)), Advice: fmt.Sprintf("did you mean %q? There are %s", queries.Nearest(name, names), strings.Join(names, ", "))}
}

func operationNames() []string {
	var names []string
	for _, op := range registry.All() {
		names = append(names, op.Name)
	}
	return names
}

// describeOperation is what help says of an operation.
func describeOperation(name string) (string, error) {
	op, ok := operationNamed(name)
	if !ok {
		return "", unknownOperation(name)
	}
	w := &writer{room: maxBudget}
	w.line(fmt.Sprintf("%s (%s): %s", op.Name, op.Tool, op.Summary))
	if op.Help != "" {
		w.line("\n" + op.Help)
	}
	w.line("\nArguments:")
	for _, a := range op.Args {
		line := fmt.Sprintf("- %s (%s): %s", a.Name, a.Type, a.Help)
		if len(a.Values) > 0 {
			line += ": " + strings.Join(a.Values, ", ")
		}
		if a.Max > 0 {
			line += fmt.Sprintf(" (%d to %d)", a.Min, a.Max)
		}
		switch {
		case a.Required:
			line += "; required"
		case a.Default != nil:
			line += fmt.Sprintf("; default %v", a.Default)
		}
		w.line(line)
	}
	w.line("\nExample, on the command line: cortex query " + op.Example)
	return w.String(), nil
}

// describeTables lists the tables with their columns.
func describeTables() string {
	w := &writer{room: maxBudget}
	w.line("Tables and columns; cortex://schema/TABLE says what each column means.")
	for _, t := range schema.Tables() {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = c.Name + " " + strings.ToLower(string(c.Type))
			if c.Nullable {
				columns[i] += "?"
			}
			if c.Ref != "" {
				columns[i] += "→" + c.Ref
			}
		}
		w.line(fmt.Sprintf("\n%s: %s\n  %s", t.Name, t.Doc(), strings.Join(columns, ", ")))
	}
	return w.String()
}

// describeTable says what the columns of a table mean.
func describeTable(name string) (string, error) {
	t, ok := schema.Lookup(name)
	if !ok {
		names := tableNames()
		return "", &queries.UsageError{Message: fmt.Sprintf("unknown table %q", cut(name)), Advice: fmt.Sprintf("did you mean %q? There are %s", queries.Nearest(name, names), strings.Join(names, ", "))}
	}
	w := &writer{room: maxBudget}
	w.line(fmt.Sprintf("%s: %s\nkey: %s; sorted by %s\n", t.Name, t.Doc(), strings.Join(t.Key, ", "), strings.Join(t.Sort, ", ")))
	for _, c := range t.Columns {
		line := fmt.Sprintf("- %s %s", c.Name, strings.ToLower(string(c.Type)))
		if c.Nullable {
			line += " or null"
		}
		if c.Ref != "" {
			line += ", a " + c.Ref
		}
		if doc := t.ColumnDoc(c.Name); doc != "" {
			line += ": " + doc
		}
		if len(c.Values) > 0 {
			line += " (" + strings.Join(c.Values, ", ") + ")"
		}
		w.line(line)
	}
	return w.String(), nil
}

func tableNames() []string {
	var names []string
	for _, t := range schema.Tables() {
		names = append(names, t.Name)
	}
	return names
}

// describeIndexes says what is attached and what was left out.
func (s *Server) describeIndexes(ctx context.Context) (string, error) {
	if err := s.catalog.refresh(ctx, true); err != nil {
		return "", err
	}
	all := s.catalog.list()
	groups := usable(all, s.catalog.prefer)
	w := &writer{room: maxBudget}
	if len(groups) == 0 {
		return tell(s.catalog.nothing(all), all) + "\n", nil
	}
	for _, of := range groups {
		for i, f := range of {
			s.describe(ctx, w, f, i > 0)
		}
	}
	for _, f := range all {
		if f.err != nil {
			w.line(fmt.Sprintf("\nleft out: %s: %s", f.label, tell(f.err, all)))
		}
	}
	return w.String(), nil
}

// describe says what is in an index.
func (s *Server) describe(ctx context.Context, w *writer, f *found, older bool) {
	m := f.manifest
	w.line("index " + f.name())
	if older {
		w.line("  only asked when index names it, because another of the repository is preferred")
	}
	w.line(fmt.Sprintf("  repository %s, commit %s, %s", m.Repository.Name, m.Repository.Commit, m.Repository.CommittedAt))
	if m.Repository.Dirty {
		w.line("  with changes that were not committed")
	}
	if fresh, _ := s.watcher.freshness(ctx, []*found{f}); fresh != nil {
		w.line("  " + fresh.say(m.Repository.Commit))
	}
	var counts []string
	for _, t := range m.Tables {
		counts = append(counts, fmt.Sprintf("%s %d", t.Name, t.Rows))
	}
	w.line("  rows: " + strings.Join(counts, ", "))
	if errors, warnings := m.Summary.Diagnostics[schema.SeverityError], m.Summary.Diagnostics[schema.SeverityWarning]; errors+warnings > 0 {
		w.line(fmt.Sprintf("  %s and %s when it was made: the table diagnostics lists them", plural(errors, "error", "errors"), plural(warnings, "warning", "warnings")))
	}
	if !m.Options.Tests {
		w.line("  without tests")
	}
	if !m.Options.Content {
		w.line("  without sources")
	}
}
