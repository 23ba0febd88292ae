package selection

import (
	"context"
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cortex-index/cortex/queries"
)

var (
	//go:embed files.sql
	filesSQL string
	//go:embed embeds.sql
	embedsSQL string
	//go:embed runs.sql
	runsSQL string
	//go:embed imports.sql
	importsSQL string
	//go:embed changed.sql
	changedSQL string
	//go:embed functions.sql
	functionsSQL string
)

// files has the files of an index, and the imports between those whose language has no type checker.
type files struct {
	byPath    map[string]file
	runs      []run
	patterns  []embedded
	importers map[int32][]int32
	code      map[string]bool // the directories with code
}

type file struct {
	id                                 int32
	path, language                     string
	isFixture, isTest, isRead, isRuled bool
}

// run is a file that a test runner reads.
type run struct {
	id             int32
	path, language string
}

// embedded is the patterns of a directive in a directory.
type embedded struct{ directory, patterns string }

func loadFiles(ctx context.Context, ix *queries.Index) (*files, error) {
	if err := ix.RunOnce(ctx, prepareSQL); err != nil {
		return nil, err
	}
	f := &files{byPath: map[string]file{}, importers: map[int32][]int32{}, code: map[string]bool{}}
	all, err := queries.Collect(ctx, ix.Query, func(r *file) []any {
		return []any{&r.id, &r.path, &r.language, &r.isFixture, &r.isTest, &r.isRead, &r.isRuled}
	}, filesSQL)
	if err != nil {
		return nil, fmt.Errorf("read the files: %w", err)
	}
	for _, r := range all {
		f.byPath[r.path] = r
		if r.isRead || r.isRuled {
			f.code[path.Dir(r.path)] = true
		}
	}
	if f.patterns, err = queries.Collect(ctx, ix.Query, func(e *embedded) []any { return []any{&e.directory, &e.patterns} }, embedsSQL); err != nil {
		return nil, fmt.Errorf("read the embedded files: %w", err)
	}
	if f.runs, err = queries.Collect(ctx, ix.Query, func(r *run) []any { return []any{&r.id, &r.path, &r.language} }, runsSQL); err != nil {
		return nil, fmt.Errorf("read the test files: %w", err)
	}
	return f, f.readImports(ctx, ix, all)
}

// readImports reads the imports between files. A module of Python imports the packages around it, and a test reads the conftest.py files
// above it.
func (f *files) readImports(ctx context.Context, ix *queries.Index, all []file) error {
	type pair struct{ from, to int32 }
	pairs, err := queries.Collect(ctx, ix.Query, func(p *pair) []any { return []any{&p.from, &p.to} }, importsSQL)
	if err != nil {
		return fmt.Errorf("read the imports: %w", err)
	}
	for _, p := range pairs {
		f.importers[p.to] = append(f.importers[p.to], p.from)
	}
	for _, r := range all {
		if r.language != "python" {
			continue
		}
		around := []string{"__init__.py"}
		if r.isTest {
			around = append(around, "conftest.py")
		}
		for dir := path.Dir(r.path); ; dir = path.Dir(dir) {
			for _, name := range around {
				if of, ok := f.byPath[path.Join(dir, name)]; ok && of.id != r.id {
					f.importers[of.id] = append(f.importers[of.id], r.id)
				}
			}
			if dir == "." {
				break
			}
		}
	}
	return nil
}

// users returns a file and the files that import it, directly or through others.
func (f *files) users(id int32) map[int32]bool {
	seen := map[int32]bool{id: true}
	for queue := []int32{id}; len(queue) > 0; queue = queue[1:] {
		for _, user := range f.importers[queue[0]] {
			if !seen[user] {
				seen[user] = true
				queue = append(queue, user)
			}
		}
	}
	return seen
}

// reached returns the files that a test file imports, directly or through others.
func (f *files) reached() map[int32]bool {
	imported := map[int32][]int32{}
	for to, from := range f.importers {
		for _, id := range from {
			imported[id] = append(imported[id], to)
		}
	}
	seen := map[int32]bool{}
	var queue []int32
	for _, r := range f.runs {
		seen[r.id] = true
		queue = append(queue, r.id)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, id := range imported[queue[0]] {
			if !seen[id] {
				seen[id] = true
				queue = append(queue, id)
			}
		}
	}
	return seen
}

