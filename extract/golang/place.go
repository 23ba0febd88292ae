package golang

import (
	"bytes"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/cortex-index/cortex/schema"
)

// readPackage reads the package clause and the build constraints of a source.
func (x *extraction) readPackage(s *source) {
	if f, _ := parser.ParseFile(token.NewFileSet(), "", s.file.Content, parser.PackageClauseOnly); f != nil && f.Name != nil {
		s.packageName = f.Name.Name
	}
	s.inBuild = x.matches(s)
}

// namePackages notes the package of each directory: what its files in the chosen
// build declare, else its other files, else its tests.
func (x *extraction) namePackages() {
	for _, counts := range []func(*source) bool{
		func(s *source) bool { return !s.isTest && s.inBuild },
		func(s *source) bool { return !s.isTest },
		func(s *source) bool { return !strings.HasSuffix(s.packageName, "_test") },
	} {
		for _, s := range x.sources {
			if x.names[s.dir] == "" && counts(s) {
				x.names[s.dir] = s.packageName
			}
		}
	}
}

// placeSource gives a source the prefix and suffix of its symbols. They follow
// from the syntax of its directory and the list of go.mod files.
func (x *extraction) placeSource(s *source) {
	tested := s.packageName
	if name, ok := strings.CutSuffix(tested, "_test"); ok && s.isTest && tested != x.names[s.dir] {
		tested, s.xtest = name, true
		s.suffix = append(s.suffix, schema.TestSuffix)
	}
	s.prefix = x.layout.prefix[s.dir]
	if s.prefix == "" || s.prefix == "." {
		s.prefix = tested
	}
	if d := x.layout.suffix[s.dir]; d != "" {
		s.suffix = append(s.suffix, d)
	}
}

// matches reports whether the build constraints of a source, in its name and in
// its text, hold in the chosen build.
func (x *extraction) matches(s *source) bool {
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.BuildTags, ctx.CgoEnabled, ctx.Compiler = x.cfg.GOOS, x.cfg.GOARCH, x.cfg.Tags, true, "gc"
	if x.tool != nil {
		ctx.ReleaseTags = releaseTags(x.tool.version)
	}
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(s.file.Content)), nil }
	ok, err := ctx.MatchFile(s.dir, path.Base(s.path))
	return ok && err == nil || err != nil && !strings.HasPrefix(path.Base(s.path), "_")
}

// releaseTags returns go1.1 to go1.N for version go1.N.P.
func releaseTags(version string) []string {
	_, minor, _ := strings.Cut(languageVersion(version), ".")
	n, err := strconv.Atoi(minor)
	if err != nil {
		return build.Default.ReleaseTags
	}
	tags := make([]string, n)
	for i := range tags {
		tags[i] = "go1." + strconv.Itoa(i+1)
	}
	return tags
}
