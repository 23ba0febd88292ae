// Command stub does what the actions of GitHub do that the index's action uses, on this
// machine alone: it keeps artifacts and caches in the folder $CORTEX_ACT_STORE, where a test
// finds them. What can go wrong with the real ones goes wrong here too: a name that is
// forbidden or taken, nothing to upload, hidden files left out, modes lost. What an artifact
// was uploaded with, and which Go was asked for, is kept beside it.
//
// # Limitations
//
// A path of an artifact is one folder, and no pattern. There is one Go, in $CORTEX_ACT_GO.
package main

import (
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

// input is an input of the action, trimmed as the runner's toolkit does it.
func input(name string) string { return strings.TrimSpace(os.Getenv("IN_" + name)) }

// lines are the lines of an input that say something.
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
func add(file string, lines ...string) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, strings.Join(lines, "\n"))
	return err
}