// embeds returns the directories whose code embeds a file.
func (f *files) embeds(name string) (out []string) {
	for _, e := range f.patterns {
		rest, ok := strings.CutPrefix(name, e.directory+"/")
		if e.directory == "." {
			rest, ok = name, true
		}
		if !ok || slices.Contains(out, e.directory) {
			continue
		}
		for pattern := range strings.FieldsSeq(e.patterns) {
			if embedsFile(strings.TrimPrefix(strings.Trim(pattern, "\"`"), "all:"), rest) {
				out = append(out, e.directory)
				break
			}
		}
	}
	return out
}

// embedsFile reports whether a pattern matches a file or a folder around it.
func embedsFile(pattern, file string) bool {
	for ; file != "."; file = path.Dir(file) {
		if ok, err := path.Match(pattern, file); ok || err != nil {
			return true
		}
	}
	return pattern == "."
}

// compiled are the extensions of the files that the go command compiles or links with a package.
var compiled = []string{".s", ".S", ".sx", ".c", ".cc", ".cpp", ".cxx", ".m", ".h", ".hh", ".hpp", ".hxx", ".f", ".F", ".for", ".f90", ".swig", ".swigcxx", ".syso"}

// holder returns the directory around a folder that the go command passes over, such as testdata; empty for other paths.
func holder(name string) string {
	elements := strings.Split(path.Dir(name), "/")
	for i, e := range elements {
		if e == "testdata" || strings.HasPrefix(e, "_") {
			return path.Join(".", path.Join(elements[:i]...))
		}
	}
	return ""
}

// holder returns the nearest directory with code around a file, which that code may read. The code of the root holds only pictures, because other files
// there may be inputs of a build. It is empty for other files.
func (f *files) holder(name string) string {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		switch {
		case f.code[dir] && (dir != "." || picture.MatchString(strings.ToLower(name))):
			return dir
		case dir == ".":
			return ""
		}
	}
}

// isBuildInput reports whether a file can change how any code is built or any test is run: the files of package managers, build tools and test
// runners.
func isBuildInput(name string) bool { return buildInput.MatchString(strings.ToLower(path.Base(name))) }

var (
	buildInput = regexp.MustCompile(`^(go\.(mod|sum|work|work\.sum)|package(-lock)?\.json|.*lock(\.json|\.ya?ml|b)?|tsconfig.*\.json|.*\.config\.\w+|\.?babel.*|\.\w*rc|` +
		`(pyproject|pixi)\.toml|(setup|tox|pytest)\.\w+|\.coveragerc|requirements.*\.txt|(gnu)?makefile.*|.*\.mk|cmakelists\.txt|.*\.(bazel|bzl)|build|workspace|` +
		`(docker|container)file.*|magefile.*|taskfile.*|justfile|\.env.*)$`)
	// document matches files for people: documentation, licences, and lists of names.
	document = regexp.MustCompile(`^((licen[cs]e|copying|notice|patents|readme|change(s|log)|history|authors|contribut(ors|ing)|maintainers|code_?owners|owners|security)(\..*)?|.*\.(md|markdown|rst|adoc))$`)
	// tooling matches the configuration of git, editors, linters, formatters, releases and CI services.
	tooling = regexp.MustCompile(`^(\.git(ignore|attributes|modules)|\.mailmap|\.editorconfig|\.(golangci|pre-commit-config|goreleaser|readthedocs|codecov|travis|gitlab-ci|yamllint|markdownlint|cortex)[\w.-]*|` +
		`(codecov|appveyor|renovate|dependabot|netlify)\.\w+|\.(docker|prettier|eslint|npm)ignore|\.prettierrc.*|\.eslintrc.*|\.stylelintrc.*|\.promu.*|mkdocs\.yml)$`)
	// picture matches images and fonts.
	picture = regexp.MustCompile(`\.(png|jpe?g|gif|svg|ico|webp|woff2?|ttf|otf|eot)$`)
)

// isIgnored reports whether no build and no test reads a file in the usual case: documents, the configuration of tools that run no test, and
// the pictures of documentation.
func isIgnored(name string) bool {
	base := strings.ToLower(path.Base(name))
	first, _, _ := strings.Cut(name, "/")
	return document.MatchString(base) || tooling.MatchString(base) || slices.Contains([]string{".github", ".circleci", ".vscode", ".idea", ".devcontainer"}, first) ||
		picture.MatchString(base) && slices.Contains([]string{"doc", "docs"}, first)
}
