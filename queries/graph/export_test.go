package graph

import (
	"context"

	"github.com/cortex-index/cortex/queries"
)

// Tests have few calls. Walks read them from the file all the same, so that this is held against what
// reads them from memory, and indexes that are loaded.
func init() { manyCalls = 0 }

// MaxFromFile is the depth to which walks do.
const MaxFromFile = maxFromFile

// HoldSteps has walks read all steps from memory.
func HoldSteps(ctx context.Context, ix *queries.Index) error { return prepareSteps(ctx, ix, true) }
