package load

import (
	"go/version"
	"runtime"
	"strings"
)

// compareGo compares two Go versions, with or without the "go" before the number.
func compareGo(a, b string) int { return version.Compare(withGo(a), withGo(b)) }

func withGo(v string) string {
	if strings.HasPrefix(v, "go") {
		return v
	}
	return "go" + v
}

// languageVersion returns 1.26 for go1.26.8.
func languageVersion(v string) string { return strings.TrimPrefix(version.Lang(withGo(v)), "go") }

// checkerVersion returns the language version to check a package by, empty for
// the newest: a version that this program's type checker does not know would
// only make it refuse the package.
func checkerVersion(v string) string {
	if v == "" || !version.IsValid(withGo(v)) || version.Compare(version.Lang(withGo(v)), version.Lang(runtime.Version())) > 0 {
		return ""
	}
	return withGo(v)
}
