// Package extraction writes the index of a tree: it connects the extractors of all languages to the writer, and has the index checked
// before the writer publishes it.
package extraction

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/cortex-index/cortex/emit"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/extract/sitter/c"
	"github.com/cortex-index/cortex/extract/sitter/ecma"
	"github.com/cortex-index/cortex/extract/sitter/java"
	"github.com/cortex-index/cortex/extract/sitter/php"
	"github.com/cortex-index/cortex/extract/sitter/python"
	"github.com/cortex-index/cortex/extract/sitter/ruby"
	"github.com/cortex-index/cortex/extract/sitter/rust"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/queries/derive"
	"github.com/cortex-index/cortex/schema"
)

// Extractors returns the extractors of all languages.
func Extractors() []extract.Extractor {
	return []extract.Extractor{golang.New(), python.New(), ecma.New(), java.New(), php.New(), ruby.New(), rust.New(), c.New()}
}

// FaultError says that a new index is not sound. The old index, if any, is unchanged.
type FaultError struct{ Faults []artifact.Fault }

func (e *FaultError) Error() string { return "the new index has " + artifact.Describe(e.Faults) }

// Hint returns the next step.
func (e *FaultError) Hint() string {
	return "report this fault of cortex; the old index, if any, is unchanged"
}

// ErrUpToDate says that the index has all that an extraction would write.
var ErrUpToDate = errors.New("the index is up to date")

// Write extracts a tree and writes its index to a directory. The sink that through returns gets all rows, and passes them on; nil for none.
type Write func(ctx context.Context, dest string, cfg extract.Config, through func(extract.Sink) extract.Sink) (schema.Manifest, error)

// To is the [Write] that always extracts.
func To(ctx context.Context, dest string, cfg extract.Config, through func(extract.Sink) extract.Sink) (schema.Manifest, error) {
	return write(ctx, dest, cfg, through, true)
}

// Update is the [Write] that leaves an index as it is, and returns its manifest and ErrUpToDate, where an extraction would write the same.
func Update(ctx context.Context, dest string, cfg extract.Config, through func(extract.Sink) extract.Sink) (schema.Manifest, error) {
	return write(ctx, dest, cfg, through, false)
}

func write(ctx context.Context, dest string, cfg extract.Config, through func(extract.Sink) extract.Sink, force bool) (m schema.Manifest, err error) {
	w, err := emit.Create(dest)
	if err != nil {
		return m, err
	}
	var sink extract.Sink = w
	if through != nil {
		sink = through(w)
	}
	defer func() { err = errors.Join(err, w.Abort()) }() // does nothing after Commit
	cfg.Exclude = append(cfg.Exclude, w.Stages()...)
	if !force {
		if m, ok := upToDate(ctx, dest, cfg); ok {
			return m, ErrUpToDate
		}
	}
	if m, err = extract.Run(ctx, cfg, sink); err != nil {
		return m, err
	}
	phase := func(name string) {
		if cfg.Progress != nil {
			cfg.Progress.Phase(name, 0)
		}
	}
	return w.Commit(ctx, m, func(ctx context.Context, dir string) ([]any, error) {
		phase("deriving tables")
		debug.FreeOSMemory() // before DuckDB allocates its memory
		return derive.Rows(ctx, dir)
	}, func(dir string, fed []schema.TableDigest) error {
		phase("checking the index")
		faults, err := artifact.Verify(ctx, dir, fed)
		if err == nil && len(faults) > 0 {
			err = &FaultError{faults}
		}
		return err
	})
}
