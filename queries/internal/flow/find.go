package flow

import (
	"context"
	"errors"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/target"
)

// Found is a local variable of a file of the index.
type Found struct {
	Local
	File  target.Symbol
	Files *Files
}

// FindLocal returns the local variable, constant or parameter at file:line:column. It is nil for every other target, and in files of
// other languages than Go.
func FindLocal(ctx context.Context, ix *queries.Index, text string) (*Found, error) {
	at, ok := target.ParsePlace(text)
	if !ok || at.Column == 0 || !strings.HasSuffix(at.File, ".go") {
		return nil, nil
	}
	files, err := target.ResolvePackages(ctx, ix, at.File, "file")
	if errors.As(err, new(*target.Error)) || err == nil && len(files) != 1 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := &Found{File: files[0]}
	if f.Files, err = Load(ctx, ix, []int32{f.File.ID}); err != nil {
		return nil, err
	}
	parsed := f.Files.File(f.File.ID)
	if parsed == nil {
		return nil, nil
	}
	if f.Local, ok = parsed.Local(Place{at.Line, at.Column}); !ok {
		return nil, nil
	}
	return f, nil
}
