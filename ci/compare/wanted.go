package main

import (
	_ "embed"
	"fmt"
	"os"
	"regexp"
	"strings"
)

//go:embed wanted.txt
var reviewed string

// wanted is a reviewed difference.
type wanted struct {
	operation, kind string // "*" is any
	text            *regexp.Regexp
}

// readWanted reads a list of reviewed differences; no file means the embedded list.
func readWanted(file string) ([]wanted, error) {
	if file == "" {
		return parseWanted(reviewed)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseWanted(string(text))
}

// parseWanted parses lines "operation kind regexp # reason". It skips empty lines and
// lines that start with "#".
func parseWanted(text string) ([]wanted, error) {
	var ws []wanted
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		last := strings.LastIndex(line, " # ")
		if last < 0 {
			return nil, fmt.Errorf("wanted line %d has no reason: end it with ` # reason`", i+1)
		}
		fields := strings.SplitN(line[:last], " ", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("wanted line %d is not `operation kind regexp # reason`", i+1)
		}
		pattern, err := regexp.Compile(strings.TrimSpace(fields[2]))
		if err != nil {
			return nil, fmt.Errorf("wanted line %d: %w", i+1, err)
		}
		ws = append(ws, wanted{fields[0], fields[1], pattern})
	}
	return ws, nil
}

// isWanted reports whether the list has a difference.
func isWanted(list []wanted, operation string, d difference) bool {
	for _, w := range list {
		if (w.operation == "*" || w.operation == operation) && (w.kind == "*" || w.kind == d.kind) && w.text.MatchString(d.text) {
			return true
		}
	}
	return false
}
