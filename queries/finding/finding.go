// Package finding has the findings of checks and gates, and writes them for people and for machines.
package finding

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"
)

// Finding is one breach of a rule.
type Finding struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path"` // of the file, from the root of the repository; empty for none
	Line     int      `json:"line"` // 0 for none
	Symbol   string   `json:"symbol"`
	Message  string   `json:"message"`
}

// Severity says how grave a finding is.
type Severity string

// The severities. Only an error fails a check.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Place returns the path and the line, as far as they are known.
func (f Finding) Place() string {
	if f.Line == 0 {
		return f.Path
	}
	return fmt.Sprintf("%s:%d", f.Path, f.Line)
}

// Sort sorts findings by path, line, rule, symbol and message.
func Sort(all []Finding) {
	slices.SortFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.Message, b.Message))
	})
}

// WriteAnnotations writes workflow commands of GitHub Actions, a line each. GitHub shows them at the lines of a pull request.
// The source of the format is "Workflow commands for GitHub Actions" in GitHub's documentation.
func WriteAnnotations(w io.Writer, all []Finding) error {
	message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range all {
		command := map[Severity]string{Error: "error", Warning: "warning", Note: "notice"}[f.Severity]
		var properties []string
		if f.Path != "" {
			properties = append(properties, "file="+property.Replace(f.Path))
		}
		if f.Line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", f.Line))
		}
		properties = append(properties, "title="+property.Replace("cortex: "+f.Rule))
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", command, strings.Join(properties, ","), message.Replace(f.Message)); err != nil {
			return err
		}
	}
	return nil
}

// WriteSARIF writes findings as a log of SARIF 2.1.0, which code scanning tools read. The version is that of cortex.
func WriteSARIF(w io.Writer, version string, all []Finding) error {
	type text struct {
		Text string `json:"text"`
	}
	type region struct {
		StartLine int `json:"startLine"`
	}
	type artifact struct {
		URI string `json:"uri"`
	}
	type physical struct {
		Artifact artifact `json:"artifactLocation"`
		Region   *region  `json:"region,omitempty"`
	}
	type logical struct {
		Name string `json:"fullyQualifiedName"`
	}
	type location struct {
		Physical *physical `json:"physicalLocation,omitempty"`
		Logical  []logical `json:"logicalLocations,omitempty"`
	}
	type result struct {
		Rule      string     `json:"ruleId"`
		Level     Severity   `json:"level"`
		Message   text       `json:"message"`
		Locations []location `json:"locations"`
	}
	type rule struct {
		ID string `json:"id"`
	}
	results, rules := []result{}, []rule{}
	for _, f := range all {
		if r := (rule{f.Rule}); !slices.Contains(rules, r) {
			rules = append(rules, r)
		}
		out := result{Rule: f.Rule, Level: f.Severity, Message: text{f.Message}, Locations: []location{}}
		var at location
		if f.Path != "" {
			at.Physical = &physical{Artifact: artifact{(&url.URL{Path: f.Path}).String()}}
			if f.Line > 0 {
				at.Physical.Region = &region{f.Line}
			}
		}
		if f.Symbol != "" {
			at.Logical = []logical{{f.Symbol}}
		}
		if at.Physical != nil || at.Logical != nil {
			out.Locations = append(out.Locations, at)
		}
		results = append(results, out)
	}
	log := map[string]any{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json",
		"version": "2.1.0",
		"runs": []any{map[string]any{
			"tool":    map[string]any{"driver": map[string]any{"name": "cortex", "version": version, "rules": rules}},
			"results": results,
		}},
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(log)
}
