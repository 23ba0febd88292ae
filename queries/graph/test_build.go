package graph

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/schema"
)

//go:embed test_build.sql
var testBuildSQL string

// testBuild is for what tests declare and other code means when it is built with them: each file is
// read in one build, that without tests if there is one.
var testBuild = doubting{name: "test_build", gated: true, reads: []string{"types"}}

// testBuildUses is the same for references of the targets.
var testBuildUses = doubting{name: "test_build_uses", first: []string{testBuildSQL}, reads: []string{"types"}, when: (*session).targetsInTests}

// targetsInTests reports whether tests declare one of the targets.
func (s *session) targetsInTests() bool {
	return slices.ContainsFunc(s.targets, func(t queries.Symbol) bool { return strings.HasSuffix(t.File, "_test.go") })
}

// replaces reports whether tests or files of another build may replace what is called: unless the index knows that none do.
func (s *session) replaces() bool {
	return !s.ix.Has(schema.ReplacedMethods.Name) || holds(s.ix.Manifest(), schema.ReplacedMethods)
}
