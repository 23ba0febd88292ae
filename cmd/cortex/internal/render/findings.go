package render

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

// GitHub writes a workflow command of GitHub for each finding, which becomes an annotation at its place.
func GitHub(w io.Writer, findings []queries.Finding) error {
	text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range findings {
		place := ""
		if f.File != "" {
			place = "file=" + property.Replace(f.File) + ","
		}
		if f.Line > 0 {
			place += fmt.Sprintf("line=%d,", f.Line)
		}
		command := string(f.Severity)
		if f.Severity == queries.SeverityNote {
			command = "notice"
		}
		if _, err := fmt.Fprintf(w, "::%s %stitle=%s::%s\n", command, place, property.Replace(f.Name), text.Replace(said(f))); err != nil {
			return err
		}
	}
	return nil
}

// said returns the text of a finding with the symbol that it is about.
func said(f queries.Finding) string {
	if f.Symbol == "" {
		return f.Message
	}
	return f.Symbol + ": " + f.Message
}

// SARIF writes findings in the Static Analysis Results Interchange Format, version 2.1.0.
func SARIF(w io.Writer, version string, findings []queries.Finding) error {
	type object = map[string]any
	names := map[string]bool{}
	results := []object{}
	for _, f := range findings {
		names[f.Name] = true
		r := object{"ruleId": f.Name, "level": f.Severity, "message": object{"text": said(f)},
			"partialFingerprints": object{"cortex/v1": f.Name + " " + f.Symbol}}
		if f.File != "" {
			physical := object{"artifactLocation": object{"uri": pathURL(f.File)}}
			if f.Line > 0 {
				physical["region"] = object{"startLine": f.Line}
			}
			r["locations"] = []object{{"physicalLocation": physical}}
		}
		results = append(results, r)
	}
	rules := []object{}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		rules = append(rules, object{"id": n})
	}
	return JSON(w, object{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": []object{{
		"tool":    object{"driver": object{"name": "cortex", "version": version, "rules": rules}},
		"results": results,
	}}})
}
