// Package build names the build of the running program.
package build

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// ID returns a short name of the build of this program, and an empty text when it cannot be read. Another revision, Go release or version
// of a dependency gives another name. A program from changed code has the hash of its file.
var ID = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if ok && (info.Main.Sum != "" || slices.Contains(info.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "false"})) {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(info.String())))[:16]
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := xxhash.New()
	if _, err := io.CopyBuffer(sum, struct{ io.Reader }{f}, make([]byte, 1<<20)); err != nil {
		return ""
	}
	return fmt.Sprintf("%016x", sum.Sum64())
})
