package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/budget"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/catalog"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/coerce"
	"github.com/cortex-index/cortex/cmd/cortex/internal/mcpserver/wording"
	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/queries/suggest"
	"github.com/cortex-index/cortex/queries/target"
	"github.com/cortex-index/cortex/schema"
)

// These are the addresses of the resources.
const (
	indexURI     = "cortex://index"
	schemaURI    = wording.SchemaURI
	tableURI     = schemaURI + "/{table}"
	operationURI = "cortex://operation/{operation}"
	moduleURI    = "cortex://module/{+path}"
	skeletonURI  = "cortex://skeleton/{+path}"
)

func (s *Server) addResources() {
	add := func(uri, name, about string) {
		s.MCP.AddResource(mcp.NewResource(uri, name, mcp.WithResourceDescription(about), mcp.WithMIMEType("text/plain")), takePrefetched)
	}
	addTemplate := func(uri, name, about string) {
		s.MCP.AddResourceTemplate(mcp.NewResourceTemplate(uri, name, mcp.WithTemplateDescription(about), mcp.WithTemplateMIMEType("text/plain")), takePrefetched)
	}
	add(indexURI, "index", "The attached indexes: repositories, commits, counts, and the indexes that were left out")
	add(schemaURI, "schema", "The tables and columns that cortex_files asks")
	addTemplate(tableURI, "table", "One table: the meaning of each column")
	addTemplate(operationURI, "operation", "One operation: its arguments, with an example")
	addTemplate(moduleURI, "module", "The summary of a module: a directory or import path")
	addTemplate(skeletonURI, "skeleton", "A file, or a module, with its bodies folded")
}

// resource returns the text at an address. An unknown address is a [*target.Error] or a
// [*queries.UsageError].
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
				return "", &queries.UsageError{Message: "the address is not escaped correctly"}
			}
			return read(path)
		}
	}
	return "", &queries.UsageError{Message: "there is no such address"}
}

// prefetched is a resource that was read before mcp-go looked for its handler.
type prefetched struct {
	text string
	err  error
}

// prefetchedField holds a prefetched in a request. JSON of a client never decodes to one.
const prefetchedField = "cortex/prefetched"

// prefetch reads a resource before mcp-go looks for its handler. It replaces the address of a
// missing one by a text that no handler takes: the address, and the reason.
//
// DESIGN: mcp-go 1.2.1 reports each error of a handler as an internal one, code -32603. The
// codes for a missing resource, which differ by version of the protocol, it keeps for addresses
// without a handler.
func (s *Server) prefetch(ctx context.Context, _ any, r *mcp.ReadResourceRequest) {
	var read prefetched
	defer func() {
		r.Params.Meta = &mcp.Meta{AdditionalFields: map[string]any{prefetchedField: read}}
	}()
	defer s.recover(r.Params.URI, func() { read = prefetched{err: errors.New("internal error: the server's log has more")} })
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	text, err := s.resource(ctx, r.Params.URI)
	if err = s.interrupted(ctx, err); err == nil {
		read.text = text
		return
	}
	why := s.explain(err)
	read.err = errors.New(why)
	var target *target.Error
	var usage *queries.UsageError
	if errors.As(err, &target) || errors.As(err, &usage) {
		r.Params.URI = wording.Echo(r.Params.URI) + ": " + why
	}
}

// takePrefetched is the handler of all resources. It returns the text that prefetch read.
func takePrefetched(_ context.Context, r mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
	if r.Params.Meta == nil {
		return nil, errors.New("nothing was read")
	}
	read, ok := r.Params.Meta.AdditionalFields[prefetchedField].(prefetched)
	if !ok || read.err != nil {
		return nil, read.err
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: read.text}}, nil
}

