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
	add := func(uri, name, about string) {
		s.MCP.AddResource(mcp.NewResource(uri, name, mcp.WithResourceDescription(about), mcp.WithMIMEType("text/plain")), handOut)
	}
	addTemplate := func(uri, name, about string) {
		s.MCP.AddResourceTemplate(mcp.NewResourceTemplate(uri, name, mcp.WithTemplateDescription(about), mcp.WithTemplateMIMEType("text/plain")), handOut)
	}
	add(indexURI, "index", "What is attached: repositories, commits, counts, what could not be read, what was left out")
	add(schemaURI, "schema", "The tables and columns that cortex_files asks")
	addTemplate(tableURI, "table", "One table: what each column means")
	addTemplate(operationURI, "operation", "One operation: its arguments, with an example")
	addTemplate(moduleURI, "module", "The summary of a module: a directory or import path")
	addTemplate(skeletonURI, "skeleton", "A file, or a module, with its bodies folded")
}

// resource is the text at an address. The error that there is none is a
// [*queries.TargetError] or a [*queries.UsageError].
func (s *Server) resource(ctx context.Context, uri string) (string, error) {
	switch uri {
	case indexURI:
		return s.describeIndexes(ctx)
	case schemaURI:
		return describeTables(), nil
	}
	for prefix, read := range map[string]func(rest string) (string, error){
		"cortex://schema/":    describeTable,
		"cortex://operation/": describeOperation,
		"cortex://module/": func(path string) (string, error) {
			return s.answer(ctx, "package_summary", map[string]any{"target": path})
		},
		"cortex://skeleton/": func(path string) (string, error) {
			return s.answer(ctx, "skeleton", map[string]any{"target": path})
		},
	} {
		if rest, ok := strings.CutPrefix(uri, prefix); ok {
			path, err := url.PathUnescape(rest)
			if err != nil {
				return "", &queries.UsageError{Message: "the address is not escaped as one has to be"}
			}
			return read(path)
		}
	}
	return "", &queries.UsageError{Message: "there is no such address"}
}

// ahead is what was read at an address before mcp-go looked for who reads it.
type ahead struct {
	text string
	err  error
}

// aheadField is where a request holds that. Nothing that comes from outside is an ahead.
const aheadField = "cortex/ahead"

// readAhead reads a resource before mcp-go looks for who does. When there is none at the
// address, that is made one which nobody reads: the address, and why.
//
// DESIGN: every error of a handler is an internal one to mcp-go 1.2.1, code -32603. What is
// not there has a code of its own, another in each era of the protocol, which mcp-go has
// for addresses that it does not know.
func (s *Server) readAhead(ctx context.Context, _ any, r *mcp.ReadResourceRequest) {
	var a ahead
	defer func() {
		r.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{aheadField: a}}
	}()
	defer s.recover(r.Params.URI, func() { a = ahead{err: errors.New("internal error: the server's log has more")} })
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	text, err := s.resource(ctx, r.Params.URI)
	if err == nil {
		a.text = text
		return
	}
	why := s.explain(ctx, err, s.catalog.list())
	a.err = errors.New(why)
	var target *queries.TargetError
	var usage *queries.UsageError
	if errors.As(err, &target) || errors.As(err, &usage) {
		r.Params.URI = cut(r.Params.URI) + ": " + why
	}
}

// handOut hands out what was read ahead. What went wrong is an error of the protocol,
// because a resource has no other.
func handOut(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	if r.Params.Meta == nil {
		return nil, errors.New("nothing was read")
	}
	a, ok := r.Params.Meta.AdditionalFields[aheadField].(ahead)
	if !ok || a.err != nil {
		return nil, a.err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: a.text}}, nil
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
		fresh, of := s.watcher.freshness(ctx, a.of)
		answer, err := op.Run(queries.Brief(ctx), a.Index, args)
		if err != nil {
			return dated(err, call{}, fresh, of)
		}
		if fresh != nil {
			out = fresh.say(of.manifest.Repository.Commit) + "\n"
		} else if why := s.watcher.uncompared(ctx, a.of); why != "" {
			out = why + "\n"
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
	return &queries.UsageError{Message: fmt.Sprintf("unknown operation %q", cut(name)), Advice: didYouMean(name, names)}
}

// didYouMean is advice: which one of some names is meant, if any, and all of them.
func didYouMean(typed string, names []string) string {
	all := strings.Join(names, ", ")
	if m := queries.Meant(typed, names); m != "" {
		return fmt.Sprintf("did you mean %q? There are %s", m, all)
	}
	return "there are " + all
}

func operationNames() []string { return namesOfAll(registry.All()) }

func namesOfAll(ops []queries.Operation) []string {
	names := make([]string, len(ops))
	for i, op := range ops {
		names[i] = op.Name
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
		return "", &queries.UsageError{Message: fmt.Sprintf("unknown table %q", cut(name)), Advice: didYouMean(name, names)}
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
	if why := m.Repository.NoCommit(); why != "" {
		w.line(fmt.Sprintf("  repository %s, no commit: %s", m.Repository.Name, why))
	} else {
		w.line(fmt.Sprintf("  repository %s, commit %s, %s", m.Repository.Name, m.Repository.Commit, m.Repository.CommittedAt))
	}
	if m.Repository.Dirty && m.Repository.Commit != "" {
		w.line("  with changes that were not committed")
	}
	if fresh, _ := s.watcher.freshness(ctx, []*found{f}); fresh != nil {
		w.line("  " + fresh.say(m.Repository.Commit))
	} else if why := s.watcher.uncompared(ctx, []*found{f}); why != "" {
		w.line("  " + why)
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
