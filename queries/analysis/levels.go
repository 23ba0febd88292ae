package analysis

import (
	"context"
	"embed"
	"fmt"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

// levelFiles holds a script for each level. It makes the tables LEVEL_nodes and
// LEVEL_edges: what depends on what, with and without tests. A statement takes them as
// query_table($1) and $2.
//
//go:embed levels/*.sql
var levelFiles embed.FS

// leveled are the arguments of questions about a graph of modules, files, types or
// functions.
type leveled struct {
	Level      string `arg:"level" default:"module" values:"module,file,type,function" help:"what depends on what"`
	PathPrefix string `arg:"path_prefix" help:"only what stands in files whose path begins so"`
}

// level is a prepared level.
type level struct {
	name         string
	nodes, edges string // tables
	prefix       string
}

// prepare makes the tables of the level.
func (l leveled) prepare(ctx context.Context, ix *queries.Index) (level, error) {
	if err := checkPrefix(ctx, ix, l.PathPrefix); err != nil {
		return level{}, err
	}
	if err := ix.PreparePrograms(ctx); err != nil {
		return level{}, err
	}
	script, err := levelFiles.ReadFile("levels/" + l.Level + ".sql")
	if err != nil {
		return level{}, fmt.Errorf("level %s: %w", l.Level, err)
	}
	return level{l.Level, l.Level + "_nodes", l.Level + "_edges", beginning(l.PathPrefix)}, prepare(ctx, ix, string(script))
}

// doubtEdges notes what a graph of the level lacks: calls, or uses; imports are known of all files.
func (h *head) doubtEdges(ctx context.Context, ix *queries.Index, l leveled) error {
	switch l.Level {
	case "file":
		return h.doubtCounts(ctx, ix, l.PathPrefix)
	case "type": // whose methods may stand in files that the prefix leaves out
		return h.doubtCounts(ctx, ix, "")
	case "function":
		calls := ix.Manifest().Summary.Calls
		h.doubt("dynamic_calls", calls[schema.EvidenceDynamic])
		h.doubt("unresolved_sites", calls[schema.EvidenceUnresolved])
		h.doubt("heuristic_sites", calls[schema.EvidenceHeuristic])
	}
	return nil
}

// firstPlace is where an edge is made first: its place, of the file and line.
func firstPlace(file string, place int64) string { return fmt.Sprintf("%s:%d", file, int32(place)) }
