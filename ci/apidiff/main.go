// Command apidiff compares the verdict of cortex diff with that of golang.org/x/exp/cmd/apidiff on versions of public modules.
//
// Usage:
//
//	go run ./ci/apidiff -cortex BIN -sources DIR -work DIR <pairs.txt
//
// Each line of the input has the name of a repository and tags in their order, and each tag is compared with the next one. DIR of
// -sources has a clone of each repository. The output is a table in Markdown. Below a pair in which the verdicts differ are the first
// changes of both programs. The exit status is 1 when a verdict differs.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tool is the pinned version of apidiff.
const tool = "golang.org/x/exp/cmd/apidiff@v0.0.0-20260709172345-9ea1abe57597"

func main() {
	p := pairs{}
	flag.StringVar(&p.cortex, "cortex", "cortex", "the program")
	flag.StringVar(&p.sources, "sources", ".", "the folder of the clones")
	flag.StringVar(&p.work, "work", "", "the folder for work trees, indexes and export data")
	flag.Parse()
	differ, err := p.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "apidiff:", err)
		os.Exit(2)
	}
	if differ > 0 {
		os.Exit(1)
	}
}

type pairs struct{ cortex, sources, work string }

// verdict is the step of a semantic version, with the numbers of changes.
type verdict struct {
	step                 string
	breaking, compatible []string
}

func (v verdict) String() string {
	return fmt.Sprintf("%s (%d, %d)", v.step, len(v.breaking), len(v.compatible))
}

func (p pairs) run() (differ int, err error) {
	if p.work, err = filepath.Abs(p.work); err != nil {
		return 0, err
	}
	install := exec.Command("go", "install", tool)
	install.Env = append(os.Environ(), "GOBIN="+p.work)
	if out, err := install.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("install %s: %w: %s", tool, err, out)
	}
	fmt.Println("| module | from | to | apidiff | cortex | |\n|---|---|---|---|---|---|")
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		for i := 1; i+1 < len(fields); i++ {
			theirs, ours, err := p.pair(fields[0], fields[i], fields[i+1])
			if err != nil {
				return differ, fmt.Errorf("%s %s %s: %w", fields[0], fields[i], fields[i+1], err)
			}
			mark := ""
			if theirs.step != ours.step {
				mark, differ = "differs", differ+1
			}
			fmt.Printf("| %s | %s | %s | %s | %s | %s |\n", fields[0], fields[i], fields[i+1], theirs, ours, mark)
			if mark != "" {
				first(theirs.breaking, "apidiff")
				first(ours.breaking, "cortex")
			}
		}
	}
	return differ, lines.Err()
}

// first prints the first changes of a program.
func first(changes []string, program string) {
	for _, c := range changes[:min(6, len(changes))] {
		fmt.Fprintf(os.Stderr, "    %s: %s\n", program, c)
	}
}

// pair returns both verdicts on two versions.
func (p pairs) pair(repository, from, to string) (theirs, ours verdict, err error) {
	module := ""
	var api, index [2]string
	for i, tag := range []string{from, to} {
		tree := filepath.Join(p.work, repository+"@"+tag)
		api[i], index[i] = tree+".api", tree+".index"
		if _, err := os.Stat(tree); err != nil {
			if _, err := command(filepath.Join(p.sources, repository), "git", "worktree", "add", "--force", "--detach", tree, tag); err != nil {
				return theirs, ours, err
			}
		}
		out, err := command(tree, "go", "list", "-m")
		if err != nil {
			return theirs, ours, err
		}
		module = strings.TrimSpace(string(out))
		if _, err := os.Stat(api[i]); err != nil {
			if _, err := command(tree, filepath.Join(p.work, "apidiff"), "-m", "-w", api[i], module); err != nil {
				return theirs, ours, err
			}
		}
		if _, err := os.Stat(index[i]); err != nil {
			if _, err := command(tree, p.cortex, "extract", "--quiet", "--name", repository, "--out", index[i]); err != nil {
				return theirs, ours, err
			}
		}
	}
	out, err := command(p.work, filepath.Join(p.work, "apidiff"), "-m", api[0], api[1])
	if err != nil {
		return theirs, ours, err
	}
	theirs = reported(out)
	if out, err = command(p.work, p.cortex, "diff", "--json", index[0], index[1]); err != nil {
		return theirs, ours, err
	}
	ours, err = answered(out, module)
	return theirs, ours, err
}

// reported reads the text of apidiff.
func reported(out []byte) (v verdict) {
	list := &v.breaking
	for line := range strings.Lines(string(out)) {
		switch {
		case strings.HasPrefix(line, "Incompatible"):
			list = &v.breaking
		case strings.HasPrefix(line, "Compatible"):
			list = &v.compatible
		case strings.HasPrefix(line, "- "):
			*list = append(*list, strings.TrimSpace(line[2:]))
		}
	}
	v.step = step(v)
	return v
}

// answered reads the JSON of cortex diff.
func answered(out []byte, module string) (v verdict, err error) {
	type change struct{ Symbol, Message string }
	var answer struct {
		Modules []struct {
			Module, Step         string
			Breaking, Compatible []change
		}
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return v, err
	}
	v.step = "patch" // without a row no file of the module differs
	for _, m := range answer.Modules {
		if m.Module != module {
			continue
		}
		v.step = m.Step
		for _, c := range m.Breaking {
			v.breaking = append(v.breaking, c.Symbol+": "+c.Message)
		}
		for _, c := range m.Compatible {
			v.compatible = append(v.compatible, c.Symbol+": "+c.Message)
		}
	}
	return v, nil
}

func step(v verdict) string {
	switch {
	case len(v.breaking) > 0:
		return "major"
	case len(v.compatible) > 0:
		return "minor"
	}
	return "patch"
}

// command runs a program in a folder and returns its output.
func command(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(name), err, stderr.Bytes())
	}
	return out, nil
}
