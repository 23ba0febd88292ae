package cli

import (
	"runtime/debug"
	"strings"
)

// runningBuild returns the version of the module that this program was built from: a release, or the revision of a clean checkout. It is
// empty for other builds, which only the version of cortex tells apart. The same release gives the same text on every system, because the
// manifest has it.
func runningBuild() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" || strings.Contains(info.Main.Version, "+dirty") {
		return ""
	}
	return info.Main.Version
}