// answer returns the text of an operation's answer.
func (s *Server) answer(ctx context.Context, operation string, args map[string]any) (out string, err error) {
	op, ok := operationNamed(operation)
	if !ok {
		return "", unknownOperation(operation)
	}
	err = s.run(ctx, s.limiters.operations, func(ctx context.Context) error {
		return s.use(ctx, "", func(ix *catalog.Open, _ []*catalog.Entry) error {
			state, reason := s.compareOpen(ctx, ix.Of)
			a, now, err := s.runNow(queries.Brief(ctx), op, ix, state, args)
			if err != nil {
				return withState(err, coerce.Call{}, state)
			}
			var head []string
			if line := compared(state, reason); line != "" {
				head = []string{line}
			}
			b := budget.Max()
			var changed budget.Changed
			if b.Of, changed = marks(state, now); now != "" {
				head = append(head, now)
			}
			out = b.Text(a, head, changed)
			return nil
		})
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
	return &queries.UsageError{Message: fmt.Sprintf("operation %q is unknown", wording.Echo(name)), Advice: didYouMean(name, operationNames())}
}

// didYouMean returns the advice for an unknown name: the one that is meant, if any, and all.
func didYouMean(typed string, names []string) string {
	all := strings.Join(names, ", ")
	if m := suggest.Meant(typed, names); m != "" {
		return fmt.Sprintf("did you mean %q? There are %s", m, all)
	}
	return "there are " + all
}

func operationNames() (names []string) {
	for _, op := range registry.All() {
		names = append(names, op.Name)
	}
	return names
}

// describeOperation returns the help of an operation.
func describeOperation(name string) (string, error) {
	op, ok := operationNamed(name)
	if !ok {
		return "", unknownOperation(name)
	}
	w := budget.Max().Writer()
	w.Line(fmt.Sprintf("%s (%s): %s", op.Name, op.Tool, op.Summary))
	if op.Help != "" {
		w.Line("\n" + op.Help)
	}
	w.Line("\nArguments:")
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
		w.Line(line)
	}
	w.Line("\nExample, on the command line: cortex query " + op.Example)
	return w.String(), nil
}

// describeTables lists the tables with their columns.
func describeTables() string {
	w := budget.Max().Writer()
	w.Line("Tables and columns; cortex://schema/TABLE has the meaning of each column.")
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
		w.Line(fmt.Sprintf("\n%s: %s\n  %s", t.Name, t.Doc(), strings.Join(columns, ", ")))
	}
	return w.String()
}

// describeTable returns the meaning of each column of a table.
func describeTable(name string) (string, error) {
	t, ok := schema.Lookup(name)
	if !ok {
		return "", &queries.UsageError{Message: fmt.Sprintf("table %q is unknown", wording.Echo(name)), Advice: didYouMean(name, tableNames())}
	}
	w := budget.Max().Writer()
	w.Line(fmt.Sprintf("%s: %s\nkey: %s; sorted by %s\n", t.Name, t.Doc(), strings.Join(t.Key, ", "), strings.Join(t.Sort, ", ")))
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
		w.Line(line)
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

// describeIndexes lists the indexes, and the reasons why some were left out.
func (s *Server) describeIndexes(ctx context.Context) (string, error) {
	if err := s.catalog.Refresh(ctx, true); err != nil {
		return "", err
	}
	groups := s.catalog.Groups()
	if len(groups) == 0 {
		return s.explain(s.noIndex()) + "\n", nil
	}
	w := budget.Max().Writer()
	for _, group := range groups {
		for i, e := range group {
			s.describe(ctx, w, e, i > 0)
		}
	}
	for _, e := range s.catalog.Broken() {
		w.Line(fmt.Sprintf("\nleft out: %s: %s", e.Label, s.explain(e.Err)))
	}
	return w.String(), nil
}

// describe lists the contents of an index.
func (s *Server) describe(ctx context.Context, w *budget.Writer, e *catalog.Entry, older bool) {
	m := e.Manifest
	w.Line("index " + e.Name())
	if older {
		w.Line("  only asked when index names it, because another of the repository is preferred")
	}
	if why := m.Repository.NoCommit(); why != "" {
		w.Line(fmt.Sprintf("  repository %s, no commit: %s", m.Repository.Name, why))
	} else {
		w.Line(fmt.Sprintf("  repository %s, commit %s, %s", m.Repository.Name, m.Repository.Commit, m.Repository.CommittedAt))
	}
	if m.Repository.Dirty && m.Repository.Commit != "" {
		w.Line("  with changes that were not committed")
	}
	if line := compared(s.watcher.Compare(ctx, []*catalog.Entry{e})); line != "" {
		w.Line("  " + line)
	}
	var counts []string
	for _, t := range m.Tables {
		counts = append(counts, fmt.Sprintf("%s %d", t.Name, t.Rows))
	}
	w.Line("  rows: " + strings.Join(counts, ", "))
	if errors, warnings := m.Summary.Diagnostics[schema.SeverityError], m.Summary.Diagnostics[schema.SeverityWarning]; errors+warnings > 0 {
		w.Line(fmt.Sprintf("  %s and %s when it was made: the table diagnostics lists them", wording.Count(errors, "error", "errors"), wording.Count(warnings, "warning", "warnings")))
	}
	if !m.Options.Tests {
		w.Line("  without tests")
	}
	if !m.Options.Content {
		w.Line("  without sources")
	}
}
