package cli

import (
	"go/build"
	"io"
	"strings"
	"unicode"
)

// checkBuild refuses an unknown build. A typing error in the system would leave out all files of the
// intended system without a diagnostic.
func checkBuild(goos, goarch string, tags []string) error {
	if !isGOOS(goos) {
		return usageError("run go tool dist list for the known systems", "--goos %q is an unknown system", goos)
	}
	if !isGOARCH(goarch) {
		return usageError("run go tool dist list for the known architectures", "--goarch %q is an unknown architecture", goarch)
	}
	for _, tag := range tags {
		odd := func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		if strings.ContainsFunc(tag, odd) {
			return usageError("separate tags with commas", "--tags %q is not a build tag", tag)
		}
	}
	return nil
}

// DESIGN: package go/build does not list its systems and architectures. It leaves out a
// file whose name ends in a known one, and ignores unknown ones. A copy of the list would
// age.

func isGOOS(name string) bool {
	return !matches(build.Context{GOOS: "-", GOARCH: "amd64"}, "x_"+name+"_amd64.go")
}

func isGOARCH(name string) bool {
	return !matches(build.Context{GOOS: "linux", GOARCH: "-"}, "x_linux_"+name+".go")
}

// matches reports whether a file with a name belongs to a build.
func matches(c build.Context, file string) bool {
	c.OpenFile = func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package x\n")), nil
	}
	ok, err := c.MatchFile("", file)
	return ok || err != nil
}
