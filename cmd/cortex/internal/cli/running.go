package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"sync"
)

// runningBuild returns a short name of the build of this program, and an empty text when it cannot be read. Another revision, Go release or
// version of a dependency gives another name. For a program from changed code it is the hash of its file.
var runningBuild = sync.OnceValue(func() string {
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
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:16]
})
