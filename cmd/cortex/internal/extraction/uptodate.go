package extraction

import (
	"context"

	"github.com/cortex-index/cortex/cmd/cortex/internal/freshness"
	"github.com/cortex-index/cortex/extract"
	"github.com/cortex-index/cortex/extract/golang"
	"github.com/cortex-index/cortex/queries/artifact"
	"github.com/cortex-index/cortex/schema"
)

// upToDate reports whether an extraction would write the index that is at dest. A problem means no: the extraction reports it.
func upToDate(ctx context.Context, dest string, cfg extract.Config) (schema.Manifest, bool) {
	a, err := artifact.Open(dest)
	if err != nil {
		return schema.Manifest{}, false
	}
	a.Close()
	old := a.Manifest
	if old.Inputs == nil || old.Summary.Diagnostics[schema.SeverityError] > 0 {
		return old, false
	}
	now, err := extract.Look(ctx, cfg)
	if err != nil || now.Inputs == nil {
		return old, false
	}
	if old.Options.GoVersion != "" {
		var present bool
		if now.Options.GoVersion, now.Options.GoEnv, present = golang.Toolchain(ctx, cfg, old.Inputs.Modules); !present {
			return old, false
		}
		now.Inputs.Modules = old.Inputs.Modules
	}
	if !freshness.Unchanged(old, now) {
		return old, false
	}
	faults, err := artifact.CheckFiles(ctx, dest)
	return old, err == nil && len(faults) == 0
}
