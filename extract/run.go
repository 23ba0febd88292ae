package extract

import (
	"context"
	"fmt"
	"slices"

	"github.com/cortex-index/cortex/extract/scip"
	"github.com/cortex-index/cortex/schema"
)

// phaseWrite is the name of the phase that passes the rows to the sink; its steps are tables.
const phaseWrite = "write"

// Run reads the repository at cfg.Root and passes the rows of every table to the sink, each
// table in its order. Contents go first, while Run reads the files; the other tables go at
// the end. Run returns the manifest without its tables.
//
// A problem in the repository is a row in diagnostics. The error is a *folder.InputError
// when there is nothing to read; otherwise it comes from the context, from the sink, or
// from a fault of the program.
func Run(ctx context.Context, cfg Config, sink Sink) (schema.Manifest, error) {
	cfg = cfg.withDefaults()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var emit func([]schema.Content) error
	if cfg.Content {
		emit = func(rows []schema.Content) error { return sink.Write(rows) }
	}
	d, err := discover(ctx, cfg, emit)
	if err != nil {
		return schema.Manifest{}, err
	}
	d.tree.matchSCIP(cfg.SCIP)
	var codes []*Code
	for _, e := range cfg.Extractors {
		code, err := e.Extract(ctx, cfg, d.tree)
		if err != nil {
			return schema.Manifest{}, fmt.Errorf("extract %s: %w", e.Languages()[0], err)
		}
		codes = append(codes, code)
	}
	if err := d.join(); err != nil {
		return schema.Manifest{}, err
	}
	if cfg.Progress != nil {
		cfg.Progress.Phase("sorting", 0)
	}
	rows, err := merge(ctx, cfg, d.tree, codes)
	if err != nil {
		return schema.Manifest{}, err
	}
	if err := write(ctx, cfg, rows, sink); err != nil {
		return schema.Manifest{}, err
	}
	return manifest(cfg, d.tree, codes, rows), nil
}

// matchSCIP compares SCIP indexes with the files.
func (t *Tree) matchSCIP(indexes []*scip.Index) {
	if len(indexes) == 0 {
		return
	}
	files := make(map[string]*File, len(t.Files))
	for _, f := range t.Files {
		files[f.Row.FilePath] = f
	}
	t.SCIP = scip.Match(indexes, func(path string) (int32, []byte) {
		if f := files[path]; f != nil {
			return f.Row.FileID, f.Content
		}
		return 0, nil
	})
	for _, p := range t.SCIP.Problems {
		t.warn(schema.CodeSCIPDocument, p.Path, p.Message)
		t.Diagnostics[len(t.Diagnostics)-1].FileID = p.File
	}
}

// write passes every table but contents to the sink.
func write(ctx context.Context, cfg Config, rows *schema.Rows, sink Sink) error {
	if cfg.Progress != nil {
		steps := -1
		_ = rows.Each(func(any) error { steps++; return nil })
		cfg.Progress.Phase(phaseWrite, steps)
	}
	return rows.Each(func(table any) error {
		if _, ok := table.([]schema.Content); ok {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sink.Write(table); err != nil {
			return err
		}
		if cfg.Progress != nil {
			cfg.Progress.Done(1)
		}
		return nil
	})
}

// inputs returns the inputs of the rows; nil when they are not all known.
func inputs(cfg Config, t *Tree, codes []*Code) *schema.Inputs {
	if t.Fingerprint == "" || slices.ContainsFunc(t.Diagnostics, func(d schema.Diagnostic) bool { return d.Code == schema.CodeToolchain }) {
		return nil
	}
	in := &schema.Inputs{Tree: t.Fingerprint, Modules: []string{}}
	if cfg.Build != nil {
		in.Program = cfg.Build()
	}
	for _, code := range codes {
		if code.Unpinned {
			return nil
		}
		in.Modules = append(in.Modules, code.Outside...)
	}
	return in
}

// head returns the manifest as far as the configuration and the repository decide it.
func head(cfg Config, r schema.Repository) schema.Manifest {
	m := schema.Manifest{
		Format:        schema.FormatName,
		FormatVersion: schema.FormatVersion,
		Generator:     schema.Generator{Name: "cortex", Version: cfg.Version},
		Repository:    r,
		Options: schema.Options{Tests: cfg.Tests, Content: cfg.Content, Vendored: cfg.Vendored,
			GOOS: cfg.GOOS, GOARCH: cfg.GOARCH, Tags: cfg.Tags, GoEnv: map[string]string{}, MaxFileSize: cfg.MaxFileSize},
	}
	for _, x := range scip.Sorted(cfg.SCIP) {
		m.Options.SCIP = append(m.Options.SCIP, schema.SCIPIndex{Tool: x.Tool, Version: x.Version, SHA256: x.SHA256})
	}
	return m
}

func manifest(cfg Config, t *Tree, codes []*Code, rows *schema.Rows) schema.Manifest {
	m := head(cfg, t.Repository)
	m.Summary = schema.Summary{
		Files:       len(rows.Files),
		Languages:   map[string]int{},
		Diagnostics: map[schema.Severity]int{schema.SeverityError: 0, schema.SeverityWarning: 0},
		Calls:       map[schema.Evidence]int{},
	}
	for _, code := range codes {
		if code.GoVersion != "" {
			m.Options.GoVersion, m.Options.GoEnv = code.GoVersion, code.GoEnv
		}
	}
	m.Inputs = inputs(cfg, t, codes)
	for _, f := range rows.Files {
		if f.Language != "" {
			m.Summary.Languages[f.Language]++
		}
	}
	for _, d := range rows.Diagnostics {
		m.Summary.Diagnostics[d.Severity]++
	}
	for _, e := range schema.Evidence("").Values() {
		m.Summary.Calls[schema.Evidence(e)] = 0
	}
	for _, c := range rows.Calls {
		m.Summary.Calls[c.Evidence]++
	}
	return m
}
