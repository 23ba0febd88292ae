package graph

import (
	_ "embed"

	"github.com/cortex-index/cortex/queries/derive"
)

//go:embed stray_members.sql
var strayMembersSQL string

// relationStrays is for targets that are outside the build, or may be related to what is.
var relationStrays = doubting{name: "relation_strays", untyped: true, first: []string{straysSQL, namesakesSQL, strayMembersSQL, derive.InterfaceMethods}, reads: comparable}
