// Command stub replaces the GitHub actions that the cortex action uses. It keeps artifacts and
// caches in the folder $CORTEX_ACT_STORE, with the options of each upload and the requested
// version of Go.
//
// It has the limits of the real actions: it refuses a forbidden or taken name and an empty
// upload, leaves hidden files out, and loses modes.
//
// # Limitations
//
// The path of an artifact is one folder, not a pattern. $CORTEX_ACT_GO is the only Go. A cache
// is a folder of links, thus it shares later changes with the job.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

func main() {
	steps := map[string]func() error{"upload": upload, "download": download, "restore": restore, "save": save, "setup": setup}
	if len(os.Args) != 2 || steps[os.Args[1]] == nil {
		fmt.Println("::error::stub: name one of upload, download, restore, save, setup")
		os.Exit(2)
	}
	if err := steps[os.Args[1]](); err != nil {
		fmt.Printf("::error::%s\n", strings.ReplaceAll(err.Error(), "\n", "%0A"))
		os.Exit(1)
	}
}

// input returns an input of the action, trimmed as by the runner's toolkit.
func input(name string) string { return strings.TrimSpace(os.Getenv("IN_" + name)) }

// lines returns the lines of an input that are not blank.
func lines(name string) []string {
	var all []string
	for line := range strings.Lines(input(name)) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// output sets outputs of the step.
func output(pairs ...string) error { return add(os.Getenv("GITHUB_OUTPUT"), pairs...) }

// add adds lines to a file.
func add(file string, lines ...string) (err error) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = fmt.Fprintln(f, strings.Join(lines, "\n"))
	return err
}
