package check

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"gopkg.in/yaml.v2"

	"github.com/cortex-index/cortex/queries"
	"github.com/cortex-index/cortex/queries/diff"
	"github.com/cortex-index/cortex/queries/registry"
	"github.com/cortex-index/cortex/queries/suggest"
)

// FileName is the name of the configuration file, at the root of a repository.
const FileName = diff.ConfigFile

// maxConfig is the maximum size of a configuration file in bytes.
const maxConfig = 1 << 20

// Config is a configuration file.
type Config struct {
	Rules    []Rule   `yaml:"rules"`
	Gates    []string `yaml:"gates"` // names of findings of a comparison, as in --fail-on
	API      []string `yaml:"api"`   // patterns of paths: only code there is public API; empty means all code
	Ignore   []Ignore `yaml:"ignore"`
	Baseline string   `yaml:"baseline"` // the path of the baseline, relative to the folder of the file; may be empty

	Path string `yaml:"-"` // of the file
}

// Rule is an operation or a SELECT that must give no rows.
type Rule struct {
	Name      string           `yaml:"name"`
	Message   string           `yaml:"message"`  // {column} is replaced by the value of the row
	Severity  queries.Severity `yaml:"severity"` // empty means error
	Operation string           `yaml:"operation"`
	Args      map[string]any   `yaml:"args"` // of the operation
	SQL       string           `yaml:"sql"`
	Only      []string         `yaml:"only"`   // patterns of paths: rows elsewhere do not count
	Except    []string         `yaml:"except"` // patterns of paths: rows there do not count

	op queries.Operation
}

// Ignore is a finding that does not count.
type Ignore struct {
	Rule   string `yaml:"rule"`   // the name of a rule or of a gate
	Symbol string `yaml:"symbol"` // a full symbol; empty means each
	Path   string `yaml:"path"`   // a pattern; empty means each
	Reason string `yaml:"reason"`
	Until  string `yaml:"until"` // the last day, as 2027-01-31

	until time.Time
}

// ConfigError is the error for a configuration file that cannot be used.
type ConfigError struct {
	Path, Message, Advice string
}

// Error names the file and the problem.
func (e *ConfigError) Error() string { return e.Path + " " + e.Message }

// Hint returns the next step.
func (e *ConfigError) Hint() string { return e.Advice }

// ExitCode returns the exit code for wrong usage.
func (e *ConfigError) ExitCode() int { return 2 }

// Find returns the path of the nearest configuration file in a folder or above it.
func Find(folder string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for at := folder; ; at = filepath.Dir(at) {
		path := filepath.Join(at, FileName)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, nil
		}
		if at == filepath.Dir(at) {
			return "", &ConfigError{Path: FileName, Message: "is missing in " + folder + " and above", Advice: "write one with rules, or name it with --config: cortex check --help has an example"}
		}
	}
}

// Read reads and checks a configuration file. A problem of the file is a [*ConfigError].
func Read(path string) (*Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse checks the text of a configuration file. A problem of the text is a [*ConfigError] that names the file by its path.
func Parse(path string, text []byte) (*Config, error) {
	c := &Config{Path: path}
	if len(text) > maxConfig {
		return nil, c.wrong("split it", "has more than %d bytes", maxConfig)
	}
	if err := yaml.UnmarshalStrict(text, c); err != nil {
		text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:\n  ")
		return nil, c.wrong("cortex check --help has an example", "is not valid: %s", goType.ReplaceAllString(text, ""))
	}
	var errs []error
	names := map[string]bool{}
	for i := range c.Rules {
		r := &c.Rules[i]
		errs = append(errs, c.checkRule(r))
		if names[r.Name] {
			errs = append(errs, c.wrong("give each rule its own name", "has two rules with the name %q", r.Name))
		}
		names[r.Name] = true
	}
	for _, name := range gateNames {
		names[name] = true
	}
	_, err := gatesOf(c.Gates)
	if err != nil {
		errs = append(errs, c.wrong(err.Advice, "has the gate %s", err.Message))
	}
	for _, pattern := range c.API {
		if !doublestar.ValidatePattern(pattern) {
			errs = append(errs, c.wrong("write it as pkg/**", "has the invalid pattern %q in api", pattern))
		}
	}
	for i := range c.Ignore {
		errs = append(errs, c.checkIgnore(&c.Ignore[i], names))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, errs[slices.IndexFunc(errs, func(err error) bool { return err != nil })]
	}
	return c, nil
}

// goType matches the name of a Go type in an error of the YAML library.
var goType = regexp.MustCompile(` (in type|into) check\.\w+`)

func (c *Config) wrong(advice, format string, args ...any) error {
	return &ConfigError{Path: c.Path, Message: fmt.Sprintf(format, args...), Advice: advice}
}

var ruleName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

func (c *Config) checkRule(r *Rule) error {
	switch {
	case !ruleName.MatchString(r.Name):
		return c.wrong("use small letters, digits and -", "has a rule with the name %q", r.Name)
	case r.Message == "":
		return c.wrong("say what to do instead", "has the rule %s without a message", r.Name)
	case (r.Operation == "") == (r.SQL == ""):
		return c.wrong("give an operation with args, or sql", "has the rule %s without exactly one query", r.Name)
	case r.SQL != "" && r.Args != nil:
		return c.wrong("write the values into the SQL", "has the rule %s with sql and args", r.Name)
	}
	if r.Severity == "" {
		r.Severity = queries.SeverityError
	}
	if !slices.Contains([]queries.Severity{queries.SeverityError, queries.SeverityWarning, queries.SeverityNote}, r.Severity) {
		return c.wrong("use error, warning or note", "has the rule %s with the severity %q", r.Name, r.Severity)
	}
	for _, pattern := range slices.Concat(r.Only, r.Except) {
		if !doublestar.ValidatePattern(pattern) {
			return c.wrong("write it as internal/**", "has the rule %s with the invalid pattern %q", r.Name, pattern)
		}
	}
	if r.SQL != "" {
		r.Operation, r.Args = "sql", map[string]any{"query": r.SQL, "limit": maxRows}
	}
	name := strings.ReplaceAll(r.Operation, "-", "_")
	var known []string
	for _, op := range registry.All() {
		if op.Name == name || op.Command == name {
			r.op = op
			return nil
		}
		known = append(known, op.Name)
	}
	advice := "cortex query --help lists the operations"
	if near := suggest.Meant(name, known); near != "" {
		advice = fmt.Sprintf("did you mean %s? %s", near, advice)
	}
	return c.wrong(advice, "has the rule %s with the unknown operation %q", r.Name, r.Operation)
}

func (c *Config) checkIgnore(i *Ignore, rules map[string]bool) (err error) {
	switch {
	case !rules[i.Rule]:
		return c.wrong("name a rule of the file, or a gate", "ignores findings of the unknown rule %q", i.Rule)
	case i.Reason == "":
		return c.wrong("write a reason", "ignores findings of the rule %s without a reason", i.Rule)
	case i.Symbol == "" && i.Path == "":
		return c.wrong("name a symbol or a path", "ignores every finding of the rule %s", i.Rule)
	case !doublestar.ValidatePattern(i.Path):
		return c.wrong("write it as internal/**", "ignores findings by the invalid pattern %q", i.Path)
	}
	if i.Until == "" {
		return c.wrong("write until: 2027-01-31", "ignores findings of the rule %s without an end", i.Rule)
	}
	if i.until, err = time.Parse(time.DateOnly, i.Until); err != nil {
		return c.wrong("write it as 2027-01-31", "ignores findings until the invalid day %q", i.Until)
	}
	return nil
}
