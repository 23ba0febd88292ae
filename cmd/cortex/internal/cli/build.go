package cli

import (
	"go/build"
	"io"
	"strings"
	"unicode"
)

// checkBuild refuses a build that cannot be meant: with a misspelled system all
// files of the real one would be left out, and the index would not say why.
func checkBuild(goos, goarch string, tags []string) error {
	if !isGOOS(goos) {
		return usageError("go tool dist list shows the systems that Go knows", "--goos: unknown system %q", goos)
	}
	if !isGOARCH(goarch) {
		return usageError("go tool dist list shows the architectures that Go knows", "--goarch: unknown architecture %q", goarch)
	}
	for _, tag := range tags {
		odd := func(r rune) bool { return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
		if strings.ContainsFunc(tag, odd) {
			return usageError("separate tags with commas", "--tags: %q is no build tag", tag)
		}
	}
	return nil
}

// DESIGN: package go/build knows the systems and architectures and does not list
// them. But it leaves out a file for what it knows and is not the chosen build,
// and takes what it does not know for a part of the name. A list of our own would age.

func isGOOS(name string) bool {
	return !matches(build.Context{GOOS: "-", GOARCH: "amd64"}, "x_"+name+"_amd64.go")
}

func isGOARCH(name string) bool {
	return !matches(build.Context{GOOS: "linux", GOARCH: "-"}, "x_linux_"+name+".go")
}

// matches reports whether a file of that name belongs to a build.
func matches(c build.Context, file string) bool {
	c.OpenFile = func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package x\n")), nil
	}
	ok, err := c.MatchFile("", file)
	return ok || err != nil
}
