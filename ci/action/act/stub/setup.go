package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// versions matches a version of Go, or ~ and a version for the newest patch release.
var versions = regexp.MustCompile(`^~?\d+\.\d+(\.\d+)?$`)

// setup puts this machine's Go first on the PATH and sets GOTOOLCHAIN, as actions/setup-go does.
func setup() error {
	version := input("GO_VERSION")
	if !versions.MatchString(version) {
		return fmt.Errorf("unable to find Go version %q", version)
	}
	asked := filepath.Join(os.Getenv("CORTEX_ACT_STORE"), "go-"+os.Getenv("GITHUB_RUN_ID"))
	if err := add(asked, version); err != nil {
		return err
	}
	if err := add(os.Getenv("GITHUB_ENV"), "GOTOOLCHAIN=local"); err != nil {
		return err
	}
	return add(os.Getenv("GITHUB_PATH"), os.Getenv("CORTEX_ACT_GO"))
}
